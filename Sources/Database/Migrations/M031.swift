extension Migration {
    /// Compared, not looked up: for a list of more than two SQLite builds a table in memory at every statement, which was 9 % of a
    /// message and 12 % of an answer. Only the text of the two checks changes ("Making Other Kinds Of Table Schema Changes").
    static let m031 = Migration(
        number: 31, name: "states are compared",
        sql: """
            PRAGMA writable_schema = ON;

            UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (state IN (''visible'', ''held'', ''removed'', ''deleted''))',
                'CHECK (state = ''visible'' OR state = ''held'' OR state = ''removed'' OR state = ''deleted'')')
            WHERE type = 'table' AND name = 'message';

            UPDATE sqlite_schema SET sql = replace(sql,
                'CHECK (rsvp IN (''pending'', ''going'', ''declined'', ''waitlisted'', ''offered''))',
                'CHECK (rsvp = ''pending'' OR rsvp = ''going'' OR rsvp = ''declined'' OR rsvp = ''waitlisted'' OR rsvp = ''offered'')')
            WHERE type = 'table' AND name = 'invitation';

            PRAGMA writable_schema = RESET;

            """)
}
