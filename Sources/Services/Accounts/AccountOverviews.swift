import Domain

extension AppServices {
    /// What one's account page is made from.
    /// - Parameter now: decides which of the actor's trips lends its time zone: the one that they are most likely busy with.
    package func account(of actor: Actor, at now: Instant) throws -> AccountOverview {
        let all = try trips.list(for: actor)
        var overview = AccountOverview(
            address: try addresses.own(actor), trips: all, sessions: try accounts.sessions.list(actor),
            codesLeft: try accounts.unusedRecoveryCodes(of: actor), notices: try accounts.notices(of: actor),
            identities: try telegram.linked(actor), mayLink: telegram.options.isOn)
        overview.zone = try zone(of: actor, among: all, at: now)
        overview.hasChannels = notices.hasChannels
        return overview
    }

    /// Whether somebody who signs out can sign in again by themselves: with a password, or with Telegram.
    package func comesBack(_ actor: Actor) throws -> Bool {
        try !actor.account.email.isEmpty || telegram.options.isOn && !telegram.linked(actor).isEmpty
    }

    /// Of the trip that somebody is most likely busy with, for times that belong to no trip; UTC for whoever has none.
    package func zone(of actor: Actor, at now: Instant) throws -> TripZone {
        try zone(of: actor, among: try trips.list(for: actor), at: now)
    }

    private func zone(of actor: Actor, among all: [TripSummary], at now: Instant) throws -> TripZone {
        let own = TripSummary.nearest(all.filter { actor.role(on: $0.id) != nil }, to: Day(number: Int(now.seconds / 86400)))
        return try own.map { try trips.open(slug: $0.slug, for: actor).trip.zone } ?? .utc
    }
}
