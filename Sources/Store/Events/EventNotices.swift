import Database
import Domain

/// What the invited are told of an event wherever they are, written in the transaction of the change.
enum EventNotices {
    private struct Subject {
        let trip: ID
        let title: String
        let startsAt: Instant
        let answerBy: Instant?
        let meetingPoint: String
        let reason: String
        let zone: TripZone

        var when: String { clock(startsAt) + (meetingPoint.isEmpty ? "" : ", \(meetingPoint)") }

        func clock(_ instant: Instant) -> String {
            let local = zone.local(instant)
            return Texts.said("\(local.day.short), \(local.clock) \(zone.abbreviation(at: instant))")
        }
    }

    private struct Invited {
        let member: ID
        let offerEnds: Instant?
    }

    private static func subject(_ event: ID, _ connection: Connection) throws -> Subject? {
        try connection.one(
            """
            SELECT e.trip_id, e.title, e.starts_at, e.answer_by, e.meeting_point, e.cancel_reason, t.time_zone
            FROM event e JOIN trip t ON t.id = e.trip_id WHERE e.id = ?
            """, [.id(event)]
        ) {
            Subject(
                trip: $0.id(0), title: $0.text(1), startsAt: $0.at(2), answerBy: $0.optionalAt(3), meetingPoint: $0.text(4),
                reason: $0.text(5), zone: TripZone($0.text(6)) ?? .utc)
        }
    }

    /// Whom a notice can reach, and for whom it is news: not whoever made the change, nor who has declined.
    private static func invited(
        _ event: ID, _ hint: EventHint, only member: ID? = nil, but author: ID?, _ connection: Connection
    ) throws -> [Invited] {
        let declined = hint == .moved || hint == .cancelled ? "AND i.rsvp <> 'declined'" : ""
        return try connection.all(
            """
            SELECT i.member_id, i.offer_expires_at FROM invitation i JOIN member m ON m.id = i.member_id
            WHERE i.event_id = ? AND m.account_id IS NOT NULL AND m.account_id IS DISTINCT FROM ?
                AND m.status NOT IN ('cancelled', 'left')
                \(declined) \(member == nil ? "" : "AND i.member_id = ?")
            """, [.id(event), .id(author)] + (member.map { [.id($0)] } ?? [])
        ) { Invited(member: $0.id(0), offerEnds: $0.optionalAt(1)) }
    }

    /// - Parameters:
    ///   - members: nil for everybody who is invited.
    ///   - author: of the change, who knows it.
    static func add(
        _ hint: EventHint, to members: Set<ID>? = nil, of event: ID, by author: ID?, at now: Instant, on connection: Connection
    ) throws {
        guard hint != .own, let subject = try subject(event, connection) else { return }
        let found =
            try members.map { try $0.sorted().flatMap { try invited(event, hint, only: $0, but: author, connection) } }
            ?? invited(event, hint, but: author, connection)
        guard !found.isEmpty else { return }
        let when = subject.when
        try NoticeStore.add(found.map { notice(hint, event, subject, when, $0, now) }, at: now, on: connection)
    }

    static func add(_ told: [ID: EventHint], of event: ID, at now: Instant, on connection: Connection) throws {
        for (hint, members) in Dictionary(grouping: told.keys, by: { told[$0] ?? .own }) {
            try add(hint, to: Set(members), of: event, by: nil, at: now, on: connection)
        }
    }

    /// - Parameter when: the subject's, which is the same for everybody.
    private static func notice(
        _ hint: EventHint, _ event: ID, _ subject: Subject, _ when: String, _ invited: Invited, _ now: Instant
    ) -> NewNotice {
        let title = subject.title
        let (kind, urgency, said, text): (NoticeKind, Urgency, String, String) =
            switch hint {
            case .invited: (.eventPublished, .normal, Texts.said("You are invited: \(title)"), when)
            case .offered:
                (
                    .placeOffered, .high, Texts.said("A place is held for you: \(title)"),
                    invited.offerEnds.map { Texts.said("Take it by \(subject.clock($0)).") } ?? when
                )
            case .moved: (.eventChanged, .high, Texts.said("Time or place changed: \(title)"), when)
            case .cancelled: (.eventCancelled, .high, Texts.said("Cancelled: \(title)"), subject.reason)
            case .answerDue:
                (
                    .answerDue, .high, Texts.said("Please answer: \(title)"),
                    Texts.said("Answer by \(subject.clock(subject.answerBy ?? subject.startsAt)).")
                )
            case .lapsed: (.placeLost, .high, Texts.said("Your place was given on: \(title)"), when)
            case .reminder: (.eventStarts, .high, Texts.said("Reminder: \(title)"), when)
            case .answered, .own: (.eventChanged, .normal, Texts.said("Your response was changed: \(title)"), when)
            }
        let latest = max(subject.startsAt, now + .hours(1))
        let end: Instant? =
            switch hint {
            case .offered: invited.offerEnds
            // After the deadline there is nothing to be answered any more.
            case .answerDue: subject.answerBy ?? subject.startsAt
            default: nil
            }
        return NewNotice(
            person: .member(invited.member, trip: subject.trip), kind: kind, subject: event, urgency: urgency, topic: "event:\(event)",
            title: said, text: text, expiresAt: end ?? latest)
    }
}
