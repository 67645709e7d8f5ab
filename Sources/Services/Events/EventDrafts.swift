import Domain
import Store

/// Drafts: thrown away, and begun from another event.
extension EventService {
    package func delete(_ draft: Event, version: Int, _ access: OpenHostAccess) async throws {
        guard draft.state == .draft else { throw Refusal.conflict("It is published: cancel it instead, so that everybody hears of it.") }
        guard draft.version == version else {
            throw Refusal.conflict("Somebody else changed this event meanwhile. Look again before you delete it.")
        }
        try await store.delete(draft, by: access.author, at: system.now())
        announce([draft.id], access.trip.id)
    }

    /// The same a day later, or at the same time if that would be beyond the trip: what a form begins with.
    package func copy(of event: Event, _ access: some StaffProof) -> EventFields {
        let zone = access.trip.zone
        func later(_ instant: Instant?) -> Instant? {
            instant.map { instant in
                let local = zone.local(instant)
                return zone.instant(day: Day(number: local.day.number + 1), secondsOfDay: local.secondsOfDay)
            }
        }
        var fields = event.fields
        guard zone.local(fields.startsAt).day < access.trip.fields.endDay else { return fields }
        (fields.startsAt, fields.endsAt) = (later(fields.startsAt) ?? fields.startsAt, later(fields.endsAt))
        fields.answerBy = later(fields.answerBy)
        return fields
    }
}
