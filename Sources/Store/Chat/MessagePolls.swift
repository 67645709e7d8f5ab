import Database
import Domain

/// Polls and their votes.
extension MessageStore {
    static func insert(_ poll: NewPoll, in number: Int, on connection: Connection) throws {
        try connection.run(
            "INSERT INTO poll (number, is_multiple, closes_at) VALUES (?, ?, ?)",
            [Value(number), Value(poll.isMultiple), .at(poll.closesAt)])
        for (position, answer) in poll.answers.enumerated() {
            try connection.run(
                "INSERT INTO poll_answer (number, position, text) VALUES (?, ?, ?)", [Value(number), Value(position), .text(answer)])
        }
    }

    // MARK: votes

    /// A vote is there once, or not at all; where one answer is to be chosen, it takes the place of the member's other vote.
    /// - Throws: not found for what is no poll or no answer of it, conflict for one that is closed, too many by the member's pace.
    package func setVote(
        _ position: Int, isOn: Bool, in number: Int, by member: ID, pace: Pace? = nil, at now: Instant
    ) async throws {
        try await database.append { connection in
            try pace?.take(at: now, on: connection)
            let found = try connection.one(
                """
                SELECT p.is_multiple, p.closed_at IS NOT NULL OR (p.closes_at <= ?) IS TRUE
                FROM poll p JOIN poll_answer a ON a.number = p.number JOIN message m ON m.number = p.number
                WHERE p.number = ? AND a.position = ? AND m.state = 'visible'
                """, [.at(now), Value(number), Value(position)]
            ) { (isMultiple: $0.boolean(0), isClosed: $0.boolean(1)) }
            guard let found else { throw Refusal.notFound }
            guard !found.isClosed else { throw Refusal.conflict("This poll is closed, and votes no longer change.") }
            let others = isOn ? "position <> ?" : "position = ?"
            if !isOn || !found.isMultiple {
                try connection.run(
                    "DELETE FROM poll_vote WHERE number = ? AND member_id = ? AND \(others)", [Value(number), .id(member), Value(position)])
            }
            try MessageStore.note(.reacted, of: number, [member], on: connection)
            guard isOn else { return }
            try connection.run(
                """
                INSERT INTO poll_vote (number, position, member_id, only_one, voted_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """, [Value(number), Value(position), .id(member), found.isMultiple ? .null : Value(1), .at(now)])
        }
    }

    /// Everybody who voted, with the answer, the earliest first.
    package func voters(in number: Int) throws -> [(position: Int, name: String)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT v.position, trim(a.first_name || ' ' || a.last_name) FROM poll_vote v JOIN member a ON a.id = v.member_id
                WHERE v.number = ? ORDER BY v.voted_at, v.member_id LIMIT 5000
                """, [Value(number)]
            ) { (position: $0.int(0), name: $0.text(1)) }
        }
    }

    /// What a member voted for, oldest first: for that member alone.
    package func votes(by member: ID) throws -> [(at: Instant, question: String, answer: String)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT v.voted_at, m.text, a.text FROM poll_vote v JOIN message m ON m.number = v.number
                JOIN poll_answer a ON a.number = v.number AND a.position = v.position
                WHERE v.member_id = ? AND m.state = 'visible' ORDER BY v.voted_at, v.number, v.position
                """, [.id(member)]
            ) { (at: $0.at(0), question: Poll.question(in: $0.text(1)), answer: $0.text(2)) }
        }
    }

    // MARK: closing

    /// - Parameters:
    ///   - place: of the conversation, in words, for the trail.
    ///   - author: nil where whoever asked does it.
    /// - Throws: conflict for one that closed by itself: nobody opens it again.
    package func setPollClosed(
        _ isClosed: Bool, _ number: Int, in conversation: Conversation, place: String, by author: Author?, at now: Instant
    ) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE poll SET closed_at = CASE WHEN ? = 1 THEN coalesce(closed_at, ?) END
                WHERE number = ? AND (closes_at IS NULL OR closes_at > ?)
                """, [Value(isClosed), .at(now), Value(number), .at(now)])
            guard count == 1 else { throw Refusal.conflict("This poll has closed by itself and stays closed.") }
            connection.note(.changed(number, in: conversation.id, conversation.tripID))
            guard let author else { return }
            try AuditStore.append(
                isClosed ? "poll closed" : "poll opened again", subject: .init(id: conversation.id, name: place),
                trip: conversation.tripID, by: author, at: now, on: connection)
        }
    }

    // MARK: reading

    /// Also of a message that is no longer shown; nil for one that is no poll.
    package func poll(of number: Int) throws -> Poll? {
        try database.read { try MessageStore.polls("p.number = ?", [Value(number)], reader: nil, on: $0)[number] }
    }

    /// - Parameter condition: SQL over `p`, the poll, and `m`, its message.
    static func polls(
        _ condition: String, _ values: [Value], reader: ID?, on connection: Connection
    ) throws -> [Int: Poll] {
        var found: [Int: Poll] = [:]
        let polls = try connection.all(
            """
            SELECT p.number, p.is_multiple, p.closes_at, p.closed_at,
                (SELECT count(DISTINCT v.member_id) FROM poll_vote v WHERE v.number = p.number)
            FROM poll p JOIN message m ON m.number = p.number WHERE \(condition)
            """, values
        ) { ($0.int(0), $0.boolean(1), $0.optionalAt(2), $0.optionalAt(3), $0.int(4)) }
        for (number, isMultiple, closesAt, closedAt, voterCount) in polls {
            found[number] = Poll(
                answers: try answers(of: number, reader: reader, on: connection), isMultiple: isMultiple, closesAt: closesAt,
                closedAt: closedAt, voterCount: voterCount)
        }
        return found
    }

    private static func answers(of number: Int, reader: ID?, on connection: Connection) throws -> [Poll.Answer] {
        try connection.all(
            """
            SELECT a.text, (SELECT count(*) FROM poll_vote v WHERE v.number = a.number AND v.position = a.position),
                EXISTS (SELECT 1 FROM poll_vote v WHERE v.number = a.number AND v.position = a.position AND v.member_id = ?),
                (SELECT group_concat(n.name, '\n') FROM (
                    SELECT trim(w.first_name || ' ' || w.last_name) AS name FROM poll_vote o JOIN member w ON w.id = o.member_id
                    WHERE o.number = a.number AND o.position = a.position ORDER BY o.voted_at, o.member_id LIMIT ?) n)
            FROM poll_answer a WHERE a.number = ? ORDER BY a.position
            """, [.id(reader), Value(Poll.Answer.namesSaid), Value(number)]
        ) { row in
            Poll.Answer(
                row.text(0), count: row.int(1), names: row.text(3).split(separator: "\n").map(String.init), isOfReader: row.boolean(2))
        }
    }
}
