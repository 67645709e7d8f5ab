extension Migration {
    /// Positions of batches are more than a page's row holds, and PostgreSQL's own compression of them took a quarter of what it did for
    /// them. LZ4 makes them nearly as small in a third of the time; a server that was built without it keeps its own. What nodes tell one
    /// another is gone within the minute, and is not compressed at all.
    static let m061 = Migration(
        number: 61, name: "how positions are compressed",
        sql: """
            """,
        postgres: """
            DO $$ BEGIN
                ALTER TABLE fix_run ALTER COLUMN fixes SET COMPRESSION lz4;
            EXCEPTION WHEN feature_not_supported THEN NULL;
            END $$;

            ALTER TABLE fix_news ALTER COLUMN fixes SET STORAGE EXTERNAL;

            """)
}
