extension Migration {
    /// What a Telegram bot has taken, who is linked to it, and what it wrote into the groups of trips.
    static let m048 = Migration(
        number: 48, name: "Telegram bot",
        sql: """
            CREATE TABLE telegram_update (
                number INTEGER PRIMARY KEY CHECK (number >= 0),
                topic TEXT NOT NULL,
                at INTEGER NOT NULL
            );

            CREATE INDEX telegram_update_topic ON telegram_update (topic, number) WHERE topic <> '';

            CREATE INDEX telegram_update_at ON telegram_update (at);

            CREATE TABLE telegram_link (
                token TEXT PRIMARY KEY CHECK (token <> ''),
                account_id BLOB REFERENCES account (id) ON DELETE CASCADE,
                trip_id BLOB REFERENCES trip (id) ON DELETE CASCADE,
                made_by TEXT NOT NULL,
                made_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL,
                CHECK ((account_id IS NULL) <> (trip_id IS NULL))
            );

            CREATE INDEX telegram_link_account ON telegram_link (account_id) WHERE account_id IS NOT NULL;

            CREATE INDEX telegram_link_trip ON telegram_link (trip_id) WHERE trip_id IS NOT NULL;

            CREATE TABLE telegram_group (
                trip_id BLOB PRIMARY KEY REFERENCES trip (id) ON DELETE CASCADE,
                chat INTEGER NOT NULL UNIQUE CHECK (chat < 0),
                title TEXT NOT NULL,
                linked_at INTEGER NOT NULL,
                linked_by TEXT NOT NULL,
                ended_at INTEGER,
                reason TEXT NOT NULL DEFAULT ''
            );

            CREATE TABLE telegram_post (
                trip_id BLOB NOT NULL REFERENCES telegram_group (trip_id) ON DELETE CASCADE,
                subject_id BLOB NOT NULL,
                message INTEGER,
                shown TEXT NOT NULL,
                edited_at INTEGER NOT NULL,
                PRIMARY KEY (trip_id, subject_id)
            );

            CREATE TABLE telegram_position (
                chat INTEGER NOT NULL,
                message INTEGER NOT NULL,
                tracker_id BLOB NOT NULL REFERENCES tracker (id) ON DELETE CASCADE,
                ends_at INTEGER NOT NULL,
                ended_at INTEGER,
                PRIMARY KEY (chat, message)
            );

            CREATE INDEX telegram_position_end ON telegram_position (ends_at);

            CREATE INDEX telegram_position_tracker ON telegram_position (tracker_id);

            """)
}
