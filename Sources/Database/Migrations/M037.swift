extension Migration {
    /// Every trip has something that no field is made for: shoe sizes, ski passes, who has paid.
    static let m037 = Migration(
        number: 37, name: "own columns of the roster",
        sql: """
            CREATE TABLE own_column (
                id BLOB PRIMARY KEY,
                trip_id BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
                name TEXT NOT NULL CHECK (name <> ''),
                folded_name TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('text', 'choice', 'number', 'date')),
                choices TEXT NOT NULL,
                place INTEGER NOT NULL,
                is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
                is_seen_by_self INTEGER NOT NULL DEFAULT 0 CHECK (is_seen_by_self IN (0, 1)),
                version INTEGER NOT NULL,
                deleted_at INTEGER
            );

            CREATE UNIQUE INDEX own_column_name ON own_column (trip_id, folded_name) WHERE deleted_at IS NULL;

            CREATE TABLE own_value (
                column_id BLOB NOT NULL REFERENCES own_column (id) ON DELETE CASCADE,
                member_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                value TEXT NOT NULL CHECK (value <> ''),
                PRIMARY KEY (column_id, member_id)
            );

            CREATE INDEX own_value_member ON own_value (member_id);

            """)
}
