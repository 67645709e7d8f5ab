extension Migration {
    /// Host rights for a time. They hold between the two times whatever any job does; `begun_at` and `ended_at` say that this was noted
    /// in the trail. What a co-host gave stands under their own and ends with it.
    static let m024 = Migration(
        number: 24, name: "co-hosts",
        sql: """
            CREATE TABLE co_host (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                starts_at INTEGER NOT NULL,
                ends_at INTEGER CHECK (ends_at > starts_at),
                reason TEXT NOT NULL,
                named_by TEXT NOT NULL,
                named_by_id BLOB,
                named_at INTEGER NOT NULL,
                under_id BLOB REFERENCES co_host (id),
                begun_at INTEGER,
                ended_at INTEGER
            );

            CREATE UNIQUE INDEX co_host_open ON co_host (member_id) WHERE ended_at IS NULL;

            CREATE INDEX co_host_of_trip ON co_host (trip_id) WHERE ended_at IS NULL;

            CREATE INDEX co_host_under ON co_host (under_id) WHERE ended_at IS NULL;

            """)
}
