extension Migration {
    /// Signs under messages, each once for a member, and messages that hosts keep at the top of their conversation.
    static let m033 = Migration(
        number: 33, name: "reactions and pinned messages",
        sql: """
            CREATE TABLE reaction (
                number INTEGER NOT NULL REFERENCES message (number) ON DELETE CASCADE,
                sign TEXT NOT NULL CHECK (sign IN ('like', 'love', 'laugh', 'wow', 'sad', 'done')),
                member_id BLOB NOT NULL REFERENCES member (id),
                made_at INTEGER NOT NULL,
                PRIMARY KEY (number, sign, member_id)
            ) WITHOUT ROWID;

            CREATE INDEX reaction_member ON reaction (member_id);

            CREATE TABLE pinned_message (
                conversation_id BLOB NOT NULL REFERENCES conversation (id),
                number INTEGER NOT NULL UNIQUE REFERENCES message (number) ON DELETE CASCADE,
                pinned_at INTEGER NOT NULL,
                PRIMARY KEY (conversation_id, number)
            ) WITHOUT ROWID;

            """)
}
