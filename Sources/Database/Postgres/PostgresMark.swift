import CLibPQ
import Foundation

/// By what a transaction is found again whose commit was not answered: its number, which its node's row has if it is stored
/// (`PostgresNews`). The number alone does not tell: after a crash the server gives those again that never came to its disk.
struct PostgresMark {
    static let question = "SELECT pg_current_xact_id()::TEXT"
    /// A server that was restarted is back within seconds.
    private static let patience = Duration.seconds(3)
    private static let pause: UInt32 = 50_000
    private let transaction: String

    init?(_ result: OpaquePointer) {
        guard PQntuples(result) == 1 else { return nil }
        transaction = PostgresCells(result: result, line: 0).text(0)
    }

    /// Whether it was committed; nil if nobody can tell.
    func isStored(by node: String, asking session: PostgresSession) -> Bool? {
        let end = ContinuousClock.now + PostgresMark.patience
        while ContinuousClock.now < end {
            // The server may not be back yet, or not know yet that whoever wrote is gone.
            if let isUnderWay = try? isUnderWay(session), !isUnderWay, let isStored = try? isNewest(of: node, session) { return isStored }
            usleep(PostgresMark.pause)
        }
        return nil
    }

    /// Whether a transaction of this number may still be committed.
    private func isUnderWay(_ session: PostgresSession) throws(DatabaseFailure) -> Bool {
        do throws(DatabaseFailure) {
            return try holds("SELECT coalesce(pg_xact_status(?::TEXT::XID8), '') = 'in progress'", [.text(transaction)], session)
        } catch  where error.code.hasSuffix("22023") {
            // Its number has not been given since a crash.
            return false
        }
    }

    /// Nobody else writes the row, and this node has written nothing since.
    private func isNewest(of node: String, _ session: PostgresSession) throws(DatabaseFailure) -> Bool {
        let question = "SELECT EXISTS (SELECT 1 FROM node_write WHERE node = ? AND latest = ?::TEXT::BIGINT)"
        return try holds(question, [.text(node), .text(transaction)], session)
    }

    private func holds(_ question: String, _ values: [Value], _ session: PostgresSession) throws(DatabaseFailure) -> Bool {
        _ = try session.run("BEGIN READ ONLY", [])
        var holds = false
        do throws(DatabaseFailure) {
            try session.step(question, values) { row in
                holds = row.boolean(0)
                return false
            }
        } catch {
            if session.isInTransaction { _ = try? session.run("ROLLBACK", []) }
            throw error
        }
        session.endReading()
        return holds
    }
}
