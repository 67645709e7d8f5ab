import Database
import Domain

/// Conversations: which there are, who may do what there, how far each has read.
package struct ChatStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    static let columns = """
        c.id, c.trip_id, c.kind, c.event_id, c.group_id, c.first_id, c.second_id, c.slow_seconds, c.newcomer_minutes, c.read_only_until,
        c.read_only_reason
        """
    static let columnCount: Int32 = 11

    static func conversation(_ row: Row) -> Conversation {
        Conversation(
            id: row.id(0), tripID: row.id(1), kind: .init(rawValue: row.text(2)) ?? .direct, eventID: row.optionalID(3),
            groupID: row.optionalID(4), pair: [row.optionalID(5), row.optionalID(6)].compactMap(\.self), slowSeconds: row.int(7),
            newcomerMinutes: row.int(8), readOnlyUntil: row.optionalAt(9), readOnlyReason: row.text(10))
    }

    // MARK: rights

    /// Nil for a conversation that is not on the trip.
    package func permissions(_ id: ID, trip: ID, member: ID, isStaff: Bool) throws -> ChatPermissions? {
        let (readable, belonging) = (ChatRights.readable(by: member, isStaff: isStaff), ChatRights.belonging(member))
        return try database.read { connection in
            let restrictions = try ChatStore.restrictions(of: member, on: connection)
            return try connection.one(
                """
                SELECT \(ChatStore.columns), \(readable.sql), \(belonging.sql),
                    EXISTS (SELECT 1 FROM chat_block b WHERE (b.member_id = c.first_id AND b.blocked_id = c.second_id)
                        OR (b.member_id = c.second_id AND b.blocked_id = c.first_id)),
                    (SELECT direct_chat FROM trip WHERE id = c.trip_id), w.created_at, trim(w.first_name || ' ' || w.last_name), w.photo_id
                FROM conversation c JOIN member w ON w.id = ? WHERE c.id = ? AND c.trip_id = ?
                """, readable.values + belonging.values + [.id(member), .id(id), .id(trip)]
            ) { row in
                let next = ChatStore.columnCount
                return ChatPermissions(
                    conversation: ChatStore.conversation(row), isStaff: isStaff, mayRead: row.boolean(next), belongs: row.boolean(next + 1),
                    restrictions: restrictions, isBlocked: row.boolean(next + 2), isDirectAllowed: row.boolean(next + 3),
                    joinedAt: row.at(next + 4), name: row.text(next + 5), photo: row.optionalID(next + 6))
            }
        }
    }

    private static func restrictions(of member: ID, on connection: Connection) throws -> [Restriction] {
        try connection.all(
            "SELECT kind, reason, ends_at FROM restriction WHERE member_id = ? AND lifted_at IS NULL ORDER BY ends_at NULLS FIRST",
            [.id(member)]
        ) { Restriction(kind: .init(rawValue: $0.text(0)) ?? .mute, reason: $0.text(1), endsAt: $0.at(2)) }
    }

    /// Everybody who reads it now; nil for all of the trip's members.
    package func audience(_ conversation: Conversation) throws -> Set<ID>? {
        switch conversation.kind {
        case .trip: return nil
        case .direct: return Set(conversation.pair)
        case .event, .group:
            return try database.read { connection in
                let isListed = try connection.one(
                    "SELECT \(ChatRights.isListed) FROM conversation c WHERE c.id = ?", [.id(conversation.id)]
                ) { $0.boolean(0) }
                guard isListed == true else { return [] }
                return Set(
                    try connection.all(
                        """
                        SELECT id FROM member WHERE trip_id = ? AND role <> 'traveller'
                        UNION SELECT member_id FROM invitation WHERE event_id = ?
                        UNION SELECT created_by FROM event WHERE id = ? AND created_by IS NOT NULL
                        UNION SELECT member_id FROM member_of_group WHERE group_id = ?
                        EXCEPT SELECT id FROM member WHERE deleted_at IS NOT NULL
                        """,
                        [.id(conversation.tripID), .id(conversation.eventID), .id(conversation.eventID), .id(conversation.groupID)]
                    ) { $0.id(0) })
            }
        }
    }

    // MARK: the list

    /// What the member reads, without order.
    package func list(trip: ID, member: ID, isStaff: Bool) throws -> [ConversationLine] {
        let readable = ChatRights.readable(by: member, isStaff: isStaff)
        return try database.read { connection in
            try connection.all(
                """
                SELECT \(ChatStore.columns),
                    coalesce(v.title, g.name, trim(o.first_name || ' ' || o.last_name), ''), o.photo_id, v.starts_at, v.ends_at,
                    coalesce(a.first_name, ''), coalesce(m.text, ''), m.state, m.sent_at,
                    (SELECT count(*) FROM (SELECT 1 FROM message u WHERE u.conversation_id = c.id AND u.state = 'visible'
                        AND u.member_id <> ? AND u.number > coalesce(p.number, 0) LIMIT 100) unread),
                    EXISTS (SELECT 1 FROM mention t JOIN message u ON u.number = t.number WHERE t.member_id = ?
                        AND u.conversation_id = c.id AND u.state = 'visible' AND u.number > coalesce(p.number, 0)
                        AND NOT EXISTS (SELECT 1 FROM chat_block b WHERE b.member_id = t.member_id AND b.blocked_id = u.member_id)),
                    v.state IS NOT DISTINCT FROM 'cancelled'
                FROM conversation c
                LEFT JOIN event v ON v.id = c.event_id
                LEFT JOIN member_group g ON g.id = c.group_id
                LEFT JOIN member o ON o.id = CASE WHEN c.first_id = ? THEN c.second_id ELSE c.first_id END
                LEFT JOIN read_position p ON p.conversation_id = c.id AND p.member_id = ?
                LEFT JOIN message m ON m.number = (SELECT max(n.number) FROM message n
                    WHERE n.conversation_id = c.id AND n.state IN ('visible', 'removed', 'deleted')
                        AND NOT EXISTS (SELECT 1 FROM chat_block b WHERE b.member_id = ? AND b.blocked_id = n.member_id))
                LEFT JOIN member a ON a.id = m.member_id
                WHERE c.trip_id = ? AND \(readable.sql)
                """, Array(repeating: .id(member), count: 5) + [.id(trip)] + readable.values
            ) { row in
                let next = ChatStore.columnCount
                return ConversationLine(
                    conversation: ChatStore.conversation(row), title: row.text(next), photo: row.optionalID(next + 1),
                    startsAt: row.optionalAt(next + 2), endsAt: row.optionalAt(next + 3), lastAuthor: row.text(next + 4),
                    lastText: row.text(next + 5), lastState: row.isNull(next + 6) ? nil : .init(rawValue: row.text(next + 6)),
                    lastAt: row.optionalAt(next + 7), unread: row.int(next + 8),
                    namesReader: row.boolean(next + 9), isCancelled: row.boolean(next + 10))
            }
        }
    }

    package func line(_ id: ID, member: ID) throws -> ConversationLine? {
        try database.read { connection in
            try connection.one(
                """
                SELECT \(ChatStore.columns),
                    coalesce(v.title, g.name, trim(o.first_name || ' ' || o.last_name), ''), o.photo_id, v.starts_at, v.ends_at,
                    coalesce(v.meeting_point, ''), v.state IS NOT DISTINCT FROM 'cancelled'
                FROM conversation c
                LEFT JOIN event v ON v.id = c.event_id
                LEFT JOIN member_group g ON g.id = c.group_id
                LEFT JOIN member o ON o.id = CASE WHEN c.first_id = ? THEN c.second_id ELSE c.first_id END
                WHERE c.id = ?
                """, [.id(member), .id(id)]
            ) { row in
                let next = ChatStore.columnCount
                return ConversationLine(
                    conversation: ChatStore.conversation(row), title: row.text(next), photo: row.optionalID(next + 1),
                    startsAt: row.optionalAt(next + 2), endsAt: row.optionalAt(next + 3), lastAuthor: "", lastText: "", lastState: nil,
                    lastAt: nil, unread: 0, meetingPoint: row.text(next + 4), isCancelled: row.boolean(next + 5))
            }
        }
    }

    package func title(_ id: ID) throws -> String {
        try database.read {
            try $0.one(
                """
                SELECT coalesce(v.title, g.name, '') FROM conversation c LEFT JOIN event v ON v.id = c.event_id
                LEFT JOIN member_group g ON g.id = c.group_id WHERE c.id = ?
                """, [.id(id)]
            ) { $0.text(0) } ?? ""
        }
    }

    package func find(_ id: ID, trip: ID) throws -> Conversation? {
        try database.read {
            try $0.one(
                "SELECT \(ChatStore.columns) FROM conversation c WHERE c.id = ? AND c.trip_id = ?", [.id(id), .id(trip)],
                ChatStore.conversation)
        }
    }

    /// Who does not want to read an author.
    package func blockers(of author: ID) throws -> Set<ID> {
        try database.read { Set(try $0.all("SELECT member_id FROM chat_block WHERE blocked_id = ?", [.id(author)]) { $0.id(0) }) }
    }

    // MARK: reading positions

    package func readPosition(_ conversation: ID, member: ID) throws -> Int {
        try database.read {
            try $0.one(
                "SELECT number FROM read_position WHERE conversation_id = ? AND member_id = ?", [.id(conversation), .id(member)]
            ) { $0.int(0) } ?? 0
        }
    }

    /// Never goes back. Notices of the conversation are read with it.
    package func setReadPosition(_ number: Int, conversation: ID, member: ID, at now: Instant) async throws {
        try await database.append { connection in
            try NoticeStore.markRead(about: conversation, by: member, at: now, on: connection)
            try connection.run(
                """
                INSERT INTO read_position (conversation_id, member_id, number) VALUES (?, ?, ?)
                ON CONFLICT (conversation_id, member_id) DO UPDATE SET number = max(read_position.number, excluded.number)
                """, [.id(conversation), .id(member), Value(number)])
        }
    }

    // MARK: settings and blocks

    package func setRules(
        of conversation: Conversation, slowSeconds: Int, newcomerMinutes: Int, readOnly: (until: Instant, reason: String)?, name: String,
        by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE conversation SET slow_seconds = ?, newcomer_minutes = ?, read_only_until = ?, read_only_reason = ? WHERE id = ?",
                [
                    Value(slowSeconds), Value(newcomerMinutes), .at(readOnly?.until), .text(readOnly?.reason ?? ""), .id(conversation.id),
                ])
            let changes = [
                AuditChange(field: "slow_seconds", from: String(conversation.slowSeconds), to: String(slowSeconds)),
                AuditChange(field: "newcomer_minutes", from: String(conversation.newcomerMinutes), to: String(newcomerMinutes)),
                AuditChange(
                    field: "read_only_until", from: conversation.readOnlyUntil?.iso8601 ?? "", to: readOnly?.until.iso8601 ?? ""),
            ].filter { $0.from != $0.to }
            try AuditStore.append(
                "chat rules set", subject: .init(id: conversation.id, name: name), trip: conversation.tripID, changes: changes, by: author,
                at: now, on: connection)
            connection.note(.permissions(in: conversation.id, conversation.tripID))
        }
    }

    package func setBlocked(_ isBlocked: Bool, _ other: ID, by member: ID, at now: Instant) async throws {
        try await database.change { connection in
            _ =
                isBlocked
                ? try connection.run(
                    "INSERT INTO chat_block (member_id, blocked_id, made_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    [.id(member), .id(other), .at(now)])
                : try connection.run("DELETE FROM chat_block WHERE member_id = ? AND blocked_id = ?", [.id(member), .id(other)])
        }
    }

    package func blocked(by member: ID) throws -> Set<ID> {
        try database.read { Set(try $0.all("SELECT blocked_id FROM chat_block WHERE member_id = ?", [.id(member)]) { $0.id(0) }) }
    }
}
