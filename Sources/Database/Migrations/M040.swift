extension Migration {
    /// Feeds of bike stations, what they said, and how people look at them. Stations are numbered by the table: a history of a week has
    /// millions of rows.
    static let m040 = Migration(
        number: 40, name: "bikes",
        sql: """
            CREATE TABLE bike_feed (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                kind TEXT NOT NULL CHECK (kind IN ('gbfs', 'digitransit')),
                url TEXT NOT NULL CHECK (url <> ''),
                api_key TEXT NOT NULL,
                name TEXT NOT NULL,
                version INTEGER NOT NULL,
                added_at INTEGER NOT NULL,
                added_by TEXT NOT NULL,
                next_at INTEGER,
                removed_at INTEGER
            );

            CREATE INDEX bike_feed_trip ON bike_feed (trip_id);

            CREATE TABLE bike_station (
                number INTEGER PRIMARY KEY,
                feed_id BLOB NOT NULL REFERENCES bike_feed (id) ON DELETE CASCADE,
                feed_key TEXT NOT NULL,
                name TEXT NOT NULL,
                address TEXT NOT NULL,
                latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
                longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
                link TEXT NOT NULL,
                capacity INTEGER,
                is_virtual INTEGER NOT NULL,
                bikes INTEGER,
                electric INTEGER,
                docks INTEGER,
                flags INTEGER NOT NULL,
                reported_at INTEGER,
                is_gone INTEGER NOT NULL,
                UNIQUE (feed_id, feed_key)
            );

            CREATE TABLE bike_history (
                station_number INTEGER NOT NULL REFERENCES bike_station (number) ON DELETE CASCADE,
                at INTEGER NOT NULL,
                bikes INTEGER,
                electric INTEGER,
                docks INTEGER,
                PRIMARY KEY (station_number, at)
            );

            CREATE INDEX bike_history_at ON bike_history (at);

            CREATE TABLE bike_favourite (
                member_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                station_number INTEGER NOT NULL REFERENCES bike_station (number) ON DELETE CASCADE,
                PRIMARY KEY (member_id, station_number)
            );

            CREATE INDEX bike_favourite_station ON bike_favourite (station_number);

            CREATE TABLE bike_choice (
                member_id BLOB PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
                radius INTEGER NOT NULL CHECK (radius BETWEEN 250 AND 5000),
                favourites_first INTEGER NOT NULL,
                wish TEXT NOT NULL,
                origin TEXT NOT NULL
            );

            """)
}
