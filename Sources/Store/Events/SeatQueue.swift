import Database
import Domain

/// Who waits for a seat, and for how long one is held.
extension SeatLedger {
    func isAwaited() throws -> Bool { try !waiting(after: -1, limit: 1).isEmpty }

    func waiting(after queue: Int, limit: Int) throws -> [Invitation] {
        try connection.all(
            """
            SELECT \(EventRows.invitation) FROM invitation i
            WHERE i.event_id = ? AND i.queue IS NOT NULL AND i.queue > ? ORDER BY i.queue LIMIT ?
            """, [.id(event), Value(queue), Value(limit)], EventRows.invitation)
    }

    func waiting(party: ID) throws -> [Invitation] {
        try connection.all(
            """
            SELECT \(EventRows.invitation) FROM invitation i
            WHERE i.event_id = ? AND i.queue IS NOT NULL AND i.party = ? ORDER BY i.queue
            """, [.id(event), .id(party)], EventRows.invitation)
    }

    /// After the event was moved: no offer stands longer than the new times allow.
    func shortenOffers(at now: Instant) throws {
        let latest = rule.latestExpiry(at: now)
        try connection.run(
            "UPDATE invitation SET offer_expires_at = ? WHERE event_id = ? AND offer_expires_at > ?",
            [.at(latest), .id(event), .at(latest)])
    }
}
