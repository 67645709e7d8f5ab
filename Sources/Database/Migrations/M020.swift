extension Migration {
    /// A list that waits for its confirmation keeps what the host said of its columns; what was refused outlives the saving of the rest.
    static let m020 = Migration(
        number: 20, name: "mapping and refused rows of an import",
        sql: """
            ALTER TABLE pending_import ADD COLUMN encoding TEXT NOT NULL DEFAULT '';

            ALTER TABLE pending_import ADD COLUMN mapping TEXT;

            ALTER TABLE pending_import ADD COLUMN clears_empty INTEGER NOT NULL DEFAULT 0 CHECK (clears_empty IN (0, 1));

            ALTER TABLE pending_import ADD COLUMN saved_count INTEGER;
            """)
}
