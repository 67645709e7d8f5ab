extension Migration {
    /// Which answers to an announcement call the hosts for help: until now those whose words say so.
    static let m051 = Migration(
        number: 51, name: "answers that call for help",
        sql: """
            ALTER TABLE announcement_answer ADD COLUMN asks_for_help INTEGER NOT NULL DEFAULT 0 CHECK (asks_for_help IN (0, 1));

            UPDATE announcement_answer SET asks_for_help = 1 WHERE label LIKE '%help%';

            """)
}
