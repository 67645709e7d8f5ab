extension Migration {
    /// What people write about places. A place is remembered as it was when somebody first wrote of it, so that a new map can be matched
    /// with it: `shown_at` is the element of the map that is served, and NULL while none fits. Where hosts say by hand which place it is,
    /// their trip has a row in `place_attachment`; nothing is moved, so that it can be taken back. Whoever reads a review of another trip
    /// is told no more than a first name.
    static let m039 = Migration(
        number: 39, name: "what people write about places",
        sql: """
            CREATE TABLE place (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                element TEXT NOT NULL UNIQUE CHECK (element <> ''),
                shown_at TEXT CHECK (shown_at <> ''),
                name TEXT NOT NULL,
                folded_name TEXT NOT NULL,
                latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
                longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180)
            ) STRICT;

            CREATE INDEX place_shown ON place (shown_at) WHERE shown_at IS NOT NULL;

            CREATE TABLE place_attachment (
                trip_id BLOB NOT NULL REFERENCES trip (id),
                place_id BLOB NOT NULL REFERENCES place (id),
                target_id BLOB NOT NULL REFERENCES place (id),
                attached_at INTEGER NOT NULL,
                attached_by TEXT NOT NULL,
                PRIMARY KEY (trip_id, place_id),
                CHECK (place_id <> target_id)
            ) STRICT;

            CREATE INDEX place_attachment_place ON place_attachment (place_id);

            CREATE INDEX place_attachment_target ON place_attachment (target_id);

            CREATE TABLE place_review (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                place_id BLOB NOT NULL REFERENCES place (id),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
                text TEXT NOT NULL CHECK (text <> ''),
                is_for_all INTEGER NOT NULL CHECK (is_for_all IN (0, 1)),
                state TEXT NOT NULL CHECK (state IN ('visible', 'held', 'removed', 'deleted')),
                state_before TEXT NOT NULL DEFAULT '' CHECK (state_before IN ('', 'visible', 'held')),
                written_at INTEGER NOT NULL,
                edited_at INTEGER,
                UNIQUE (place_id, member_id),
                CHECK ((state = 'deleted') = (state_before <> ''))
            ) STRICT;

            CREATE INDEX place_review_trip ON place_review (trip_id, written_at);

            CREATE INDEX place_review_member ON place_review (member_id, number);

            CREATE TABLE place_review_history (
                number INTEGER NOT NULL REFERENCES place_review (number) ON DELETE CASCADE,
                replaced_at INTEGER NOT NULL,
                stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
                text TEXT NOT NULL,
                PRIMARY KEY (number, replaced_at)
            ) STRICT;

            CREATE TABLE place_review_photo (
                number INTEGER NOT NULL REFERENCES place_review (number) ON DELETE CASCADE,
                position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 999),
                photo_id BLOB NOT NULL UNIQUE REFERENCES photo (id),
                PRIMARY KEY (number, position)
            ) STRICT;

            CREATE TABLE place_report (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                place_id BLOB NOT NULL REFERENCES place (id),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                kind TEXT NOT NULL CHECK (kind IN ('open', 'closed', 'kitchen', 'phone')),
                minute INTEGER CHECK (minute BETWEEN 0 AND 1439),
                wrong_phone TEXT NOT NULL DEFAULT '',
                phone TEXT NOT NULL DEFAULT '',
                made_at INTEGER NOT NULL,
                ends_at INTEGER CHECK (ends_at > made_at),
                withdrawn_at INTEGER,
                withdrawn_by TEXT NOT NULL DEFAULT '',
                CHECK ((kind = 'kitchen') = (minute IS NOT NULL)),
                CHECK ((kind = 'phone') = (ends_at IS NULL)),
                CHECK (kind = 'phone' OR (phone = '' AND wrong_phone = '')),
                CHECK ((withdrawn_at IS NULL) = (withdrawn_by = ''))
            ) STRICT;

            CREATE INDEX place_report_trip ON place_report (trip_id, made_at);

            CREATE INDEX place_report_place ON place_report (place_id);

            CREATE INDEX place_report_member ON place_report (member_id, made_at);

            CREATE TABLE place_note (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                place_id BLOB NOT NULL REFERENCES place (id),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                text TEXT NOT NULL,
                is_recommended INTEGER NOT NULL CHECK (is_recommended IN (0, 1)),
                hidden_reason TEXT CHECK (hidden_reason <> ''),
                made_at INTEGER NOT NULL,
                author_name TEXT NOT NULL CHECK (author_name <> ''),
                CHECK (hidden_reason IS NULL OR is_recommended = 0)
            ) STRICT;

            CREATE INDEX place_note_trip ON place_note (trip_id, place_id, made_at);

            CREATE INDEX place_note_place ON place_note (place_id);

            CREATE TABLE own_place (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                name TEXT NOT NULL CHECK (name <> ''),
                kind TEXT NOT NULL CHECK (kind <> ''),
                latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
                longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
                hours TEXT NOT NULL,
                phone TEXT NOT NULL,
                website TEXT NOT NULL,
                added_at INTEGER NOT NULL,
                added_by TEXT NOT NULL,
                version INTEGER NOT NULL DEFAULT 1,
                deleted_at INTEGER
            ) STRICT;

            CREATE INDEX own_place_trip ON own_place (trip_id);

            DROP INDEX case_open_message;

            DROP INDEX case_open_member;

            DROP INDEX case_open_event;

            ALTER TABLE moderation_case RENAME COLUMN subject_kind TO former_kind;

            ALTER TABLE moderation_case ADD COLUMN subject_kind TEXT NOT NULL DEFAULT 'message'
                CHECK (subject_kind IN ('message', 'member', 'event', 'review'));

            UPDATE moderation_case SET subject_kind = former_kind;

            ALTER TABLE moderation_case DROP COLUMN former_kind;

            ALTER TABLE moderation_case ADD COLUMN review_number INTEGER REFERENCES place_review (number) ON DELETE SET NULL;

            CREATE UNIQUE INDEX case_open_message ON moderation_case (message_number) WHERE closed_at IS NULL AND subject_kind = 'message';

            CREATE UNIQUE INDEX case_open_member ON moderation_case (member_id) WHERE closed_at IS NULL AND subject_kind = 'member';

            CREATE UNIQUE INDEX case_open_event ON moderation_case (event_id) WHERE closed_at IS NULL AND subject_kind = 'event';

            CREATE UNIQUE INDEX case_open_review ON moderation_case (review_number) WHERE closed_at IS NULL AND subject_kind = 'review';

            CREATE INDEX case_review ON moderation_case (review_number) WHERE review_number IS NOT NULL;

            """)
}
