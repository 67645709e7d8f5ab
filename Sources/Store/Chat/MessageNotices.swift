import Database
import Domain

/// Direct messages and mentions that nobody has read for a while become notices, bundled by conversation.
package struct MessageNotices: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private struct Unread {
        let member: ID
        let trip: ID
        let conversation: ID
        let number: Int
        let count: Int
        let author: String
        let isDirect: Bool
    }

    /// SQL: the reader of a message that is for them: written to them alone, or naming them.
    private static let addressed = """
        SELECT m.number, m.conversation_id, m.member_id AS author_id,
            CASE WHEN c.first_id = m.member_id THEN c.second_id ELSE c.first_id END AS reader_id, 1 AS is_direct
        FROM message m JOIN conversation c ON c.id = m.conversation_id
        WHERE m.number > ?1 AND m.sent_at <= ?2 AND m.state = 'visible' AND c.kind = 'direct'
        UNION ALL
        SELECT m.number, m.conversation_id, m.member_id, t.member_id, 0
        FROM message m JOIN mention t ON t.number = m.number JOIN conversation c ON c.id = m.conversation_id
        WHERE m.number > ?1 AND m.sent_at <= ?2 AND m.state = 'visible' AND c.kind <> 'direct' AND t.member_id <> m.member_id
        """

    /// The newest message that is that old; 0 for none.
    package func newest(before time: Instant) throws -> Int {
        try database.read { connection in
            // From the end: times have no index, and the newest messages are few.
            try connection.one("SELECT number FROM message WHERE sent_at < ? ORDER BY number DESC LIMIT 1", [.at(time)]) { $0.int(0) } ?? 0
        }
    }

    /// Writes the notices that are due.
    /// - Parameters:
    ///   - number: messages up to it were looked at before.
    ///   - time: younger messages may still be read, and more may follow them.
    /// - Returns: the accounts that are told, and up to which message this has looked.
    package func tell(after number: Int, before time: Instant, at now: Instant) async throws -> Int {
        let upTo = try newest(before: time)
        guard upTo > number, try !unread(after: number, before: time).isEmpty else { return max(upTo, number) }
        try await database.append { connection in
            let found = try MessageNotices.unread(after: number, before: time, connection)
            try NoticeStore.add(found.map { MessageNotices.notice($0, now) }, at: now, on: connection)
            for unread in found {
                try connection.run(
                    """
                    INSERT INTO message_told (conversation_id, member_id, number) VALUES (?, ?, ?)
                    ON CONFLICT (conversation_id, member_id) DO UPDATE SET number = max(number, excluded.number)
                    """, [.id(unread.conversation), .id(unread.member), Value(unread.number)])
            }
        }
        return upTo
    }

    private func unread(after number: Int, before time: Instant) throws -> [Unread] {
        try database.read { try MessageNotices.unread(after: number, before: time, $0) }
    }

    /// Not of who was told of them, has read them, blocks their author, or cannot sign in.
    private static func unread(after number: Int, before time: Instant, _ connection: Connection) throws -> [Unread] {
        try connection.all(
            """
            SELECT x.reader_id, r.trip_id, x.conversation_id, max(x.number), count(*),
                trim(a.first_name || ' ' || a.last_name), max(x.is_direct)
            FROM (\(addressed)) x JOIN member r ON r.id = x.reader_id
            JOIN message last ON last.number = x.number JOIN member a ON a.id = last.member_id
            WHERE r.account_id IS NOT NULL AND r.status NOT IN ('cancelled', 'left') AND r.deleted_at IS NULL
                AND x.number > coalesce((SELECT p.number FROM read_position p
                    WHERE p.conversation_id = x.conversation_id AND p.member_id = x.reader_id), 0)
                AND x.number > coalesce((SELECT t.number FROM message_told t
                    WHERE t.conversation_id = x.conversation_id AND t.member_id = x.reader_id), 0)
                AND NOT EXISTS (SELECT 1 FROM chat_block b WHERE b.member_id = x.reader_id AND b.blocked_id = x.author_id)
            GROUP BY x.reader_id, x.conversation_id
            """, [Value(number), .at(time)]
        ) {
            Unread(
                member: $0.id(0), trip: $0.id(1), conversation: $0.id(2), number: $0.int(3), count: $0.int(4), author: $0.text(5),
                isDirect: $0.boolean(6))
        }
    }

    /// Without what was written: that may be changed, deleted or removed by moderators, and a notice would keep it.
    private static func notice(_ unread: Unread, _ now: Instant) -> NewNotice {
        let single =
            unread.isDirect ? Texts.said("\(unread.author) wrote to you") : Texts.said("\(unread.author) mentioned you")
        let many = Texts.said("\(counted(unread.count, "new message")), last from \(unread.author)")
        return NewNotice(
            person: .member(unread.member, trip: unread.trip), kind: unread.isDirect ? .message : .mention, subject: unread.conversation,
            urgency: .normal, topic: "conversation:\(unread.conversation)", title: unread.count == 1 ? single : many,
            text: "", expiresAt: now + .hours(24))
    }
}
