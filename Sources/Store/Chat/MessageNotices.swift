import Database
import Domain

/// What somebody has not read of a conversation and is told of.
struct UnreadMessages {
    enum Reason { case direct, mention, followed(room: String) }
    /// Of a followed conversation no more are counted.
    static let countLimit = 20
    let member: ID
    let trip: ID
    let conversation: ID
    /// Of the last one.
    private(set) var number: Int
    private(set) var count: Int
    /// Of the last one.
    private(set) var author: String
    let reason: Reason

    init(member: ID, trip: ID, conversation: ID, number: Int, count: Int, author: String, reason: Reason) {
        (self.member, self.trip, self.conversation, self.number) = (member, trip, conversation, number)
        (self.count, self.author, self.reason) = (count, author, reason)
    }

    var key: [ID] { [member, conversation] }

    /// One notice tells both.
    func joined(_ other: UnreadMessages) -> UnreadMessages {
        var joined = self
        joined.count += other.count
        if other.number > number { (joined.number, joined.author) = (other.number, other.author) }
        return joined
    }
}

/// Direct messages, mentions and what is written in followed conversations, if nobody has read it for a while, become notices, bundled by
/// conversation.
package struct MessageNotices: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Between which messages this looks.
    private struct Span {
        let after: Int
        let followedAfter: Int
        let before: Instant
        let now: Instant
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
        let upTo = try last(after: number, before: time)
        let followedAfter = min(number, try newest(before: time - FollowedMessages.lookBack))
        let span = Span(after: number, followedAfter: followedAfter, before: time, now: now)
        guard upTo > followedAfter, try isAnything(in: span) else { return max(upTo, number) }
        try await database.append { connection in
            let followed = try MessageNotices.followed(span, connection)
            let found = MessageNotices.bundled(try MessageNotices.addressed(span, connection), followed.told)
            try FollowedMessages.end(followed.lost, on: connection)
            try NoticeStore.add(found.map { MessageNotices.notice($0, now) }, at: now, on: connection)
            for unread in found {
                try connection.run(
                    """
                    INSERT INTO message_told (conversation_id, member_id, number) VALUES (?, ?, ?)
                    ON CONFLICT (conversation_id, member_id) DO UPDATE SET number = max(message_told.number, excluded.number)
                    """, [.id(unread.conversation), .id(unread.member), Value(unread.number)])
            }
        }
        return max(upTo, number)
    }

    /// The last message before the first younger one: nodes have clocks of their own, and an older message may follow a younger one.
    private func last(after number: Int, before time: Instant) throws -> Int {
        try database.read { connection in
            try connection.one(
                """
                SELECT coalesce((SELECT min(number) - 1 FROM message WHERE number > ? AND sent_at > ?), (SELECT max(number) FROM message), 0)
                """, [Value(number), .at(time)]
            ) { $0.int(0) } ?? 0
        }
    }

    private func isAnything(in span: Span) throws -> Bool {
        try database.read { connection in
            if try !MessageNotices.addressed(span, connection).isEmpty { return true }
            let followed = try MessageNotices.followed(span, connection)
            return !followed.told.isEmpty || !followed.lost.isEmpty
        }
    }

    private static func followed(_ span: Span, _ connection: Connection) throws -> FollowedMessages.Found {
        try FollowedMessages.find(after: span.followedAfter, before: span.before, at: span.now, on: connection)
    }

    /// Not of who was told of them, has read them, blocks their author, or cannot sign in.
    private static func addressed(_ span: Span, _ connection: Connection) throws -> [UnreadMessages] {
        try connection.all(
            """
            SELECT g.reader_id, g.trip_id, g.conversation_id, g.number, g.count, trim(a.first_name || ' ' || a.last_name), g.is_direct
            FROM (SELECT x.reader_id, r.trip_id, x.conversation_id, max(x.number) AS number, count(*) AS count, x.is_direct
                FROM (\(addressed)) x JOIN member r ON r.id = x.reader_id
                WHERE r.account_id IS NOT NULL AND r.status NOT IN ('cancelled', 'left') AND r.deleted_at IS NULL
                    AND x.number > coalesce((SELECT p.number FROM read_position p
                        WHERE p.conversation_id = x.conversation_id AND p.member_id = x.reader_id), 0)
                    AND x.number > coalesce((SELECT t.number FROM message_told t
                        WHERE t.conversation_id = x.conversation_id AND t.member_id = x.reader_id), 0)
                    AND NOT EXISTS (SELECT 1 FROM chat_block b WHERE b.member_id = x.reader_id AND b.blocked_id = x.author_id)
                GROUP BY x.reader_id, r.trip_id, x.conversation_id, x.is_direct) g
            JOIN message last ON last.number = g.number JOIN member a ON a.id = last.member_id
            """, [Value(span.after), .at(span.before)]
        ) {
            UnreadMessages(
                member: $0.id(0), trip: $0.id(1), conversation: $0.id(2), number: $0.int(3), count: $0.int(4), author: $0.text(5),
                reason: $0.boolean(6) ? .direct : .mention)
        }
    }

    /// Whoever is named in a conversation that they follow hears of it once.
    private static func bundled(_ addressed: [UnreadMessages], _ followed: [UnreadMessages]) -> [UnreadMessages] {
        var left = Dictionary(grouping: followed, by: \.key)
        let joined = addressed.map { unread in left.removeValue(forKey: unread.key)?.first.map(unread.joined) ?? unread }
        return joined + followed.filter { left[$0.key] != nil }
    }

    /// Without what was written: that may be changed, deleted or removed by moderators, and a notice would keep it.
    private static func notice(_ unread: UnreadMessages, _ now: Instant) -> NewNotice {
        let kind: NoticeKind =
            switch unread.reason {
            case .direct: .message
            case .mention: .mention
            case .followed: .followed
            }
        return NewNotice(
            person: .member(unread.member, trip: unread.trip), kind: kind, subject: unread.conversation, urgency: .normal,
            topic: "conversation:\(unread.conversation)", title: title(unread), text: "", expiresAt: now + .hours(24))
    }

    private static func title(_ unread: UnreadMessages) -> String {
        let (author, isOne, limit) = (unread.author, unread.count == 1, UnreadMessages.countLimit)
        let isCounted = if case .direct = unread.reason { true } else { unread.count <= limit }
        let many =
            isCounted ? counted(unread.count, "new message") : Texts.said("More than \(counted(limit, "new message"))")
        switch unread.reason {
        case .direct where isOne: return Texts.said("\(author) wrote to you")
        case .mention where isOne: return Texts.said("\(author) mentioned you")
        case .direct, .mention: return Texts.said("\(many), last from \(author)")
        case .followed(let room) where room.isEmpty:
            if isOne { return Texts.said("\(author) wrote in the trip’s chat") }
            return Texts.said("\(many) in the trip’s chat, last from \(author)")
        case .followed(let room):
            return isOne ? Texts.said("\(author) wrote in \(room)") : Texts.said("\(many) in \(room), last from \(author)")
        }
    }
}
