extension Migration {
    /// Whom no way reaches somebody calls: who told them of an announcement by phone, and when.
    static let m062 = Migration(
        number: 62, name: "who was told by phone",
        sql: """
            ALTER TABLE announcement_recipient ADD COLUMN phoned_at INTEGER;

            ALTER TABLE announcement_recipient ADD COLUMN phoned_by TEXT NOT NULL DEFAULT '';

            """)
}
