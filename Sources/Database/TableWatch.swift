import GRDB
import Synchronization

/// Counts the commits that changed certain tables: for values that few writes concern and that cost too much to read again after each.
package final class TableWatch: Sendable {
    private let observer: Observer
    private let others: @Sendable () -> Int

    /// - Parameter others: counts what other processes wrote, of which nobody knows what it was.
    init(_ tables: [String: Set<String>], others: @escaping @Sendable () -> Int) {
        (observer, self.others) = (Observer(tables), others)
    }

    /// Values read under another count must be read again.
    package var count: Int { observer.commits.load(ordering: .acquiring) &+ others() }

    func begin(on pool: DatabasePool) { pool.add(transactionObserver: observer, extent: .databaseLifetime) }
}

/// Rows that are put in or taken away count where every column does.
private final class Observer: TransactionObserver, Sendable {
    private let tables: [String: Set<String>]
    private let isTouched = Atomic(false)
    let commits = Atomic(0)

    init(_ tables: [String: Set<String>]) { self.tables = tables }

    func observes(eventsOfKind event: DatabaseEventKind) -> Bool {
        switch event {
        case .insert(let table), .delete(let table): tables[table]?.isEmpty == true
        case .update(let table, let columns): tables[table].map { $0.isEmpty || !$0.isDisjoint(with: columns) } ?? false
        }
    }

    func databaseDidChange(with event: DatabaseEvent) { isTouched.store(true, ordering: .relaxed) }

    func databaseDidCommit(_ database: GRDB.Database) {
        if isTouched.exchange(false, ordering: .relaxed) { commits.add(1, ordering: .acquiringAndReleasing) }
    }

    func databaseDidRollback(_ database: GRDB.Database) { isTouched.store(false, ordering: .relaxed) }
}
