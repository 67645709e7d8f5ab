extension Migration {
    /// Who wants to be told of whatever is written in a conversation, and since when: what was written before is no news.
    static let m052 = Migration(
        number: 52, name: "followed conversations",
        sql: """
            CREATE TABLE follow (
                conversation_id BLOB NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
                member_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                since INTEGER NOT NULL,
                PRIMARY KEY (conversation_id, member_id)
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX follow_member ON follow (member_id);

            """)
}
