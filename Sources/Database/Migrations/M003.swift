extension Migration {
    static let m003 = Migration(
        number: 3, name: "events, answers, check-in",
        sql: """
            CREATE TABLE event (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                title TEXT NOT NULL CHECK (title <> ''),
                details TEXT NOT NULL,
                place TEXT NOT NULL CHECK (place <> ''),
                meeting_point TEXT NOT NULL CHECK (meeting_point <> ''),
                meeting_latitude REAL CHECK (meeting_latitude BETWEEN -90 AND 90),
                meeting_longitude REAL CHECK (meeting_longitude BETWEEN -180 AND 180),
                starts_at INTEGER NOT NULL,
                ends_at INTEGER CHECK (ends_at > starts_at),
                is_back_by INTEGER NOT NULL CHECK (is_back_by IN (0, 1)),
                capacity INTEGER CHECK (capacity > 0),
                answer_by INTEGER CHECK (answer_by <= starts_at),
                host_id BLOB REFERENCES member (id),
                bring TEXT NOT NULL,
                cost TEXT NOT NULL,
                category TEXT NOT NULL,
                offers_automatically INTEGER NOT NULL CHECK (offers_automatically IN (0, 1)),
                offer_minutes INTEGER NOT NULL CHECK (offer_minutes > 0),
                state TEXT NOT NULL CHECK (state IN ('draft', 'published', 'cancelled')),
                audience TEXT NOT NULL CHECK (audience IN ('', 'everyone', 'groups', 'selected', 'nearby')),
                admits_newcomers INTEGER NOT NULL CHECK (admits_newcomers IN (0, 1)),
                cancel_reason TEXT NOT NULL,
                taken INTEGER NOT NULL DEFAULT 0 CHECK (taken >= 0),
                queue_end INTEGER NOT NULL DEFAULT 0,
                number_end INTEGER NOT NULL DEFAULT 0,
                sequence INTEGER NOT NULL DEFAULT 0,
                version INTEGER NOT NULL DEFAULT 1,
                list_version INTEGER NOT NULL DEFAULT 0,
                list_changed_at INTEGER NOT NULL,
                changed_at INTEGER NOT NULL,
                created_by BLOB REFERENCES member (id),
                created_at INTEGER NOT NULL,
                published_at INTEGER,
                CHECK (capacity IS NULL OR taken <= capacity),
                CHECK ((meeting_latitude IS NULL) = (meeting_longitude IS NULL)),
                CHECK (state <> 'published' OR published_at IS NOT NULL)
            );

            CREATE INDEX event_start ON event (trip_id, starts_at);

            CREATE TABLE event_host (
                event_id BLOB NOT NULL REFERENCES event (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                PRIMARY KEY (event_id, member_id)
            );

            CREATE TABLE event_group (
                event_id BLOB NOT NULL REFERENCES event (id),
                group_id BLOB NOT NULL REFERENCES member_group (id) ON DELETE CASCADE,
                PRIMARY KEY (event_id, group_id)
            );

            CREATE TABLE invitation (
                event_id BLOB NOT NULL REFERENCES event (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                number INTEGER NOT NULL CHECK (number > 0),
                rsvp TEXT NOT NULL CHECK (rsvp IN ('pending', 'going', 'declined', 'waitlisted', 'offered')),
                queue INTEGER,
                offer_expires_at INTEGER,
                party BLOB,
                token TEXT NOT NULL UNIQUE CHECK (length(token) >= 22),
                revoked_at INTEGER,
                answered_at INTEGER,
                answered_by TEXT NOT NULL,
                note TEXT NOT NULL,
                asked_again_at INTEGER,
                invited_at INTEGER NOT NULL,
                PRIMARY KEY (event_id, member_id),
                UNIQUE (event_id, number),
                CHECK ((rsvp = 'waitlisted') = (queue IS NOT NULL)),
                CHECK ((rsvp = 'offered') = (offer_expires_at IS NOT NULL))
            );

            CREATE INDEX invitation_member ON invitation (member_id);

            CREATE INDEX invitation_queue ON invitation (event_id, queue) WHERE queue IS NOT NULL;

            CREATE INDEX invitation_offer ON invitation (event_id, offer_expires_at) WHERE offer_expires_at IS NOT NULL;

            CREATE TABLE event_log (
                sequence INTEGER PRIMARY KEY,
                event_id BLOB NOT NULL REFERENCES event (id),
                at INTEGER NOT NULL,
                author TEXT NOT NULL,
                member_id BLOB REFERENCES member (id),
                action TEXT NOT NULL,
                note TEXT NOT NULL,
                list_version INTEGER NOT NULL
            );

            CREATE INDEX event_log_event ON event_log (event_id, sequence);

            CREATE TRIGGER event_log_no_update BEFORE UPDATE ON event_log
            BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

            CREATE TRIGGER event_log_no_delete BEFORE DELETE ON event_log
            BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

            CREATE TABLE reminder (
                event_id BLOB NOT NULL REFERENCES event (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                kind TEXT NOT NULL CHECK (kind IN ('answer', 'start')),
                at INTEGER NOT NULL,
                PRIMARY KEY (event_id, member_id, kind)
            );

            CREATE TABLE check_in_list (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                event_id BLOB NOT NULL REFERENCES event (id),
                name TEXT NOT NULL CHECK (name <> ''),
                exclusive_set TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                UNIQUE (event_id, name)
            );

            CREATE TABLE scan (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                list_id BLOB NOT NULL REFERENCES check_in_list (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                is_in INTEGER NOT NULL CHECK (is_in IN (0, 1)),
                scanned_at INTEGER NOT NULL,
                received_at INTEGER NOT NULL,
                method TEXT NOT NULL CHECK (method IN ('tick', 'qr', 'code', 'paper', 'group')),
                author TEXT NOT NULL,
                undone_at INTEGER,
                undone_by TEXT NOT NULL DEFAULT ''
            );

            CREATE INDEX scan_list ON scan (list_id, member_id, scanned_at);

            CREATE TABLE calendar_feed (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                member_id BLOB REFERENCES member (id),
                token TEXT NOT NULL UNIQUE CHECK (length(token) >= 22),
                created_at INTEGER NOT NULL,
                revoked_at INTEGER
            );

            """)
}
