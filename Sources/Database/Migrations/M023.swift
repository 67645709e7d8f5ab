extension Migration {
    /// Medics: travellers who also see medical notes and positions. A mark beside the role, not a role of the column: whatever asks
    /// for staff by `role` leaves them out, and the table that everything refers to is not made anew.
    static let m023 = Migration(
        number: 23, name: "medics",
        sql: """
            ALTER TABLE member ADD COLUMN is_medic INTEGER NOT NULL DEFAULT 0
                CHECK (is_medic IN (0, 1) AND (is_medic = 0 OR role = 'traveller'));

            CREATE TABLE staff_invite_anew (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
                trip_id BLOB REFERENCES trip (id) ON DELETE CASCADE,
                role TEXT NOT NULL CHECK (role IN ('admin', 'host', 'moderator', 'medic')),
                note TEXT NOT NULL,
                created_by TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                used_at INTEGER,
                CHECK ((role = 'admin') = (trip_id IS NULL))
            );

            INSERT INTO staff_invite_anew (id, token_hash, trip_id, role, note, created_by, created_at, expires_at, used_at)
            SELECT id, token_hash, trip_id, role, note, created_by, created_at, expires_at, used_at FROM staff_invite;

            DROP TABLE staff_invite;

            ALTER TABLE staff_invite_anew RENAME TO staff_invite;

            """)
}
