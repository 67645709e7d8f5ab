extension Migration {
    /// What a co-host opened ends with their time, what a host gave out is known to be theirs, and appeals that waited in closed cases
    /// are in open ones: the same case, or the one about the same that is open, or the newest that has an appeal.
    static let m029 = Migration(
        number: 29, name: "what rights leave behind, waiting appeals",
        sql: """
            ALTER TABLE tracker ADD COLUMN under_id BLOB REFERENCES co_host (id);

            CREATE INDEX tracker_under ON tracker (under_id) WHERE under_id IS NOT NULL;

            ALTER TABLE calendar_feed ADD COLUMN under_id BLOB REFERENCES co_host (id);

            ALTER TABLE join_link ADD COLUMN made_by BLOB;

            ALTER TABLE staff_invite ADD COLUMN made_by BLOB;

            UPDATE join_link SET made_by = (SELECT u.actor_id FROM audit u WHERE u.subject_id = join_link.member_id
                AND u.action = 'join link made' AND u.at = join_link.created_at ORDER BY u.sequence DESC LIMIT 1);

            UPDATE staff_invite SET made_by = (SELECT u.actor_id FROM audit u WHERE u.subject_id = staff_invite.id
                AND u.action = 'staff invited' ORDER BY u.sequence DESC LIMIT 1);

            UPDATE appeal SET case_id = (SELECT o.id FROM moderation_case k JOIN moderation_case o ON o.id = k.id
                    OR (o.trip_id = k.trip_id AND o.subject_kind = k.subject_kind AND (o.message_number = k.message_number
                        OR o.event_id = k.event_id OR (o.subject_kind = 'member' AND o.member_id = k.member_id)))
                WHERE k.id = appeal.case_id AND (o.closed_at IS NULL
                    OR EXISTS (SELECT 1 FROM appeal w WHERE w.case_id = o.id AND w.decided_at IS NULL))
                ORDER BY CASE WHEN o.closed_at IS NULL THEN 0 ELSE 1 END, o.opened_at DESC, o.id DESC LIMIT 1)
            WHERE decided_at IS NULL AND case_id IN (SELECT id FROM moderation_case WHERE closed_at IS NOT NULL);

            UPDATE moderation_case SET closed_at = NULL, version = version + 1, claimed_by = NULL, claimed_name = '', claimed_at = NULL
            WHERE closed_at IS NOT NULL AND EXISTS (SELECT 1 FROM appeal a WHERE a.case_id = moderation_case.id AND a.decided_at IS NULL);

            """)
}
