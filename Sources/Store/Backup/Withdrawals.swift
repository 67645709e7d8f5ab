import Database
import Domain

/// What people ended, switched off or used up: putting a backup back must not undo it.
package struct Withdrawals: Sendable {
    /// A column that is empty until something ends, in a table whose rows have an identifier of their own.
    private struct Mark: Sendable {
        let table: String
        let key: String
        let column: String
        /// Singular and plural for the report.
        let words: (String, String)
    }
    private static let marks = [
        Mark(table: "tracker", key: "id", column: "revoked_at", words: ("tracker stays revoked", "trackers stay revoked")),
        Mark(table: "calendar_feed", key: "id", column: "revoked_at", words: ("calendar link stays ended", "calendar links stay ended")),
        Mark(table: "recovery_code", key: "code_hash", column: "used_at", words: ("recovery code stays used", "recovery codes stay used")),
    ]
    private struct Off: Sendable {
        let member: ID
        let at: Instant
        let isBySelf: Bool
    }

    private var ended: [[(key: [UInt8], at: Instant)]] = []
    private var off: [Off] = []
    private var limits: [(member: ID, end: Instant)] = []
    private var forHosts: [ID] = []
    private var unfriendlyTrips: [ID] = []
    private var leaving: [(member: ID, askedAt: Instant, erasure: Erasure)] = []
    private var erased: [ID] = []

    /// - Parameter path: of a database that is read and not changed.
    package init(path: String) throws { self = try AppDatabase.look(at: path) { try Withdrawals(in: $0) } }

    /// - Parameter address: of a database of PostgreSQL, as libpq takes it.
    package init(postgresql address: String) throws {
        self = try AppDatabase.look(postgresql: address) { try Withdrawals(in: $0) }
    }

    private init(in connection: Connection) throws {
        ended = try Withdrawals.marks.map { mark in
            try connection.all("SELECT \(mark.key), \(mark.column) FROM \(mark.table) WHERE \(mark.column) IS NOT NULL") {
                (key: $0.blob(0), at: $0.at(1))
            }
        }
        off = try connection.all("SELECT id, sharing_paused_at, paused_by_self FROM member WHERE sharing_paused_at IS NOT NULL") {
            Off(member: $0.id(0), at: $0.at(1), isBySelf: $0.boolean(2))
        }
        limits = try connection.all("SELECT id, sharing_ends_at FROM member WHERE sharing_ends_at IS NOT NULL") { ($0.id(0), $0.at(1)) }
        forHosts = try connection.all("SELECT id FROM member WHERE shares_with = 'hosts'") { $0.id(0) }
        unfriendlyTrips = try connection.all("SELECT id FROM trip WHERE shares_friends = 0") { $0.id(0) }
        leaving = try connection.all("SELECT member_id, asked_at, due_at, asked_by, host_name FROM deletion_request") {
            ($0.id(0), $0.at(1), Erasure(due: $0.at(2), askedBy: $0.text(3), hostName: $0.text(4)))
        }
        erased = try connection.all(Withdrawals.erasedMembers) { $0.id(0) }
    }

    private static let erasedMembers = """
        SELECT m.id FROM member m WHERE EXISTS (SELECT 1 FROM audit a WHERE a.subject_id = m.id AND a.action = 'deleted')
        """

    /// Repeats all of it in another database where it is missing. Returns a line for each kind that was found.
    package func apply(to database: AppDatabase, at now: Instant) async throws -> [String] {
        let lines = try await database.change { connection in
            try endMarks(on: connection) + narrowSharing(at: now, on: connection) + beginErasures(at: now, on: connection)
        }
        return lines + (try await eraseAgain(in: database, at: now))
    }

    private func endMarks(on connection: Connection) throws -> [String] {
        try zip(Withdrawals.marks, ended).flatMap { mark, rows in
            let changed = try rows.filter { row in
                try connection.run(
                    "UPDATE \(mark.table) SET \(mark.column) = ? WHERE \(mark.key) = ? AND \(mark.column) IS NULL",
                    [.at(row.at), .blob(row.key)]) > 0
            }
            return Withdrawals.line(mark.words, changed.map(\.at))
        }
    }

    private func narrowSharing(at now: Instant, on connection: Connection) throws -> [String] {
        let switched = try off.filter { off in
            try connection.run(
                """
                UPDATE member SET sharing_paused_at = ?, sharing_ends_at = NULL, paused_by_self = ?
                WHERE id = ? AND sharing_paused_at IS NULL
                """, [.at(off.at), Value(off.isBySelf), .id(off.member)]) > 0
        }
        for off in switched { try Withdrawals.record("off", of: off.member, at: now, on: connection) }
        let narrowed = try forHosts.filter { member in
            try connection.run("UPDATE member SET shares_with = 'hosts' WHERE id = ? AND shares_with <> 'hosts'", [.id(member)]) > 0
        }
        for member in narrowed { try Withdrawals.record("hosts", of: member, at: now, on: connection) }
        for (member, end) in limits {
            try connection.run(
                "UPDATE member SET sharing_ends_at = ? WHERE id = ? AND sharing_paused_at IS NULL AND coalesce(sharing_ends_at, ?) >= ?",
                [.at(end), .id(member), .at(end), .at(end)])
        }
        for trip in unfriendlyTrips { try connection.run("UPDATE trip SET shares_friends = 0 WHERE id = ?", [.id(trip)]) }
        return Withdrawals.line(("member's sharing stays off", "members' sharing stays off"), switched.map(\.at))
            + Withdrawals.line(("member shares with hosts only", "members share with hosts only"), narrowed.map { _ in nil })
    }

    private static func record(_ level: String, of member: ID, at now: Instant, on connection: Connection) throws {
        let found = try connection.one("SELECT trim(first_name || ' ' || last_name), trip_id FROM member WHERE id = ?", [.id(member)]) {
            (name: $0.text(0), trip: $0.id(1))
        }
        guard let found else { return }
        try AuditStore.append(
            "sharing set", subject: .init(id: member, name: found.name), trip: found.trip,
            changes: [AuditChange(field: "sharing", from: "", to: level)], by: .commandLine, at: now, on: connection)
    }

    // MARK: who wants to be gone

    private func beginErasures(at now: Instant, on connection: Connection) throws -> [String] {
        let begun = try leaving.filter { leaving in
            let (member, erasure) = (leaving.member, leaving.erasure)
            let isNew = try connection.run(
                """
                INSERT INTO deletion_request (member_id, asked_at, due_at, asked_by, host_name) SELECT id, ?, ?, ?, ? FROM member
                WHERE id = ? AND NOT EXISTS (SELECT 1 FROM deletion_request WHERE member_id = member.id)
                """, [.at(leaving.askedAt), .at(erasure.due), .text(erasure.askedBy), .text(erasure.hostName), .id(member)])
            let trip = try connection.one("SELECT trip_id FROM member WHERE id = ?", [.id(member)]) { $0.id(0) }
            guard isNew > 0, let trip else { return false }
            _ = try TrackerStore.endAll(of: member, trip: trip, at: now, on: connection)
            try TrackerStore.deleteSent(of: member, on: connection)
            return true
        }
        return Withdrawals.line(("member will be erased, as asked", "members will be erased, as asked"), begun.map(\.askedAt))
    }

    private func eraseAgain(in database: AppDatabase, at now: Instant) async throws -> [String] {
        let (known, done) = try database.read { connection in
            let trips = try connection.all("SELECT id, trip_id FROM member") { ($0.id(0), $0.id(1)) }
            return (
                Dictionary(trips, uniquingKeysWith: { first, _ in first }),
                Set(try connection.all(Withdrawals.erasedMembers) { $0.id(0) })
            )
        }
        let back = erased.filter { known[$0] != nil && !done.contains($0) }
        for member in back { if let trip = known[member] { try await DeletionStore(database).erase(member, trip: trip, at: now) } }
        return Withdrawals.line(("member is erased again", "members are erased again"), back.map { _ in nil })
    }

    private static func line(_ words: (String, String), _ times: [Instant?]) -> [String] {
        guard !times.isEmpty else { return [] }
        let last = times.compactMap { $0 }.max().map { ", the last since \($0.iso8601)" } ?? ""
        return ["\(times.count) \(times.count == 1 ? words.0 : words.1)\(last)"]
    }
}
