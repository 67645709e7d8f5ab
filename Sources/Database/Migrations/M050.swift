extension Migration {
    /// A photo that hosts send with an announcement. It is kept as soon as it is chosen, before there is anything to send it with; what
    /// corrects an announcement may show the same one.
    static let m050 = Migration(
        number: 50, name: "photos of announcements",
        sql: """
            CREATE TABLE announcement_photo (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB REFERENCES member (id) ON DELETE SET NULL,
                small BLOB NOT NULL,
                large BLOB NOT NULL,
                width INTEGER NOT NULL CHECK (width > 0),
                height INTEGER NOT NULL CHECK (height > 0),
                kept_at INTEGER NOT NULL
            );

            CREATE INDEX announcement_photo_trip ON announcement_photo (trip_id, kept_at);

            CREATE INDEX announcement_photo_member ON announcement_photo (member_id) WHERE member_id IS NOT NULL;

            ALTER TABLE announcement ADD COLUMN photo_id BLOB REFERENCES announcement_photo (id) ON DELETE SET NULL;

            ALTER TABLE announcement ADD COLUMN photo_words TEXT NOT NULL DEFAULT '';

            CREATE INDEX announcement_photo_shown ON announcement (photo_id) WHERE photo_id IS NOT NULL;

            """)
}
