/// Whether people see an event yet, or no longer have to come.
package enum EventState: String, Sendable, CaseIterable {
    case draft, published, cancelled
    package var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// What kind of event it is. The raw value is stored.
package enum EventCategory: String, Sendable, CaseIterable {
    case sport, outing, meal, party, meeting, travel, other
    package var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// Something in a trip that people are invited to.
package struct Event: Sendable, Equatable {
    package let id: ID
    package let tripID: ID
    package var fields: EventFields
    package let state: EventState
    package let audience: AudienceKind?
    package let cancelReason: String
    /// Going and offered: places that nobody else can have.
    package let taken: Int
    /// iCalendar's SEQUENCE: raised by every change that a calendar shows.
    package let sequence: Int
    /// Raised by every edit: one that started from an older version is a conflict.
    package let version: Int
    /// Raised by every answer, offer and scan.
    package let listVersion: Int
    package let listChangedAt: Instant
    package let changedAt: Instant
    package let createdBy: ID?
    package init(
        id: ID, tripID: ID, fields: EventFields, state: EventState, audience: AudienceKind?, cancelReason: String, taken: Int,
        sequence: Int, version: Int, listVersion: Int, listChangedAt: Instant, changedAt: Instant, createdBy: ID?
    ) {
        self.id = id
        self.tripID = tripID
        self.fields = fields
        self.state = state
        self.audience = audience
        self.cancelReason = cancelReason
        self.taken = taken
        self.sequence = sequence
        self.version = version
        self.listVersion = listVersion
        self.listChangedAt = listChangedAt
        self.changedAt = changedAt
        self.createdBy = createdBy
    }

    /// Whether nobody can be at both. An event without an end is taken to last an hour.
    package func clashes(with other: Event) -> Bool {
        func end(_ event: Event) -> Instant { event.fields.endsAt ?? event.fields.startsAt + .hours(1) }
        return id != other.id && fields.startsAt < end(other) && other.fields.startsAt < end(self)
    }

    /// Whether its end has passed. One without an end counts as three hours long.
    package func isOver(at now: Instant) -> Bool { (fields.endsAt ?? fields.startsAt + .hours(3)) < now }
    /// Whether it takes place, and is not over.
    package func isToCome(at now: Instant) -> Bool { state == .published && !isOver(at: now) }
    /// Whether it still asks for answers, and will for less than a day.
    package func isAskedSoon(at now: Instant) -> Bool {
        let limit = fields.answerBy ?? fields.startsAt
        return state == .published && limit > now && limit < now + .hours(24)
    }
    /// Whether it starts today or tomorrow by the trip's clocks, or has started.
    package func startsByTomorrow(_ zone: TripZone, at now: Instant) -> Bool {
        zone.local(fields.startsAt).day.number <= zone.today(at: now).number + 1
    }
    package var meeting: Coordinates? {
        guard let latitude = fields.meetingLatitude, let longitude = fields.meetingLongitude else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude)
    }
}

/// What a host types about an event.
package struct EventFields: Sendable, Equatable {
    package var title = ""
    package var details = ""
    package var place = ""
    package var meetingPoint = ""
    package var meetingLatitude: Double?
    package var meetingLongitude: Double?
    package var startsAt = Instant(seconds: 0)
    package var endsAt: Instant?
    /// The end is when everybody must be back.
    package var isBackBy = false
    package var capacity: Int?
    /// Until when people answer.
    package var answerBy: Instant?
    package var hostID: ID?
    package var coHosts: [ID] = []
    package var bring = ""
    package var cost = ""
    package var category = EventCategory.other
    package var offersAutomatically = true
    /// Minutes for which a freed place is held for the next on the waitlist.
    package var offerMinutes = 720
    package init() {}

    /// Every complaint about the fields, beside the name of its field.
    package func errors(trip: Trip) -> [FieldError] {
        var check = Validation()
        check.require(!title.isEmpty, "title", "Give the event a title.")
        check.require(!place.isEmpty, "place", "Say where it is.")
        check.require(!meetingPoint.isEmpty, "meeting_point", "Say where people meet.")
        for (name, text) in [("title", title), ("place", place), ("meeting_point", meetingPoint)] {
            check.require(text.count <= 150, name, "At most 150 characters.")
        }
        check.require(details.count <= 4000, "details", "At most 4,000 characters.")
        check.require(bring.count <= 1000, "bring", "At most 1,000 characters.")
        check.require(cost.count <= 200, "cost", "At most 200 characters.")
        check.require(
            (meetingLatitude == nil) == (meetingLongitude == nil), "meeting_longitude", "Type both latitude and longitude, or neither.")
        check.require(meetingLatitude.map { abs($0) <= 90 } ?? true, "meeting_latitude", "Between −90 and 90 degrees.")
        check.require(meetingLongitude.map { abs($0) <= 180 } ?? true, "meeting_longitude", "Between −180 and 180 degrees.")
        let first = trip.zone.instant(day: Day(number: trip.fields.startDay.number - 1), secondsOfDay: 0)
        check.require(
            startsAt >= first && startsAt < trip.endsAt + .days(1), "start_day",
            "Choose a day of the trip, \(trip.fields.startDay.withoutYear) to \(trip.fields.endDay.long), or the day before or after it.")
        check.require(endsAt.map { $0 > startsAt } ?? true, "end_time", "The end must be after the start.")
        check.require(endsAt.map { $0 - startsAt <= .days(31) } ?? true, "end_day", "An event lasts at most 31 days.")
        check.require(answerBy.map { $0 <= startsAt } ?? true, "answer_day", "Choose a time before the event starts.")
        check.require(
            capacity.map { (1...100_000).contains($0) } ?? true, "capacity", "Type at least 1 place, or leave it empty for no limit.")
        check.require((5...14_400).contains(offerMinutes), "offer_hours", "Between 1 and 240 hours.")
        return check.errors
    }

    /// Whether time or place differ: a calendar, or somebody on the way, would have to know.
    package func movesPeople(comparedWith old: EventFields) -> Bool {
        plan != old.plan
    }

    /// Every changed field in words, for the audit trail and for the invited.
    package func changes(to new: EventFields, zone: TripZone, name: (ID) -> String) -> [AuditChange] {
        func time(_ instant: Instant?) -> String {
            guard let instant else { return "" }
            let local = zone.local(instant)
            return local.day.long + " " + local.clock
        }
        func facts(_ fields: EventFields) -> [(String, String)] {
            [
                ("title", fields.title), ("details", fields.details), ("place", fields.place), ("meeting point", fields.meetingPoint),
                (
                    "meeting coordinates",
                    [fields.meetingLatitude, fields.meetingLongitude].compactMap { $0.map { decimal($0, 5) } }.joined(separator: ", ")
                ),
                ("start", time(fields.startsAt)), ("end", fields.isBackBy ? "" : time(fields.endsAt)),
                ("back by", fields.isBackBy ? time(fields.endsAt) : ""),
                ("capacity", fields.capacity.map(String.init) ?? "no limit"), ("answer by", time(fields.answerBy)),
                ("host", fields.hostID.map(name) ?? ""), ("co-hosts", fields.coHosts.map(name).joined(separator: ", ")),
                ("what to bring", fields.bring), ("cost", fields.cost), ("category", fields.category.label),
                ("automatic offers", fields.offersAutomatically ? "on" : "off"), ("offers last", "\(fields.offerMinutes / 60) h"),
            ]
        }
        return zip(facts(self), facts(new)).filter { $0.1 != $1.1 }.map { AuditChange(field: $1.0, from: $0.1, to: $1.1) }
    }
}
