/// One's own account.
package struct AccountOverview: Sendable {
    package let address: AccountAddress
    package let trips: [TripSummary]
    package let sessions: [SessionSummary]
    /// Recovery codes that are not used.
    package let codesLeft: Int
    package let notices: [AccountNotice]
    /// Identities of other services, linked to the account.
    package let identities: [Identity]
    /// Whether Telegram sign-in is switched on here.
    package let mayLink: Bool
    /// Of the trip that the reader is most likely busy with.
    package var zone = TripZone.utc
    /// Whether the server sends notices at all, or has them under the bell alone.
    package var hasChannels = true
    package init(
        address: AccountAddress, trips: [TripSummary], sessions: [SessionSummary], codesLeft: Int, notices: [AccountNotice],
        identities: [Identity], mayLink: Bool
    ) {
        self.address = address
        self.trips = trips
        self.sessions = sessions
        self.codesLeft = codesLeft
        self.notices = notices
        self.identities = identities
        self.mayLink = mayLink
    }
}
