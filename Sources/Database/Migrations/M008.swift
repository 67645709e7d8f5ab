extension Migration {
    /// One case for everything that is reported on one subject; the log of what happened to it is append-only.
    static let m008 = Migration(
        number: 8, name: "moderation",
        sql: """
            CREATE TABLE phrase_list (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                name TEXT NOT NULL CHECK (name <> ''),
                phrases TEXT NOT NULL,
                is_shared INTEGER NOT NULL CHECK (is_shared IN (0, 1)),
                changed_at INTEGER NOT NULL
            );

            CREATE TABLE chat_rule (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                kind TEXT NOT NULL CHECK (kind IN
                    ('words', 'safety', 'phone', 'email', 'handle', 'link', 'payment', 'shouting', 'flooding')),
                list_id BLOB REFERENCES phrase_list (id),
                effect TEXT NOT NULL CHECK (effect IN ('note', 'hold', 'refuse')),
                sentence TEXT NOT NULL,
                is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
                exempts_staff INTEGER NOT NULL CHECK (exempts_staff IN (0, 1)),
                changed_at INTEGER NOT NULL,
                CHECK ((kind = 'words') = (list_id IS NOT NULL) OR kind = 'safety'),
                CHECK (kind <> 'safety' OR effect = 'note')
            );

            CREATE INDEX chat_rule_trip ON chat_rule (trip_id);

            CREATE TABLE moderation_case (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                subject_kind TEXT NOT NULL CHECK (subject_kind IN ('message', 'member', 'event')),
                message_number INTEGER REFERENCES message (number) ON DELETE SET NULL,
                event_id BLOB REFERENCES event (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                conversation_id BLOB REFERENCES conversation (id),
                reason TEXT NOT NULL,
                snapshot TEXT NOT NULL,
                place TEXT NOT NULL,
                is_urgent INTEGER NOT NULL CHECK (is_urgent IN (0, 1)),
                weight REAL NOT NULL,
                opened_at INTEGER NOT NULL,
                claimed_by BLOB REFERENCES account (id) ON DELETE SET NULL,
                claimed_name TEXT NOT NULL DEFAULT '',
                claimed_at INTEGER,
                first_claimed_at INTEGER,
                closed_at INTEGER,
                outcome TEXT NOT NULL DEFAULT '',
                is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1)),
                is_escalated INTEGER NOT NULL DEFAULT 0 CHECK (is_escalated IN (0, 1)),
                version INTEGER NOT NULL DEFAULT 1
            );

            CREATE UNIQUE INDEX case_open_message ON moderation_case (message_number) WHERE closed_at IS NULL AND subject_kind = 'message';

            CREATE UNIQUE INDEX case_open_member ON moderation_case (member_id) WHERE closed_at IS NULL AND subject_kind = 'member';

            CREATE UNIQUE INDEX case_open_event ON moderation_case (event_id) WHERE closed_at IS NULL AND subject_kind = 'event';

            CREATE INDEX case_queue ON moderation_case (trip_id, is_urgent DESC, weight DESC, opened_at) WHERE closed_at IS NULL;

            CREATE INDEX case_member ON moderation_case (member_id, opened_at);

            CREATE INDEX case_closed ON moderation_case (trip_id, closed_at) WHERE closed_at IS NOT NULL;

            CREATE TABLE report (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                case_id BLOB NOT NULL REFERENCES moderation_case (id),
                reporter_id BLOB REFERENCES member (id),
                rule_id BLOB REFERENCES chat_rule (id) ON DELETE SET NULL,
                reason TEXT NOT NULL,
                text TEXT NOT NULL,
                made_at INTEGER NOT NULL,
                is_upheld INTEGER CHECK (is_upheld IN (0, 1)),
                UNIQUE (case_id, reporter_id)
            );

            CREATE INDEX report_reporter ON report (reporter_id, made_at) WHERE reporter_id IS NOT NULL;

            CREATE INDEX report_rule ON report (rule_id) WHERE rule_id IS NOT NULL;

            CREATE TABLE moderation_log (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                trip_id BLOB NOT NULL REFERENCES trip (id),
                case_id BLOB REFERENCES moderation_case (id),
                action TEXT NOT NULL,
                actor_id BLOB,
                actor_name TEXT NOT NULL,
                member_id BLOB,
                conversation_id BLOB,
                numbers TEXT NOT NULL,
                reason TEXT NOT NULL,
                sentence TEXT NOT NULL,
                ends_at INTEGER,
                undoes INTEGER REFERENCES moderation_log (number),
                at INTEGER NOT NULL
            );

            CREATE INDEX moderation_log_case ON moderation_log (case_id, number);

            CREATE INDEX moderation_log_trip ON moderation_log (trip_id, number);

            CREATE INDEX moderation_log_member ON moderation_log (member_id, number);

            CREATE UNIQUE INDEX moderation_log_undoes ON moderation_log (undoes) WHERE undoes IS NOT NULL;

            CREATE TRIGGER moderation_log_no_update BEFORE UPDATE ON moderation_log
            BEGIN SELECT raise(ABORT, 'the moderation log is append-only'); END;

            CREATE TRIGGER moderation_log_no_delete BEFORE DELETE ON moderation_log
            BEGIN SELECT raise(ABORT, 'the moderation log is append-only'); END;

            CREATE TABLE restriction (
                log_number INTEGER PRIMARY KEY REFERENCES moderation_log (number),
                member_id BLOB NOT NULL REFERENCES member (id),
                kind TEXT NOT NULL CHECK (kind IN ('mute', 'ban')),
                reason TEXT NOT NULL,
                starts_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
                lifted_at INTEGER
            );

            CREATE INDEX restriction_member ON restriction (member_id, ends_at);

            CREATE TABLE notice (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                member_id BLOB NOT NULL REFERENCES member (id),
                log_number INTEGER REFERENCES moderation_log (number),
                text TEXT NOT NULL,
                made_at INTEGER NOT NULL,
                read_at INTEGER
            );

            CREATE INDEX notice_member ON notice (member_id, made_at);

            CREATE TABLE appeal (
                log_number INTEGER PRIMARY KEY REFERENCES moderation_log (number),
                case_id BLOB NOT NULL REFERENCES moderation_case (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                text TEXT NOT NULL CHECK (text <> ''),
                made_at INTEGER NOT NULL,
                decided_at INTEGER,
                is_granted INTEGER CHECK (is_granted IN (0, 1)),
                CHECK ((decided_at IS NULL) = (is_granted IS NULL))
            );

            CREATE INDEX appeal_case ON appeal (case_id);

            """)
}
