import Database
import Domain

extension OutboxStore {
    /// When the quiet hours end that hold for a delivery now; nil when it may go out. The plan has looked at them already: what comes
    /// here in the middle of them is tried again, or the program stood still when it was due.
    static func quietEnd(of delivery: ID, at now: Instant, on connection: Connection) throws -> Instant? {
        let found = try connection.one(
            """
            SELECT n.urgency, coalesce(n.account_id, m.account_id), coalesce(t.time_zone, 'UTC')
            FROM delivery d JOIN notice n ON n.id = d.notice_id LEFT JOIN member m ON m.id = n.member_id
            LEFT JOIN trip t ON t.id = n.trip_id WHERE d.id = ?
            """, [.id(delivery)]
        ) { (urgency: Urgency(rawValue: $0.int(0)) ?? .normal, account: $0.optionalID(1), zone: $0.text(2)) }
        guard let found, found.urgency != .urgent else { return nil }
        let choices = try found.account.map { try AddressBook.choices($0, on: connection) } ?? NoticeChoices()
        return choices.quiet?.end(at: now, in: TripZone(found.zone) ?? .utc)
    }
}
