extension Migration {
    /// The doctor keeps what it read of a request, and nothing of the request itself; and how many there were, by hour.
    static let m022 = Migration(
        number: 22, name: "tracker doctor",
        sql: """
            ALTER TABLE tracker_request DROP COLUMN excerpt;

            ALTER TABLE tracker_request ADD COLUMN answer TEXT NOT NULL DEFAULT 'taken'
                CHECK (answer IN ('taken', 'unreadable', 'too large'));

            ALTER TABLE tracker_request ADD COLUMN is_problem INTEGER NOT NULL DEFAULT 0 CHECK (is_problem IN (0, 1));

            ALTER TABLE tracker_request ADD COLUMN refused BLOB;

            UPDATE tracker_request SET is_problem = 1 WHERE summary LIKE '%refused%';

            CREATE INDEX tracker_request_at ON tracker_request (received_at);

            CREATE TABLE tracker_hour (
                tracker_id BLOB NOT NULL REFERENCES tracker (id),
                hour INTEGER NOT NULL,
                remarks INTEGER NOT NULL DEFAULT 0,
                repeats INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (tracker_id, hour)
            ) WITHOUT ROWID;

            """)
}
