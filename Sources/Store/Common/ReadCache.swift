import Database
import Synchronization

/// Keeps values until a write that they may depend on is committed, here or by another process.
package final class ReadCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var generation = -1
        var values: [Key: Value] = [:]
        /// Raised by `forget`: what was read before it is not kept after it.
        var epoch = 0
        /// How many writes are changing each.
        var changing: [Key: Int] = [:]

        func known(_ key: Key, at generation: Int) -> Value? {
            self.generation == generation && changing[key] == nil ? values[key] : nil
        }
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
        let (known, epoch) = state.withLock { ($0.known(key, at: generation), $0.epoch) }
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

    /// Runs a write that changes values without a new generation. They are read anew from its beginning until it is over: open pages are
    /// told of it when it is stored, and ask before whoever wrote goes on.
    package func whileChanging<T>(_ keys: Set<Key>, _ write: () async throws -> T) async rethrows -> T {
        state.withLock { state in
            for key in keys { state.changing[key, default: 0] += 1 }
        }
        defer {
            forget(keys)
            state.withLock { state in
                for key in keys { state.changing[key] = state.changing[key].flatMap { $0 > 1 ? $0 - 1 : nil } }
            }
        }
        return try await write()
    }

    /// For values that change without a new generation: the writer calls it after the commit.
    package func forget(_ keys: some Sequence<Key>) {
        state.withLock { state in
            state.epoch += 1
            for key in keys { state.values[key] = nil }
        }
    }
}
