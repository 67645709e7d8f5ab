import Database
import Domain

/// What hosts see of the deliveries of their trip.
extension OutboxStore {
    package typealias Report = (lines: [DeliveryReport.Line], rates: [DeliveryReport.Rate])

    /// - Parameter since: rates are of what happened after it.
    package func report(trip: ID, _ filter: DeliveryReport.Filter, since: Instant) throws -> Report {
        try database.read { connection in
            (try OutboxStore.lines(trip, filter, connection), try OutboxStore.rates(trip, since, connection))
        }
    }

    /// Those to members, and to accounts that are told of the trip, as admins are of a call for help.
    private static func lines(_ trip: ID, _ filter: DeliveryReport.Filter, _ connection: Connection) throws
        -> [DeliveryReport.Line]
    {
        try connection.all(
            """
            SELECT m.id, coalesce(trim(m.first_name || ' ' || m.last_name), a.name, ''), n.title, n.kind, d.channel, d.state, d.reason,
                d.attempts, d.due_at, d.at, d.shown_at IS NOT NULL, d.opened_at IS NOT NULL
            FROM delivery d JOIN notice n ON n.id = d.notice_id LEFT JOIN member m ON m.id = n.member_id
                LEFT JOIN account a ON a.id = n.account_id
            WHERE n.trip_id = ?1 AND (n.member_id = ?2 OR ?2 IS NULL) AND (d.channel = ?3 OR ?3 IS NULL)
            ORDER BY d.at DESC, d.id DESC LIMIT ?4
            """,
            [.id(trip), .id(filter.member), filter.channel.map { .text($0.rawValue) } ?? .null, Value(DeliveryReport.limit)], line
        ).compactMap(\.self)
    }

    private static func line(_ row: Row) -> DeliveryReport.Line? {
        guard let kind = NoticeKind(rawValue: row.text(3)), let channel = DeliveryChannel(rawValue: row.text(4)),
            let state = DeliveryState(rawValue: row.text(5))
        else { return nil }
        return DeliveryReport.Line(
            member: row.optionalID(0), name: row.text(1), title: kind.isOwn ? kind.namelessTitle : row.text(2), kind: kind,
            channel: channel, state: state, reason: row.text(6), attempts: row.int(7), dueAt: row.at(8), at: row.at(9),
            isShown: row.boolean(10), isOpened: row.boolean(11))
    }

    private static func rates(_ trip: ID, _ since: Instant, _ connection: Connection) throws -> [DeliveryReport.Rate] {
        try connection.all(
            """
            SELECT d.channel, count(*) FILTER (WHERE d.state = 'accepted'), count(*) FILTER (WHERE d.state IN ('failed', 'expired')),
                count(*) FILTER (WHERE d.state IN ('queued', 'sending'))
            FROM delivery d JOIN notice n ON n.id = d.notice_id WHERE n.trip_id = ? AND d.at >= ? GROUP BY d.channel ORDER BY d.channel
            """, [.id(trip), .at(since)]
        ) { row in
            DeliveryChannel(rawValue: row.text(0)).map {
                DeliveryReport.Rate(channel: $0, accepted: row.int(1), failed: row.int(2), waiting: row.int(3))
            }
        }.compactMap(\.self)
    }
}
