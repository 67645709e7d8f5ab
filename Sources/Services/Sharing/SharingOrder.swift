import Domain
import Synchronization

/// In which order a member's choices of sharing count. Switching off hides at once and is stored afterwards; switching on is stored first
/// and shows afterwards. Without an order, a member who switches on and off again while the first is still being stored stays visible.
final class SharingOrder: Sendable {
    private let hides = Mutex<[ID: Int]>([:])
    private let turns = Turns<ID>()

    /// Runs `work` when every earlier choice of the member is stored.
    func inTurn<Result>(of member: ID, _ work: () async throws -> Result) async throws -> Result {
        try await turns.inTurn(of: member, work)
    }

    /// How often the member was hidden: shows nobody who was hidden since.
    func hides(of member: ID) -> Int { hides.withLock { $0[member] ?? 0 } }

    func hide(_ member: ID, _ act: () -> Void) {
        hides.withLock { hides in
            hides[member] = (hides[member] ?? 0) &+ 1
            act()
        }
    }

    /// False, without the act, where the member was hidden since `count` was read.
    func show(_ member: ID, since count: Int, _ act: () -> Void) -> Bool {
        hides.withLock { hides in
            guard hides[member] ?? 0 == count else { return false }
            act()
            return true
        }
    }
}
