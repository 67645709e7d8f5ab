import Database
import Domain

/// What the server must know of a tracker to take a fix: held in memory by token.
package struct TrackerEntry: Sendable {
    package let id: ID
    package let memberID: ID
    package let tripID: ID
    package init(id: ID, memberID: ID, tripID: ID) {
        self.id = id
        self.memberID = memberID
        self.tripID = tripID
    }
}

package struct TrackerStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let columns = """
        t.id, t.member_id, t.label, t.token, t.created_at, t.revoked_at,
        (SELECT max(received_at) FROM (
            SELECT received_at FROM (SELECT received_at FROM fix_run r WHERE r.tracker_id = t.id ORDER BY first_at DESC LIMIT 5) newest
            UNION ALL SELECT max(received_at) FROM tracker_request r WHERE r.tracker_id = t.id) contact)
        FROM tracker t
        """
    private static func tracker(_ row: Row) -> Tracker {
        Tracker(
            id: row.id(0), memberID: row.id(1), label: row.text(2), token: row.text(3), createdAt: row.at(4),
            revokedAt: row.optionalAt(5), lastContactAt: row.optionalAt(6))
    }

    /// Tokens that are open, with whom they speak for.
    package func openTokens() throws -> [(token: String, entry: TrackerEntry)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT t.token, t.id, t.member_id, m.trip_id FROM tracker t
                JOIN member m ON m.id = t.member_id JOIN trip p ON p.id = m.trip_id
                WHERE t.revoked_at IS NULL AND p.deleted_at IS NULL
                """
            ) { ($0.text(0), TrackerEntry(id: $0.id(1), memberID: $0.id(2), tripID: $0.id(3))) }
        }
    }

    /// Tokens that ended with a co-host's time.
    package func endedWithTime() throws -> [String] {
        try database.read {
            try $0.all("SELECT token FROM tracker WHERE under_id IS NOT NULL AND revoked_at IS NOT NULL") { row in row.text(0) }
        }
    }

    package func list(member: ID) throws -> [Tracker] {
        try database.read { connection in
            try connection.all(
                "SELECT \(TrackerStore.columns) WHERE t.member_id = ? ORDER BY t.revoked_at IS NOT NULL, t.created_at DESC",
                [.id(member)], TrackerStore.tracker)
        }
    }

    package func find(_ id: ID, trip: ID) throws -> Tracker? {
        try database.read { connection in
            try connection.one(
                "SELECT \(TrackerStore.columns) JOIN member m ON m.id = t.member_id WHERE t.id = ? AND m.trip_id = ?",
                [.id(id), .id(trip)], TrackerStore.tracker)
        }
    }

    /// Adds a tracker; with `replacing` the old one is revoked in the same transaction. Who will be gone gets none.
    /// - Parameter own: the time of a co-host who opens it for somebody else, with which it ends.
    package func add(
        _ tracker: Tracker, member: Member, replacing old: ID?, under own: ID?, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            let isLeaving = try connection.one("SELECT 1 FROM deletion_request WHERE member_id = ?", [.id(member.id)]) { _ in true }
            if isLeaving == true {
                throw Refusal.invalid([FieldError("label", "Deletion has been requested, so no phone can be added.")])
            }
            if let own { try CoHostStore.require(own, at: now, on: connection) }
            if let old { _ = try TrackerStore.revoke(old, at: now, on: connection) }
            try connection.run(
                "INSERT INTO tracker (id, member_id, label, token, created_at, under_id) VALUES (?, ?, ?, ?, ?, ?)",
                [.id(tracker.id), .id(member.id), .text(tracker.label), .text(tracker.token), .at(now), .id(own)])
            try TrackerStore.record(
                old == nil ? "tracker added" : "tracker replaced", tracker.label, member, by: author, at: now, on: connection)
            connection.note(TripChange(.trackers, trip: member.tripID))
        }
    }

    package func revoke(_ tracker: Tracker, member: Member, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let wasOpen = try TrackerStore.revoke(tracker.id, at: now, on: connection)
            try TrackerStore.record("tracker revoked", tracker.label, member, by: author, at: now, on: connection)
            guard wasOpen else { return }
            connection.note(TripChange(.trackers, trip: member.tripID))
            let hasOther = try connection.one("SELECT 1 FROM tracker WHERE member_id = ? AND revoked_at IS NULL LIMIT 1", [.id(member.id)])
            { _ in true }
            if hasOther != true { connection.note(TripChange(.forgotten, trip: member.tripID, ids: [member.id])) }
        }
    }

    /// - Returns: whether it worked until now.
    private static func revoke(_ id: ID, at now: Instant, on connection: Connection) throws -> Bool {
        try connection.run("UPDATE tracker SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", [.at(now), .id(id)]) > 0
    }

    /// Ends every tracker of a member. Returns the tokens that stopped working.
    static func endAll(of member: ID, trip: ID, at now: Instant, on connection: Connection) throws -> [String] {
        let tokens = try connection.all(
            "UPDATE tracker SET revoked_at = ? WHERE member_id = ? AND revoked_at IS NULL RETURNING token", [.at(now), .id(member)]
        ) { $0.text(0) }
        if !tokens.isEmpty { connection.note(TripChange(.trackers, trip: trip)) }
        return tokens
    }

    /// Open pages forget where members with a tracker are, until their next position.
    /// - Parameter isForAll: else for those of whom no position is left.
    static func noteForgotten(trip: ID, isForAll: Bool, on connection: Connection) throws {
        let members = try connection.all(
            """
            SELECT m.id FROM member m WHERE m.trip_id = ? AND EXISTS (SELECT 1 FROM tracker t WHERE t.member_id = m.id)
                AND (? = 1 OR NOT EXISTS (
                    SELECT 1 FROM tracker t JOIN fix_run r ON r.tracker_id = t.id WHERE t.member_id = m.id))
            ORDER BY m.id
            """, [.id(trip), Value(isForAll)]
        ) { $0.id(0) }
        if !members.isEmpty { connection.note(TripChange(.forgotten, trip: trip, ids: members)) }
    }

    /// Deletes all that a member's trackers sent.
    /// - Parameter start: of those made since then alone; nil for all.
    static func deleteSent(of member: ID, madeSince start: Instant? = nil, on connection: Connection) throws {
        for table in ["fix_run", "tracker_request", "tracker_hour", "telegram_position"] {
            try connection.run(
                """
                DELETE FROM \(table) WHERE tracker_id IN (
                    SELECT id FROM tracker WHERE member_id = ? AND created_at >= coalesce(?, created_at))
                """,
                [.id(member), .at(start)])
        }
    }

    private static func record(
        _ action: String, _ label: String, _ member: Member, by author: Author, at now: Instant,
        on connection: Connection
    ) throws {
        try AuditStore.append(
            action, subject: .init(id: member.id, name: member.fields.fullName), trip: member.tripID,
            changes: [AuditChange(field: "tracker", from: "", to: label)], by: author, at: now, on: connection)
    }

    /// One tracker for each of many members, in one transaction: the demo and the load tests.
    package func addMany(_ trackers: [Tracker], at now: Instant) async throws {
        try await database.change { connection in
            for tracker in trackers {
                try connection.run(
                    "INSERT INTO tracker (id, member_id, label, token, created_at) VALUES (?, ?, ?, ?, ?)",
                    [.id(tracker.id), .id(tracker.memberID), .text(tracker.label), .text(tracker.token), .at(now)])
            }
        }
    }
}
