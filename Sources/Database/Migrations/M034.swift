extension Migration {
    /// Who is deleted from a roster can be brought back for a while, with their answers, which count no more meanwhile; and lists that
    /// are looked at often have a name.
    static let m034 = Migration(
        number: 34, name: "bin and views of the roster",
        sql: """
            ALTER TABLE member ADD COLUMN deleted_at INTEGER;

            ALTER TABLE member ADD COLUMN deleted_by TEXT NOT NULL DEFAULT '';

            ALTER TABLE member ADD COLUMN status_before TEXT NOT NULL DEFAULT '';

            CREATE INDEX member_deleted ON member (deleted_at) WHERE deleted_at IS NOT NULL;

            CREATE TABLE binned_invitation (
                event_id BLOB NOT NULL REFERENCES event (id),
                member_id BLOB NOT NULL REFERENCES member (id),
                number INTEGER NOT NULL,
                rsvp TEXT NOT NULL,
                queue INTEGER,
                offer_expires_at INTEGER,
                party BLOB,
                token TEXT NOT NULL,
                revoked_at INTEGER,
                answered_at INTEGER,
                answered_by TEXT NOT NULL,
                note TEXT NOT NULL,
                asked_again_at INTEGER,
                invited_at INTEGER NOT NULL,
                acknowledged_version INTEGER NOT NULL,
                acknowledged_at INTEGER,
                told_at INTEGER,
                opened_at INTEGER,
                PRIMARY KEY (event_id, member_id)
            );

            CREATE INDEX binned_invitation_member ON binned_invitation (member_id);

            CREATE TABLE roster_view (
                id BLOB PRIMARY KEY,
                trip_id BLOB NOT NULL REFERENCES trip (id),
                name TEXT NOT NULL,
                query TEXT NOT NULL,
                made_at INTEGER NOT NULL
            );

            CREATE INDEX roster_view_trip ON roster_view (trip_id, made_at);

            """)
}
