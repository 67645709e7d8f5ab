extension Migration {
    /// Photos stand in the database: one backup, one commit, gone with what they belong to.
    static let m006 = Migration(
        number: 6, name: "photos",
        sql: """
            CREATE TABLE photo (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                face BLOB,
                small BLOB NOT NULL,
                large BLOB NOT NULL,
                width INTEGER NOT NULL CHECK (width > 0),
                height INTEGER NOT NULL CHECK (height > 0),
                created_at INTEGER NOT NULL
            );

            CREATE INDEX photo_member ON photo (member_id);

            ALTER TABLE member ADD COLUMN photo_id BLOB REFERENCES photo (id);

            CREATE INDEX member_photo ON member (photo_id) WHERE photo_id IS NOT NULL;

            """)
}
