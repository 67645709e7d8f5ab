import Database
import Domain

/// Messages: sending once, reading at any depth.
package struct MessageStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package struct Draft: Sendable {
        package let conversation: ID
        /// Of the conversation.
        package let trip: ID
        package let member: ID
        /// Chosen by the sender's device: the same one twice is the same message.
        package let clientID: ID
        package let text: String
        package let replyTo: Int?
        package let state: ChatMessage.State
        package let photos: [NewPhoto]
        package let mentions: [Mention]
        package let poll: NewPoll?
        /// What holds of its author's messages when it is stored, whichever nodes they were sent to; nil where this one's own count is
        /// enough.
        package var pace: MessagePace?
        /// Text alone: everybody reads exactly what is stored with the message.
        package var isPlain: Bool { replyTo == nil && isOneRow }
        /// Nothing is stored but the message itself.
        var isOneRow: Bool { photos.isEmpty && mentions.isEmpty && poll == nil }
        package init(
            conversation: ID, trip: ID, member: ID, clientID: ID, text: String, replyTo: Int?, state: ChatMessage.State,
            photos: [NewPhoto] = [], mentions: [Mention] = [], poll: NewPoll? = nil, pace: MessagePace? = nil
        ) {
            self.conversation = conversation
            self.trip = trip
            self.member = member
            self.clientID = clientID
            self.text = text
            self.replyTo = replyTo
            self.state = state
            self.photos = photos
            self.mentions = mentions
            self.poll = poll
            self.pace = pace
        }
    }

    /// Of a quoted message, only what everybody may read: the quote stays whatever happens to that message.
    static let columns = """
        m.number, m.conversation_id, m.member_id, trim(a.first_name || ' ' || a.last_name), a.photo_id, a.role <> 'traveller', m.text,
        m.state, m.sent_at, m.edited_at, q.number, trim(qa.first_name || ' ' || qa.last_name),
        CASE q.state WHEN 'visible' THEN q.text ELSE '' END, q.state, q.member_id
        """
    static let tables = """
        message m JOIN member a ON a.id = m.member_id LEFT JOIN message q ON q.number = m.reply_to
        LEFT JOIN member qa ON qa.id = q.member_id
        """

    static func message(_ row: Row) -> ChatMessage {
        let quote =
            row.isNull(10)
            ? nil
            : ChatMessage.Quote(
                number: row.int(10), authorID: row.id(14), author: row.text(11), text: row.text(12),
                state: .init(rawValue: row.text(13)) ?? .removed)
        return ChatMessage(
            number: row.int(0), conversationID: row.id(1), authorID: row.id(2), authorName: row.text(3), authorPhoto: row.optionalID(4),
            isByStaff: row.boolean(5), text: row.text(6), state: .init(rawValue: row.text(7)) ?? .removed, sentAt: row.at(8),
            editedAt: row.optionalAt(9), quote: quote)
    }

    // MARK: sending

    /// - Returns: the message's number, and whether it is new: a retry finds what it stored before.
    /// - Throws: too many, by the draft's pace; nothing is written then.
    static func insert(_ draft: Draft, at now: Instant, on connection: Connection) throws -> (number: Int, isNew: Bool) {
        if let pace = draft.pace { try pace.check(draft, at: now, on: connection) }
        let new = try connection.insert(
            """
            INSERT INTO message (conversation_id, member_id, client_id, text, reply_to, state, sent_at)
            VALUES (?, ?, ?, ?, (SELECT number FROM message WHERE number = ? AND conversation_id = ? AND state = 'visible'), ?, ?)
            ON CONFLICT (member_id, client_id) DO NOTHING
            """,
            [
                .id(draft.conversation), .id(draft.member), .id(draft.clientID), .text(draft.text),
                draft.replyTo.map { Value($0) } ?? .null, .id(draft.conversation), .text(draft.state.rawValue), .at(now),
            ])
        if let new {
            if draft.state == .visible { connection.note(.message(new, in: draft.conversation, draft.trip)) }
            return (new, true)
        }
        let number = try connection.one(
            "SELECT number FROM message WHERE member_id = ? AND client_id = ?", [.id(draft.member), .id(draft.clientID)]
        ) { $0.int(0) }
        guard let number else { throw Refusal.notFound }
        return (number, false)
    }

    /// Sends text without any findings of rules: one statement, which does not invalidate read caches. `done` runs on the writer's thread.
    package func send(
        _ draft: Draft, at now: Instant, done: @escaping @Sendable (Result<(number: Int, isNew: Bool), any Error>) -> Void
    ) {
        database.appendStatement({ try MessageStore.insert(draft, at: now, on: $0) }, done: done)
    }

    /// Sends a message with all that it has, in one transaction.
    package func send(
        _ draft: Draft, findings: CaseStore.Findings? = nil, at now: Instant
    ) async throws -> (number: Int, isNew: Bool) {
        guard draft.isOneRow, findings == nil else { return try await sendWhole(draft, findings, at: now) }
        do {
            return try await withCheckedThrowingContinuation { continuation in
                send(draft, at: now) { continuation.resume(with: $0) }
            }
        } catch {
            throw storeRefusal(error) ?? error
        }
    }

    private func sendWhole(
        _ draft: Draft, _ findings: CaseStore.Findings?, at now: Instant
    ) async throws -> (number: Int, isNew: Bool) {
        try await database.change { connection in
            let stored = try MessageStore.insert(draft, at: now, on: connection)
            guard stored.isNew else { return stored }
            for (position, photo) in draft.photos.enumerated() {
                try PhotoStore.insert(photo, of: draft.member, trip: draft.trip, at: now, on: connection)
                try connection.run(
                    "INSERT INTO message_photo (number, position, photo_id) VALUES (?, ?, ?)",
                    [Value(stored.number), Value(position), .id(photo.id)])
            }
            try MessageStore.insert(draft.mentions, in: stored.number, on: connection)
            if let poll = draft.poll { try MessageStore.insert(poll, in: stored.number, on: connection) }
            if let findings {
                try CaseStore.file(findings, in: stored.number, by: draft.member, text: draft.text, at: now, on: connection)
                MessageStore.note(findings, on: connection)
            }
            return stored
        }
    }

    static func insert(_ mentions: [Mention], in number: Int, on connection: Connection) throws {
        for mention in mentions {
            try connection.run(
                "INSERT INTO mention (member_id, number, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [.id(mention.memberID), Value(number), .text(mention.text)])
        }
    }

    // MARK: reading

    /// Messages in order. Those that are held are the author's alone, and the staff's.
    package func thread(_ conversation: ID, _ part: ThreadPosition, limit: Int, reader: ID, seesHeld: Bool) throws -> [ChatMessage] {
        try database.read { connection in
            func page(_ condition: String, _ order: String, _ bound: Int, _ limit: Int) throws -> [ChatMessage] {
                try connection.all(
                    """
                    SELECT \(MessageStore.columns) FROM \(MessageStore.tables)
                    WHERE m.conversation_id = ? AND m.number \(condition) ? AND (m.state <> 'held' OR m.member_id = ? OR ? = 1)
                    ORDER BY m.number \(order) LIMIT ?
                    """, [.id(conversation), Value(bound), .id(reader), Value(seesHeld), Value(limit)], MessageStore.message)
            }
            let messages =
                switch part {
                case .newest: try page("<", "DESC", Int(Int64.max), limit).reversed() as [ChatMessage]
                case .before(let number): try page("<", "DESC", number, limit).reversed() as [ChatMessage]
                case .after(let number): try page(">", "ASC", number, limit)
                case .around(let number):
                    try page("<", "DESC", number, limit / 2).reversed() as [ChatMessage] + page(">=", "ASC", number, limit - limit / 2)
                }
            return try MessageStore.complete(messages, reader: reader, on: connection)
        }
    }

    /// - Parameter reader: whose reactions are marked as their own; nil for nobody's.
    package func find(_ number: Int, conversation: ID, reader: ID? = nil) throws -> ChatMessage? {
        try database.read { connection in
            let found = try connection.one(
                "SELECT \(MessageStore.columns) FROM \(MessageStore.tables) WHERE m.number = ? AND m.conversation_id = ?",
                [Value(number), .id(conversation)], MessageStore.message)
            return try found.flatMap { try MessageStore.complete([$0], reader: reader, on: connection).first }
        }
    }

    /// With their photos, whom they name, the signs under them, and their polls.
    private static func complete(_ messages: [ChatMessage], reader: ID?, on connection: Connection) throws -> [ChatMessage] {
        guard let first = messages.first, let last = messages.last else { return [] }
        let range: [Value] = [Value(first.number), Value(last.number), .id(first.conversationID)]
        var (photos, mentions): ([Int: [MessagePhoto]], [Int: [Mention]]) = ([:], [:])
        try connection.each(
            """
            SELECT o.number, o.photo_id, p.width, p.height FROM message_photo o JOIN message m ON m.number = o.number
            JOIN photo p ON p.id = o.photo_id
            WHERE o.number BETWEEN ? AND ? AND m.conversation_id = ? AND m.state IN ('visible', 'held') ORDER BY o.number, o.position
            """, range
        ) { photos[$0.int(0), default: []].append(MessagePhoto(id: $0.id(1), width: $0.int(2), height: $0.int(3))) }
        try connection.each(
            """
            SELECT t.number, t.member_id, t.text FROM mention t JOIN message m ON m.number = t.number
            WHERE t.number BETWEEN ? AND ? AND m.conversation_id = ? AND m.state IN ('visible', 'held') ORDER BY t.number, t.member_id
            """, range
        ) { mentions[$0.int(0), default: []].append(Mention(memberID: $0.id(1), text: $0.text(2))) }
        let reactions = try MessageStore.reactions(first.number, last.number, reader: reader, on: connection)
        let polls = try MessageStore.polls(
            "p.number BETWEEN ? AND ? AND m.conversation_id = ? AND m.state IN ('visible', 'held')", range, reader: reader, on: connection)
        guard !photos.isEmpty || !mentions.isEmpty || !reactions.isEmpty || !polls.isEmpty else { return messages }
        return messages.map { message in
            var message = message
            (message.photos, message.mentions) = (photos[message.number] ?? [], mentions[message.number] ?? [])
            (message.reactions, message.poll) = (reactions[message.number] ?? [], polls[message.number])
            return message
        }
    }

    /// The first message at or after an instant.
    package func first(in conversation: ID, from instant: Instant) throws -> Int? {
        try database.read {
            try $0.one(
                "SELECT min(number) FROM message WHERE conversation_id = ? AND sent_at >= ?", [.id(conversation), .at(instant)]
            ) { row in row.optionalInteger(0).map(Int.init) } ?? nil
        }
    }

    package func people(trip: ID) throws -> ChatPeople {
        try database.read { connection in
            ChatPeople(
                try connection.all(
                    """
                    SELECT id, trim(first_name || ' ' || last_name), photo_id, role <> 'traveller', status NOT IN ('cancelled', 'left')
                    FROM member WHERE trip_id = ?
                    """, [.id(trip)]
                ) { .init(id: $0.id(0), name: $0.text(1), photo: $0.optionalID(2), isStaff: $0.boolean(3), isHere: $0.boolean(4)) })
        }
    }

    /// A photo in a message that the member reads.
    package func photo(_ id: ID, _ size: PhotoSize, trip: ID, member: ID, isStaff: Bool) throws -> [UInt8]? {
        let readable = ChatRights.readable(by: member, isStaff: isStaff)
        let column = size == .large ? "large" : "small"
        return try database.read { connection in
            try connection.one(
                """
                SELECT p.\(column) FROM photo p JOIN message_photo o ON o.photo_id = p.id JOIN message m ON m.number = o.number
                JOIN conversation c ON c.id = m.conversation_id
                WHERE p.id = ? AND c.trip_id = ? AND (m.state = 'visible' OR (m.state = 'held' AND (m.member_id = ? OR ? = 1)))
                    AND \(readable.sql)
                """, [.id(id), .id(trip), .id(member), Value(isStaff)] + readable.values
            ) { $0.blob(0) }
        }
    }
}
