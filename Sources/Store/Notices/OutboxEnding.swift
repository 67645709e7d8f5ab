import Database
import Domain

/// Deliveries that are not to go out any more.
extension OutboxStore {
    private static let replacedReason = "Recalled, or a newer one stands for it"

    static func endStale(_ channel: DeliveryChannel, at now: Instant, on connection: Connection) throws {
        let due = "channel = ? AND due_at <= ? AND state IN ('queued', 'sending')"
        func end(_ state: DeliveryState, _ reason: String, when condition: String, _ more: [Value] = []) throws {
            try connection.run(
                """
                UPDATE delivery SET state = ?, reason = ?, at = ?
                WHERE \(due) AND EXISTS (SELECT 1 FROM notice n WHERE n.id = delivery.notice_id AND \(condition))
                """, [.text(state.rawValue), .text(reason), .at(now), .text(channel.rawValue), .at(now)] + more)
        }
        try end(.replaced, replacedReason, when: "n.ended_at IS NOT NULL")
        try end(.expired, "It was no use any more", when: "n.expires_at <= ?", [.at(now)])
        try end(
            .unneeded, "Read on a page first",
            when: """
                n.urgency < 3 AND (n.read_at IS NOT NULL OR n.opened_at IS NOT NULL)
                    AND NOT (delivery.channel = 'email' AND \(isInCalendar))
                """)
        try connection.run(
            """
            UPDATE delivery SET state = 'failed', at = ?, reason = (SELECT a.reason FROM delivery_address a WHERE a.id = address_id)
            WHERE \(due) AND EXISTS (SELECT 1 FROM delivery_address a WHERE a.id = delivery.address_id AND a.ended_at IS NOT NULL)
            """, [.at(now), .text(channel.rawValue), .at(now)])
    }

    /// SQL of `notice n`: there is a newer one of its topic for the same person, whose time has come. Each half finds it in an index of
    /// that person's notices.
    package static let isOutdated = """
        n.topic <> '' AND (
            (n.member_id IS NOT NULL AND EXISTS (SELECT 1 FROM notice newer WHERE newer.member_id = n.member_id
                AND newer.made_at > n.made_at AND newer.topic = n.topic AND newer.told_at IS NOT NULL AND newer.ended_at IS NULL))
            OR (n.account_id IS NOT NULL AND EXISTS (SELECT 1 FROM notice newer WHERE newer.account_id = n.account_id
                AND newer.made_at > n.made_at AND newer.topic = n.topic AND newer.told_at IS NOT NULL AND newer.ended_at IS NULL)))
        """

    /// SQL of `notice n`: for somebody who sees nothing of its trip any more, as `OnTrip` says.
    static let isOffTrip = """
        n.member_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM member JOIN trip ON trip.id = member.trip_id
            WHERE member.id = n.member_id AND member.deleted_at IS NULL AND trip.deleted_at IS NULL AND \(OnTrip.condition))
        """

    /// Ends a delivery for reasons that cost too much to look for among all that are due: only those that are about to go out are asked.
    static func isEnded(_ delivery: ID, at now: Instant, on connection: Connection) throws -> Bool {
        func end(_ state: DeliveryState, _ reason: String, when condition: String) throws -> Bool {
            try connection.run(
                """
                UPDATE delivery SET state = ?, reason = ?, at = ?
                WHERE id = ? AND EXISTS (SELECT 1 FROM notice n WHERE n.id = delivery.notice_id AND \(condition))
                """, [.text(state.rawValue), .text(reason), .at(now), .id(delivery)]) > 0
        }
        return try end(.replaced, replacedReason, when: isOutdated) || end(.expired, "No longer on the trip", when: isOffTrip)
    }

    /// Whether a notice that was told of goes to no further channel, as a newer one of its topic does.
    static func hasNewer(_ notice: ID, on connection: Connection) throws -> Bool {
        try connection.one("SELECT 1 FROM notice n WHERE n.id = ? AND \(isOutdated)", [.id(notice)]) { _ in true } ?? false
    }

    /// The newest of a notice's topic takes its turn: somebody who gets one after the other, and sees none of them on the first channel,
    /// would otherwise never be told on the next.
    static func passTurn(of notice: ID, at now: Instant, on connection: Connection) throws {
        for person in ["member_id", "account_id"] {
            try connection.run(
                """
                UPDATE notice SET next_at = ?1 WHERE next_at > ?1 AND id = (
                    SELECT newer.id FROM notice n JOIN notice newer ON newer.\(person) = n.\(person) AND newer.made_at > n.made_at
                        AND newer.topic = n.topic AND newer.told_at IS NOT NULL AND newer.ended_at IS NULL
                    WHERE n.id = ?2 AND n.topic <> '' AND n.read_at IS NULL ORDER BY newer.made_at DESC LIMIT 1)
                """, [.at(now), .id(notice)])
        }
    }
}
