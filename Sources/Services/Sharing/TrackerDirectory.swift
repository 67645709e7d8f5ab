import Domain
import Store
import Synchronization

/// Every open token in memory: a fix costs no query to find out whose it is.
package final class TrackerDirectory: Sendable {
    private struct Known {
        var entries: [String: TrackerEntry] = [:]
        /// By the trackers' ids.
        var byID: [ID: TrackerEntry] = [:]
        var paused: Set<ID> = []
        /// Members who left their trip: their trackers stay, and work again if the members come back.
        var gone: Set<ID> = []
    }
    private typealias Change = @Sendable (inout Known) -> Void
    private struct State {
        var known = Known()
        /// How many reloads read what is stored, and what changed since the first of them began: they may have read what was before it.
        var reloads = 0
        var changes: [Change] = []
    }
    private let store: TrackerStore
    private let state = Mutex(State())

    package init(store: TrackerStore) { self.store = store }

    /// At start, and when another process changed the database.
    /// - Parameters:
    ///   - paused: reads whose sharing is off.
    ///   - stays: whether a member is hidden in memory alone.
    package func reload(paused: () throws -> Set<ID>, stays: (ID) -> Bool = { _ in false }) throws {
        state.withLock { $0.reloads += 1 }
        defer {
            state.withLock { state in
                state.reloads -= 1
                if state.reloads == 0 { state.changes = [] }
            }
        }
        let (paused, tokens) = (try paused(), try store.openTokens())
        var entries = [String: TrackerEntry](minimumCapacity: tokens.count)
        for (token, entry) in tokens { entries[token] = entry }
        let byID = Dictionary(entries.values.map { ($0.id, $0) }) { first, _ in first }
        state.withLock { state in
            let old = state.known
            state.known = Known(entries: entries, byID: byID, paused: paused.union(old.paused.filter(stays)), gone: old.gone)
            for change in state.changes { change(&state.known) }
        }
    }

    /// Called when it is stored.
    private func change(_ change: @escaping Change) {
        state.withLock { state in
            change(&state.known)
            if state.reloads > 0 { state.changes.append(change) }
        }
    }

    package func find(_ token: String) -> TrackerEntry? { state.withLock { $0.known.entries[token] } }
    /// Whether a tracker works: what it sent before it ended, and what comes after that, puts nobody on a map again.
    func isOpen(_ tracker: ID) -> Bool { state.withLock { $0.known.byID[tracker] != nil } }
    /// By their trackers' ids: those that are known.
    func entries(of trackers: Set<ID>) -> [ID: TrackerEntry] {
        state.withLock { state in
            trackers.reduce(into: [:]) { $0[$1] = state.known.byID[$1] }
        }
    }
    func isPaused(_ member: ID) -> Bool { state.withLock { $0.known.paused.contains(member) } }
    /// Why nothing of a member's is kept; nil where it is.
    func refusal(of member: ID) -> String? {
        state.withLock { state in
            state.known.gone.contains(member) ? "no longer on the trip" : state.known.paused.contains(member) ? "sharing is paused" : nil
        }
    }
    package var count: Int { state.withLock { $0.known.entries.count } }

    func add(_ token: String, _ entry: TrackerEntry) { change { ($0.entries[token], $0.byID[entry.id]) = (entry, entry) } }
    package func remove(_ token: String) {
        change { known in
            if let ended = known.entries.removeValue(forKey: token) { known.byID[ended.id] = nil }
        }
    }
    /// Those that ended with a co-host's time.
    func removeEnded() throws { for token in try store.endedWithTime() { remove(token) } }
    func setGone(_ members: Set<ID>) { change { $0.gone = members } }
    func setPaused(_ isPaused: Bool, member: ID) {
        change { if isPaused { $0.paused.insert(member) } else { $0.paused.remove(member) } }
    }
}
