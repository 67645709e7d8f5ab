extension Migration {
    /// People sign up by themselves where the server allows it, ask as somebody to join a trip, and a host's word about that
    /// can be taken back.
    static let m026 = Migration(
        number: 26, name: "sign-up, requests of accounts",
        sql: """
            CREATE TABLE server_setting (
                name TEXT PRIMARY KEY CHECK (name <> ''),
                value TEXT NOT NULL
            );

            ALTER TABLE account ADD COLUMN signed_up_at INTEGER;

            CREATE INDEX account_signed_up ON account (signed_up_at) WHERE signed_up_at IS NOT NULL;

            ALTER TABLE join_request ADD COLUMN account_id BLOB REFERENCES account (id) ON DELETE CASCADE;

            ALTER TABLE join_request ADD COLUMN before_status TEXT;

            CREATE UNIQUE INDEX join_request_open ON join_request (account_id, trip_id)
                WHERE account_id IS NOT NULL AND decided_at IS NULL;

            CREATE INDEX join_request_account ON join_request (account_id) WHERE account_id IS NOT NULL;
            """)
}
