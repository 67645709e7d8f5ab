extension Migration {
    /// Which answers to an announcement call the hosts for help. Of those that were sent before, only words that can mean nothing else:
    /// "I can help" and "I don't need help" call nobody.
    static let m051 = Migration(
        number: 51, name: "answers that call for help",
        sql: """
            ALTER TABLE announcement_answer ADD COLUMN asks_for_help INTEGER NOT NULL DEFAULT 0 CHECK (asks_for_help IN (0, 1));

            UPDATE announcement_answer SET asks_for_help = 1
            WHERE lower(rtrim(label, '!. ')) IN ('help', 'i need help', 'need help', 'help me');

            """)
}
