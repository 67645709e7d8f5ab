import GRDB
import GRDBSQLite
import Synchronization

/// Copies SQLite's journal into the database file. Most of it is copied on a connection of its own, so that no commit waits for it. Pages
/// written meanwhile are copied between two commits, because only a journal that is copied to its end starts again.
final class Checkpointer: Sendable {
    /// Pages in the journal before it is copied, 32 MB: a page that changes often is copied seldom.
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

    /// Call on the writer's connection, between two transactions.
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

    /// A copy that fails, on a full disk or because another process is copying, is tried again after the next commit.
    private func copy() {
        queue.asyncWriteWithoutTransaction { [self] database in
            let isCopied = (try? database.checkpoint(.passive)) != nil
            state.withLock { $0.stage = isCopied ? .copied : .resting }
        }
    }

    /// Pages written since the last call.
    private static func pagesWritten(_ database: GRDB.Database) -> Int {
        var (count, highest) = (CInt(0), CInt(0))
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 1)
        return Int(count)
    }

    /// Waits for the copying under way.
    func close() throws { try queue.close() }
}
