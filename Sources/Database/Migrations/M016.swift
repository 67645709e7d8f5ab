extension Migration {
    /// Whether travellers see who answered what to an event.
    static let m016 = Migration(
        number: 16, name: "answers for travellers",
        sql: """
            ALTER TABLE trip ADD COLUMN shows_answers INTEGER NOT NULL DEFAULT 0 CHECK (shows_answers IN (0, 1));
            """)
}
