import Database
import Domain

/// Deliveries of which nobody knows whether they arrived, and times that an older clock has set.
extension OutboxStore {
    /// The request leaves now: whatever becomes of the program, it may arrive.
    package func begin(_ delivery: ID) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE delivery SET reason = CASE reason WHEN ? THEN ? ELSE ? END WHERE id = ? AND state = 'sending'",
                [.text(DeliveryDoubt.unsure), .text(DeliveryDoubt.begunAgain), .text(DeliveryDoubt.begun), .id(delivery)])
        }
    }

    /// Of those in hand that nobody has in hand any more: what left once may leave once more, what left twice has failed.
    static func settleDoubts(_ condition: String, _ values: [Value], at now: Instant, on connection: Connection) throws {
        let inHand = "state = 'sending' AND \(condition) AND reason = ?"
        let twice = try connection.all("SELECT id FROM delivery WHERE \(inHand)", values + [.text(DeliveryDoubt.begunAgain)]) { $0.id(0) }
        for id in twice {
            let record = Record(delivery: id, state: .failed, reason: DeliveryDoubt.twice, dueAt: now)
            try store(record, at: now, on: connection)
        }
        try connection.run(
            "UPDATE delivery SET reason = ? WHERE \(inHand)", [.text(DeliveryDoubt.unsure)] + values + [.text(DeliveryDoubt.begun)])
    }

    /// The clock was set back. What was put off by the clock of before waits for no longer than it was put off, counted from now, and what
    /// was to go out at once, or after quiet hours, is looked at now: those are the ones of the new time.
    package func setBack(to now: Instant) async throws {
        try await database.append { connection in
            try connection.run(
                """
                UPDATE delivery SET at = ?1, due_at = CASE WHEN state = 'queued' AND reason = '' THEN ?1
                    ELSE min(due_at, ?1 + due_at - at) END
                WHERE at > ?1 AND state IN ('queued', 'sending')
                """, [.at(now)])
            _ = try connection.run(
                """
                UPDATE notice SET told_at = min(told_at, ?1), next_at = CASE
                    WHEN told_at IS NULL THEN min(next_at, ?1 + next_at - made_at)
                    WHEN EXISTS (SELECT 1 FROM delivery d WHERE d.notice_id = notice.id) THEN min(next_at, ?1 + next_at - told_at)
                    ELSE ?1 END
                WHERE next_at > ?1 AND ended_at IS NULL AND coalesce(told_at, made_at) > ?1
                """, [.at(now)])
        }
    }
}
