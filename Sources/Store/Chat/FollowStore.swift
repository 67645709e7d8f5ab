import Database
import Domain

/// Who follows which conversation. It ends with the member and with the conversation, and for whoever may no longer read it as soon as
/// somebody writes there: see `MessageNotices`.
extension ChatStore {
    package func isFollowing(_ conversation: ID, member: ID) throws -> Bool {
        try database.read {
            try $0.one("SELECT 1 FROM follow WHERE conversation_id = ? AND member_id = ?", [.id(conversation), .id(member)]) { _ in true }
                ?? false
        }
    }

    package func setFollowing(_ isOn: Bool, _ conversation: ID, member: ID, at now: Instant) async throws {
        try await database.change { connection in
            _ =
                isOn
                ? try connection.run(
                    "INSERT INTO follow (conversation_id, member_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    [.id(conversation), .id(member), .at(now)])
                : try connection.run("DELETE FROM follow WHERE conversation_id = ? AND member_id = ?", [.id(conversation), .id(member)])
        }
    }

    /// What a member follows and may read, in the order that they began to; the trip's conversation has no name of its own.
    package func followed(by member: ID, isStaff: Bool) throws -> [(name: String, since: Instant)] {
        let readable = ChatRights.readable(by: member, isStaff: isStaff)
        return try database.read { connection in
            try connection.all(
                """
                SELECT coalesce(v.title, g.name, ''), f.since FROM follow f JOIN conversation c ON c.id = f.conversation_id
                LEFT JOIN event v ON v.id = c.event_id LEFT JOIN member_group g ON g.id = c.group_id
                WHERE f.member_id = ? AND \(readable.sql) ORDER BY f.since, f.conversation_id
                """, [.id(member)] + readable.values
            ) { (name: $0.text(0), since: $0.at(1)) }
        }
    }
}
