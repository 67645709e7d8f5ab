import Database
import Domain

/// Columns of events and invitations, and the values that they become.
enum EventRows {
    static let event = """
        e.id, e.trip_id, e.title, e.details, e.place, e.meeting_point, e.meeting_latitude, e.meeting_longitude, e.starts_at, e.ends_at,
        e.is_back_by, e.capacity, e.answer_by, e.host_id, e.bring, e.cost, e.category, e.offers_automatically, e.offer_minutes, e.state,
        e.audience, e.cancel_reason, e.taken, e.sequence, e.version, e.list_version, e.list_changed_at, e.changed_at, e.created_by
        """
    static let eventCount: Int32 = 29

    static func event(_ row: Row) -> Event {
        var fields = EventFields()
        fields.title = row.text(2)
        fields.details = row.text(3)
        fields.place = row.text(4)
        fields.meetingPoint = row.text(5)
        fields.meetingLatitude = row.optionalReal(6)
        fields.meetingLongitude = row.optionalReal(7)
        fields.startsAt = row.at(8)
        fields.endsAt = row.optionalAt(9)
        fields.isBackBy = row.boolean(10)
        fields.capacity = row.optionalInteger(11).map(Int.init)
        fields.answerBy = row.optionalAt(12)
        fields.hostID = row.optionalID(13)
        fields.bring = row.text(14)
        fields.cost = row.text(15)
        fields.category = EventCategory(rawValue: row.text(16)) ?? .other
        fields.offersAutomatically = row.boolean(17)
        fields.offerMinutes = row.int(18)
        return Event(
            id: row.id(0), tripID: row.id(1), fields: fields, state: EventState(rawValue: row.text(19)) ?? .draft,
            audience: AudienceKind(rawValue: row.text(20)), cancelReason: row.text(21), taken: row.int(22), sequence: row.int(23),
            version: row.int(24), listVersion: row.int(25), listChangedAt: row.at(26), changedAt: row.at(27), createdBy: row.optionalID(28))
    }

    /// In the order of `fieldNames`.
    static func values(_ fields: EventFields) -> [Value] {
        [
            .text(fields.title), .text(fields.details), .text(fields.place), .text(fields.meetingPoint), Value(fields.meetingLatitude),
            Value(fields.meetingLongitude), .at(fields.startsAt), .at(fields.endsAt), Value(fields.isBackBy),
            Value(fields.capacity.map(Int64.init)), .at(fields.answerBy), .id(fields.hostID), .text(fields.bring), .text(fields.cost),
            .text(fields.category.rawValue), Value(fields.offersAutomatically), Value(fields.offerMinutes),
        ]
    }
    static let fieldNames = [
        "title", "details", "place", "meeting_point", "meeting_latitude", "meeting_longitude", "starts_at", "ends_at", "is_back_by",
        "capacity", "answer_by", "host_id", "bring", "cost", "category", "offers_automatically", "offer_minutes",
    ]

    static let invitation = """
        i.event_id, i.member_id, i.number, i.rsvp, i.queue, i.offer_expires_at, i.party, i.token, i.revoked_at, i.answered_at,
        i.answered_by, i.note, i.asked_again_at
        """

    static func invitation(_ row: Row) -> Invitation {
        Invitation(
            eventID: row.id(0), memberID: row.id(1), number: row.int(2), rsvp: RSVP(rawValue: row.text(3)) ?? .pending,
            queue: row.optionalInteger(4).map(Int.init), offerExpiresAt: row.optionalAt(5), party: row.optionalID(6), token: row.text(7),
            isRevoked: !row.isNull(8), answeredAt: row.optionalAt(9), answeredBy: row.text(10), note: row.text(11),
            askedAgainAt: row.optionalAt(12))
    }
}
