extension Migration {
    /// Addresses that owners want instead of theirs. Several may want one: who has it shows only when somebody confirms it.
    static let m027 = Migration(
        number: 27, name: "wanted addresses",
        sql: """
            ALTER TABLE account ADD COLUMN wanted_email TEXT CHECK (wanted_email IS NULL OR email IS NOT NULL);
            """)
}
