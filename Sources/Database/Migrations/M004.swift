extension Migration {
    /// Travellers may have no address: SQLite takes a NOT NULL away only by making the table anew.
    static let m004 = Migration(
        number: 4, name: "travellers",
        sql: """
            CREATE TABLE account_new (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                email TEXT UNIQUE CHECK (email <> ''),
                name TEXT NOT NULL CHECK (name <> ''),
                password_hash TEXT NOT NULL,
                is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
                totp_secret BLOB,
                totp_confirmed_at INTEGER,
                totp_last_step INTEGER NOT NULL DEFAULT 0,
                last_trip_id BLOB REFERENCES trip (id) ON DELETE SET NULL,
                created_at INTEGER NOT NULL,
                CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL),
                CHECK (email IS NOT NULL OR is_admin = 0)
            );

            INSERT INTO account_new
            SELECT id, email, name, password_hash, is_admin, totp_secret, totp_confirmed_at, totp_last_step, last_trip_id, created_at
            FROM account;

            DROP TABLE account;

            ALTER TABLE account_new RENAME TO account;

            ALTER TABLE session ADD COLUMN is_phone INTEGER NOT NULL DEFAULT 0 CHECK (is_phone IN (0, 1));

            ALTER TABLE trip ADD COLUMN travellers_create INTEGER NOT NULL DEFAULT 0 CHECK (travellers_create IN (0, 1));

            ALTER TABLE member ADD COLUMN description TEXT NOT NULL DEFAULT '';

            ALTER TABLE member ADD COLUMN instagram TEXT NOT NULL DEFAULT '';

            ALTER TABLE member ADD COLUMN tiktok TEXT NOT NULL DEFAULT '';

            ALTER TABLE member ADD COLUMN whatsapp TEXT NOT NULL DEFAULT '';

            ALTER TABLE member ADD COLUMN linkedin TEXT NOT NULL DEFAULT '';

            ALTER TABLE member ADD COLUMN shares_with TEXT NOT NULL DEFAULT 'everyone' CHECK (shares_with IN ('hosts', 'everyone'));

            ALTER TABLE member ADD COLUMN sharing_ends_at INTEGER;

            ALTER TABLE member ADD COLUMN paused_by_self INTEGER NOT NULL DEFAULT 0 CHECK (paused_by_self IN (0, 1));

            ALTER TABLE member ADD COLUMN nearby_radius INTEGER CHECK (nearby_radius BETWEEN 250 AND 5000);

            CREATE INDEX member_sharing_end ON member (sharing_ends_at) WHERE sharing_ends_at IS NOT NULL;

            CREATE TABLE join_link (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                member_id BLOB NOT NULL REFERENCES member (id),
                token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
                created_by TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                used_at INTEGER,
                revoked_at INTEGER
            );

            CREATE INDEX join_link_member ON join_link (member_id);

            CREATE TABLE trip_link (
                trip_id BLOB PRIMARY KEY REFERENCES trip (id),
                token TEXT NOT NULL UNIQUE CHECK (length(token) >= 22),
                created_at INTEGER NOT NULL
            );

            CREATE TABLE join_request (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
                first_name TEXT NOT NULL,
                last_name TEXT NOT NULL,
                phone TEXT NOT NULL,
                note TEXT NOT NULL,
                asked_at INTEGER NOT NULL,
                decided_at INTEGER,
                decided_by TEXT NOT NULL DEFAULT '',
                member_id BLOB REFERENCES member (id),
                used_at INTEGER,
                CHECK (member_id IS NULL OR decided_at IS NOT NULL)
            );

            CREATE INDEX join_request_trip ON join_request (trip_id, asked_at);

            CREATE TABLE alert (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                kind TEXT NOT NULL CHECK (kind IN ('sos')),
                source TEXT NOT NULL CHECK (source IN ('page', 'tracker')),
                text TEXT NOT NULL,
                is_test INTEGER NOT NULL CHECK (is_test IN (0, 1)),
                raised_at INTEGER NOT NULL,
                latitude REAL CHECK (latitude BETWEEN -90 AND 90),
                longitude REAL CHECK (longitude BETWEEN -180 AND 180),
                accuracy REAL,
                fixed_at INTEGER,
                acknowledged_at INTEGER,
                acknowledged_by TEXT NOT NULL DEFAULT '',
                CHECK ((latitude IS NULL) = (longitude IS NULL) AND (latitude IS NULL) = (fixed_at IS NULL))
            );

            CREATE INDEX alert_open ON alert (trip_id, raised_at) WHERE acknowledged_at IS NULL;

            """)
}
