extension Migration {
    /// The filter of places that somebody had last, as it stands in an address.
    static let m041 = Migration(
        number: 41, name: "filters of places",
        sql: """
            CREATE TABLE place_filter (
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                trip_id BLOB NOT NULL REFERENCES trip (id) ON DELETE CASCADE,
                filter TEXT NOT NULL CHECK (length(filter) <= 1000),
                PRIMARY KEY (account_id, trip_id)
            );

            """)
}
