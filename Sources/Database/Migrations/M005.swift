extension Migration {
    static let m005 = Migration(
        number: 5, name: "identities, deletion",
        sql: """
            CREATE TABLE identity (
                issuer TEXT NOT NULL CHECK (issuer <> ''),
                subject TEXT NOT NULL CHECK (subject <> ''),
                account_id BLOB NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                telegram_id INTEGER,
                name TEXT NOT NULL,
                linked_at INTEGER NOT NULL,
                PRIMARY KEY (issuer, subject),
                UNIQUE (account_id, issuer)
            );

            CREATE UNIQUE INDEX identity_telegram ON identity (telegram_id) WHERE telegram_id IS NOT NULL;

            CREATE TABLE used_proof (
                hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
                expires_at INTEGER NOT NULL
            );

            CREATE TABLE deletion_request (
                member_id BLOB PRIMARY KEY REFERENCES member (id),
                asked_at INTEGER NOT NULL,
                due_at INTEGER NOT NULL
            );

            """)
}
