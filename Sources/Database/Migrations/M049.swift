extension Migration {
    /// Questions of hosts to one person, links for helpers without an account, and who wants to be told that their phone is silent.
    static let m049 = Migration(
        number: 49, name: "nudges, helper links, silent phones",
        sql: """
            CREATE TABLE nudge (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                token TEXT NOT NULL UNIQUE CHECK (length(token) >= 20),
                asked_by TEXT NOT NULL,
                asked_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL CHECK (expires_at > asked_at),
                answer TEXT CHECK (answer IN ('fine', 'help')),
                answered_at INTEGER,
                place_at INTEGER,
                CHECK ((answer IS NULL) = (answered_at IS NULL)),
                CHECK (place_at IS NULL OR answered_at IS NOT NULL)
            );

            CREATE INDEX nudge_trip ON nudge (trip_id, asked_at);

            CREATE INDEX nudge_member ON nudge (member_id, asked_at);

            CREATE TABLE helper_link (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                list_id BLOB NOT NULL REFERENCES check_in_list (id) ON DELETE CASCADE,
                token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
                note TEXT NOT NULL,
                made_by TEXT NOT NULL,
                made_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL CHECK (ends_at > made_at),
                revoked_at INTEGER,
                used_at INTEGER,
                used_by TEXT NOT NULL DEFAULT '',
                ticks INTEGER NOT NULL DEFAULT 0
            );

            CREATE INDEX helper_link_list ON helper_link (list_id, made_at);

            CREATE TABLE silence_watch (
                member_id BLOB PRIMARY KEY REFERENCES member (id),
                minutes INTEGER NOT NULL CHECK (minutes BETWEEN 5 AND 1440),
                set_at INTEGER NOT NULL,
                told_at INTEGER
            );

            """)
}
