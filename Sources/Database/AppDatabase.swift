import Synchronization

/// The one door to SQL. Many readers on snapshots, one writer that commits in groups.
package final class AppDatabase: Sendable {
    /// How long an answer waits for others to share its commit. Nobody notices the delay, and each page of the tables and indexes that a
    /// popular event's answers touch is written once for all of them.
    package static let shortDelay = Duration.milliseconds(2)
    private let engine: any Engine
    private let writer: GroupWriter
    /// Whether writes share commits; false only to measure what that brings.
    package let isGrouping: Bool
    private let seenVersion = Atomic<Int64>(0)
    private let noticed = Atomic<Int>(0)
    /// By which nodes have one time.
    package let clock = SharedClock()
    private let isClosed = Atomic(false)

    /// Opens or creates the file and brings its schema up to date.
    /// - Parameters:
    ///   - groupLimit: writes that share a commit; 1 is for measuring what grouping brings.
    ///   - reserve: bytes of the disk that are held for urgent writes.
    ///   - migrations: what the schema is made of.
    package convenience init(
        path: String, readers: Int = 4, groupLimit: Int = 1000, reserve: Int = 0, migrations: [Migration] = Migration.all
    ) throws {
        self.init(try SQLiteEngine(path: path, readers: readers, reserve: reserve, migrations: migrations), groupLimit: groupLimit)
    }

    /// Opens a database of PostgreSQL 15 or newer and brings its schema up to date.
    /// - Parameters:
    ///   - address: as libpq takes it: "postgresql://…", or "host=… dbname=…".
    ///   - isNode: nobody puts a backup back while it is open. Only who does just that opens one that is none.
    ///   - runsWritesTwice: each group of writes meets a conflict first. Tests show by it that the bodies can be run again.
    ///   - migrations: what the schema is made of.
    package convenience init(
        postgresql address: String, readers: Int = 4, isNode: Bool = true, runsWritesTwice: Bool = false,
        migrations: [Migration] = Migration.all
    ) throws {
        self.init(
            try PostgresEngine(address: address, readers: readers, lock: isNode ? .shared : .none, migrations: migrations),
            groupLimit: PostgresEngine.groupLimit,
            runsWritesTwice: runsWritesTwice)
    }

    private init(_ engine: any Engine, groupLimit: Int, runsWritesTwice: Bool = false) {
        self.engine = engine
        writer = GroupWriter(engine: engine, groupLimit: groupLimit, runsTwice: runsWritesTwice)
        isGrouping = groupLimit > 1
        clock.measure(engine.time)
    }

    /// A read transaction on a snapshot. Blocks its thread; reads are milliseconds at most.
    package func read<T>(_ body: (Connection) throws -> T) throws -> T { try engine.read(body) }

    /// A write transaction of its own, acknowledged when the commit that carries it is on disk. If `body`
    /// throws, nothing that it did remains.
    package func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T) async throws -> T {
        try await write(changesMore: { _ in true }, body)
    }

    /// Like `write`, but does not invalidate read caches: for messages, for instance.
    /// - Parameter concernsOthers: whether other nodes keep anything that depends on it: positions on their way into the history are in
    ///   nothing that a node keeps.
    package func append<T: Sendable>(
        concernsOthers: Bool = true, _ body: @escaping @Sendable (Connection) throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            writer.add(
                WriteJob(
                    isAtomic: false, concernsOthers: concernsOthers,
                    run: { connection in
                        let result = try body(connection)
                        return .init(changesMore: false) { continuation.resume(returning: result) }
                    }, fail: { continuation.resume(throwing: $0) }))
        }
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
                isAtomic: true, maxDelay: maxDelay, isForMany: isForMany, concernsOthers: !isForMany,
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

    /// The name of this node among those of its database, of letters, digits and hyphens; nil where it is the only one.
    package var node: String? { engine.node }

    /// Raises the generation if another process has written since the last call. True if so.
    package func noticeOtherProcesses() throws -> Bool {
        clock.measure(engine.time)
        let version = try engine.version()
        let isNew = seenVersion.load(ordering: .acquiring) != version
        // Before it counts as seen: somebody who asks meanwhile must not read what was kept.
        if isNew {
            noticed.add(1, ordering: .releasing)
            writer.raiseGeneration()
        }
        seenVersion.store(version, ordering: .releasing)
        return isNew
    }

    /// Values that were read before must be read again: somebody else has written.
    package func raiseGeneration() { writer.raiseGeneration() }

    /// Waits, but not long, until those who follow have heard what this node has stored so far. Blocks its thread.
    /// - Parameter others: also what other nodes have.
    package func settle(others: Bool = false) { engine.settle(others: others) }

    /// Hears of every change that is stored from now on, and of the positions that other nodes store.
    /// - Parameter begin: called before, with the newest change that is not heard, and again if the server has begun to number anew.
    package func follow(begin: @escaping @Sendable (ChangeStart) -> Void, _ hear: @escaping HearNews) throws {
        try engine.follow(begin: begin, hear)
    }

    /// Whether other nodes may have the same database. SQLite's file has one process.
    package var hasNodes: Bool { engine is PostgresEngine }

    /// Takes the lease on a job for a node where it is free, or renews it: until its end, by the clock of the database's server, no other
    /// node gets it. Always held on SQLite. Blocks its thread.
    /// - Returns: false while another node has it.
    package func holdLease(_ job: String, node: String, for duration: Duration) throws -> Bool {
        try engine.holdLease(job, node: node, for: duration)
    }

    /// Ends a lease, if the node has it: the next one to ask gets it. Blocks its thread.
    package func giveBackLease(_ job: String, node: String) throws { try engine.giveBackLease(job, node: node) }

    /// How many nodes have the database open, with this one. Blocks its thread.
    package func nodeCount() throws -> Int { try engine.nodeCount() }

    /// Bytes of the database on its disk; nil where it does not say. Blocks its thread.
    package func size() throws -> Int64? { try engine.size() }

    /// How often it was noticed that another process had written.
    package var noticedWrites: Int { noticed.load(ordering: .acquiring) }

    /// A pragma's first value, from the writer's connection. SQLite alone has them.
    package func writerPragma(_ name: String) throws -> Int64 {
        guard engine is SQLiteEngine else {
            throw DatabaseFailure(kind: .other, code: "PostgreSQL", message: "it has no pragmas", sql: name)
        }
        return try engine.onWriter { try $0.one("PRAGMA \(name)") { $0.integer(0) } ?? -1 }
    }

    /// Waits for the writes under way, then closes.
    package func close() throws {
        // A second close must not touch GRDB's connection, which no longer exists.
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        writer.stop()
        try engine.close()
    }

    /// A consistent copy while others write, checked before it counts.
    package func backup(to path: String) throws { try engine.backup(to: path) }
}
