import Domain
import Store
import Synchronization

/// Every open token in memory: a fix costs no query to find out whose it is.
package final class TrackerDirectory: Sendable {
    private struct State {
        var entries: [String: TrackerEntry] = [:]
        var paused: Set<ID> = []
        /// Members who left their trip: their trackers stay, and work again if the members come back.
        var gone: Set<ID> = []
    }
    private let store: TrackerStore
    private let state = Mutex(State())

    package init(store: TrackerStore) { self.store = store }

    /// At start, and when another process changed the database.
    /// - Parameter stays: whether a member is hidden in memory alone.
    package func reload(paused: Set<ID>, stays: (ID) -> Bool = { _ in false }) throws {
        let tokens = try store.openTokens()
        var entries = [String: TrackerEntry](minimumCapacity: tokens.count)
        for (token, entry) in tokens { entries[token] = entry }
        state.withLock { $0 = State(entries: entries, paused: paused.union($0.paused.filter(stays)), gone: $0.gone) }
    }

    package func find(_ token: String) -> TrackerEntry? { state.withLock { $0.entries[token] } }
    func isPaused(_ member: ID) -> Bool { state.withLock { $0.paused.contains(member) } }
    /// Why nothing of a member's is kept; nil where it is.
    func refusal(of member: ID) -> String? {
        state.withLock { $0.gone.contains(member) ? "no longer on the trip" : $0.paused.contains(member) ? "sharing is paused" : nil }
    }
    package var count: Int { state.withLock { $0.entries.count } }

    func add(_ token: String, _ entry: TrackerEntry) { state.withLock { $0.entries[token] = entry } }
    func remove(_ token: String) { _ = state.withLock { $0.entries.removeValue(forKey: token) } }
    /// Those that ended with a co-host's time.
    func removeEnded() throws {
        let ended = try store.endedWithTime()
        if !ended.isEmpty { state.withLock { state in for token in ended { state.entries[token] = nil } } }
    }
    func setGone(_ members: Set<ID>) { state.withLock { $0.gone = members } }
    func setPaused(_ isPaused: Bool, member: ID) {
        state.withLock { state in
            if isPaused { state.paused.insert(member) } else { state.paused.remove(member) }
        }
    }
}
