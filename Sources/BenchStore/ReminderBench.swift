import Database
import Domain

/// Two guests of one event who are alike but for what reaches them.
extension BenchQueries {
    package struct Guests: Sendable {
        package let event: ID
        package let trip: ID
        /// Whoever has joined gets a notice.
        package let joined: ID
        /// Has opened the personal link and has no inbox.
        package let linked: ID
    }

    /// Takes two who come to the event with the most guests; nil if nobody does.
    package func prepareGuests() async throws -> Guests? {
        try await database.write { connection in
            let found = try connection.all(
                """
                SELECT i.event_id, e.trip_id, i.member_id
                FROM invitation i JOIN event e ON e.id = i.event_id JOIN member m ON m.id = i.member_id
                WHERE i.rsvp = 'going' AND i.revoked_at IS NULL AND e.state = 'published' AND m.status NOT IN ('cancelled', 'left')
                    AND i.event_id = (SELECT event_id FROM invitation WHERE rsvp = 'going' GROUP BY event_id ORDER BY count(*) DESC LIMIT 1)
                ORDER BY m.account_id IS NULL LIMIT 2
                """
            ) { row in (0..<3).compactMap { ID(bytes: row.blob($0)) } }
            guard found.count == 2, found.allSatisfy({ $0.count == 3 }) else { return nil }
            let (first, last) = (found[0][2], found[1][2])
            try connection.run(
                "UPDATE member SET account_id = coalesce(account_id, (SELECT id FROM account LIMIT 1)) WHERE id = ?", [.blob(first.bytes)])
            try connection.run("UPDATE member SET account_id = NULL WHERE id = ?", [.blob(last.bytes)])
            try connection.run(
                "UPDATE invitation SET opened_at = 1 WHERE event_id = ? AND member_id = ?", [.blob(found[0][0].bytes), .blob(last.bytes)])
            return Guests(event: found[0][0], trip: found[0][1], joined: first, linked: last)
        }
    }

    package func noticeCount() throws -> Int {
        try database.read { try $0.one("SELECT count(*) FROM notice") { $0.int(0) } ?? 0 }
    }
}
