/// What came of the newest test of one channel, at one address.
package struct ChannelTest: Sendable, Equatable {
    package let channel: DeliveryChannel
    /// What the address is known by; "" where it has no name, or nothing has gone out yet.
    package let label: String
    package let state: DeliveryState
    package let reason: String
    /// When it was opened, else shown, else when its state last changed.
    package let at: Instant
    package let isShown: Bool
    package let isOpened: Bool
    package init(
        channel: DeliveryChannel, label: String, state: DeliveryState, reason: String, at: Instant, isShown: Bool, isOpened: Bool
    ) {
        (self.channel, self.label, self.state, self.reason) = (channel, label, state, reason)
        (self.at, self.isShown, self.isOpened) = (at, isShown, isOpened)
    }

    private static let prefix = "test:"

    /// The topic of a notice that tries that channel alone.
    package static func topic(_ channel: DeliveryChannel) -> String { prefix + channel.rawValue }

    /// The one channel that a notice of that topic tries; nil for every other notice.
    package static func channel(ofTopic topic: String) -> DeliveryChannel? {
        topic.hasPrefix(prefix) ? DeliveryChannel(rawValue: String(topic.dropFirst(prefix.count))) : nil
    }
}
