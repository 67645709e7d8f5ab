import Database
import Domain

/// What `sotravel restore` does to a copy of a backup before it takes the place of the data.
package struct RestoreStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Everybody has to sign in again, and one-time links stop working: a backup does not know which were used, replaced or taken from
    /// somebody since.
    /// - Returns: how many sessions ended.
    package func endAccess(at now: Instant) async throws -> Int {
        try await database.change { connection in
            for table in ["staff_invite", "join_link"] {
                try connection.run("UPDATE \(table) SET expires_at = ? WHERE used_at IS NULL AND expires_at > ?", [.at(now), .at(now)])
            }
            // Those of letters, too: a used link to a new password would work again.
            try connection.run("DELETE FROM letter_token")
            return try connection.run("DELETE FROM session")
        }
    }

    /// Adds the restore to the roster changes of every trip, so that hosts see that the data is not what it was.
    package func record(from: String, to: String, at now: Instant) async throws {
        try await database.change { connection in
            let trips = try connection.all("SELECT id, name FROM trip WHERE archived_at IS NULL") { (id: $0.id(0), name: $0.text(1)) }
            for trip in trips {
                let version = try RosterStore.nextVersion(trip: trip.id, at: now, on: connection)
                try AuditStore.append(
                    "backup put back", subject: .init(id: trip.id, name: trip.name, rosterVersion: version), trip: trip.id,
                    changes: [AuditChange(field: "newest change", from: from, to: to)], by: .commandLine, at: now, on: connection)
            }
        }
    }
}

/// The trail of a database that is read and not changed.
package struct TrailSummary: Sendable {
    package struct Line: Sendable {
        package let action: String
        package let count: Int
        package let last: Instant
    }
    package let newest: Instant?
    /// By what was done, oldest first.
    package let lines: [Line]

    /// - Parameters:
    ///   - path: of a database that is read and not changed.
    ///   - start: entries from before do not count.
    package init(path: String, after start: Instant? = nil) throws {
        self = try AppDatabase.look(at: path) { try TrailSummary(in: $0, after: start) }
    }

    /// Of a database of PostgreSQL, whose address is as libpq takes it.
    package init(postgresql address: String, after start: Instant? = nil) throws {
        self = try AppDatabase.look(postgresql: address) { try TrailSummary(in: $0, after: start) }
    }

    private init(in connection: Connection, after start: Instant?) throws {
        newest = try connection.one("SELECT max(at) FROM audit") { $0.optionalAt(0) } ?? nil
        lines = try connection.all(
            "SELECT action, count(*), max(at) FROM audit WHERE at > ? GROUP BY action ORDER BY 3", [.integer(start?.microseconds ?? .min)]
        ) { Line(action: $0.text(0), count: $0.int(1), last: $0.at(2)) }
    }
}
