/// A page of the notices of one account, newest first.
package struct Inbox: Sendable {
    package let notices: [Notice]
    /// Those that the notices are of.
    package let trips: [ID: Trip]
    /// Older ones follow.
    package let hasMore: Bool
    /// The dispatcher has not run for a minute.
    package let isStill: Bool
    package init(notices: [Notice], trips: [ID: Trip], hasMore: Bool, isStill: Bool) {
        (self.notices, self.trips, self.hasMore, self.isStill) = (notices, trips, hasMore, isStill)
    }
}

/// How an account is reached.
package struct OwnReach: Sendable {
    package var choices: NoticeChoices
    /// The channels that the server has set up.
    package let channels: [DeliveryChannel]
    package let addresses: [DeliveryAddress]
    /// Of each channel that was tried: what came of the newest test, at each of its addresses.
    package var tests: [ChannelTest] = []
    package init(choices: NoticeChoices, channels: [DeliveryChannel], addresses: [DeliveryAddress]) {
        (self.choices, self.channels, self.addresses) = (choices, channels, addresses)
    }
}
