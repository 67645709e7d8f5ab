import Domain
import Store

/// What a traveller changes of an event of their own.
extension MyEventService {
    /// Everybody invited is told of each new time or place.
    private static let changesPerHour = 5

    /// - Throws: forbidden for whoever did not make it; conflict for one that is over or cancelled.
    package func openOwn(_ id: ID, _ access: MemberAccess) throws -> Event {
        let opened = try open(id, access)
        guard opened.isOwn else { throw Refusal.forbidden("Only the person who created this event, or a host, can change it.") }
        guard access.trip.archivedAt == nil else { throw Refusal.forbidden("This trip is archived and no longer changes.") }
        // Who may make no more events changes none either, and tells nobody of a change. Cancelling stays.
        try requireCreator(access)
        guard opened.event.state != .cancelled else { throw Refusal.conflict("This event is cancelled and no longer changes.") }
        guard !opened.event.isOver(at: system.now()) else { throw Refusal.conflict("This event is over and no longer changes.") }
        return opened.event
    }

    /// Whoever has not declined is told of a new time or place, as of a host's change. A form that arrives twice changes once.
    /// - Parameters:
    ///   - typed: what the travellers' form has; all else stays.
    ///   - version: of the event that the form was filled from.
    package func update(_ id: ID, to typed: EventFields, version: Int, _ access: MemberAccess) async throws {
        let (event, now) = (try openOwn(id, access), system.now())
        let fields = event.fields.replacing(typed)
        let names = Dictionary(firstOf: try friends.list(access).map { ($0.id, $0.name) })
        let changes = event.fields.changes(to: fields, zone: access.trip.zone) { names[$0] ?? "" }
        guard !changes.isEmpty else { return }
        try requireWriter(access)
        guard event.version == version else {
            throw Refusal.conflict("This event has changed since you opened it. Open it anew to see how it is now, and change that.")
        }
        var check = Validation()
        check.merge(fields.errors(trip: access.trip))
        check.require(
            fields.startsAt == event.fields.startsAt || fields.startsAt > now, "start_time", "This time has passed. Choose a later one.")
        try check.check()
        try await store.update(
            event, to: fields, asksAgain: false, changes: changes, pace: MyEventService.pace(of: access.member), by: access.author, at: now)
    }

    private static func pace(of member: ID) -> Pace {
        Pace(.eventChange, of: member, changesPerHour, within: .hours(1)) { seconds in
            let (times, wait) = (counted(changesPerHour, "time"), counted((seconds + 59) / 60, "minute"))
            return .tooMany("You have changed events \(times) within an hour. Wait \(wait).", retryAfter: seconds)
        }
    }
}

extension EventFields {
    /// With what travellers type for their own events.
    fileprivate func replacing(_ typed: EventFields) -> EventFields {
        var fields = self
        (fields.title, fields.details, fields.place) = (typed.title, typed.details, typed.place)
        fields.meetingPoint = typed.meetingPoint
        // The form has six decimals: one that stands as it was filled in moves nobody.
        func shown(_ degrees: Double?) -> String { degrees.map { decimal($0, 6) } ?? "" }
        if shown(meetingLatitude) != shown(typed.meetingLatitude) || shown(meetingLongitude) != shown(typed.meetingLongitude) {
            (fields.meetingLatitude, fields.meetingLongitude) = (typed.meetingLatitude, typed.meetingLongitude)
        }
        (fields.startsAt, fields.endsAt, fields.capacity) = (typed.startsAt, typed.endsAt, typed.capacity)
        fields.answerBy = answerBy.map { min($0, typed.startsAt) }
        return fields
    }
}
