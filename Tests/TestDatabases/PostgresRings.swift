import CLibPQ

/// Listens as a node does, and counts.
package final class PostgresRings {
    private let connection: OpaquePointer?
    private var count = 0

    /// - Parameter address: of the database, as libpq takes it.
    package init(_ address: String) {
        connection = PQconnectdb(address)
        PQclear(PQexec(connection, "LISTEN sotravel_change"))
    }

    deinit { PQfinish(connection) }

    /// How often somebody rang so far.
    package func counted() -> Int {
        // A statement brings along what came before it.
        PQclear(PQexec(connection, "SELECT 1"))
        while let ring = PQnotifies(connection) {
            PQfreemem(ring)
            count += 1
        }
        return count
    }
}
