import Database
import Domain

extension OutboxStore {
    /// Puts a delivery off to the end of the quiet hours that hold now, and the next channel of its notice behind that. The plan has looked
    /// at them already: what comes here in the middle of them is tried again, or the program stood still when it was due.
    static func isPutOff(_ delivery: ID, at now: Instant, on connection: Connection) throws -> Bool {
        guard let (end, minutes) = try quietEnd(of: delivery, at: now, on: connection) else { return false }
        try connection.run("UPDATE delivery SET state = 'queued', due_at = ? WHERE id = ?", [.at(end), .id(delivery)])
        try connection.run(
            "UPDATE notice SET next_at = ?1 WHERE id = (SELECT notice_id FROM delivery WHERE id = ?2) AND next_at < ?1",
            [.at(end + .minutes(minutes)), .id(delivery)])
        return true
    }

    /// When the quiet hours end, and how many minutes later the next channel is tried; nil when the delivery may go out.
    private static func quietEnd(of delivery: ID, at now: Instant, on connection: Connection) throws -> (Instant, Int)? {
        let found = try connection.one(
            """
            SELECT n.urgency, coalesce(n.account_id, m.account_id), coalesce(t.time_zone, 'UTC')
            FROM delivery d JOIN notice n ON n.id = d.notice_id LEFT JOIN member m ON m.id = n.member_id
            LEFT JOIN trip t ON t.id = n.trip_id WHERE d.id = ?
            """, [.id(delivery)]
        ) { (urgency: Urgency(rawValue: $0.int(0)) ?? .normal, account: $0.optionalID(1), zone: $0.text(2)) }
        guard let found, found.urgency != .urgent else { return nil }
        let choices = try found.account.map { try AddressBook.choices($0, on: connection) } ?? NoticeChoices()
        return choices.quiet?.end(at: now, in: TripZone(found.zone) ?? .utc).map { ($0, choices.minutesToNext) }
    }

    /// SQL: of `notice n`: it changes an event of which its person has got a mail with a part for calendars, as far as inboxes go back.
    static let isInCalendar = """
        (n.kind IN ('event_changed', 'event_cancelled') AND EXISTS (
            SELECT 1 FROM notice o JOIN delivery x ON x.notice_id = o.id
            WHERE o.subject_id = n.subject_id AND o.member_id = n.member_id AND o.made_at <= n.made_at AND o.id <> n.id
                AND o.kind IN ('event_published', 'event_changed', 'event_cancelled', 'place_offered')
                AND x.channel = 'email' AND x.state = 'accepted'))
        """
}
