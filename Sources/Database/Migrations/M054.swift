extension Migration {
    /// By which nodes of PostgreSQL see that others wrote (`PostgresNews`). SQLite knows by itself.
    static let m054 = Migration(
        number: 54, name: "writes of other nodes",
        sql: """
            """,
        postgres: """
            CREATE TABLE node_write (node TEXT COLLATE "C" PRIMARY KEY, number BIGINT NOT NULL);

            """)
}
