extension Migration {
    /// What an event's time and place were before each change, and up to which change each of the invited says to have seen it.
    static let m015 = Migration(
        number: 15, name: "what the invited have seen",
        sql: """
            CREATE TABLE event_move (
                event_id BLOB NOT NULL REFERENCES event (id),
                version INTEGER NOT NULL CHECK (version > 0),
                is_cancellation INTEGER NOT NULL CHECK (is_cancellation IN (0, 1)),
                at INTEGER NOT NULL,
                starts_at INTEGER NOT NULL,
                ends_at INTEGER,
                is_back_by INTEGER NOT NULL,
                place TEXT NOT NULL,
                meeting_point TEXT NOT NULL,
                meeting_latitude REAL,
                meeting_longitude REAL,
                PRIMARY KEY (event_id, version)
            );

            ALTER TABLE invitation ADD COLUMN acknowledged_version INTEGER NOT NULL DEFAULT 0;

            ALTER TABLE invitation ADD COLUMN acknowledged_at INTEGER;

            ALTER TABLE invitation ADD COLUMN told_at INTEGER;

            ALTER TABLE invitation ADD COLUMN opened_at INTEGER;
            """)
}
