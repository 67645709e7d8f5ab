extension Migration {
    /// By which a node of PostgreSQL finds out whether a commit that was not answered is stored (`PostgresMark`).
    static let m060 = Migration(
        number: 60, name: "the latest commit of each node",
        sql: """
            """,
        postgres: """
            ALTER TABLE node_write ADD COLUMN latest BIGINT NOT NULL DEFAULT 0;

            """)
}
