import GRDB
import Synchronization

/// Counts the commits that changed certain tables: for values that few writes concern and that cost too much to read again after each.
package final class TableWatch: Sendable {
    fileprivate let own = Atomic(0)
    private let others: @Sendable () -> Int

    /// - Parameter others: counts what other processes wrote, of which nobody knows what it was.
    fileprivate init(others: @escaping @Sendable () -> Int) { self.others = others }

    /// Values read under another count must be read again.
    package var count: Int { own.load(ordering: .acquiring) &+ others() }
}

/// The writer's watches. Triggers that only its connection has count in a table that only it has, so that what is rolled back is not
/// counted either.
final class TableWatches: Sendable {
    private let watches = Mutex<[TableWatch]>([])

    /// - Parameters:
    ///   - tables: with the columns that count; without any, every change and every row that comes or goes.
    ///   - commits: is counted instead where the tables cannot be watched.
    func add(
        _ tables: [String: Set<String>], on pool: DatabasePool, others: @escaping @Sendable () -> Int,
        commits: @escaping @Sendable () -> Int
    ) -> TableWatch {
        watches.withLock { watches in
            let (watch, number) = (TableWatch(others: others), watches.count)
            do {
                try pool.writeWithoutTransaction { database in
                    let connection = Connection(database: database)
                    try connection.run("CREATE TEMP TABLE IF NOT EXISTS watched (number INTEGER PRIMARY KEY, count INTEGER NOT NULL)")
                    try connection.run("INSERT INTO watched (number, count) VALUES (?, 0)", [Value(number)])
                    for (table, columns) in tables { try TableWatches.watch(table, columns, as: number, on: connection) }
                }
            } catch {
                return TableWatch(others: commits)
            }
            watches.append(watch)
            return watch
        }
    }

    private static func watch(_ table: String, _ columns: Set<String>, as number: Int, on connection: Connection) throws {
        let changes = columns.isEmpty ? ["INSERT", "UPDATE", "DELETE"] : ["UPDATE OF " + columns.sorted().joined(separator: ", ")]
        for (index, change) in changes.enumerated() {
            try connection.run(
                """
                CREATE TEMP TRIGGER watch_\(number)_\(table)_\(index) AFTER \(change) ON main.\(table)
                BEGIN UPDATE watched SET count = count + 1 WHERE number = \(number); END
                """)
        }
    }

    /// After a commit, before it is acknowledged.
    func note(_ connection: Connection) {
        watches.withLock { watches in
            guard !watches.isEmpty else { return }
            // Without an answer everything counts as changed.
            let counts = try? connection.all("SELECT count FROM watched ORDER BY number") { $0.int(0) }
            for (number, watch) in watches.enumerated() {
                if let counts, number < counts.count {
                    watch.own.store(counts[number], ordering: .releasing)
                } else {
                    watch.own.add(1, ordering: .releasing)
                }
            }
        }
    }
}
