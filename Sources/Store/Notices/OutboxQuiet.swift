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
            SELECT n.urgency, coalesce(n.account_id, m.account_id), t.time_zone
            FROM delivery d JOIN notice n ON n.id = d.notice_id LEFT JOIN member m ON m.id = n.member_id
            LEFT JOIN trip t ON t.id = n.trip_id WHERE d.id = ?
            """, [.id(delivery)]
        ) { (urgency: Urgency(rawValue: $0.int(0)) ?? .normal, account: $0.optionalID(1), zone: $0.text(2)) }
        guard let found, found.urgency != .urgent else { return nil }
        let choices = try found.account.map { try AddressBook.choices($0, on: connection) } ?? NoticeChoices()
        let zone = try OutboxStore.zone(found.zone, account: found.account, at: now, on: connection)
        return choices.quiet?.end(at: now, in: zone).map { ($0, choices.minutesToNext) }
    }

    /// Where the clock of a notice's quiet hours is: on its trip; for one of no trip, on the newest trip that its person is on, or on the
    /// next one; UTC for whoever has none.
    /// - Parameter trip: its time zone; "" for none.
    static func zone(_ trip: String, account: ID?, at now: Instant, on connection: Connection) throws -> TripZone {
        if !trip.isEmpty { return TripZone(trip) ?? .utc }
        return try account.flatMap { try currentZone(of: $0, at: now, on: connection) } ?? .utc
    }

    /// Of the newest trip that somebody is on, or of the next one; nil without a trip.
    static func currentZone(of account: ID, at now: Instant, on connection: Connection) throws -> TripZone? {
        // A day more on either side: trips have days of their own.
        try connection.one(
            """
            SELECT trip.time_zone FROM member JOIN trip ON trip.id = member.trip_id
            WHERE member.account_id = ?1 AND member.deleted_at IS NULL AND trip.deleted_at IS NULL AND trip.archived_at IS NULL
                AND \(OnTrip.condition) AND trip.end_day >= ?2 - 1
            ORDER BY trip.start_day > ?2 + 1, abs(trip.start_day - ?2) LIMIT 1
            """, [.id(account), Value(TripZone.utc.today(at: now).number)]
        ) { $0.text(0) }.flatMap { TripZone($0) }
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
