import Database
import Domain

/// Cases and their reports, as the queue and a case's page show them.
package struct CaseStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    static let columns = """
        k.id, k.trip_id, k.subject_kind, k.message_number, k.event_id, k.member_id, trim(s.first_name || ' ' || s.last_name),
        k.conversation_id, k.reason, k.snapshot, k.place, k.is_urgent, k.weight, k.opened_at, k.claimed_by, k.claimed_name, k.claimed_at,
        k.closed_at, k.outcome, k.is_held, k.is_escalated, k.version, (SELECT count(*) FROM report r WHERE r.case_id = k.id),
        EXISTS (SELECT 1 FROM conversation c WHERE c.id = k.conversation_id AND c.kind = 'direct'), k.help_id,
        h.resolved_at IS NULL, CASE WHEN h.is_waiting = 0 AND h.resolved_at IS NULL THEN h.taken_name ELSE '' END,
        (SELECT r.text FROM report r WHERE r.case_id = k.id AND r.reporter_id IS NULL ORDER BY r.made_at, r.id LIMIT 1),
        k.review_number
        FROM moderation_case k JOIN member s ON s.id = k.member_id LEFT JOIN help_case h ON h.id = k.help_id
        """

    static func read(_ row: Row) -> ModerationCase {
        let claim = row.optionalID(14).flatMap { account in
            row.optionalAt(16).map { ModerationCase.Claim(account: account, name: row.text(15), at: $0) }
        }
        var found = ModerationCase(
            id: row.id(0), tripID: row.id(1), subject: .init(rawValue: row.text(2)) ?? .message,
            messageNumber: row.optionalInteger(3).map(Int.init), eventID: row.optionalID(4), memberID: row.id(5), memberName: row.text(6),
            conversationID: row.optionalID(7), isDirect: row.boolean(23), reason: row.text(8), snapshot: row.text(9), place: row.text(10),
            isUrgent: row.boolean(11),
            weight: row.real(12), openedAt: row.at(13), claim: claim, closedAt: row.optionalAt(17), outcome: row.text(18),
            isHeld: row.boolean(19), isEscalated: row.boolean(20), version: row.int(21), reportCount: row.int(22),
            help: row.optionalID(24).map { .init(id: $0, isOpen: row.boolean(25), holder: row.text(26).isEmpty ? nil : row.text(26)) })
        found.finding = row.text(27)
        found.reviewNumber = row.optionalInteger(28).map(Int.init)
        return found
    }

    static func record(of reporter: ID, on connection: Connection) throws -> (upheld: Int, refused: Int) {
        try connection.one(
            """
            SELECT count(*) FILTER (WHERE is_upheld = 1), count(*) FILTER (WHERE is_upheld = 0) FROM report WHERE reporter_id = ?
            """, [.id(reporter)]
        ) { ($0.int(0), $0.int(1)) } ?? (0, 0)
    }

    // MARK: reading

    package struct Filter: Sendable, Equatable {
        package var isClosed = false
        package var isMine = false
        package var isUnclaimed = false
        package var reason = ""
        /// Opened at least that many hours ago.
        package var hours = 0
        package init() {}
    }

    /// As `ModerationCase.claim(at:)`; bound with `claimTimes`.
    static let isClaimed = "claimed_at > ?"
    static func claimTimes(_ now: Instant) -> [Value] { [.at(now - ModerationCase.claimTime)] }

    package func queue(
        trips: [ID], _ filter: Filter, account: ID, now: Instant, limit: Int
    ) throws -> (cases: [ModerationCase], open: Int, urgent: Int, unclaimed: Int, mine: Int) {
        guard !trips.isEmpty else { return ([], 0, 0, 0, 0) }
        let places = trips.map { _ in "?" }.joined(separator: ", ")
        var (conditions, values) = (["k.trip_id IN (\(places))"], trips.map { Value.id($0) })
        conditions.append(filter.isClosed ? "k.closed_at IS NOT NULL" : "k.closed_at IS NULL")
        if filter.isMine {
            conditions.append("k.claimed_by = ? AND \(CaseStore.isClaimed)")
            values += [.id(account)] + CaseStore.claimTimes(now)
        }
        if filter.isUnclaimed {
            conditions.append("(k.claimed_at IS NULL OR NOT \(CaseStore.isClaimed))")
            values += CaseStore.claimTimes(now)
        }
        if !filter.reason.isEmpty {
            conditions.append("k.reason = ?")
            values.append(.text(filter.reason))
        }
        if filter.hours > 0 {
            conditions.append("k.opened_at <= ?")
            values.append(.at(now - .hours(filter.hours)))
        }
        let order = filter.isClosed ? "k.closed_at DESC" : "k.is_urgent DESC, k.weight DESC, k.opened_at"
        return try database.read { [conditions, values] connection in
            let cases = try connection.all(
                "SELECT \(CaseStore.columns) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) LIMIT ?",
                values + [Value(limit)], CaseStore.read)
            let counts = try connection.one(
                """
                SELECT count(*), count(*) FILTER (WHERE is_urgent = 1),
                    count(*) FILTER (WHERE claimed_at IS NULL OR NOT \(CaseStore.isClaimed)),
                    count(*) FILTER (WHERE claimed_by = ? AND \(CaseStore.isClaimed))
                FROM moderation_case WHERE trip_id IN (\(places)) AND closed_at IS NULL
                """, CaseStore.claimTimes(now) + [.id(account)] + CaseStore.claimTimes(now) + trips.map { .id($0) }
            ) { ($0.int(0), $0.int(1), $0.int(2), $0.int(3)) }
            let (open, urgent, unclaimed, mine) = counts ?? (0, 0, 0, 0)
            return (cases, open, urgent, unclaimed, mine)
        }
    }

    package func openCount(trip: ID) throws -> Int {
        let sql = "SELECT count(*) FROM moderation_case WHERE trip_id = ? AND closed_at IS NULL"
        return try database.read { try $0.one(sql, [.id(trip)]) { $0.int(0) } ?? 0 }
    }

    package func find(_ id: ID, trip: ID) throws -> ModerationCase? {
        try database.read { try CaseStore.find(id, trip: trip, on: $0) }
    }

    static func find(_ id: ID, trip: ID, on connection: Connection) throws -> ModerationCase? {
        try connection.one("SELECT \(CaseStore.columns) WHERE k.id = ? AND k.trip_id = ?", [.id(id), .id(trip)], CaseStore.read)
    }

    package func reports(of id: ID) throws -> [CaseReport] {
        try database.read { connection in
            let found = try connection.all(
                """
                SELECT r.reporter_id, coalesce(trim(m.first_name || ' ' || m.last_name), 'A rule'), r.reason, r.text, r.made_at,
                    m.trip_id <> k.trip_id
                FROM report r JOIN moderation_case k ON k.id = r.case_id LEFT JOIN member m ON m.id = r.reporter_id
                WHERE r.case_id = ? ORDER BY r.made_at, r.id LIMIT 200
                """, [.id(id)]
            ) { ($0.optionalID(0), $0.text(1), $0.text(2), $0.text(3), $0.at(4), $0.boolean(5)) }
            return try found.map { reporter, name, reason, text, at, isFromElsewhere in
                let record = try reporter.map { try CaseStore.record(of: $0, on: connection) } ?? (0, 0)
                var report = CaseReport(
                    reporterID: isFromElsewhere ? nil : reporter, reporterName: isFromElsewhere ? "" : name, reason: reason, text: text,
                    madeAt: at, upheld: record.0, refused: record.1)
                report.isFromElsewhere = isFromElsewhere
                return report
            }
        }
    }

    /// Other cases of the same person, newest first.
    package func cases(of member: ID, but id: ID) throws -> [ModerationCase] {
        try database.read {
            try $0.all(
                "SELECT \(CaseStore.columns) WHERE k.member_id = ? AND k.id <> ? ORDER BY k.opened_at DESC LIMIT 50",
                [.id(member), .id(id)],
                CaseStore.read)
        }
    }

    /// The trip's hosts, co-hosts and moderators who can sign in.
    package func colleagues(trip: ID, at now: Instant) throws -> [(account: ID, name: String)] {
        try database.read {
            try $0.all(
                """
                SELECT a.id, a.name FROM member m JOIN account a ON a.id = m.account_id
                WHERE m.trip_id = ? AND \(CoHostStore.isStaff) ORDER BY a.name
                """,
                [.id(trip), .at(now), .at(now)]
            ) { ($0.id(0), $0.text(1)) }
        }
    }

    /// When cases of the last weeks were opened, first claimed and closed, and why there were.
    package func history(trips: [ID], since: Instant) throws -> [(opened: Instant, claimed: Instant?, closed: Instant?, reason: String)] {
        guard !trips.isEmpty else { return [] }
        return try database.read {
            try $0.all(
                """
                SELECT opened_at, first_claimed_at, closed_at, reason FROM moderation_case
                WHERE trip_id IN (\(trips.map { _ in "?" }.joined(separator: ", "))) AND opened_at >= ? ORDER BY opened_at
                """, trips.map { .id($0) } + [.at(since)]
            ) { ($0.at(0), $0.optionalAt(1), $0.optionalAt(2), $0.text(3)) }
        }
    }
}
