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
