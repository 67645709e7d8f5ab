extension Migration {
    /// Browsers that an account has used, what its owner must hear of, failed sign-ins, and addresses that somebody vouches for.
    static let m017 = Migration(
        number: 17, name: "devices, account notices, confirmed addresses",
        sql: """
            CREATE TABLE device (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                first_at INTEGER NOT NULL,
                last_at INTEGER NOT NULL,
                told_to INTEGER NOT NULL,
                UNIQUE (token_hash, account_id)
            );

            CREATE INDEX device_account ON device (account_id, last_at);

            ALTER TABLE session ADD COLUMN device_id BLOB REFERENCES device (id) ON DELETE SET NULL;

            CREATE INDEX session_device ON session (device_id) WHERE device_id IS NOT NULL;

            ALTER TABLE session ADD COLUMN told_to INTEGER NOT NULL DEFAULT 0;

            CREATE TABLE account_notice (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                kind TEXT NOT NULL CHECK (kind <> ''),
                detail TEXT NOT NULL,
                device_id BLOB,
                user_agent TEXT NOT NULL,
                address TEXT NOT NULL,
                at INTEGER NOT NULL
            );

            CREATE INDEX account_notice_account ON account_notice (account_id, number);

            CREATE TABLE sign_in_failure (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                key_hash BLOB NOT NULL CHECK (length(key_hash) = 32),
                at INTEGER NOT NULL
            );

            CREATE INDEX sign_in_failure_key ON sign_in_failure (key_hash, at);

            CREATE INDEX sign_in_failure_at ON sign_in_failure (at);

            ALTER TABLE account ADD COLUMN email_confirmed_at INTEGER CHECK (email_confirmed_at IS NULL OR email IS NOT NULL);

            UPDATE account SET email_confirmed_at = created_at WHERE email IS NOT NULL AND (is_admin = 1
                OR EXISTS (SELECT 1 FROM member m WHERE m.account_id = account.id AND m.role <> 'traveller'));
            """)
}
