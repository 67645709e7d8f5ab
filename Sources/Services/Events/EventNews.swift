import Domain
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

    func acknowledge(_ event: ID, by member: ID, _ seen: SeenEvent) async throws {
        try await store.acknowledge(event: event, member: member, seen.atLatest(system.now()))
    }
}
