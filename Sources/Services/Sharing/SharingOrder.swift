import Domain
import Synchronization

/// In which order a member's choices of sharing count. Switching off hides at once and is stored afterwards; switching on is stored first
/// and shows afterwards. Without an order, a member who switches on and off again while the first is still being stored stays visible.
final class SharingOrder: Sendable {
    private struct State {
        var hides: [ID: Int] = [:]
        /// Who waits for a choice of the same member to be stored; no entry where none is.
        var waiting: [ID: [CheckedContinuation<Void, Never>]] = [:]
    }
    private let state = Mutex(State())

    /// Runs `work` when every earlier choice of the member is stored.
    func inTurn<Result>(of member: ID, _ work: () async throws -> Result) async throws -> Result {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                guard state.waiting[member] != nil else {
                    state.waiting[member] = []
                    return true
                }
                state.waiting[member]?.append(continuation)
                return false
            }
            if isFirst { continuation.resume() }
        }
        defer { endTurn(of: member) }
        return try await work()
    }

    private func endTurn(of member: ID) {
        let next = state.withLock { state in
            guard let first = state.waiting[member]?.first else {
                state.waiting[member] = nil
                return nil as CheckedContinuation<Void, Never>?
            }
            state.waiting[member]?.removeFirst()
            return first
        }
        next?.resume()
    }

    /// How often the member was hidden: shows nobody who was hidden since.
    func hides(of member: ID) -> Int { state.withLock { $0.hides[member] ?? 0 } }

    func hide(_ member: ID, _ act: () -> Void) {
        state.withLock { state in
            state.hides[member] = (state.hides[member] ?? 0) &+ 1
            act()
        }
    }

    /// False, without the act, where the member was hidden since `hides` was read.
    func show(_ member: ID, since hides: Int, _ act: () -> Void) -> Bool {
        state.withLock { state in
            guard state.hides[member] ?? 0 == hides else { return false }
            act()
            return true
        }
    }
}
