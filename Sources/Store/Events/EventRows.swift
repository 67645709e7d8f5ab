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

    /// In the order of `EventPlan`.
    static let planNames = ["starts_at", "ends_at", "is_back_by", "place", "meeting_point", "meeting_latitude", "meeting_longitude"]
    static let planCount: Int32 = 7
    static func plan(_ table: String) -> String { planNames.map { table + "." + $0 }.joined(separator: ", ") }

    static func plan(_ row: Row, from first: Int32) -> EventPlan {
        EventPlan(
            startsAt: row.at(first), endsAt: row.optionalAt(first + 1), isBackBy: row.boolean(first + 2), place: row.text(first + 3),
            meetingPoint: row.text(first + 4), meetingLatitude: row.optionalReal(first + 5), meetingLongitude: row.optionalReal(first + 6))
    }

    static let invitation = """
        i.event_id, i.member_id, i.number, i.rsvp, i.queue, i.offer_expires_at, i.party, i.token, i.revoked_at, i.answered_at,
        i.answered_by, i.note, i.asked_again_at, i.acknowledged_version, i.acknowledged_at, i.told_at
        """

    static let invitationCount: Int32 = 16

    static func invitation(_ row: Row) -> Invitation { invitation(row, from: 0) }

    static func invitation(_ row: Row, from first: Int32) -> Invitation {
        Invitation(
            eventID: row.id(first), memberID: row.id(first + 1), number: row.int(first + 2),
            rsvp: RSVP(rawValue: row.text(first + 3)) ?? .pending, queue: row.optionalInteger(first + 4).map(Int.init),
            offerExpiresAt: row.optionalAt(first + 5), party: row.optionalID(first + 6), token: row.text(first + 7),
            isRevoked: !row.isNull(first + 8), answeredAt: row.optionalAt(first + 9), answeredBy: row.text(first + 10),
            note: row.text(first + 11), askedAgainAt: row.optionalAt(first + 12), acknowledgedVersion: row.int(first + 13),
            acknowledgedAt: row.optionalAt(first + 14), toldAt: row.optionalAt(first + 15))
    }
}
