extension Migration {
    /// Who is deleted from a roster can be brought back for a while, and lists that are looked at often have a name.
    static let m033 = Migration(
        number: 33, name: "bin and views of the roster",
        sql: """
            ALTER TABLE member ADD COLUMN deleted_at INTEGER;

            ALTER TABLE member ADD COLUMN deleted_by TEXT NOT NULL DEFAULT '';

            ALTER TABLE member ADD COLUMN status_before TEXT NOT NULL DEFAULT '';

            CREATE INDEX member_deleted ON member (deleted_at) WHERE deleted_at IS NOT NULL;

            CREATE TABLE roster_view (
                id BLOB PRIMARY KEY,
                trip_id BLOB NOT NULL REFERENCES trip (id),
                name TEXT NOT NULL,
                query TEXT NOT NULL,
                made_at INTEGER NOT NULL
            );

            CREATE INDEX roster_view_trip ON roster_view (trip_id, made_at);

            """)
}
