extension Migration {
    /// What nodes have to know of one another's requests: what was removed a moment ago, and how often people did what has a limit.
    static let m058 = Migration(
        number: 58, name: "state that nodes share",
        sql: """
            CREATE TABLE removed_duty (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
                member_id BLOB REFERENCES member (id) ON DELETE CASCADE,
                offered_id BLOB REFERENCES member (id) ON DELETE CASCADE,
                starts_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL,
                removed_at INTEGER NOT NULL
            );

            CREATE TABLE removed_check_in_list (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                event_id BLOB NOT NULL REFERENCES event (id) ON DELETE CASCADE,
                name TEXT NOT NULL CHECK (name <> ''),
                exclusive_set TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                archived_at INTEGER,
                removed_at INTEGER NOT NULL
            );

            CREATE TABLE removed_helper_link (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                list_id BLOB NOT NULL REFERENCES removed_check_in_list (id) ON DELETE CASCADE,
                token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
                note TEXT NOT NULL,
                made_by TEXT NOT NULL,
                made_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL,
                revoked_at INTEGER,
                used_at INTEGER,
                used_by TEXT NOT NULL,
                ticks INTEGER NOT NULL
            );

            CREATE TABLE pace (
                owner_id BLOB NOT NULL CHECK (length(owner_id) = 16),
                kind TEXT NOT NULL CHECK (kind <> ''),
                began_at INTEGER NOT NULL,
                acts INTEGER NOT NULL CHECK (acts > 0),
                PRIMARY KEY (owner_id, kind)
            );

            """)
}
