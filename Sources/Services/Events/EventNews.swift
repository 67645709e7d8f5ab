import Domain
import Live
import Store

/// What the invited say to have seen.
extension EventService {
    package func acknowledgement(of event: ID) throws -> Acknowledgement? {
        guard let move = try store.lastMove(of: event) else { return nil }
        return Acknowledgement(version: move.version, at: move.at, try store.invitations(of: event))
    }

    /// Other events at the same time at which somebody has a place.
    func clashes(of member: ID, with event: Event) throws -> [Event] {
        guard event.state == .published else { return [] }
        return try store.own(member: member, trip: event.tripID).filter {
            $0.event.state == .published && $0.invitation.invitation.rsvp.holdsSeat && $0.event.clashes(with: event)
        }.map(\.event).sorted { $0.fields.startsAt < $1.fields.startsAt }
    }

    func acknowledge(_ event: ID, by member: ID, _ seen: SeenEvent, _ trip: ID) async throws {
        try await store.acknowledge(event: event, member: member, seen.atLatest(system.now()))
        announce([event], trip)
        tell([member], .own, of: event, trip)
    }

    /// Tells some of the invited, on all their open pages, why they should look at an event.
    /// - Parameter title: of one that is not on lists.
    func tell(_ members: some Sequence<ID>, _ hint: EventHint, of event: ID, title: String? = nil, _ trip: ID) {
        guard hub.tripChannel(trip).hasListeners else { return }
        let title = title ?? (try? store.find(event, trip: trip))?.fields.title ?? ""
        let data = JSON.object { out in
            out.add("id", event)
            out.add("why", hint.rawValue)
            out.add("title", title)
        }
        hub.tripChannel(trip).tell(Set(members), name: "told", data: data)
    }

    func tell(_ told: [ID: EventHint], of event: ID, _ trip: ID) {
        for (hint, members) in Dictionary(grouping: told.keys, by: { told[$0] ?? .own }) { tell(members, hint, of: event, trip) }
    }

    /// Tells everybody who is invited, except the member who made the change.
    func tellInvited(_ hint: EventHint, of event: ID, title: String? = nil, _ access: some TripProof) {
        let invited = (try? store.invitations(of: event).map(\.memberID)) ?? []
        let own = access.actor.members[access.trip.id]
        tell(invited.filter { $0 != own }, hint, of: event, title: title, access.trip.id)
    }
}
