import Database
import Domain

/// Who has host rights for a time.
package struct CoHostStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Of `co_host c`; takes the time twice.
    static let isActive = "c.ended_at IS NULL AND c.starts_at <= ? AND (c.ends_at IS NULL OR c.ends_at > ?)"
    /// Of `member m`: hosts, co-hosts and moderators; takes the time twice.
    static let isStaff = "(m.role <> 'traveller' OR EXISTS (SELECT 1 FROM co_host c WHERE c.member_id = m.id AND \(isActive)))"
    /// Of `member m`: no right beyond a traveller's, now or to come; takes the time.
    static let isPlain = """
        m.role = 'traveller' AND m.is_medic = 0 AND NOT EXISTS (SELECT 1 FROM co_host c
            WHERE c.member_id = m.id AND c.ended_at IS NULL AND (c.ends_at IS NULL OR c.ends_at > ?))
        """
    private static let columns = """
        c.id, c.trip_id, c.member_id, trim(m.first_name || ' ' || m.last_name), c.starts_at, c.ends_at, c.reason, c.named_by, c.named_by_id
        FROM co_host c JOIN member m ON m.id = c.member_id
        """

    private static func read(_ row: Row) -> CoHost {
        CoHost(
            id: row.id(0), tripID: row.id(1), memberID: row.id(2), name: row.text(3), startsAt: row.at(4), endsAt: row.optionalAt(5),
            reason: row.text(6), namedBy: row.text(7), namedByID: row.optionalID(8))
    }

    /// Running and to come, the earliest first.
    package func open(trip: ID, at now: Instant) throws -> [CoHost] {
        try database.read {
            try $0.all(
                """
                SELECT \(CoHostStore.columns) WHERE c.trip_id = ? AND c.ended_at IS NULL AND (c.ends_at IS NULL OR c.ends_at > ?)
                ORDER BY c.starts_at, c.id
                """, [.id(trip), .at(now)], CoHostStore.read)
        }
    }

    /// The members who are co-hosts at that time.
    package func active(trip: ID, at now: Instant) throws -> Set<ID> {
        try database.read {
            Set(
                try $0.all(
                    "SELECT c.member_id FROM co_host c WHERE c.trip_id = ? AND \(CoHostStore.isActive)", [.id(trip), .at(now), .at(now)]
                ) {
                    $0.id(0)
                })
        }
    }

    /// An account's co-host times by trip; none on trips where it is a host anyway.
    static func all(account: ID, on connection: Connection) throws -> [ID: CoHost] {
        let found = try connection.all(
            """
            SELECT \(columns) WHERE m.account_id = ? AND c.ended_at IS NULL AND m.role <> 'host'
                AND (m.role <> 'traveller' OR m.status NOT IN ('cancelled', 'left'))
            """, [.id(account)], read)
        return Dictionary(found.map { ($0.tripID, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Replaces the co-host time that the member was given before.
    /// - Parameters:
    ///   - own: the time of the co-host who names another.
    ///   - period: the time in words, for the trail.
    package func name(_ coHost: CoHost, under own: CoHost?, period: String, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            if let own { try CoHostStore.require(own.id, at: now, on: connection) }
            try CoHostStore.requireCandidate(coHost.memberID, trip: coHost.tripID, on: connection)
            let given = try CoHostStore.replace(coHost.memberID, by: author, at: now, on: connection)
            try Promotion.revokeLink(to: coHost.memberID, at: now, on: connection)
            try connection.run(
                """
                INSERT INTO co_host (id, trip_id, member_id, starts_at, ends_at, reason, named_by, named_by_id, named_at,
                under_id, begun_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(coHost.id), .id(coHost.tripID), .id(coHost.memberID), .at(coHost.startsAt), .at(coHost.endsAt),
                    .text(coHost.reason),
                    .text(author.name), .id(author.id), .at(now), .id(own?.id), .at(coHost.startsAt <= now ? now : nil),
                ])
            try CoHostStore.put(given, under: coHost.id, on: connection)
            if coHost.startsAt <= now { try Promotion.endLinkedSessions(ofMember: coHost.memberID, on: connection) }
            try AuditStore.append(
                "made co-host", subject: .init(id: coHost.memberID, name: coHost.name), trip: coHost.tripID,
                changes: [AuditChange(field: "time", from: "", to: period), AuditChange(field: "reason", from: "", to: coHost.reason)]
                    .filter { !$0.to.isEmpty },
                by: author, at: now, on: connection)
        }
    }

    static func require(_ id: ID, at now: Instant, on connection: Connection) throws {
        let isActive = try connection.one("SELECT 1 FROM co_host c WHERE c.id = ? AND \(isActive)", [.id(id), .at(now), .at(now)]) { _ in
            true
        }
        guard isActive == true else { throw Refusal.forbidden("Your time as a co-host is over.") }
    }

    private static func requireCandidate(_ member: ID, trip: ID, on connection: Connection) throws {
        let found = try connection.one(
            """
            SELECT role, account_id FROM member WHERE id = ? AND trip_id = ? AND account_id IS NOT NULL
                AND (role <> 'traveller' OR status NOT IN ('cancelled', 'left'))
            """, [.id(member), .id(trip)]
        ) { ($0.text(0), $0.id(1)) }
        guard let (role, account) = found else {
            throw Refusal.invalid([FieldError("member", "Choose somebody who has joined this trip.")])
        }
        guard role != Role.host.rawValue else { throw Refusal.invalid([FieldError("member", "They are already a host of this trip.")]) }
        try Promotion.requireOwnWay(account, on: connection)
    }

    /// Ends a co-host time at once, with the links opened under it. False if none is running or to come.
    package func end(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws -> Bool {
        try await database.change { connection in
            try CoHostStore.end("c.id = ? AND c.trip_id = ?", [.id(id), .id(trip)], "co-host ended", by: author, at: now, on: connection)
                > 0
        }
    }

    /// Whatever a member holds, as they leave or become a host.
    static func release(_ member: ID, by author: Author, at now: Instant, on connection: Connection) throws {
        try end("c.member_id = ?", [.id(member)], "co-host ended", by: author, at: now, on: connection)
    }

    /// Whether anything is to be noted; a look before a write.
    package func isDue(at now: Instant) throws -> Bool {
        try database.read {
            try $0.one(
                """
                SELECT 1 FROM co_host c
                WHERE c.ended_at IS NULL AND (c.ends_at <= ? OR (c.begun_at IS NULL AND c.starts_at <= ?)) LIMIT 1
                """,
                [.at(now), .at(now)]
            ) { _ in true } ?? false
        }
    }

    /// Notes whose time has begun or is over.
    package func noteBegunAndEnded(at now: Instant) async throws {
        try await database.change { connection in
            let author = Author(id: nil, name: "Sotravel")
            let begun = try connection.all(
                "SELECT \(CoHostStore.columns) WHERE c.ended_at IS NULL AND c.begun_at IS NULL AND c.starts_at <= ?", [.at(now)],
                CoHostStore.read)
            for coHost in begun {
                try connection.run("UPDATE co_host SET begun_at = ? WHERE id = ?", [.at(now), .id(coHost.id)])
                try Promotion.endLinkedSessions(ofMember: coHost.memberID, on: connection)
                try CoHostStore.note("co-host from now on", coHost, by: author, at: now, on: connection)
            }
            try CoHostStore.end("c.ends_at <= ?", [.at(now)], "co-host time over", by: author, at: now, on: connection)
        }
    }

    @discardableResult
    private static func end(
        _ condition: String, _ values: [Value], _ action: String, by author: Author, at now: Instant, on connection: Connection
    ) throws -> Int {
        let found = try connection.all(
            """
            WITH RECURSIVE ending (id) AS (
                SELECT c.id FROM co_host c WHERE c.ended_at IS NULL AND \(condition)
                UNION SELECT c.id FROM co_host c JOIN ending e ON c.under_id = e.id WHERE c.ended_at IS NULL
            )
            SELECT \(columns) WHERE c.id IN (SELECT id FROM ending)
            """, values, read)
        for coHost in found {
            try connection.run("UPDATE co_host SET ended_at = ? WHERE id = ?", [.at(now), .id(coHost.id)])
            let ended = try endGiven(under: coHost.id, trip: coHost.tripID, at: now, on: connection)
            try note(action, coHost, ended, by: author, at: now, on: connection)
        }
        return found.count
    }

    private static func note(
        _ action: String, _ coHost: CoHost, _ changes: [AuditChange] = [], by author: Author, at now: Instant, on connection: Connection
    ) throws {
        try AuditStore.append(
            action, subject: .init(id: coHost.memberID, name: coHost.name), trip: coHost.tripID, changes: changes, by: author, at: now,
            on: connection)
    }
}
