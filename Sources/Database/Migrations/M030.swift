extension Migration {
    /// The audit trail stays append-only but for one thing: what a field held may be emptied, for whoever is deleted.
    static let m030 = Migration(
        number: 30, name: "the audit trail forgets values",
        sql: """
            DROP TRIGGER audit_no_update;

            CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
            WHEN new.sequence IS NOT old.sequence OR new.at IS NOT old.at OR new.actor_id IS NOT old.actor_id
                OR new.actor_name IS NOT old.actor_name OR new.trip_id IS NOT old.trip_id OR new.roster_version IS NOT old.roster_version
                OR new.action IS NOT old.action OR new.subject_id IS NOT old.subject_id OR new.subject_name IS NOT old.subject_name
                OR json_array_length(new.changes) IS NOT json_array_length(old.changes)
                OR EXISTS (SELECT 1 FROM json_each(new.changes) n JOIN json_each(old.changes) o ON o.key = n.key
                    WHERE n.value ->> 'field' IS NOT o.value ->> 'field' OR n.value ->> 'from' <> '' OR n.value ->> 'to' <> '')
            BEGIN SELECT raise(ABORT, 'the audit trail is append-only'); END;

            """)
}
