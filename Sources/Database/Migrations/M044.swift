extension Migration {
    /// What hosts announce, to whom, and what each of them answered.
    static let m044 = Migration(
        number: 44, name: "announcements",
        sql: """
            ALTER TABLE trip ADD COLUMN moderators_announce INTEGER NOT NULL DEFAULT 0 CHECK (moderators_announce IN (0, 1));

            CREATE TABLE announcement (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                state TEXT NOT NULL CHECK (state IN ('draft', 'scheduled', 'sent', 'recalled')),
                title TEXT NOT NULL CHECK (title <> ''),
                text TEXT NOT NULL,
                urgency INTEGER NOT NULL CHECK (urgency BETWEEN 0 AND 3),
                signed_by TEXT NOT NULL,
                event_id BLOB REFERENCES event (id) ON DELETE SET NULL,
                place TEXT NOT NULL,
                latitude REAL CHECK (latitude BETWEEN -90 AND 90),
                longitude REAL CHECK (longitude BETWEEN -180 AND 180),
                audience TEXT NOT NULL CHECK (length(audience) <= 100000),
                audience_words TEXT NOT NULL,
                adds_later INTEGER NOT NULL CHECK (adds_later IN (0, 1)),
                scheduled_at INTEGER,
                expires_at INTEGER,
                corrects_id BLOB REFERENCES announcement (id) ON DELETE SET NULL,
                author_id BLOB REFERENCES account (id) ON DELETE SET NULL,
                author_name TEXT NOT NULL,
                is_by_admin INTEGER NOT NULL CHECK (is_by_admin IN (0, 1)),
                made_at INTEGER NOT NULL,
                sent_at INTEGER,
                recalled_at INTEGER,
                recalled_by TEXT NOT NULL DEFAULT '',
                reminded_at INTEGER,
                version INTEGER NOT NULL DEFAULT 1,
                CHECK ((latitude IS NULL) = (longitude IS NULL)),
                CHECK (state <> 'scheduled' OR scheduled_at IS NOT NULL),
                CHECK ((state IN ('sent', 'recalled')) = (sent_at IS NOT NULL)),
                CHECK ((state = 'recalled') = (recalled_at IS NOT NULL))
            );

            CREATE INDEX announcement_trip ON announcement (trip_id, made_at);

            CREATE INDEX announcement_due ON announcement (scheduled_at) WHERE state = 'scheduled';

            CREATE INDEX announcement_sent ON announcement (trip_id, sent_at) WHERE sent_at IS NOT NULL;

            CREATE INDEX announcement_corrects ON announcement (corrects_id) WHERE corrects_id IS NOT NULL;

            CREATE INDEX announcement_event ON announcement (event_id) WHERE event_id IS NOT NULL;

            CREATE TABLE announcement_answer (
                announcement_id BLOB NOT NULL REFERENCES announcement (id) ON DELETE CASCADE,
                position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 3),
                label TEXT NOT NULL CHECK (label <> ''),
                asks_text INTEGER NOT NULL CHECK (asks_text IN (0, 1)),
                PRIMARY KEY (announcement_id, position)
            );

            CREATE TABLE announcement_recipient (
                announcement_id BLOB NOT NULL REFERENCES announcement (id) ON DELETE CASCADE,
                member_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                notice_id BLOB REFERENCES notice (id) ON DELETE SET NULL,
                added_at INTEGER NOT NULL,
                shown_at INTEGER,
                opened_at INTEGER,
                answer INTEGER CHECK (answer BETWEEN 0 AND 3),
                text TEXT NOT NULL DEFAULT '',
                answered_at INTEGER,
                PRIMARY KEY (announcement_id, member_id),
                CHECK ((answer IS NULL) = (answered_at IS NULL))
            );

            CREATE INDEX announcement_recipient_member ON announcement_recipient (member_id);

            CREATE INDEX announcement_recipient_notice ON announcement_recipient (notice_id) WHERE notice_id IS NOT NULL;

            """)
}
