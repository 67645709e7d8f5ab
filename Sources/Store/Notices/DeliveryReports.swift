import Database
import Domain

/// What hosts see of the deliveries of their trip.
extension OutboxStore {
    package typealias Report = (lines: [DeliveryReport.Line], rates: [DeliveryReport.Rate])

    /// - Parameter since: rates are of what happened after it; what failed before it stands among all else.
    package func report(trip: ID, _ filter: DeliveryReport.Filter, since: Instant, at now: Instant) throws -> Report {
        try database.read { connection in
            (try OutboxStore.lines(trip, filter, since: since, now, connection), try OutboxStore.rates(trip, since, connection))
        }
    }

    /// For how long what failed is a host's matter: it may go again, and stands first.
    package static let fresh = Duration.hours(24)

    /// SQL of `notice n`: what it is about is over at a moment, whatever was thought when it was written.
    private static func isSubjectOver(_ moment: String) -> String {
        """
        (n.kind IN ('help', 'help_taken') AND EXISTS (SELECT 1 FROM help_case c
            WHERE c.id = n.subject_id AND c.resolved_at IS NOT NULL))
        OR EXISTS (SELECT 1 FROM event e
            WHERE e.id = n.subject_id AND (e.deleted_at IS NOT NULL OR coalesce(e.ends_at, e.starts_at) <= \(moment)))
        OR (n.kind = 'duty' AND NOT EXISTS (SELECT 1 FROM duty u WHERE u.id = n.subject_id AND u.ends_at > \(moment)))
        """
    }

    /// SQL of `notice n`, `delivery d` and its `delivery_address w`; takes the moment, and the one since which failures are of use.
    private static func mayGoAgain(_ moment: String, since: String) -> String {
        """
        d.state = 'failed' AND d.at >= \(since) AND w.ended_at IS NULL AND n.ended_at IS NULL AND n.read_at IS NULL AND n.opened_at IS NULL
            AND n.expires_at > \(moment) AND NOT (\(isOutdated)) AND NOT (\(isOffTrip)) AND NOT (\(isSubjectOver(moment)))
        """
    }

    /// SQL of `notice n` and `delivery d`: it did not arrive after a moment, and nobody has read its notice anywhere.
    private static func isLost(since: String) -> String {
        """
        d.state IN ('failed', 'expired') AND d.at >= \(since) AND d.shown_at IS NULL AND d.opened_at IS NULL
            AND n.read_at IS NULL AND n.opened_at IS NULL
        """
    }

    /// Sends what failed once more, at once, as if it had not been tried yet.
    /// - Throws: not found for what is not of this trip; a conflict where it is of no use any more.
    package func tryAgain(_ delivery: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let found = try connection.one(
                """
                SELECT \(OutboxStore.mayGoAgain("?3", since: "?4")), coalesce(n.member_id, n.account_id),
                    coalesce(trim(m.first_name || ' ' || m.last_name), u.name, '')
                FROM delivery d JOIN notice n ON n.id = d.notice_id JOIN delivery_address w ON w.id = d.address_id
                    LEFT JOIN member m ON m.id = n.member_id LEFT JOIN account u ON u.id = n.account_id
                WHERE d.id = ?1 AND n.trip_id = ?2
                """, [.id(delivery), .id(trip), .at(now), .at(now - OutboxStore.fresh)]
            ) { (mayGo: $0.boolean(0), person: $0.optionalID(1), name: $0.text(2)) }
            guard let found, let person = found.person else { throw Refusal.notFound }
            guard found.mayGo else { throw Refusal.conflict("This is on its way already, was read, or is of no use any more.") }
            try connection.run(
                "UPDATE delivery SET state = 'queued', attempts = 0, reason = '', due_at = ?, at = ? WHERE id = ?",
                [.at(now), .at(now), .id(delivery)])
            try AuditStore.append(
                "notice sent again", subject: .init(id: person, name: found.name), trip: trip, by: author, at: now, on: connection)
        }
    }

    /// What failed after a moment and nobody has read.
    package func failed(trip: ID, since: Instant, at now: Instant) throws -> [DeliveryReport.Line] {
        try database.read { try OutboxStore.lines(trip, .init(onlyFailed: true), since: since, now, $0) }
    }

    /// Those to members, and to accounts that are told of the trip, as admins are of a call for help.
    private static func lines(
        _ trip: ID, _ filter: DeliveryReport.Filter, since: Instant, _ now: Instant, _ connection: Connection
    ) throws -> [DeliveryReport.Line] {
        // What failed is little: it is looked for by its time, and not among all that the trip was sent.
        let lost = "WITH lost AS MATERIALIZED (SELECT id FROM delivery WHERE at >= ?6 AND state IN ('failed', 'expired'))"
        // SQLite joins in this order.
        let source =
            filter.onlyFailed ? "lost CROSS JOIN delivery d CROSS JOIN notice n" : "delivery d JOIN notice n ON n.id = d.notice_id"
        let isAsked = filter.onlyFailed ? "AND d.id = lost.id AND n.id = d.notice_id AND " + isLost(since: "?6") : ""
        return try connection.all(
            """
            \(filter.onlyFailed ? lost : "")
            SELECT m.id, coalesce(trim(m.first_name || ' ' || m.last_name), a.name, ''), n.title, n.kind, d.channel, d.state, d.reason,
                d.attempts, d.due_at, d.at, d.shown_at IS NOT NULL, d.opened_at IS NOT NULL,
                coalesce(m.phone, ''), d.id, \(mayGoAgain("?5", since: "?6")), n.id
            FROM \(source) JOIN delivery_address w ON w.id = d.address_id
                LEFT JOIN member m ON m.id = n.member_id LEFT JOIN account a ON a.id = n.account_id
            WHERE n.trip_id = ?1 AND (n.member_id = ?2 OR ?2 IS NULL) AND (d.channel = ?3 OR ?3 IS NULL)
                \(isAsked)
            ORDER BY CASE WHEN d.state IN ('failed', 'expired') AND d.at >= ?6 THEN 0 WHEN d.state IN ('queued', 'sending') THEN 1
                ELSE 2 END, d.at DESC, d.id DESC LIMIT ?4
            """,
            [
                .id(trip), .id(filter.member), filter.channel.map { .text($0.rawValue) } ?? .null, Value(DeliveryReport.limit), .at(now),
                .at(since),
            ], line
        ).compactMap(\.self)
    }

    private static func line(_ row: Row) -> DeliveryReport.Line? {
        guard let kind = NoticeKind(rawValue: row.text(3)), let channel = DeliveryChannel(rawValue: row.text(4)),
            let state = DeliveryState(rawValue: row.text(5))
        else { return nil }
        var line = DeliveryReport.Line(
            notice: row.id(15), member: row.optionalID(0), name: row.text(1), title: kind.isOwn ? kind.namelessTitle : row.text(2),
            kind: kind,
            channel: channel, state: state, reason: row.text(6), attempts: row.int(7), dueAt: row.at(8), at: row.at(9),
            isShown: row.boolean(10), isOpened: row.boolean(11))
        line.phone = row.text(12)
        line.again = row.boolean(14) ? row.id(13) : nil
        return line
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
