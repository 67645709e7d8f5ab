import Foundation
import Synchronization

/// A server of PostgreSQL: sessions that read, and one that writes. Other nodes write too.
final class PostgresEngine: Engine {
    /// Few enough that a transaction lasts milliseconds: other nodes that need the same rows wait for its end.
    static let groupLimit = 250
    /// More than 64 in one transaction slow down everybody's snapshots (PostgreSQL, "Subtransactions").
    let savepointLimit = 60
    let beginning = "BEGIN ISOLATION LEVEL SERIALIZABLE"
    let takingTurns: String? = PostgresSQL.takingTurns
    let survivesFailures = false
    private struct Pool {
        var idle: [PostgresSession]
        var isClosed = false
    }
    private let writer: PostgresSession
    private let pool: Mutex<Pool>
    private let isIdle: DispatchSemaphore
    private let news = PostgresNews()
    var node: String? { news.node }
    let notes = ChangeNotes()
    /// Reads on a snapshot.
    typealias Reading = @Sendable ((Connection) throws -> Void) throws -> Void
    private let address: String
    private let reach: PostgresReach
    private let followers = Mutex<[PostgresFollower]>([])
    private let lease: PostgresLease

    init(address: String, readers: Int, lock: PostgresLock, migrations: [Migration]) throws {
        let reach = PostgresReach()
        (self.address, self.reach) = (address, reach)
        writer = PostgresSession(address: address, reach: reach, lock: lock, node: news.node)
        pool = Mutex(Pool(idle: (0..<readers).map { _ in PostgresSession(address: address, reach: reach) }))
        isIdle = DispatchSemaphore(value: readers)
        lease = PostgresLease(address: address, reach: reach)
        try PostgresFitness.check(Connection(session: .postgres(writer)))
        let schema = PostgresSession(address: address, reach: reach, isPatient: true)
        defer { schema.close() }
        try PostgresSchema.apply(migrations, to: Connection(session: .postgres(schema)))
    }

    func read<T>(_ body: (Connection) throws -> T) throws -> T {
        isIdle.wait()
        defer { isIdle.signal() }
        guard let session = pool.withLock({ $0.isClosed ? nil : $0.idle.popLast() }) else { throw CancellationError() }
        defer { giveBack(session) }
        _ = try session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [])
        do {
            let result = try body(Connection(session: .postgres(session)))
            session.endReading()
            return result
        } catch {
            if session.isInTransaction { _ = try? session.run("ROLLBACK", []) }
            throw error
        }
    }

    private func giveBack(_ session: PostgresSession) {
        let isClosed = pool.withLock { pool in
            if !pool.isClosed { pool.idle.append(session) }
            return pool.isClosed
        }
        if isClosed { session.close() }
    }

    func onWriter<T>(_ body: (Connection) throws -> T) throws -> T {
        try body(Connection(session: .postgres(writer), notes: notes))
    }

    func hasCommitted() {}
    func refillReserve() -> Bool { true }
    func releaseReserve() -> Bool { false }

    func tellOthers(_ connection: Connection, isNews: Bool) throws {
        try connection.run(news.telling(isNews: isNews))
        for (sql, values) in PostgresChanges.statements(notes.now, of: news.node) { try connection.run(sql, values) }
    }

    func settle(others: Bool) { followers.withLock { $0 }.forEach { $0.settle(others: others) } }

    func handOnNotes() {
        let noted = notes.now
        followers.withLock { $0 }.forEach { $0.hasStored(noted) }
    }

    func follow(begin: @escaping @Sendable (ChangeStart) -> Void, _ hear: @escaping HearNews) throws {
        let follower = PostgresFollower(address: address, reach: reach, node: news.node) { [weak self] body in
            guard let self else { throw CancellationError() }
            try read(body)
        }
        try follower.start(begin: begin, hear)
        followers.withLock { $0.append(follower) }
    }

    func version() throws -> Int64 { try read { try news.version($0) } }

    func time() throws -> Int64? {
        try read { try $0.one("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT") { $0.integer(0) } }
    }
    func holdLease(_ job: String, node: String, for duration: Duration) throws -> Bool {
        try lease.hold(job, node: node, for: duration)
    }
    func giveBackLease(_ job: String, node: String) throws { try lease.giveBack(job, node: node) }
    func nodeCount() throws -> Int { try lease.nodeCount() }
    func size() throws -> Int64? { try read { try $0.one("SELECT pg_database_size(current_database())") { $0.integer(0) } } }

    func backup(to path: String) throws {
        throw DatabaseFailure(kind: .other, code: "PostgreSQL", message: "pg_dump makes its backups", sql: "")
    }

    /// Sessions in use are closed by whoever gives them back.
    func close() throws {
        followers.withLock { $0 }.forEach { $0.close() }
        writer.close()
        lease.close()
        let idle = pool.withLock { pool in
            pool.isClosed = true
            defer { pool.idle = [] }
            return pool.idle
        }
        idle.forEach { $0.close() }
    }
}
