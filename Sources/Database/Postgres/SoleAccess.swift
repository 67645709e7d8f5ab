/// Keeps every Sotravel away from a server's database for as long as it lives.
package final class SoleAccess: Sendable {
    private let session: PostgresSession

    /// Fails at once where anybody else has the database open.
    package init(to address: String) throws {
        session = PostgresSession(address: address, lock: .alone, isPatient: true)
        // The session, and by it the lock, begins with the first statement.
        try run(["SELECT 1"])
    }

    deinit { session.close() }

    /// What nodes told one another before a backup was made is of no use to those that serve it: numbers are given again, under another
    /// epoch. To be run in the schema.
    package static func forgetting(in schema: String) -> [String] {
        ["change", "fix_news", "node_write", "job_lease"].map { "DELETE FROM \(schema).\($0)" } + [
            "UPDATE \(schema).change_epoch SET epoch = \(PostgresChanges.newEpoch)"
        ]
    }

    /// All of it or nothing. It has no values.
    package func run(_ statements: [String]) throws {
        let connection = Connection(session: .postgres(session))
        try connection.run("BEGIN")
        do {
            for statement in statements { try connection.run(statement) }
            try connection.run("COMMIT")
        } catch {
            if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
            throw error
        }
    }
}
