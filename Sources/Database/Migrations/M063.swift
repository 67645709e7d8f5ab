extension Migration {
    /// A view or a wish goes with one press, so one press brings it back: what it was is kept for that long.
    static let m063 = Migration(
        number: 63, name: "removed views and wishes",
        sql: """
            CREATE TABLE removed_view (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
                name TEXT NOT NULL,
                query TEXT NOT NULL,
                made_at INTEGER NOT NULL,
                removed_at INTEGER NOT NULL
            );

            CREATE TABLE removed_wish (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
                member_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                other_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (kind IN ('together', 'apart')),
                lane_set TEXT NOT NULL,
                note TEXT NOT NULL,
                removed_at INTEGER NOT NULL
            );

            """)
}
