extension Migration {
    /// What a trip has learned from false alarms. What is taken back stays, so that it can be put back.
    static let m021 = Migration(
        number: 21, name: "false alarms",
        sql: """
            CREATE TABLE safety_exception (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                trip_id BLOB NOT NULL REFERENCES trip (id),
                language TEXT NOT NULL,
                word TEXT NOT NULL CHECK (word <> ''),
                beside TEXT NOT NULL CHECK (beside <> ''),
                dangers TEXT NOT NULL,
                case_id BLOB NOT NULL REFERENCES moderation_case (id),
                log_number INTEGER NOT NULL REFERENCES moderation_log (number),
                learned_by TEXT NOT NULL,
                learned_at INTEGER NOT NULL,
                removed_by TEXT NOT NULL DEFAULT '',
                removed_at INTEGER,
                UNIQUE (trip_id, language, word, beside, dangers)
            );

            CREATE INDEX safety_exception_log ON safety_exception (log_number);

            CREATE INDEX safety_exception_case ON safety_exception (case_id);

            """)
}
