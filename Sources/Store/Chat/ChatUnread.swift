import Database
import Domain

/// What waits unread for a member.
extension ChatStore {
    /// Unread messages that are meant for the member: those that name them, and those that are written to them alone.
    package func forMe(_ member: ID, isStaff: Bool) throws -> Int {
        let readable = ChatRights.readable(by: member, isStaff: isStaff)
        return try database.read { connection in
            try connection.one(
                """
                SELECT (SELECT count(*) FROM (SELECT 1 FROM mention t JOIN message m ON m.number = t.number
                        JOIN conversation c ON c.id = m.conversation_id
                        LEFT JOIN read_position p ON p.conversation_id = c.id AND p.member_id = t.member_id
                        WHERE t.member_id = ? AND m.state = 'visible' AND m.member_id <> t.member_id AND c.kind <> 'direct'
                            AND m.number > coalesce(p.number, 0) AND NOT EXISTS (SELECT 1 FROM chat_block b
                                WHERE b.member_id = t.member_id AND b.blocked_id = m.member_id) AND \(readable.sql) LIMIT 100) named)
                    + (SELECT count(*) FROM (SELECT 1 FROM conversation c JOIN message m ON m.conversation_id = c.id
                        LEFT JOIN read_position p ON p.conversation_id = c.id AND p.member_id = ?
                        WHERE (c.first_id = ? OR c.second_id = ?) AND m.state = 'visible' AND m.member_id <> ?
                            AND m.number > coalesce(p.number, 0) LIMIT 100) direct)
                """, [.id(member)] + readable.values + Array(repeating: .id(member), count: 4)
            ) { $0.int(0) } ?? 0
        }
    }

    /// Whether others wrote something in a conversation of the trip that the member has not read.
    package func hasNews(_ member: ID, trip: ID, isStaff: Bool) throws -> Bool {
        let readable = ChatRights.readable(by: member, isStaff: isStaff)
        return try database.read { connection in
            try connection.one(
                """
                SELECT EXISTS (SELECT 1 FROM conversation c LEFT JOIN read_position p ON p.conversation_id = c.id AND p.member_id = ?
                    WHERE c.trip_id = ? AND \(readable.sql) AND EXISTS (SELECT 1 FROM message m WHERE m.conversation_id = c.id
                        AND m.number > coalesce(p.number, 0) AND m.state = 'visible' AND m.member_id <> ?))
                """, [.id(member), .id(trip)] + readable.values + [.id(member)]
            ) { $0.boolean(0) } ?? false
        }
    }
}
