extension Migration {
    /// Where fixes lie, durable, until they are put in order: a row is what one commit brought.
    static let m012 = Migration(
        number: 12, name: "inbox of fixes",
        sql: """
            CREATE TABLE fix_inbox (
                sequence INTEGER PRIMARY KEY,
                fixes BLOB NOT NULL CHECK (length(fixes) > 0)
            );
            """)
}
