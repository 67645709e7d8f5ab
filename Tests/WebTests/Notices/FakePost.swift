import Domain
import Services
import Synchronization

/// Three services that deliver as a test says.
final class FakePost: Sendable {
    struct Sent: Sendable, Equatable {
        let id: ID
        let address: String
        let notice: ID
        let unread: Int
        let at: Instant
    }
    private struct State: Sendable {
        var sent: [Sent] = []
        /// What mail goes to instead.
        var mail: (@Sendable (DueDelivery) async -> DeliveryOutcome)?
        var outcome: @Sendable (DueDelivery) -> DeliveryOutcome = { _ in .accepted }
    }
    private let state = Mutex(State())

    /// Every attempt that a service took, in the order of the attempts.
    var sent: [Sent] { state.withLock { $0.sent } }
    func forget() { state.withLock { $0.sent = [] } }
    /// How services answer from now on.
    func answer(_ outcome: @escaping @Sendable (DueDelivery) -> DeliveryOutcome) { state.withLock { $0.outcome = outcome } }

    /// Mail goes out as the program sends it from now on.
    func send(mailBy sender: ChannelSender?) { state.withLock { $0.mail = sender?.send } }

    func senders(_ clock: FrozenClock) -> [ChannelSender] {
        DeliveryChannel.allCases.map { channel in
            ChannelSender(channel: channel, mostAtOnce: 50) { [self] delivery in
                if channel == .email, let mail = state.withLock({ $0.mail }) { return await mail(delivery) }
                return state.withLock { state in
                    let outcome = state.outcome(delivery)
                    if outcome == .accepted {
                        state.sent.append(
                            Sent(
                                id: delivery.id, address: delivery.address.address, notice: delivery.notice.id, unread: delivery.unread,
                                at: clock.now))
                    }
                    return outcome
                }
            }
        }
    }
}
