import Database
import Synchronization

/// Keeps what was read until anything but fixes is committed, here or by another process.
package final class ReadCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var generation = -1
        var values: [Key: Value] = [:]
    }
    private let database: Database
    private let limit: Int
    private let state = Mutex(State())

    package init(_ database: Database, limit: Int) {
        self.database = database
        self.limit = limit
    }

    package func value(for key: Key, load: () throws -> Value) rethrows -> Value {
        let generation = database.generation
        if let found = state.withLock({ $0.generation == generation ? $0.values[key] : nil }) { return found }
        let value = try load()
        state.withLock { state in
            if state.generation != generation || state.values.count >= limit {
                guard state.generation <= generation else { return }
                state.values.removeAll(keepingCapacity: true)
                state.generation = generation
            }
            state.values[key] = value
        }
        return value
    }
}
