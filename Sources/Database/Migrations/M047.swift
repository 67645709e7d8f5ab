extension Migration {
    /// Mail that is no notice: how an address is confirmed, how a forgotten password is set anew, invites of staff.
    static let m047 = Migration(
        number: 47, name: "letters",
        sql: """
            CREATE TABLE letter (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                kind TEXT NOT NULL CHECK (kind IN ('confirmation', 'password', 'staff_invite')),
                account_id BLOB REFERENCES account (id) ON DELETE CASCADE,
                invite_id BLOB REFERENCES staff_invite (id) ON DELETE CASCADE,
                address TEXT NOT NULL CHECK (address <> ''),
                state TEXT NOT NULL CHECK (state IN ('queued', 'accepted', 'failed')),
                attempts INTEGER NOT NULL DEFAULT 0,
                due_at INTEGER NOT NULL,
                made_at INTEGER NOT NULL,
                reason TEXT NOT NULL DEFAULT '',
                CHECK ((kind = 'staff_invite') = (invite_id IS NOT NULL)),
                CHECK (kind <> 'confirmation' OR account_id IS NOT NULL)
            );

            CREATE INDEX letter_due ON letter (due_at) WHERE state = 'queued';

            CREATE INDEX letter_account ON letter (account_id) WHERE account_id IS NOT NULL;

            CREATE INDEX letter_invite ON letter (invite_id) WHERE invite_id IS NOT NULL;

            CREATE INDEX letter_made ON letter (made_at);

            CREATE TABLE letter_token (
                token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
                letter_id BLOB NOT NULL REFERENCES letter (id) ON DELETE CASCADE,
                expires_at INTEGER NOT NULL
            );

            CREATE INDEX letter_token_letter ON letter_token (letter_id);

            """)
}
