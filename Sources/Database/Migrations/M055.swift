extension Migration {
    /// By which the nodes of PostgreSQL hear of one another's changes and positions (`PostgresChanges`). One process hears of its own.
    static let m055 = Migration(
        number: 55, name: "changes for other nodes",
        sql: """
            """,
        postgres: """
            CREATE TABLE change (
                place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                at BIGINT NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT,
                node TEXT COLLATE "C" NOT NULL, kind TEXT COLLATE "C" NOT NULL, trip_id BYTEA NOT NULL,
                number BIGINT NOT NULL, ids BYTEA NOT NULL, data BYTEA NOT NULL
            );

            CREATE INDEX change_at ON change (at);

            CREATE TABLE change_epoch (epoch TEXT COLLATE "C" NOT NULL);

            INSERT INTO change_epoch (epoch) VALUES (substr(md5(random()::TEXT || clock_timestamp()::TEXT), 1, 10));

            CREATE UNLOGGED TABLE fix_news (
                sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                at BIGINT NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT,
                node TEXT COLLATE "C" NOT NULL, fixes BYTEA NOT NULL
            );

            """)
}
