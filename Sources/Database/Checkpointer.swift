import GRDB
import GRDBSQLite
import Synchronization

/// Copies SQLite's journal into the database file. Most of it beside the writer, on a connection of its own, so that no commit
/// waits for it; what was written meanwhile is copied between two commits, for only a journal that is copied to its end begins anew.
final class Checkpointer: Sendable {
    /// So many pages are in the journal before it is copied, 32 MB: what changes often is copied seldom.
    private static let pageCount = 8_000

    private enum Stage { case resting, copying, copied }
    private enum Step { case copy, end }
    private struct State {
        var stage = Stage.resting
        /// Pages that the writer has written since the journal last began anew.
        var written = 0
    }
    private let queue: DatabaseQueue
    private let state = Mutex(State())

    init(path: String) throws {
        var configuration = Configuration()
        configuration.label = "checkpoint"
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    }

    /// On the writer's connection, between two transactions.
    func advance(_ writer: GRDB.Database) {
        let written = Checkpointer.pagesWritten(writer)
        let step: Step? = state.withLock { state in
            state.written += written
            switch state.stage {
            case .resting where state.written >= Checkpointer.pageCount:
                state.stage = .copying
                return .copy
            case .copied:
                state = State()
                return .end
            default: return nil
            }
        }
        switch step {
        case .copy: copy()
        case .end: _ = try? writer.checkpoint(.passive)
        case nil: break
        }
    }

    /// What fails, on a full disk or because another process is at it, is tried again after the next commit.
    private func copy() {
        queue.asyncWriteWithoutTransaction { [self] database in
            let isCopied = (try? database.checkpoint(.passive)) != nil
            state.withLock { $0.stage = isCopied ? .copied : .resting }
        }
    }

    /// Since the last call.
    private static func pagesWritten(_ database: GRDB.Database) -> Int {
        var (count, highest) = (CInt(0), CInt(0))
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 1)
        return Int(count)
    }

    /// Waits for the copying under way.
    func close() throws { try queue.close() }
}
