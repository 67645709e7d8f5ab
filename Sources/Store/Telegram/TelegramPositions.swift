import Database
import Domain

/// Live locations that people share with the bot: each is a tracker while it lasts.
package struct TelegramPositions: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// A live location and its tracker.
    package struct Position: Sendable, Equatable {
        package let chat: Int
        package let message: Int
        package let tracker: ID
        package let token: String
        package let trip: ID
        package let isEnded: Bool
        package let endsAt: Instant
    }

    private static let columns = """
        SELECT p.chat, p.message, p.tracker_id, t.token, m.trip_id, p.ended_at IS NOT NULL OR t.revoked_at IS NOT NULL,
            p.ends_at
        FROM telegram_position p JOIN tracker t ON t.id = p.tracker_id JOIN member m ON m.id = t.member_id
        """

    private static func read(_ row: Row) -> Position {
        Position(
            chat: row.int(0), message: row.int(1), tracker: row.id(2), token: row.text(3), trip: row.id(4), isEnded: row.boolean(5),
            endsAt: row.at(6))
    }

    package func find(chat: Int, message: Int) throws -> Position? {
        try database.read {
            try $0.one(
                "\(TelegramPositions.columns) WHERE p.chat = ? AND p.message = ?", [Value(chat), Value(message)], TelegramPositions.read)
        }
    }

    package func add(chat: Int, message: Int, tracker: ID, until end: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "INSERT INTO telegram_position (chat, message, tracker_id, ends_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [Value(chat), Value(message), .id(tracker), .at(end)])
        }
    }

    /// People may share for longer, or for less long, while they share.
    package func extend(_ position: Position, until end: Instant) async throws {
        guard end != position.endsAt else { return }
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE telegram_position SET ends_at = ? WHERE chat = ? AND message = ? AND ended_at IS NULL",
                [.at(end), Value(position.chat), Value(position.message)])
        }
    }

    /// They stay known for a while, so that an edit that comes late begins nothing.
    package func end(_ position: Position, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE telegram_position SET ended_at = ? WHERE chat = ? AND message = ? AND ended_at IS NULL",
                [.at(now), Value(position.chat), Value(position.message)])
        }
    }

    /// Those that go on although their time is over, or whose chat has ended: Telegram says nothing then.
    package func overdue(at now: Instant) throws -> [Position] {
        try database.read {
            try $0.all(
                "\(TelegramPositions.columns) WHERE t.revoked_at IS NULL AND (p.ended_at IS NOT NULL OR p.ends_at < ?) LIMIT 100",
                [.at(now)], TelegramPositions.read)
        }
    }
}
