extension Migration {
    /// Who is on duty when.
    static let m046 = Migration(
        number: 46, name: "duty",
        sql: """
            CREATE TABLE duty (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB REFERENCES member (id),
                offered_id BLOB REFERENCES member (id),
                starts_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL,
                made_by TEXT NOT NULL,
                made_at INTEGER NOT NULL,
                CHECK (starts_at < ends_at),
                CHECK (member_id IS NOT NULL OR offered_id IS NOT NULL),
                CHECK (member_id IS NULL OR offered_id IS NULL OR member_id <> offered_id)
            );

            CREATE INDEX duty_trip ON duty (trip_id, ends_at);

            CREATE INDEX duty_member ON duty (member_id) WHERE member_id IS NOT NULL;

            CREATE INDEX duty_offered ON duty (offered_id) WHERE offered_id IS NOT NULL;

            """)
}
