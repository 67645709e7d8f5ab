import Domain

/// Drafts that begin from another event.
extension EventService {
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
