extension Migration {
    static let m002 = Migration(
        number: 2, name: "map styles",
        sql: """
            ALTER TABLE trip ADD COLUMN mountain_from INTEGER CHECK (mountain_from BETWEEN -500 AND 9000);

            CREATE TABLE map_choice (
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                trip_id BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
                choice TEXT NOT NULL CHECK (choice IN ('auto', 'street', 'mountain')),
                PRIMARY KEY (account_id, trip_id)
            );

            CREATE TABLE raster_server (
                style TEXT PRIMARY KEY CHECK (style IN ('street', 'mountain')),
                url TEXT NOT NULL CHECK (url <> ''),
                attribution TEXT NOT NULL
            );

            """)
}
