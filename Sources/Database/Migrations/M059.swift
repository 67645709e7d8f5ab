extension Migration {
    /// What a feed last answered, for the nodes that did not ask it. With one process it is in memory, and nothing is in these columns.
    static let m059 = Migration(
        number: 59, name: "what feeds answered, for all nodes",
        sql: """
            ALTER TABLE bike_feed ADD COLUMN asked_at INTEGER;

            ALTER TABLE bike_feed ADD COLUMN report TEXT;

            ALTER TABLE bike_feed ADD COLUMN faults TEXT;

            """)
}
