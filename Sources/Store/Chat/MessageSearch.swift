import Database
import Domain

/// Words in messages: the index, and what is found in it.
extension MessageStore {
    /// Adds all messages written before this call to the search index, in batches that leave the writer free for others. Later messages
    /// wait for the next call: under load there are always more.
    package func indexNew() async throws {
        let newest = try number("SELECT max(number) FROM message")
        while try number("SELECT indexed_to FROM search_progress") < newest { try await indexSome(upTo: newest) }
    }

    /// If the newest message was deleted meanwhile, still advance the index position.
    package func indexSome(upTo newest: Int) async throws {
        try await database.append { connection in
            _ = try connection.run(
                """
                UPDATE search_progress SET indexed_to = coalesce(
                    (SELECT max(number) FROM (SELECT number FROM message WHERE number > indexed_to ORDER BY number LIMIT 1000) newer),
                    max(indexed_to, ?))
                """, [Value(newest)])
        }
    }

    private func number(_ sql: String) throws -> Int { try database.read { try $0.one(sql) { row in row.int(0) } ?? 0 } }

    /// Indexed messages, newest first. Each of `words` is matched as the beginning of a word, and all must match. Access is checked once
    /// for each conversation: hits are many, conversations few.
    /// - Parameters:
    ///   - people: authors by id; asking for each author anew takes as long as the search itself.
    ///   - blocked: authors whose words are left out.
    package func search(
        _ words: [String], among readable: ReadableConversations, in room: ID? = nil, people: ChatPeople, except blocked: Set<ID>,
        limit: Int
    ) throws -> [ChatMessage] {
        let query = words.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"*" }.joined(separator: " ")
        return try database.read { connection in
            var rights = readable
            var found: [ChatMessage] = []
            try connection.eachUntil(
                """
                SELECT m.number, m.conversation_id, m.member_id, m.text, m.sent_at, m.edited_at
                FROM message_search s CROSS JOIN message m
                WHERE s.message_search MATCH ? AND m.number = s.rowid AND m.state = 'visible' ORDER BY s.rowid DESC
                """, [.text(query)]
            ) { (row) throws(DatabaseFailure) in
                if room == nil || row.id(1) == room, !blocked.contains(row.id(2)), try rights.contains(row.id(1), on: connection) {
                    found.append(MessageStore.hit(row, people))
                }
                return found.count < limit
            }
            return found
        }
    }

    private static func hit(_ row: Row, _ people: ChatPeople) -> ChatMessage {
        let author = people[row.id(2)]
        return ChatMessage(
            number: row.int(0), conversationID: row.id(1), authorID: row.id(2), authorName: author?.name ?? "",
            authorPhoto: author?.photo, isByStaff: author?.isStaff ?? false, text: row.text(3), state: .visible, sentAt: row.at(4),
            editedAt: row.optionalAt(5), quote: nil)
    }
}
