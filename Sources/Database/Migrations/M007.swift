extension Migration {
    /// Messages are numbered over all conversations: the order is the server's. The full-text index is SQLite's FTS5, kept by
    /// triggers; PostgreSQL would have a column of its own there.
    static let m007 = Migration(
        number: 7, name: "chat",
        sql: """
            ALTER TABLE trip ADD COLUMN direct_chat INTEGER NOT NULL DEFAULT 1 CHECK (direct_chat IN (0, 1));

            ALTER TABLE trip ADD COLUMN chat_days INTEGER NOT NULL DEFAULT 90 CHECK (chat_days >= 0);

            CREATE TABLE conversation (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                kind TEXT NOT NULL CHECK (kind IN ('trip', 'event', 'group', 'direct')),
                event_id BLOB UNIQUE REFERENCES event (id),
                group_id BLOB UNIQUE REFERENCES member_group (id) ON DELETE SET NULL,
                first_id BLOB REFERENCES member (id),
                second_id BLOB REFERENCES member (id),
                slow_seconds INTEGER NOT NULL DEFAULT 0 CHECK (slow_seconds >= 0),
                newcomer_minutes INTEGER NOT NULL DEFAULT 0 CHECK (newcomer_minutes >= 0),
                read_only_until INTEGER,
                read_only_reason TEXT NOT NULL DEFAULT '',
                created_at INTEGER NOT NULL,
                UNIQUE (first_id, second_id),
                CHECK ((kind = 'event') = (event_id IS NOT NULL)),
                CHECK (kind = 'group' OR group_id IS NULL),
                CHECK ((kind = 'direct') = (first_id IS NOT NULL) AND (kind = 'direct') = (second_id IS NOT NULL)),
                CHECK (first_id IS NULL OR first_id < second_id)
            );

            CREATE UNIQUE INDEX conversation_trip ON conversation (trip_id) WHERE kind = 'trip';

            CREATE INDEX conversation_of_trip ON conversation (trip_id, kind);

            CREATE INDEX conversation_second ON conversation (second_id) WHERE second_id IS NOT NULL;

            CREATE TABLE message (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                conversation_id BLOB NOT NULL REFERENCES conversation (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                client_id BLOB NOT NULL CHECK (length(client_id) = 16),
                text TEXT NOT NULL,
                reply_to INTEGER REFERENCES message (number),
                state TEXT NOT NULL CHECK (state IN ('visible', 'held', 'removed', 'deleted')),
                sent_at INTEGER NOT NULL,
                edited_at INTEGER,
                UNIQUE (member_id, client_id)
            );

            CREATE INDEX message_thread ON message (conversation_id, number);

            CREATE INDEX message_author ON message (member_id, number);

            CREATE INDEX message_reply ON message (reply_to) WHERE reply_to IS NOT NULL;

            CREATE TABLE message_edit (
                number INTEGER NOT NULL REFERENCES message (number) ON DELETE CASCADE,
                replaced_at INTEGER NOT NULL,
                text TEXT NOT NULL,
                PRIMARY KEY (number, replaced_at)
            );

            CREATE TABLE message_photo (
                number INTEGER NOT NULL REFERENCES message (number) ON DELETE CASCADE,
                position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 4),
                photo_id BLOB NOT NULL UNIQUE REFERENCES photo (id),
                PRIMARY KEY (number, position)
            );

            CREATE VIRTUAL TABLE message_search USING fts5 (
                text, content = 'message', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2'
            );

            CREATE TRIGGER message_search_insert AFTER INSERT ON message
            BEGIN INSERT INTO message_search (rowid, text) VALUES (new.number, new.text); END;

            CREATE TRIGGER message_search_delete AFTER DELETE ON message
            BEGIN INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.number, old.text); END;

            CREATE TRIGGER message_search_update AFTER UPDATE OF text ON message
            BEGIN
                INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.number, old.text);
                INSERT INTO message_search (rowid, text) VALUES (new.number, new.text);
            END;

            CREATE TABLE read_position (
                conversation_id BLOB NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
                member_id BLOB NOT NULL REFERENCES member (id),
                number INTEGER NOT NULL,
                PRIMARY KEY (conversation_id, member_id)
            );

            CREATE TABLE chat_block (
                member_id BLOB NOT NULL REFERENCES member (id),
                blocked_id BLOB NOT NULL REFERENCES member (id),
                made_at INTEGER NOT NULL,
                PRIMARY KEY (member_id, blocked_id)
            );

            INSERT INTO conversation (id, trip_id, kind, created_at) SELECT id, id, 'trip', created_at FROM trip;

            INSERT INTO conversation (id, trip_id, kind, event_id, created_at)
            SELECT id, trip_id, 'event', id, created_at FROM event WHERE state <> 'draft';

            """)
}
