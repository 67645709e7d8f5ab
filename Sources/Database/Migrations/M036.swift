extension Migration {
    /// Polls are messages. A vote is there once for a member and an answer; where one answer is to be chosen, once for a member.
    static let m036 = Migration(
        number: 36, name: "polls",
        sql: """
            CREATE TABLE poll (
                number INTEGER PRIMARY KEY REFERENCES message (number) ON DELETE CASCADE,
                is_multiple INTEGER NOT NULL CHECK (is_multiple IN (0, 1)),
                closes_at INTEGER,
                closed_at INTEGER
            );

            CREATE TABLE poll_answer (
                number INTEGER NOT NULL REFERENCES poll (number) ON DELETE CASCADE,
                position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 5),
                text TEXT NOT NULL,
                PRIMARY KEY (number, position)
            );

            CREATE TABLE poll_vote (
                number INTEGER NOT NULL,
                position INTEGER NOT NULL,
                member_id BLOB NOT NULL REFERENCES member (id),
                only_one INTEGER CHECK (only_one = 1),
                voted_at INTEGER NOT NULL,
                PRIMARY KEY (number, position, member_id),
                UNIQUE (number, member_id, only_one),
                FOREIGN KEY (number, position) REFERENCES poll_answer (number, position) ON DELETE CASCADE
            ) WITHOUT ROWID;

            CREATE INDEX poll_vote_member ON poll_vote (member_id);

            """)
}
