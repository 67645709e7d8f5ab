import Domain
import Live
import Store

/// What the invited say to have seen.
extension EventService {
    /// The event as a page showed it: what changed after that is still news.
    package struct Seen: Sendable {
        let version: Int
        let at: Instant

        /// From "12.1767621802000": the event's version, and when the page was made in milliseconds. Nil for anything else.
        package init?(_ text: String) {
            let parts = text.split(separator: ".")
            guard parts.count == 2, let version = String(parts[0]).whole(in: 1...1_000_000_000),
                let at = String(parts[1]).instantInMilliseconds()
            else { return nil }
            (self.version, self.at) = (version, at)
        }
    }

    package func acknowledgement(of event: ID) throws -> Acknowledgement? {
        guard let move = try store.lastMove(of: event) else { return nil }
        return Acknowledgement(version: move.version, at: move.at, try store.invitations(of: event))
    }

    /// Other events at the same time at which somebody has a place.
    func clashes(of member: ID, with event: Event) throws -> [Event] {
        guard event.state == .published else { return [] }
        return try store.own(member: member, trip: event.tripID).filter {
            $0.event.state == .published && $0.invitation.invitation.rsvp.holdsPlace && $0.event.clashes(with: event)
        }.map(\.event).sorted { $0.fields.startsAt < $1.fields.startsAt }
    }

    func acknowledge(_ event: ID, by member: ID, _ seen: Seen, _ trip: ID) async throws {
        try await store.acknowledge(event: event, member: member, seen: seen.version, at: min(seen.at, surroundings.now()))
        announce([event], trip)
        tell([member], .own, of: event, trip)
    }

    /// Tells some of the invited, on all their open pages, why they should look at an event.
    func tell(_ members: some Sequence<ID>, _ hint: EventHint, of event: ID, _ trip: ID) {
        let title = (try? store.find(event, trip: trip))?.fields.title ?? ""
        hub.room(trip).tell(Set(members), name: "told", data: "{\"id\":\"\(event)\",\"why\":\"\(hint.rawValue)\",\"title\":\(json(title))}")
    }

    func tell(_ told: [ID: EventHint], of event: ID, _ trip: ID) {
        for (hint, members) in Dictionary(grouping: told.keys, by: { told[$0] ?? .own }) { tell(members, hint, of: event, trip) }
    }

    /// Everybody who is invited, but whoever did it.
    func tellInvited(_ hint: EventHint, of event: ID, _ access: some TripProof) {
        let invited = (try? store.invitations(of: event).map(\.memberID)) ?? []
        let own = access.actor.members[access.trip.id]
        tell(invited.filter { $0 != own }, hint, of: event, access.trip.id)
    }
}
