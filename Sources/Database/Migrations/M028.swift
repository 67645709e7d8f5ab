extension Migration {
    /// Personal links that a co-host makes end with the co-host's time.
    static let m028 = Migration(
        number: 28, name: "links of co-hosts",
        sql: """
            ALTER TABLE join_link ADD COLUMN under_id BLOB REFERENCES co_host (id);
            """)
}
