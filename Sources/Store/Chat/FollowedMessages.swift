import Database
import Domain

/// Messages in conversations that somebody follows: each follower is told once for what came in a while, as of mentions.
enum FollowedMessages {
    /// So long nobody is told again of a conversation whose last notice they have not read.
    static let pause = Duration.minutes(15)
    /// What came in a pause is told after it: longer than the pause, and than whoever reads along is waited for.
    static let lookBack = Duration.minutes(30)

    struct Found {
        var told: [UnreadMessages] = []
        /// Who follows what they may no longer read.
        var lost: [(conversation: ID, member: ID)] = []
    }

    /// SQL: of a message `x` and a follower `f`. Mentions are told as such.
    private static let isNews = """
        x.conversation_id = f.conversation_id AND x.number > f.seen AND x.sent_at <= ?2 AND x.sent_at >= f.since AND x.state = 'visible'
            AND x.member_id <> f.member_id
            AND NOT EXISTS (SELECT 1 FROM chat_block b WHERE b.member_id = f.member_id AND b.blocked_id = x.member_id)
            AND NOT EXISTS (SELECT 1 FROM mention t WHERE t.member_id = f.member_id AND t.number = x.number)
        """

    /// SQL: every follower of a conversation who has not read or been told of what was written lately. Somebody in the bin may come back,
    /// and so may an event or a group.
    private static let followers = """
        SELECT f.conversation_id, f.member_id, m.trip_id, f.since, m.account_id IS NOT NULL AS is_reached,
            max(?1, max(coalesce(p.number, 0), coalesce(t.number, 0))) AS seen,
            m.deleted_at IS NULL AND \(ChatRights.isListed) AS is_there,
            m.status NOT IN ('cancelled', 'left')
                AND \(ChatRights.readable(by: "m.id", isStaff: CoHostStore.isStaff.replacing("?", with: "?3"))) IS TRUE AS may_read
        FROM news n JOIN conversation c ON c.id = n.id JOIN follow f ON f.conversation_id = c.id
        JOIN member m ON m.id = f.member_id
        LEFT JOIN read_position p ON p.conversation_id = f.conversation_id AND p.member_id = f.member_id
        LEFT JOIN message_told t ON t.conversation_id = f.conversation_id AND t.member_id = f.member_id
        WHERE n.number > max(?1, max(coalesce(p.number, 0), coalesce(t.number, 0)))
        """

    /// SQL: the last message is looked up from the end, and only some are counted, so that the time depends on the followers and not on
    /// how much was written.
    private static let sql = """
        WITH news AS MATERIALIZED (
            SELECT c.id, (SELECT x.number FROM message x WHERE x.conversation_id = c.id AND x.number > ?1 AND x.sent_at <= ?2
                ORDER BY x.number DESC LIMIT 1) AS number
            FROM conversation c WHERE EXISTS (SELECT 1 FROM follow f WHERE f.conversation_id = c.id)
        ), follower AS MATERIALIZED (
            \(followers)
        ), found AS MATERIALIZED (
            SELECT f.*, CASE WHEN f.may_read AND f.is_there AND f.is_reached AND NOT EXISTS (SELECT 1 FROM notice o
                WHERE o.member_id = f.member_id AND o.made_at > ?4 AND o.subject_id = f.conversation_id AND o.read_at IS NULL)
                THEN (SELECT x.number FROM message x WHERE \(isNews) ORDER BY x.number DESC LIMIT 1) END AS number
            FROM follower f
        )
        SELECT f.member_id, f.trip_id, f.conversation_id, f.number,
            (SELECT count(*) FROM (SELECT 1 FROM message x WHERE \(isNews) LIMIT \(UnreadMessages.countLimit + 1)) counted),
            trim(a.first_name || ' ' || a.last_name), coalesce(v.title, g.name, '')
        FROM found f JOIN conversation c ON c.id = f.conversation_id
        LEFT JOIN message last ON last.number = f.number LEFT JOIN member a ON a.id = last.member_id
        LEFT JOIN event v ON v.id = c.event_id LEFT JOIN member_group g ON g.id = c.group_id
        WHERE f.number IS NOT NULL OR (f.is_there AND NOT f.may_read)
        """

    /// - Parameter number: messages up to it are not looked at.
    static func find(after number: Int, before time: Instant, at now: Instant, on connection: Connection) throws -> Found {
        var found = Found()
        try connection.each(sql, [Value(number), .at(time), .at(now), .at(now - pause)]) { row in
            guard !row.isNull(3) else { return found.lost.append((row.id(2), row.id(0))) }
            found.told.append(
                UnreadMessages(
                    member: row.id(0), trip: row.id(1), conversation: row.id(2), number: row.int(3), count: row.int(4), author: row.text(5),
                    reason: .followed(room: row.text(6))))
        }
        return found
    }

    static func end(_ lost: [(conversation: ID, member: ID)], on connection: Connection) throws {
        for follow in lost {
            try connection.run(
                "DELETE FROM follow WHERE conversation_id = ? AND member_id = ?", [.id(follow.conversation), .id(follow.member)])
        }
    }
}
