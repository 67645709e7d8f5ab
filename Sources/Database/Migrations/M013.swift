extension Migration {
    /// A tracker's history in runs of fixes instead of a row for each: a merge writes as many pages as there are phones. In order
    /// of writing, so that a page holds a whole run and new ones lie behind one another.
    static let m013 = Migration(
        number: 13, name: "runs of fixes",
        sql: """
            CREATE TABLE fix_run (
                sequence INTEGER PRIMARY KEY,
                tracker_id BLOB NOT NULL REFERENCES tracker (id),
                first_at INTEGER NOT NULL,
                last_at INTEGER NOT NULL CHECK (last_at >= first_at),
                received_at INTEGER NOT NULL,
                fixes BLOB NOT NULL CHECK (length(fixes) > 0 AND length(fixes) % 67 = 0),
                UNIQUE (tracker_id, first_at)
            );

            ALTER TABLE fix RENAME TO fix_before_runs;
            """)
}
