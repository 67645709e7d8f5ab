extension Migration {
    /// Check-in lists can be put away; what was ticked on them stays.
    static let m018 = Migration(
        number: 18, name: "archived check-in lists",
        sql: """
            ALTER TABLE check_in_list ADD COLUMN archived_at INTEGER;
            """)
}
