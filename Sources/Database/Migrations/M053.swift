extension Migration {
    /// A newer notice of a topic looks for the older ones of its person that still stand: it finds them at once, however many were
    /// replaced before. What leaves the inboxes is found by its id, which begins with its time.
    static let m053 = Migration(
        number: 53, name: "standing notices by topic",
        sql: """
            DROP INDEX notice_member;

            DROP INDEX notice_account;

            DROP INDEX notice_made;

            CREATE INDEX notice_member ON notice (member_id, topic, ended_at, made_at) WHERE member_id IS NOT NULL;

            CREATE INDEX notice_account ON notice (account_id, topic, ended_at, made_at) WHERE account_id IS NOT NULL;

            """)
}
