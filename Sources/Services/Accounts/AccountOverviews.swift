import Domain

extension AppServices {
    /// What one's account page is made from.
    package func account(of actor: Actor) throws -> AccountOverview {
        AccountOverview(
            address: try addresses.own(actor), trips: try trips.list(for: actor), sessions: try accounts.sessions.list(actor),
            codesLeft: try accounts.unusedRecoveryCodes(of: actor), notices: try accounts.notices(of: actor),
            identities: try telegram.linked(actor), mayLink: telegram.options.isOn)
    }
}
