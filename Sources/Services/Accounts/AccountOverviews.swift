import Domain

extension AppServices {
    /// What one's account page is made from.
    /// - Parameter now: decides which of the actor's trips lends its time zone: the one that they are most likely busy with.
    package func account(of actor: Actor, at now: Instant) throws -> AccountOverview {
        let all = try trips.list(for: actor)
        let own = TripSummary.nearest(all.filter { actor.role(on: $0.id) != nil }, to: Day(number: Int(now.seconds / 86400)))
        var overview = AccountOverview(
            address: try addresses.own(actor), trips: all, sessions: try accounts.sessions.list(actor),
            codesLeft: try accounts.unusedRecoveryCodes(of: actor), notices: try accounts.notices(of: actor),
            identities: try telegram.linked(actor), mayLink: telegram.options.isOn)
        if let own { overview.zone = try trips.open(slug: own.slug, for: actor).trip.zone }
        return overview
    }
}
