import Database
import Domain

/// Signs under messages, and messages at the top of their conversation.
extension MessageStore {
    // MARK: reactions

    /// A sign is there once for a member, or not at all. Only a visible message takes one.
    /// - Throws: too many, by the member's pace.
    package func setReaction(
        _ reaction: Reaction, isOn: Bool, to number: Int, by member: ID, pace: Pace? = nil, at now: Instant
    ) async throws {
        try await database.append { connection in
            try pace?.take(at: now, on: connection)
            let count =
                isOn
                ? try connection.run(
                    """
                    INSERT INTO reaction (number, sign, member_id, made_at)
                    SELECT number, ?, ?, ? FROM message WHERE number = ? AND state = 'visible' ON CONFLICT DO NOTHING
                    """, [.text(reaction.rawValue), .id(member), .at(now), Value(number)])
                : try connection.run(
                    "DELETE FROM reaction WHERE number = ? AND sign = ? AND member_id = ?",
                    [Value(number), .text(reaction.rawValue), .id(member)])
            if count > 0 { try MessageStore.note(.reacted, of: number, [member], on: connection) }
        }
    }

    /// Of messages whose numbers are in the range.
    static func reactions(_ first: Int, _ last: Int, reader: ID?, on connection: Connection) throws -> [Int: [ReactionCount]] {
        var found: [Int: [ReactionCount]] = [:]
        try connection.each(
            """
            SELECT r.number, r.sign, count(*), count(*) FILTER (WHERE r.member_id = ?) > 0,
                (SELECT group_concat(n.name, '\n') FROM (
                    SELECT trim(a.first_name || ' ' || a.last_name) AS name FROM reaction o JOIN member a ON a.id = o.member_id
                    WHERE o.number = r.number AND o.sign = r.sign ORDER BY o.made_at, o.member_id LIMIT ?) n)
            FROM reaction r WHERE r.number BETWEEN ? AND ? GROUP BY r.number, r.sign
            """, [.id(reader), Value(ReactionCount.namesSaid), Value(first), Value(last)]
        ) { row in
            guard let reaction = Reaction(rawValue: row.text(1)) else { return }
            found[row.int(0), default: []].append(
                ReactionCount(
                    reaction, count: row.int(2), names: row.text(4).split(separator: "\n").map(String.init), isOfReader: row.boolean(3)))
        }
        return found.mapValues { counts in Reaction.allCases.compactMap { one in counts.first { $0.reaction == one } } }
    }

    /// Everybody who put a sign under the message, by name.
    package func reactors(of number: Int) throws -> [(reaction: Reaction, name: String)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT r.sign, trim(a.first_name || ' ' || a.last_name) FROM reaction r JOIN member a ON a.id = r.member_id
                WHERE r.number = ? ORDER BY r.made_at, r.member_id LIMIT 600
                """, [Value(number)]
            ) { (reaction: Reaction(rawValue: $0.text(0)) ?? .like, name: $0.text(1)) }
        }
    }

    // MARK: pinned messages

    /// The last pinned first; what is no longer visible is not among them.
    package func pinned(in conversation: ID) throws -> [ChatMessage] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(MessageStore.columns) FROM pinned_message p CROSS JOIN \(MessageStore.tables)
                WHERE p.conversation_id = ? AND m.number = p.number AND m.state = 'visible' ORDER BY p.pinned_at DESC LIMIT ?
                """, [.id(conversation), Value(ChatMessage.pinLimit)], MessageStore.message)
        }
    }

    /// - Parameter place: of the conversation, in words, for the trail.
    /// - Throws: conflict where the most that may be pinned are.
    package func setPinned(
        _ isPinned: Bool, _ number: Int, in conversation: Conversation, place: String, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            try connection.run(
                """
                DELETE FROM pinned_message WHERE conversation_id = ? AND (? = number AND ? = 0 OR EXISTS (
                    SELECT 1 FROM message m WHERE m.number = pinned_message.number AND m.state <> 'visible'))
                """, [.id(conversation.id), Value(number), Value(isPinned)])
            let others = try connection.one(
                "SELECT count(*) FROM pinned_message WHERE conversation_id = ? AND number <> ?", [.id(conversation.id), Value(number)]
            ) { $0.int(0) }
            if isPinned {
                guard (others ?? 0) < ChatMessage.pinLimit else {
                    throw Refusal.conflict("Three messages are pinned here already. Unpin one of them first.")
                }
                try connection.run(
                    """
                    INSERT INTO pinned_message (conversation_id, number, pinned_at)
                    SELECT conversation_id, number, ? FROM message WHERE number = ? AND conversation_id = ? AND state = 'visible'
                    ON CONFLICT DO NOTHING
                    """, [.at(now), Value(number), .id(conversation.id)])
            }
            try AuditStore.append(
                isPinned ? "message pinned" : "message unpinned", subject: .init(id: conversation.id, name: place),
                trip: conversation.tripID, by: author, at: now, on: connection)
            connection.note(.permissions(in: conversation.id, conversation.tripID))
        }
    }
}
