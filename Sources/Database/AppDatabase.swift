import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The one door to SQL. Many readers on snapshots, one writer that commits in groups.
package final class AppDatabase: Sendable {
    /// How long an answer waits for others to share its commit. Nobody notices the delay, and each page of the tables and indexes that a
    /// popular event's answers touch is written once for all of them.
    package static let shortDelay = Duration.milliseconds(2)
    private let pool: DatabasePool
    private let writer: GroupWriter
    private let checkpointer: Checkpointer
    /// Whether writes share commits; false only to measure what that brings.
    package let isGrouping: Bool
    private let seenVersion = Atomic<Int64>(0)
    private let isClosed = Atomic(false)

    /// Opens or creates the file and brings its schema up to date.
    /// - Parameters:
    ///   - groupLimit: writes that share a commit; 1 is for measuring what grouping brings.
    ///   - reserve: bytes of the disk that are held for urgent writes.
    package init(path: String, readers: Int = 4, groupLimit: Int = 1000, reserve: Int = 0) throws {
        var configuration = Configuration()
        configuration.maximumReaderCount = readers
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.label = "sotravel"
        pool = try DatabasePool(path: path, configuration: configuration)
        // GRDB sets NORMAL on the writer after preparing it; only FULL lost no acknowledged commit in power cuts.
        try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // A busy trip's newest pages fit into memory.
            try database.execute(sql: "PRAGMA cache_size = -8192")
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            // Keeps the rollback data of savepoints in memory: otherwise every merge writes it, positions and all, to a temporary file.
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            // Overwrites deleted data in the file; Debian's SQLite does so by default, others do not.
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        try pool.writeWithoutTransaction { try Migration.apply(to: Connection(database: $0)) }
        checkpointer = try Checkpointer(path: path)
        writer = GroupWriter(
            pool: pool, checkpointer: checkpointer, reserve: Reserve(path: path + ".reserve", size: reserve), groupLimit: groupLimit)
        isGrouping = groupLimit > 1
    }

    /// A read transaction on a snapshot. Blocks its thread; reads are milliseconds at most.
    package func read<T>(_ body: (Connection) throws -> T) throws -> T {
        try pool.read { try body(Connection(database: $0)) }
    }

    /// A write transaction of its own, acknowledged when the commit that carries it is on disk. If `body`
    /// throws, nothing that it did remains.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await write(changesMore: { _ in true }, body)
    }

    /// Like `write`, but does not invalidate read caches: for messages, for instance.
    package func append<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await write(changesMore: { _ in false }, body)
    }

    /// Like `write`, but invalidates read caches only if `changesMore` says so.
    package func write<T: Sendable>(
        isUrgent: Bool = false, maxDelay: Duration = .zero, changesMore: @escaping @Sendable (T) -> Bool,
        _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            write(isUrgent: isUrgent, maxDelay: maxDelay, changesMore: changesMore, body) { continuation.resume(with: $0) }
        }
    }

    /// Like `write`, for callers outside a task. `done` runs on the writer's thread after the commit, or with the error.
    package func write<T: Sendable>(
        isUrgent: Bool = false, maxDelay: Duration = .zero, changesMore: @escaping @Sendable (T) -> Bool,
        _ body: @escaping @Sendable (Connection) throws -> T, done: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        writer.add(
            WriteJob(
                isAtomic: false, isUrgent: isUrgent, maxDelay: maxDelay,
                run: { connection in
                    let result = try body(connection)
                    return .init(changesMore: changesMore(result)) { done(.success(result)) }
                }, fail: { done(.failure($0)) }))
    }

    /// Like `append`, for callers outside a task, if only a single statement of the body changes anything: needs no savepoint. `done` runs
    /// on the writer's thread after the commit, or with the error.
    /// - Parameters:
    ///   - maxDelay: how long it may wait for others to share the commit.
    ///   - isForMany: the statement stores what many senders sent, and `commitNow` says when they are enough.
    package func appendStatement<T: Sendable>(
        maxDelay: Duration = .zero, isForMany: Bool = false, _ body: @escaping @Sendable (Connection) throws -> T,
        done: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        writer.add(
            WriteJob(
                isAtomic: true, maxDelay: maxDelay, isForMany: isForMany,
                run: { connection in
                    let result = try body(connection)
                    return .init(changesMore: false) { done(.success(result)) }
                }, fail: { done(.failure($0)) }))
    }

    /// Begins the next commit, even if its writes would have waited for others.
    package func commitNow() { writer.commitNow() }

    /// Jobs waiting for the next commit.
    package var pendingWrites: Int { writer.pendingCount }
    package var statistics: WriteStatistics { writer.statistics }

    /// Changes with every write that cached reads may depend on: values read under an older generation must be read again.
    package var generation: Int { writer.generation }

    /// Raises the generation if another process has written since the last call. True if so.
    package func noticeOtherProcesses() throws -> Bool {
        let version = try writerPragma("data_version")
        let isNew = seenVersion.exchange(version, ordering: .acquiringAndReleasing) != version
        if isNew { writer.raiseGeneration() }
        return isNew
    }

    /// A pragma's first value, from the writer's connection.
    package func writerPragma(_ name: String) throws -> Int64 {
        try pool.writeWithoutTransaction { database in
            try Connection(database: database).one("PRAGMA \(name)") { $0.integer(0) } ?? -1
        }
    }

    /// Waits for the writes under way, then closes.
    package func close() throws {
        // A second close must not touch GRDB's connection, which no longer exists.
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        writer.stop()
        try? checkpointer.close()
        // SQLite does this when the last connection closes, but GRDB closes its readers last, and they may not write.
        _ = try? pool.writeWithoutTransaction { try AppDatabase.emptyJournal($0) }
        try pool.close()
    }

    /// Does not wait: a command beside a running server must not hold up its writes. Data that stays in the journal is just as safe; an
    /// empty journal saves the next start from reading all of it.
    private static func emptyJournal(_ database: GRDB.Database) throws {
        let (inJournal, copied) = try database.checkpoint(.passive)
        guard inJournal == copied else { return }
        try database.execute(sql: "PRAGMA busy_timeout = 0")
        try database.checkpoint(.truncate)
    }

    /// A consistent copy while others write, checked before it counts.
    package func backup(to path: String) throws {
        try pool.writeWithoutTransaction { database in
            _ = try Connection(database: database).run("VACUUM INTO ?", [.text(path)])
        }
    }

    /// Reads a database file that stays as it is, whatever its schema.
    package static func look<T>(at path: String, _ body: (Connection) throws -> T) throws -> T {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { try body(Connection(database: $0)) }
    }

    /// Every complaint of SQLite's own checks about a database file; empty when it is sound.
    package static func complaints(path: String) throws -> [String] {
        try look(at: path) { connection in
            let integrity = try connection.all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
            let keys = try connection.all("PRAGMA foreign_key_check") { "broken reference in \($0.text(0))" }
            let version = try connection.one("SELECT max(number) FROM schema_migration") { $0.int(0) }
            return integrity + keys + (version == nil ? ["this is no Sotravel database"] : [])
        }
    }
}
