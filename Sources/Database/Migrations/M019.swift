extension Migration {
    /// Who calls for help again adds to the open alert: its calls have a table of their own. A call that a phone sends twice, as
    /// after a dead zone, is told by its client's id.
    static let m019 = Migration(
        number: 19, name: "calls of an alert",
        sql: """
            CREATE TABLE alert_call (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                alert_id BLOB NOT NULL REFERENCES alert (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                client_id BLOB CHECK (length(client_id) = 16),
                source TEXT NOT NULL CHECK (source IN ('page', 'tracker')),
                text TEXT NOT NULL,
                called_at INTEGER NOT NULL,
                received_at INTEGER NOT NULL,
                latitude REAL CHECK (latitude BETWEEN -90 AND 90),
                longitude REAL CHECK (longitude BETWEEN -180 AND 180),
                accuracy REAL,
                fixed_at INTEGER,
                CHECK ((latitude IS NULL) = (longitude IS NULL) AND (latitude IS NULL) = (fixed_at IS NULL)),
                UNIQUE (member_id, client_id)
            );

            INSERT INTO alert_call (id, alert_id, member_id, source, text, called_at, received_at, latitude, longitude, accuracy, fixed_at)
            SELECT id, id, member_id, source, text, raised_at, raised_at, latitude, longitude, accuracy, fixed_at FROM alert;

            CREATE INDEX alert_call_of ON alert_call (alert_id, received_at);

            CREATE TABLE alert_anew (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                kind TEXT NOT NULL CHECK (kind IN ('sos')),
                is_test INTEGER NOT NULL CHECK (is_test IN (0, 1)),
                raised_at INTEGER NOT NULL,
                acknowledged_at INTEGER,
                acknowledged_by TEXT NOT NULL DEFAULT ''
            );

            INSERT INTO alert_anew (id, trip_id, member_id, kind, is_test, raised_at, acknowledged_at, acknowledged_by)
            SELECT id, trip_id, member_id, kind, is_test, raised_at, acknowledged_at, acknowledged_by FROM alert;

            DROP TABLE alert;

            ALTER TABLE alert_anew RENAME TO alert;

            CREATE INDEX alert_open ON alert (raised_at, trip_id) WHERE acknowledged_at IS NULL;

            CREATE INDEX alert_of_trip ON alert (trip_id, raised_at);

            CREATE INDEX alert_of_member ON alert (member_id, raised_at);
            """)
}
