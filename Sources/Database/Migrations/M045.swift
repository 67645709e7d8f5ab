extension Migration {
    /// Browsers that take notices belong to the session that turned them on, and a trip says what may stand on lock screens.
    static let m045 = Migration(
        number: 45, name: "push to browsers",
        sql: """
            ALTER TABLE delivery_address ADD COLUMN session_id BLOB;

            CREATE INDEX delivery_address_session ON delivery_address (session_id) WHERE session_id IS NOT NULL;

            ALTER TABLE trip ADD COLUMN shows_on_lock_screens INTEGER NOT NULL DEFAULT 1 CHECK (shows_on_lock_screens IN (0, 1));

            """)
}
