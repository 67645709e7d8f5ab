import Domain
import Store

/// Addresses of pages, which messages lead to.
package struct TelegramPaths: Sendable {
    package var event: @Sendable (_ slug: String, ID) -> String = { "/trips/\($0)/my/events/\($1)" }
    package var announcement: @Sendable (_ slug: String, ID) -> String = { "/trips/\($0)/announcements/\($1)" }
    /// By the secret of a trip's own link.
    package var join: @Sendable (String) -> String = { "/join-trip/" + $0 }
    /// Where somebody links Telegram to their account.
    package var linking = "/notices/telegram"
    package init() {}
}

/// What the bot works with: everything that it does for somebody goes through the services that pages use.
struct TelegramTools: Sendable {
    let options: TelegramOptions
    let paths: TelegramPaths
    let notice: NoticeLink
    let store: TelegramStore
    let groups: TelegramGroups
    let positions: TelegramPositions
    let sessions: SessionService
    let trips: TripService
    /// Notes that a delivery leaves.
    let begin: @Sendable (ID) async throws -> Void
    let tripByID: @Sendable (ID) throws -> Trip?
    /// The secret of a trip's own link; nil while it has none.
    let tripLink: @Sendable (ID) throws -> String?
    let events: EventStore
    let myEvents: MyEventService
    let announcements: AnnouncementService
    let safety: SafetyService
    let friends: FriendService
    let roster: RosterStore
    let trackers: TrackerService
    let fixes: FixService
    let sharing: SharingService
    let system: SystemInputs

    /// The address of a page for a message; nil where nobody outside could open it.
    func link(_ path: String) -> String? { options.publicURL.isEmpty ? nil : options.publicURL + path }

    /// The owner of the account that a chat is linked to.
    func actor(_ person: TelegramPerson) throws -> Actor? {
        guard !person.isBot, let account = try store.account(chat: person.id) else { return nil }
        return try sessions.actor(account: account)
    }

    /// Somebody on one of their trips; nil on every other.
    func member(_ actor: Actor, on trip: ID) throws -> MemberAccess? {
        guard let slug = try tripByID(trip)?.fields.slug else { return nil }
        return try? trips.open(slug: slug, for: actor).asMember
    }

    /// The trips that somebody is on now, from the day before to the day after; if there are none, the next one.
    func current(_ actor: Actor) throws -> [MemberAccess] {
        let now = system.now()
        let open = try trips.list(for: actor).filter { !$0.isArchived && actor.members[$0.id] != nil }
        let known = try open.compactMap { try trips.open(slug: $0.slug, for: actor).asMember }.filter { $0.trip.endsAt + .days(1) > now }
            .sorted { $0.trip.fields.startDay < $1.trip.fields.startDay }
        let running = known.filter { $0.trip.fields.startDay.number - 1 <= $0.trip.zone.today(at: now).number }
        return running.isEmpty ? Array(known.prefix(1)) : running
    }
}
