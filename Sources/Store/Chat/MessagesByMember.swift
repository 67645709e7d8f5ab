import Database
import Domain

/// What one member wrote.
extension MessageStore {
    /// What somebody wrote, as the limits count it.
    package struct Recent: Sendable {
        package let conversation: ID
        package let client: ID
        package let text: String
        package let at: Instant
        package init(conversation: ID, client: ID, text: String, at: Instant) {
            self.conversation = conversation
            self.client = client
            self.text = text
            self.at = at
        }
    }

    /// The newest by one member, oldest first: found by `message_author`, which knows the order of writing.
    package func recent(by member: ID, since start: Instant, limit: Int = 500) throws -> [Recent] {
        try database.read {
            try $0.all(
                "SELECT conversation_id, client_id, text, sent_at FROM message WHERE member_id = ? ORDER BY number DESC LIMIT ?",
                [.id(member), Value(limit)]
            ) { Recent(conversation: $0.id(0), client: $0.id(1), text: $0.text(2), at: $0.at(3)) }
        }.filter { $0.at > start }.reversed()
    }

    /// Changes once another process has written: what was read before may be out of date.
    package var noticedWrites: Int { database.noticedWrites }

    package func count(in conversation: ID, by member: ID, since: Instant) throws -> Int {
        try database.read {
            try $0.one(
                """
                SELECT count(*) FROM message
                WHERE conversation_id = ? AND member_id = ? AND sent_at >= ? AND state IN ('visible', 'held')
                """,
                [.id(conversation), .id(member), .at(since)]
            ) { $0.int(0) } ?? 0
        }
    }

    /// Everything that a member wrote, oldest first: for that member alone.
    package func all(by member: ID, limit: Int) throws -> [(number: Int, sentAt: Instant, text: String, state: ChatMessage.State)] {
        try database.read {
            try $0.all(
                "SELECT number, sent_at, text, state FROM message WHERE member_id = ? ORDER BY number LIMIT ?", [.id(member), Value(limit)]
            ) {
                ($0.int(0), $0.at(1), $0.text(2), ChatMessage.State(rawValue: $0.text(3)) ?? .visible)
            }
        }
    }
}
