import Foundation
import Synchronization

/// A server of PostgreSQL: sessions that read, and one that writes. Other nodes write too.
final class PostgresEngine: Engine {
    /// Each write has a savepoint. More than 64 in one transaction slow down everybody's snapshots (PostgreSQL, "Subtransactions").
    static let groupLimit = 60
    let beginning = "BEGIN ISOLATION LEVEL SERIALIZABLE"
    let survivesFailures = false
    private let address: String
    private let writer: PostgresSession
    private let idle: Mutex<[PostgresSession]>
    private let isIdle: DispatchSemaphore

    init(address: String, readers: Int, lock: PostgresLock) throws {
        self.address = address
        writer = PostgresSession(address: address, lock: lock)
        idle = Mutex((0..<readers).map { _ in PostgresSession(address: address) })
        isIdle = DispatchSemaphore(value: readers)
        try PostgresFitness.check(Connection(session: .postgres(writer)))
        try PostgresSchema.apply(to: Connection(session: .postgres(writer)))
    }

    func read<T>(_ body: (Connection) throws -> T) throws -> T {
        isIdle.wait()
        let session = idle.withLock { $0.popLast() } ?? PostgresSession(address: address)
        defer {
            idle.withLock { $0.append(session) }
            isIdle.signal()
        }
        _ = try session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [])
        do {
            let result = try body(Connection(session: .postgres(session)))
            _ = try session.run("COMMIT", [])
            return result
        } catch {
            if session.isInTransaction { _ = try? session.run("ROLLBACK", []) }
            throw error
        }
    }

    func onWriter<T>(_ body: (Connection) throws -> T) throws -> T { try body(Connection(session: .postgres(writer))) }

    func hasCommitted() {}
    func refillReserve() -> Bool { true }
    func releaseReserve() -> Bool { false }

    /// Which transactions have ended: it changes with writes of this process too, and with those of other databases of the server.
    func version() throws -> Int64 {
        try read { try $0.one("SELECT hashtextextended(pg_current_snapshot()::TEXT, 0)") { $0.integer(0) } ?? 0 }
    }

    func backup(to path: String) throws {
        throw DatabaseFailure(kind: .other, code: "PostgreSQL", message: "pg_dump makes its backups", sql: "")
    }

    func close() throws {
        writer.close()
        idle.withLock { $0.forEach { $0.close() } }
    }
}
