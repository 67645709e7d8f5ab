import Domain
import Store

/// Events and drafts that hosts delete, and restore within thirty days.
extension EventService {
    package func deletion(of event: Event, _ access: some HostProof) throws -> EventDeletion {
        EventDeletion(event: event, stake: try store.stake(of: event.id), isNews: event.isToCome(at: system.now()))
    }

    package func bin(_ access: some HostProof) throws -> [BinnedEvent] { try store.bin(trip: access.trip.id) }

    /// - Throws: not found for what is not in this trip's bin.
    package func binned(_ id: ID, _ access: some HostProof) throws -> BinnedEvent {
        guard let found = try bin(access).first(where: { $0.thing.id == id }) else { throw Refusal.notFound }
        return found
    }

    /// From this moment it is on no list. Whoever is invited reads that it is cancelled.
    /// - Parameters:
    ///   - reason: what they read; may be empty.
    ///   - version: of the page on which it was deleted.
    package func delete(_ event: Event, reason: String, version: Int, _ access: OpenHostAccess) async throws {
        guard event.version == version else {
            throw Refusal.conflict("Somebody else has changed this event. Look again before you delete it.")
        }
        let (reason, now) = (tidyLine(reason), system.now())
        guard reason.count <= 300 else { throw Refusal.invalid([FieldError("reason", "At most 300 characters.")]) }
        try await store.moveToBin(
            event, reason: reason.isEmpty ? Texts.said("The hosts deleted this event.") : reason, isTold: event.isToCome(at: now),
            by: access.author, at: now)
    }

    package func restore(_ id: ID, _ access: OpenHostAccess) async throws {
        try await store.restore(id, trip: access.trip.id, by: access.author, at: system.now())
    }
}
