import Database
import Domain
import Foundation

/// The append-only trail. Always written in the transaction of the change that it tells of.
package struct AuditStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// What a line of the trail is about.
    struct Subject: Sendable {
        let id: ID
        let name: String
        /// The roster version that the change made, if it changed the roster.
        var rosterVersion: Int?
    }

    static func append(
        _ action: String, subject: Subject, trip: ID?, changes: [AuditChange] = [], by author: Author, at now: Instant,
        on connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO audit (at, actor_id, actor_name, trip_id, roster_version, action, subject_id, subject_name, changes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .at(now), .id(author.id), .text(author.name), .id(trip), Value(subject.rosterVersion.map(Int64.init)),
                .text(action), .id(subject.id), .text(subject.name),
                .text(String(decoding: try JSONEncoder().encode(changes), as: UTF8.self)),
            ])
    }

    /// Erasing a member empties the values in the trail. It still tells who changed which fields and when. Nothing else in it is ever
    /// changed.
    static func emptyValues(of subject: ID, on connection: Connection) throws {
        let lines = try connection.all("SELECT sequence, changes FROM audit WHERE subject_id = ? AND changes <> '[]'", [.id(subject)]) {
            (sequence: $0.integer(0), changes: Data($0.blob(1)))
        }
        for line in lines {
            let fields = (try? JSONDecoder().decode([AuditChange].self, from: line.changes)) ?? []
            let emptied = try JSONEncoder().encode(fields.map { AuditChange(field: $0.field, from: "", to: "") })
            try connection.run(
                "UPDATE audit SET changes = ? WHERE sequence = ?",
                [.text(String(decoding: emptied, as: UTF8.self)), .integer(line.sequence)])
        }
    }

    private static let columns = "at, actor_name, action, subject_id, subject_name, roster_version, changes"

    private static func entry(_ row: Row) -> AuditEntry {
        AuditEntry(
            at: row.at(0), actorName: row.text(1), action: row.text(2), subjectID: row.id(3), subjectName: row.text(4),
            rosterVersion: row.optionalInteger(5).map(Int.init),
            changes: (try? JSONDecoder().decode([AuditChange].self, from: Data(row.blob(6)))) ?? [])
    }

    /// Newest first.
    package func entries(subject: ID, trip: ID, limit: Int) throws -> [AuditEntry] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(AuditStore.columns) FROM audit WHERE subject_id = ? AND trip_id = ?
                ORDER BY sequence DESC LIMIT ?
                """, [.id(subject), .id(trip), Value(limit)], AuditStore.entry)
        }
    }

    /// The kinds and the number of changes in a roster version, if `actor` made it after `start`; nil otherwise. Does not read the changes
    /// themselves: an import has thousands, and every roster page asks.
    package func kinds(
        rosterVersion version: Int, trip: ID, by actor: ID, after start: Instant
    ) throws -> (actions: Set<String>, count: Int)? {
        try database.read { connection in
            // A version has one author and one time: any of its lines tells them.
            let isTheirs = try connection.one(
                "SELECT actor_id IS NOT DISTINCT FROM ? AND at > ? FROM audit WHERE trip_id = ? AND roster_version = ? LIMIT 1",
                [.id(actor), .at(start), .id(trip), Value(version)]
            ) { $0.int(0) == 1 }
            guard isTheirs == true else { return nil }
            let kinds = try connection.all(
                "SELECT action, count(*) FROM audit WHERE trip_id = ? AND roster_version = ? GROUP BY action", [.id(trip), Value(version)]
            ) { (action: $0.text(0), count: $0.int(1)) }
            return (Set(kinds.map(\.action)), kinds.reduce(0) { $0 + $1.count })
        }
    }

    /// The newest version in which `actor` imported several members after `start`, with their number, if one of them is still as it left
    /// them. Looks at the last two hundred versions: every roster page asks.
    package func newestImport(trip: ID, to version: Int, by actor: ID, after start: Instant) throws -> (version: Int, count: Int)? {
        try database.read { connection in
            let found = try connection.one(
                """
                SELECT roster_version, count(*) FROM audit
                WHERE trip_id = ? AND roster_version > ? AND actor_id = ? AND at > ? AND action IN (?, ?)
                GROUP BY roster_version HAVING count(*) > 1 ORDER BY roster_version DESC LIMIT 1
                """,
                [.id(trip), Value(version - 200), .id(actor), .at(start), .text(RosterAction.added), .text(RosterAction.imported)]
            ) { (version: $0.int(0), count: $0.int(1)) }
            guard let found else { return nil }
            let isLeft = try connection.one(
                """
                SELECT 1 FROM audit a JOIN member m ON m.id = a.subject_id AND m.version = a.roster_version
                WHERE a.trip_id = ? AND a.roster_version = ? AND (a.action = ? OR m.account_id IS NULL) LIMIT 1
                """, [.id(trip), Value(found.version), .text(RosterAction.imported)]
            ) { _ in true }
            return isLeft == true ? found : nil
        }
    }

    /// Whom one roster version changed, and how.
    package func members(rosterVersion version: Int, trip: ID) throws -> [(member: ID, action: String)] {
        try database.read { connection in
            try connection.all(
                "SELECT subject_id, action FROM audit WHERE trip_id = ? AND roster_version = ?", [.id(trip), Value(version)]
            ) { ($0.id(0), $0.text(1)) }
        }
    }

    /// What one roster version changed, newest first.
    static func entries(rosterVersion: Int, trip: ID, on connection: Connection) throws -> [AuditEntry] {
        try connection.all(
            "SELECT \(AuditStore.columns) FROM audit WHERE trip_id = ? AND roster_version = ? ORDER BY sequence DESC",
            [.id(trip), Value(rosterVersion)], AuditStore.entry)
    }

    /// What the roster versions after `version` changed, newest first.
    /// - Parameter account: whose own changes are left out.
    package func rosterChanges(trip: ID, after version: Int, except account: ID? = nil, limit: Int) throws -> [AuditEntry] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(AuditStore.columns) FROM audit
                WHERE trip_id = ?1 AND roster_version > ?2 AND (actor_id IS DISTINCT FROM ?3 OR ?3 IS NULL)
                ORDER BY roster_version DESC, sequence DESC LIMIT ?4
                """, [.id(trip), Value(version), .id(account), Value(limit)], AuditStore.entry)
        }
    }
}
