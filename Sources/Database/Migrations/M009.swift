extension Migration {
    /// Who is named in a message, as it was written there; the languages whose safety words a trip listens for.
    static let m009 = Migration(
        number: 9, name: "mentions",
        sql: """
            CREATE TABLE mention (
                member_id BLOB NOT NULL REFERENCES member (id),
                number INTEGER NOT NULL REFERENCES message (number) ON DELETE CASCADE,
                text TEXT NOT NULL CHECK (text <> ''),
                PRIMARY KEY (member_id, number)
            );

            CREATE INDEX mention_message ON mention (number);

            ALTER TABLE chat_rule ADD COLUMN languages TEXT NOT NULL DEFAULT '';

            UPDATE chat_rule SET languages = '-' WHERE kind = 'safety' AND list_id IS NOT NULL;

            """)
}
