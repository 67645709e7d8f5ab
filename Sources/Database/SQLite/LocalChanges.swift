import Foundation
import Synchronization

/// Changes of the one process that writes a file: numbered and handed on in memory, in the order of commits.
final class LocalChanges: Sendable {
    private struct State {
        var last: Int64 = 0
        var listeners: [HearNews] = []
    }
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "changes")

    /// - Parameter hear: called from now on.
    func follow(begin: (ChangeStart) -> Void, _ hear: @escaping HearNews) {
        state.withLock { state in
            begin(ChangeStart(epoch: nil, place: state.last))
            state.listeners.append(hear)
        }
    }

    /// Returns when everything added so far was heard.
    func settle() { queue.sync {} }

    /// Nobody hears any more once it returns.
    func stop() {
        state.withLock { $0.listeners = [] }
        queue.sync {}
    }

    /// Right after the commit, on the writer's thread.
    func add(_ changes: [Change]) {
        state.withLock { state in
            guard !changes.isEmpty else { return }
            let first = state.last + 1
            state.last += Int64(changes.count)
            let numbered = changes.enumerated().map { NumberedChange(place: first + Int64($0.offset), change: $0.element, isOwn: true) }
            queue.async { [listeners = state.listeners] in listeners.forEach { $0(News(changes: numbered)) } }
        }
    }
}
