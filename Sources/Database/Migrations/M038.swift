extension Migration {
    /// What hosts delete waits for thirty days before it is erased: events, groups and trips as well. The logs may then lose the lines of
    /// an event or a trip that is deleted, and no others.
    static let m038 = Migration(
        number: 38, name: "bin of events, groups and trips",
        sql: """
            ALTER TABLE event ADD COLUMN deleted_at INTEGER;

            ALTER TABLE event ADD COLUMN deleted_by TEXT NOT NULL DEFAULT '';

            ALTER TABLE event ADD COLUMN state_before TEXT NOT NULL DEFAULT '';

            CREATE INDEX event_deleted ON event (deleted_at) WHERE deleted_at IS NOT NULL;

            ALTER TABLE trip ADD COLUMN deleted_at INTEGER;

            ALTER TABLE trip ADD COLUMN deleted_by TEXT NOT NULL DEFAULT '';

            CREATE TABLE binned_group (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                name TEXT NOT NULL CHECK (name <> ''),
                category TEXT NOT NULL,
                places INTEGER,
                leader_id BLOB REFERENCES member (id),
                deleted_at INTEGER NOT NULL,
                deleted_by TEXT NOT NULL
            );

            CREATE INDEX binned_group_trip ON binned_group (trip_id, deleted_at);

            CREATE TABLE binned_group_member (
                group_id BLOB NOT NULL REFERENCES binned_group (id) ON DELETE CASCADE,
                member_id BLOB NOT NULL REFERENCES member (id),
                PRIMARY KEY (group_id, member_id)
            );

            CREATE INDEX binned_group_member_member ON binned_group_member (member_id);

            CREATE TABLE binned_group_event (
                group_id BLOB NOT NULL REFERENCES binned_group (id) ON DELETE CASCADE,
                event_id BLOB NOT NULL REFERENCES event (id) ON DELETE CASCADE,
                PRIMARY KEY (group_id, event_id)
            );

            CREATE INDEX binned_group_event_event ON binned_group_event (event_id);

            DROP TRIGGER event_log_no_delete;

            CREATE TRIGGER event_log_no_delete BEFORE DELETE ON event_log
            WHEN NOT EXISTS (SELECT 1 FROM event e JOIN trip t ON t.id = e.trip_id
                WHERE e.id = old.event_id AND (e.deleted_at IS NOT NULL OR t.deleted_at IS NOT NULL))
            BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

            DROP TRIGGER audit_no_delete;

            CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
            WHEN NOT EXISTS (SELECT 1 FROM trip t WHERE t.id = old.trip_id AND t.deleted_at IS NOT NULL)
            BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;

            DROP TRIGGER moderation_log_no_delete;

            CREATE TRIGGER moderation_log_no_delete BEFORE DELETE ON moderation_log
            WHEN NOT EXISTS (SELECT 1 FROM trip t WHERE t.id = old.trip_id AND t.deleted_at IS NOT NULL)
            BEGIN SELECT raise(ABORT, 'the moderation log is append-only'); END;

            """)
}
