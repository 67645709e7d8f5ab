extension Migration {
    /// Which node of PostgreSQL does the jobs that are done once for all nodes (`PostgresLease`). With SQLite there is one process.
    static let m056 = Migration(
        number: 56, name: "leases of jobs",
        sql: """
            ALTER TABLE bike_feed ADD COLUMN looked_at INTEGER;

            """,
        postgres: """
            ALTER TABLE bike_feed ADD COLUMN looked_at BIGINT;

            CREATE TABLE job_lease (job TEXT COLLATE "C" PRIMARY KEY, node TEXT COLLATE "C" NOT NULL, until BIGINT NOT NULL);

            """)
}
