import CLibPQ
import Foundation

/// By what a transaction is found again whose commit was not answered: its number, and the line of history that gave it. After a failover
/// another server may give the same number to another transaction, in another line.
struct PostgresMark {
    static let question = "SELECT pg_current_xact_id()::TEXT, \(line)"
    private static let line = "left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"
    /// A server that was restarted is back within seconds.
    private static let patience = Duration.seconds(3)
    private static let pause: UInt32 = 50_000
    private let transaction: String
    private let line: String

    init?(_ result: OpaquePointer) {
        guard PQntuples(result) == 1 else { return nil }
        let cells = PostgresCells(result: result, line: 0)
        (transaction, line) = (cells.text(0), cells.text(1))
    }

    /// Whether it was committed; nil if nobody can tell.
    func isStored(asking session: PostgresSession) -> Bool? {
        let end = ContinuousClock.now + PostgresMark.patience
        while ContinuousClock.now < end {
            switch try? status(session) {
            case "committed": return true
            case "aborted": return false
            case "": return nil
            // The server is not back yet, or does not know yet that whoever wrote is gone.
            default: usleep(PostgresMark.pause)
            }
        }
        return nil
    }

    /// "" if the server does not know it.
    private func status(_ session: PostgresSession) throws(DatabaseFailure) -> String {
        _ = try session.run("BEGIN READ ONLY", [])
        defer { session.endReading() }
        var status = ""
        try session.step(
            "SELECT CASE WHEN \(PostgresMark.line) = ? THEN pg_xact_status(?::TEXT::XID8) END", [.text(line), .text(transaction)]
        ) { row in
            status = row.text(0)
            return false
        }
        return status
    }
}
