extension Migration {
    /// Somebody who needs help is one case, whether they called or wrote it: open, then somebody is on it, then resolved, with what was
    /// done. An alert becomes such a case, and so does whoever wrote an urgent message. What was acknowledged before is resolved.
    static let m032 = Migration(
        number: 32, name: "cases of help",
        sql: """
            CREATE TABLE help_case (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                is_test INTEGER NOT NULL CHECK (is_test IN (0, 1)),
                raised_at INTEGER NOT NULL,
                is_waiting INTEGER NOT NULL DEFAULT 1 CHECK (is_waiting IN (0, 1)),
                taken_at INTEGER,
                taken_by BLOB REFERENCES account (id) ON DELETE SET NULL,
                taken_name TEXT NOT NULL DEFAULT '',
                said_ok_at INTEGER,
                resolved_at INTEGER,
                resolved_name TEXT NOT NULL DEFAULT '',
                outcome TEXT CHECK (outcome IN ('safe', 'false_alarm', 'rescue', 'other')),
                words TEXT NOT NULL DEFAULT '',
                CHECK ((resolved_at IS NULL) = (outcome IS NULL))
            );

            INSERT INTO help_case (id, trip_id, member_id, is_test, raised_at, is_waiting, taken_at, taken_name,
                resolved_at, resolved_name, outcome, words)
            SELECT a.id, a.trip_id, a.member_id, a.is_test, a.raised_at, a.acknowledged_at IS NULL, a.acknowledged_at, a.acknowledged_by,
                a.acknowledged_at, a.acknowledged_by, CASE WHEN a.acknowledged_at IS NULL THEN NULL ELSE 'other' END,
                CASE WHEN a.acknowledged_at IS NULL THEN '' ELSE 'Taken before cases of help were kept.' END
            FROM alert a;

            UPDATE help_case SET resolved_at = raised_at, outcome = 'other', words = 'Joined a later call.'
            WHERE resolved_at IS NULL AND EXISTS (SELECT 1 FROM help_case o WHERE o.member_id = help_case.member_id
                AND o.is_test = help_case.is_test AND o.resolved_at IS NULL
                AND (o.raised_at > help_case.raised_at OR (o.raised_at = help_case.raised_at AND o.id > help_case.id)));

            CREATE UNIQUE INDEX help_case_open ON help_case (member_id, is_test) WHERE resolved_at IS NULL;

            CREATE INDEX help_case_unresolved ON help_case (raised_at, trip_id) WHERE resolved_at IS NULL;

            CREATE INDEX help_case_of_trip ON help_case (trip_id, raised_at);

            CREATE INDEX help_case_of_member ON help_case (member_id, raised_at);

            CREATE INDEX help_case_taken ON help_case (taken_by) WHERE taken_by IS NOT NULL;

            CREATE TABLE help_call (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                case_id BLOB NOT NULL REFERENCES help_case (id),
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

            INSERT INTO help_call (id, case_id, member_id, client_id, source, text, called_at, received_at,
                latitude, longitude, accuracy, fixed_at)
            SELECT id, alert_id, member_id, client_id, source, text, called_at, received_at, latitude, longitude, accuracy, fixed_at
            FROM alert_call;

            CREATE INDEX help_call_of ON help_call (case_id, received_at);

            DROP TABLE alert_call;

            DROP TABLE alert;

            CREATE TABLE help_entry (
                number INTEGER PRIMARY KEY,
                case_id BLOB NOT NULL REFERENCES help_case (id),
                kind TEXT NOT NULL
                    CHECK (kind IN ('taken', 'handed', 'released', 'phoned', 'note', 'says_ok', 'resolved', 'reopened')),
                at INTEGER NOT NULL,
                actor_id BLOB REFERENCES account (id) ON DELETE SET NULL,
                actor_name TEXT NOT NULL,
                text TEXT NOT NULL
            );

            CREATE INDEX help_entry_of ON help_entry (case_id, number);

            CREATE INDEX help_entry_actor ON help_entry (actor_id) WHERE actor_id IS NOT NULL;

            INSERT INTO help_entry (case_id, kind, at, actor_name, text)
            SELECT id, 'taken', taken_at, taken_name, '' FROM help_case WHERE taken_at IS NOT NULL ORDER BY taken_at, id;

            ALTER TABLE moderation_case ADD COLUMN help_id BLOB REFERENCES help_case (id);

            CREATE INDEX case_help ON moderation_case (help_id) WHERE help_id IS NOT NULL;

            INSERT INTO help_case (id, trip_id, member_id, is_test, raised_at)
            SELECT k.id, k.trip_id, k.member_id, 0, k.opened_at FROM moderation_case k
            WHERE k.is_urgent = 1 AND k.closed_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM moderation_case o WHERE o.member_id = k.member_id AND o.is_urgent = 1
                    AND o.closed_at IS NULL AND (o.opened_at < k.opened_at OR (o.opened_at = k.opened_at AND o.id < k.id)))
                AND NOT EXISTS (SELECT 1 FROM help_case h WHERE h.member_id = k.member_id AND h.is_test = 0 AND h.resolved_at IS NULL);

            UPDATE moderation_case SET help_id = (SELECT h.id FROM help_case h
                WHERE h.member_id = moderation_case.member_id AND h.is_test = 0 AND h.resolved_at IS NULL)
            WHERE is_urgent = 1 AND closed_at IS NULL;

            """)
}
