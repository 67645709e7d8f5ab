extension Migration {
    /// Photos that an author took out of a review stay for moderators for a while.
    static let m042 = Migration(
        number: 42, name: "photos that reviews had",
        sql: """
            ALTER TABLE place_review_photo ADD COLUMN replaced_at INTEGER;

            CREATE INDEX place_review_photo_replaced ON place_review_photo (replaced_at) WHERE replaced_at IS NOT NULL;

            CREATE INDEX place_review_for_all ON place_review (state) WHERE is_for_all = 1;

            """)
}
