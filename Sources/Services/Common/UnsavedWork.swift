import Domain
import Logging
import Synchronization

/// Changes that are in effect in memory but not on disk yet: each is written again and again until it is stored.
package final class UnsavedWork: Sendable {
    package typealias Write = @Sendable () async throws -> Void
    private struct Item {
        let number: Int
        let write: Write
    }
    private struct State {
        var items: [String: Item] = [:]
        var count = 0
    }
    private let state = Mutex(State())

    /// How many changes a restart would lose.
    package var count: Int { state.withLock { $0.items.count } }
    package func holds(_ key: String) -> Bool { state.withLock { $0.items[key] != nil } }

    /// Writes now, or later if the disk is full; true if the change is on disk.
    /// - Parameter key: names what is changed; a newer change with the same key replaces one that still waits.
    @discardableResult
    func store(_ key: String, _ write: @escaping Write) async throws -> Bool {
        drop(key)
        let number = nextNumber()
        do {
            try await write()
            return true
        } catch Refusal.unavailable {
            keep(key, number: number, write)
            return false
        }
    }

    /// Queues a write that was already tried.
    func keep(_ key: String, _ write: @escaping Write) {
        keep(key, number: nextNumber(), write)
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    private func keep(_ key: String, number: Int, _ write: @escaping Write) {
        state.withLock { $0.items[key] = Item(number: number, write: write) }
    }

    /// Drops a waiting change, because a newer decision is stored.
    func drop(_ key: String) { state.withLock { $0.items[key] = nil } }

    /// Tries every waiting change again, and drops those that are refused for good because their subject is gone.
    package func retry(_ logger: Logger) async {
        for (key, item) in state.withLock({ $0.items }).sorted(by: { $0.value.number < $1.value.number }) {
            do {
                try await item.write()
            } catch Refusal.unavailable {
                continue
            } catch {
                logger.error("not stored, and given up", metadata: ["what": "\(key)", "error": "\(error)"])
            }
            state.withLock { if $0.items[key]?.number == item.number { $0.items[key] = nil } }
        }
    }

    /// Twice a second, until the task is cancelled; says in the log when something waits, and when nothing does any more.
    package func run(logger: Logger) async throws {
        var said = 0
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(500))
            try await JobRounds.round { await retry(logger) }
            let count = count
            if count != said {
                let words = count == 0 ? "everything is stored again" : "not yet stored on disk, trying again"
                logger.log(level: count == 0 ? .notice : .error, "\(words)", metadata: ["changes": "\(count)"])
            }
            said = count
        }
    }
}
