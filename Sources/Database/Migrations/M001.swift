extension Migration {
    static let m001 = Migration(
        number: 1, name: "accounts, trips, roster, trackers",
        sql: """
            CREATE TABLE trip (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                slug TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL CHECK (name <> ''),
                place TEXT NOT NULL,
                start_day INTEGER NOT NULL,
                end_day INTEGER NOT NULL CHECK (end_day >= start_day),
                time_zone TEXT NOT NULL,
                base_name TEXT NOT NULL,
                base_latitude REAL CHECK (base_latitude BETWEEN -90 AND 90),
                base_longitude REAL CHECK (base_longitude BETWEEN -180 AND 180),
                meeting_information TEXT NOT NULL,
                emergency_numbers TEXT NOT NULL,
                nearby_radius INTEGER NOT NULL CHECK (nearby_radius > 0),
                fresh_minutes INTEGER NOT NULL CHECK (fresh_minutes > 0),
                stale_minutes INTEGER NOT NULL CHECK (stale_minutes > fresh_minutes),
                history_days INTEGER NOT NULL CHECK (history_days >= 0),
                shares_friends INTEGER NOT NULL CHECK (shares_friends IN (0, 1)),
                roster_version INTEGER NOT NULL DEFAULT 0,
                roster_changed_at INTEGER NOT NULL,
                version INTEGER NOT NULL DEFAULT 1,
                archived_at INTEGER,
                created_at INTEGER NOT NULL,
                CHECK ((base_latitude IS NULL) = (base_longitude IS NULL))
            );

            CREATE TABLE account (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                email TEXT NOT NULL UNIQUE CHECK (email <> ''),
                name TEXT NOT NULL CHECK (name <> ''),
                password_hash TEXT NOT NULL,
                is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
                totp_secret BLOB,
                totp_confirmed_at INTEGER,
                totp_last_step INTEGER NOT NULL DEFAULT 0,
                last_trip_id BLOB REFERENCES trip (id) ON DELETE SET NULL,
                created_at INTEGER NOT NULL,
                CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL)
            );

            CREATE TABLE recovery_code (
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
                used_at INTEGER,
                PRIMARY KEY (account_id, code_hash)
            );

            CREATE TABLE session (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                is_pending INTEGER NOT NULL CHECK (is_pending IN (0, 1)),
                created_at INTEGER NOT NULL,
                last_seen_at INTEGER NOT NULL,
                user_agent TEXT NOT NULL,
                address TEXT NOT NULL
            );

            CREATE INDEX session_account ON session (account_id);

            CREATE TABLE staff_invite (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
                trip_id BLOB REFERENCES trip (id) ON DELETE CASCADE,
                role TEXT NOT NULL CHECK (role IN ('admin', 'host', 'moderator')),
                note TEXT NOT NULL,
                created_by TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                used_at INTEGER,
                CHECK ((role = 'admin') = (trip_id IS NULL))
            );

            CREATE TABLE member (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                account_id BLOB REFERENCES account (id) ON DELETE SET NULL,
                role TEXT NOT NULL CHECK (role IN ('host', 'moderator', 'traveller')),
                first_name TEXT NOT NULL,
                last_name TEXT NOT NULL,
                sort_name TEXT NOT NULL,
                status TEXT NOT NULL CHECK (status IN ('invited', 'confirmed', 'arrived', 'left', 'cancelled')),
                room TEXT NOT NULL,
                email TEXT NOT NULL,
                phone TEXT NOT NULL,
                telegram TEXT NOT NULL,
                ability TEXT NOT NULL,
                languages TEXT NOT NULL,
                diet TEXT NOT NULL,
                emergency_name TEXT NOT NULL,
                emergency_phone TEXT NOT NULL,
                attention TEXT NOT NULL,
                host_notes TEXT NOT NULL,
                medical_notes TEXT NOT NULL,
                sharing_paused_at INTEGER,
                version INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                CHECK (first_name <> '' OR last_name <> ''),
                UNIQUE (trip_id, account_id)
            );

            CREATE INDEX member_name ON member (trip_id, sort_name, id);

            CREATE INDEX member_account ON member (account_id);

            CREATE TABLE member_group (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                name TEXT NOT NULL CHECK (name <> ''),
                folded_name TEXT NOT NULL,
                leader_id BLOB REFERENCES member (id),
                UNIQUE (trip_id, folded_name)
            );

            CREATE TABLE member_of_group (
                group_id BLOB NOT NULL REFERENCES member_group (id) ON DELETE CASCADE,
                member_id BLOB NOT NULL REFERENCES member (id),
                PRIMARY KEY (group_id, member_id)
            );

            CREATE INDEX member_of_group_member ON member_of_group (member_id);

            CREATE TABLE audit (
                sequence INTEGER PRIMARY KEY,
                at INTEGER NOT NULL,
                actor_id BLOB,
                actor_name TEXT NOT NULL,
                trip_id BLOB REFERENCES trip (id),
                roster_version INTEGER,
                action TEXT NOT NULL,
                subject_id BLOB NOT NULL,
                subject_name TEXT NOT NULL,
                changes TEXT NOT NULL
            );

            CREATE INDEX audit_roster ON audit (trip_id, roster_version);

            CREATE INDEX audit_subject ON audit (subject_id, sequence);

            CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
            BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;

            CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
            BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;

            CREATE TABLE pending_import (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                content TEXT NOT NULL,
                created_at INTEGER NOT NULL
            );

            CREATE TABLE trip_visit (
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                trip_id BLOB NOT NULL REFERENCES trip (id),
                baseline_version INTEGER NOT NULL,
                baseline_at INTEGER NOT NULL,
                seen_version INTEGER NOT NULL,
                seen_at INTEGER NOT NULL,
                columns TEXT NOT NULL,
                PRIMARY KEY (account_id, trip_id)
            );

            CREATE TABLE tracker (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                member_id BLOB NOT NULL REFERENCES member (id),
                label TEXT NOT NULL,
                token TEXT NOT NULL UNIQUE CHECK (length(token) >= 22),
                created_at INTEGER NOT NULL,
                revoked_at INTEGER
            );

            CREATE INDEX tracker_member ON tracker (member_id);

            CREATE TABLE fix (
                tracker_id BLOB NOT NULL REFERENCES tracker (id),
                fixed_at INTEGER NOT NULL,
                received_at INTEGER NOT NULL,
                format TEXT NOT NULL,
                latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
                longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
                accuracy REAL,
                altitude REAL,
                speed REAL,
                heading REAL,
                battery INTEGER,
                PRIMARY KEY (tracker_id, fixed_at)
            ) WITHOUT ROWID;

            CREATE TABLE tracker_request (
                tracker_id BLOB NOT NULL REFERENCES tracker (id),
                received_at INTEGER NOT NULL,
                format TEXT NOT NULL,
                stored INTEGER NOT NULL,
                summary TEXT NOT NULL,
                excerpt TEXT NOT NULL,
                PRIMARY KEY (tracker_id, received_at)
            ) WITHOUT ROWID;

            CREATE TABLE job_report (
                name TEXT PRIMARY KEY,
                ran_at INTEGER NOT NULL,
                summary TEXT NOT NULL
            );

            """)
}
