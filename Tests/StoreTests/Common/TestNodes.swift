import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

/// Several nodes on one database.
final class TestNodes: Sendable {
    let databases: [AppDatabase]
    let stores: [Stores]
    private let gate: AppDatabase

    init(_ file: TestDatabase, count: Int = 2) throws {
        databases = try (0..<count).map { _ in try file.open(runsWritesTwice: false) }
        gate = try file.open(runsWritesTwice: false)
        stores = databases.map { Stores($0) }
    }

    deinit { for database in databases + [gate] { try? database.close() } }

    /// What each node does, at once. On PostgreSQL all of them have read what they read when the first of them writes to the table: they
    /// stand before it until all have come so far. On SQLite a write waits before it reads, so that they come one after the other.
    func meet<T: Sendable>(
        before table: String, _ work: @escaping @Sendable (_ store: Stores, _ node: Int) async throws -> T
    ) async throws -> [Result<T, any Error>] {
        let open = TestDatabase.isOnServer ? await shut(table) : {}
        let running = stores.enumerated().map { node, store in
            Task.detached { () -> Result<T, any Error> in
                do { return .success(try await work(store, node)) } catch { return .failure(error) }
            }
        }
        do {
            if TestDatabase.isOnServer { try await wait(for: stores.count, at: table) }
            open()
        } catch {
            open()
            throw error
        }
        var results: [Result<T, any Error>] = []
        for task in running { results.append(await task.value) }
        return results
    }

    /// Lets nobody write to a table, until what it returns is called.
    func shut(_ table: String) async -> @Sendable () -> Void {
        let opens = DispatchSemaphore(value: 0)
        await withCheckedContinuation { continuation in
            gate.write(changesMore: { _ in false }) { connection in
                _ = try connection.run("LOCK TABLE \(table) IN SHARE MODE")
                continuation.resume()
                opens.wait()
            } done: { _ in
            }
        }
        return { opens.signal() }
    }

    /// Until so many stand before the table.
    func wait(for count: Int, at table: String) async throws {
        let standing = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND relation = ?::text::regclass"
        try await until { try gate.read { try $0.one(standing, [.text(table)]) { $0.int(0) } ?? 0 } == count }
    }

    /// Until somebody waits for another transaction to end.
    func waitForTurn() async throws {
        let standing = """
            SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE NOT l.granted AND a.datname = current_database() AND l.locktype IN ('advisory', 'transactionid')
            """
        try await until { try gate.read { try $0.one(standing) { $0.int(0) } ?? 0 } > 0 }
    }

    private func until(_ isSo: () throws -> Bool) async throws {
        for _ in 0..<4000 {
            if try isSo() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Refusal.unavailable("Nobody came.", retryAfter: 0)
    }

    func number(_ sql: String, _ values: [Value] = []) throws -> Int {
        try databases[0].read { try $0.one(sql, values) { $0.int(0) } ?? -1 }
    }
}

extension Sequence {
    /// How many came through, of results of works at once.
    func successes<T>() -> [T] where Element == Result<T, any Error> { compactMap { try? $0.get() } }
    /// What the others were told; what is no refusal would be an error of the server.
    func refusals<T>() -> [Refusal] where Element == Result<T, any Error> {
        compactMap { result in
            guard case .failure(let error) = result else { return nil }
            if !(error is Refusal) { Issue.record("no refusal: \(error)") }
            return error as? Refusal
        }
    }
}
