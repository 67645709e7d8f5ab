extension Migration {
    /// What is to reach people, how they can be reached, and what came of it. The notices of moderation get a name of their own.
    static let m043 = Migration(
        number: 43, name: "notices and deliveries",
        sql: """
            ALTER TABLE notice RENAME TO chat_notice;

            DROP INDEX notice_member;

            CREATE INDEX chat_notice_member ON chat_notice (member_id, made_at);

            CREATE TABLE notice (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                account_id BLOB REFERENCES account (id) ON DELETE CASCADE,
                member_id BLOB REFERENCES member (id) ON DELETE CASCADE,
                trip_id BLOB REFERENCES trip (id),
                kind TEXT NOT NULL CHECK (kind <> ''),
                subject_id BLOB,
                urgency INTEGER NOT NULL CHECK (urgency BETWEEN 0 AND 3),
                topic TEXT NOT NULL,
                title TEXT NOT NULL CHECK (title <> ''),
                text TEXT NOT NULL,
                made_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                next_at INTEGER,
                told_at INTEGER,
                shown_at INTEGER,
                opened_at INTEGER,
                read_at INTEGER,
                ended_at INTEGER,
                ending TEXT NOT NULL DEFAULT '' CHECK (ending IN ('', 'replaced', 'recalled')),
                CHECK ((account_id IS NULL) <> (member_id IS NULL)),
                CHECK (member_id IS NULL OR trip_id IS NOT NULL),
                CHECK ((ended_at IS NULL) = (ending = ''))
            );

            CREATE INDEX notice_member ON notice (member_id, made_at) WHERE member_id IS NOT NULL;

            CREATE INDEX notice_account ON notice (account_id, made_at) WHERE account_id IS NOT NULL;

            CREATE INDEX notice_next ON notice (next_at) WHERE next_at IS NOT NULL;

            CREATE INDEX notice_subject ON notice (subject_id) WHERE subject_id IS NOT NULL;

            CREATE INDEX notice_trip ON notice (trip_id, made_at) WHERE trip_id IS NOT NULL;

            CREATE INDEX notice_made ON notice (made_at);

            CREATE TABLE delivery_address (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                account_id BLOB REFERENCES account (id) ON DELETE CASCADE,
                member_id BLOB REFERENCES member (id) ON DELETE CASCADE,
                channel TEXT NOT NULL CHECK (channel IN ('push', 'telegram', 'email')),
                address TEXT NOT NULL CHECK (address <> ''),
                key BLOB,
                label TEXT NOT NULL DEFAULT '',
                made_at INTEGER NOT NULL,
                confirmed_at INTEGER,
                ended_at INTEGER,
                reason TEXT NOT NULL DEFAULT '',
                CHECK ((account_id IS NULL) <> (member_id IS NULL)),
                UNIQUE (channel, address)
            );

            CREATE INDEX delivery_address_account ON delivery_address (account_id) WHERE account_id IS NOT NULL;

            CREATE INDEX delivery_address_member ON delivery_address (member_id) WHERE member_id IS NOT NULL;

            CREATE TABLE delivery (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                notice_id BLOB NOT NULL REFERENCES notice (id) ON DELETE CASCADE,
                address_id BLOB NOT NULL REFERENCES delivery_address (id) ON DELETE CASCADE,
                channel TEXT NOT NULL CHECK (channel IN ('push', 'telegram', 'email')),
                state TEXT NOT NULL
                    CHECK (state IN ('queued', 'sending', 'accepted', 'failed', 'expired', 'replaced', 'unneeded')),
                attempts INTEGER NOT NULL DEFAULT 0,
                due_at INTEGER NOT NULL,
                at INTEGER NOT NULL,
                reason TEXT NOT NULL DEFAULT '',
                shown_at INTEGER,
                opened_at INTEGER,
                UNIQUE (notice_id, address_id)
            );

            CREATE INDEX delivery_due ON delivery (channel, due_at) WHERE state IN ('queued', 'sending');

            CREATE INDEX delivery_address_deliveries ON delivery (address_id);

            CREATE INDEX delivery_at ON delivery (at);

            CREATE TABLE message_told (
                conversation_id BLOB NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
                member_id BLOB NOT NULL REFERENCES member (id),
                number INTEGER NOT NULL,
                PRIMARY KEY (conversation_id, member_id)
            );

            CREATE INDEX message_told_member ON message_told (member_id);

            ALTER TABLE help_case ADD COLUMN told_circle INTEGER NOT NULL DEFAULT 0;

            ALTER TABLE help_case ADD COLUMN told_calls INTEGER NOT NULL DEFAULT 0;

            ALTER TABLE help_case ADD COLUMN told_at INTEGER;

            UPDATE help_case SET told_circle = 2, told_calls = 1000000 WHERE resolved_at IS NULL;

            CREATE TABLE notice_choice (
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                theme TEXT NOT NULL,
                channel TEXT NOT NULL CHECK (channel IN ('push', 'telegram', 'email')),
                is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
                PRIMARY KEY (account_id, theme, channel)
            );

            CREATE TABLE notice_setting (
                account_id BLOB PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
                quiet_to INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
                next_channel_minutes INTEGER NOT NULL CHECK (next_channel_minutes BETWEEN 1 AND 1440),
                CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
            );

            """)
}
