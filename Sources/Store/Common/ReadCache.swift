import Database
import Synchronization

/// Keeps values until a write that they may depend on is committed, here or by another process.
package final class ReadCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var generation = -1
        var values: [Key: Value] = [:]
        /// Raised by `forget`: what was read before it is not kept after it.
        var epoch = 0
    }
    private let database: AppDatabase
    private let limit: Int
    private let state = Mutex(State())

    package init(_ database: AppDatabase, limit: Int) {
        self.database = database
        self.limit = limit
    }

    package func value(for key: Key, load: () throws -> Value) rethrows -> Value {
        let generation = database.generation
        let (known, epoch) = state.withLock { ($0.generation == generation ? $0.values[key] : nil, $0.epoch) }
        if let known { return known }
        let value = try load()
        state.withLock { state in
            if state.generation != generation || state.values.count >= limit {
                guard state.generation <= generation else { return }
                state.values.removeAll(keepingCapacity: true)
                state.generation = generation
            }
            if state.epoch == epoch { state.values[key] = value }
        }
        return value
    }

    /// For values that change without a new generation: the writer calls it after the commit.
    package func forget(_ keys: some Sequence<Key>) {
        state.withLock { state in
            state.epoch += 1
            for key in keys { state.values[key] = nil }
        }
    }
}
