import GRDB

/// SQLite in this process: a pool of readers on snapshots, and a writer whose journal is copied beside it.
final class SQLiteEngine: Engine {
    private let pool: DatabasePool
    private let checkpointer: Checkpointer
    private let reserve: Reserve
    let node: String? = nil
    let notes = ChangeNotes()
    private let changes = LocalChanges()
    let beginning = "BEGIN IMMEDIATE"
    let takingTurns: String? = nil
    let survivesFailures = true
    let savepointLimit = Int.max

    /// Opens or creates the file and brings its schema up to date.
    /// - Parameter reserve: bytes of the disk that are held for urgent writes.
    init(path: String, readers: Int, reserve: Int, migrations: [Migration]) throws {
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
        try pool.writeWithoutTransaction { try Migration.apply(migrations, to: Connection(session: .sqlite($0))) }
        checkpointer = try Checkpointer(path: path)
        self.reserve = Reserve(path: path + ".reserve", size: reserve)
    }

    func read<T>(_ body: (Connection) throws -> T) throws -> T { try pool.read { try body(Connection(session: .sqlite($0))) } }

    func onWriter<T>(_ body: (Connection) throws -> T) throws -> T {
        try pool.writeWithoutTransaction { try body(Connection(session: .sqlite($0), notes: notes)) }
    }

    func hasCommitted() { pool.writeWithoutTransaction { checkpointer.advance($0) } }
    func refillReserve() -> Bool { reserve.refill() }
    func releaseReserve() -> Bool { reserve.release() }
    func tellOthers(_ connection: Connection, isNews: Bool) {}
    func settle(others: Bool) { changes.settle() }
    func handOnNotes() { changes.add(notes.now.changes) }
    func follow(begin: @escaping @Sendable (ChangeStart) -> Void, _ hear: @escaping HearNews) { changes.follow(begin: begin, hear) }
    func time() throws -> Int64? { nil }
    func version() throws -> Int64 { try onWriter { try $0.one("PRAGMA data_version") { $0.integer(0) } ?? -1 } }
    // One process has the folder.
    func holdLease(_ job: String, node: String, for duration: Duration) -> Bool { true }
    func giveBackLease(_ job: String, node: String) {}
    func nodeCount() -> Int { 1 }
    func size() throws -> Int64? {
        try read { connection in
            let pages = try connection.one("PRAGMA page_count") { $0.integer(0) }
            let bytes = try connection.one("PRAGMA page_size") { $0.integer(0) }
            guard let pages, let bytes else { return nil }
            return pages.multipliedReportingOverflow(by: bytes).partialValue
        }
    }

    func backup(to path: String) throws {
        _ = try onWriter { try $0.run("VACUUM INTO ?", [.text(path)]) }
    }

    func close() throws {
        changes.stop()
        try? checkpointer.close()
        // SQLite does this when the last connection closes, but GRDB closes its readers last, and they may not write.
        _ = try? pool.writeWithoutTransaction { try SQLiteEngine.emptyJournal($0) }
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
}

/// Files beside the one that is served.
extension AppDatabase {
    /// Reads a database file that stays as it is, whatever its schema.
    package static func look<T>(at path: String, _ body: (Connection) throws -> T) throws -> T {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { try body(Connection(session: .sqlite($0))) }
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
