import Domain

/// Drafts that begin from another event.
extension EventService {
    /// The same a day later, tomorrow if it is long over, or at the same time if that would be beyond the trip: what a form begins with.
    package func copy(of event: Event, _ access: some StaffProof) -> EventFields {
        let zone = access.trip.zone
        let first = zone.local(event.fields.startsAt).day
        let days = max(1, zone.today(at: system.now()).number + 1 - first.number)
        func later(_ instant: Instant?) -> Instant? {
            instant.map { instant in
                let local = zone.local(instant)
                return zone.instant(day: Day(number: local.day.number + days), secondsOfDay: local.secondsOfDay)
            }
        }
        var fields = event.fields
        guard first.number + days <= access.trip.fields.endDay.number else { return fields }
        (fields.startsAt, fields.endsAt) = (later(fields.startsAt) ?? fields.startsAt, later(fields.endsAt))
        fields.answerBy = later(fields.answerBy)
        return fields
    }
}
