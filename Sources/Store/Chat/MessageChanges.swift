import Database
import Domain

/// Changes of a message after it was sent: edited or taken back by its author, or deleted at the end of its time.
extension MessageStore {
    /// The former text is kept for moderators.
    /// - Parameters:
    ///   - findings: of the new text.
    ///   - earliest: messages from before are not changed any more.
    package func edit(
        _ number: Int, by member: ID, to text: String, mentions: [Mention], findings: CaseStore.Findings?, since earliest: Instant,
        at now: Instant
    ) async throws {
        try await database.change { connection in
            let old = try connection.one(
                "SELECT text FROM message WHERE number = ? AND member_id = ? AND state = 'visible' AND sent_at >= ?",
                [Value(number), .id(member), .at(earliest)]
            ) { $0.text(0) }
            guard let old else { throw Refusal.conflict("This message can no longer be changed.") }
            guard old != text else { return }
            let isPoll = try connection.one("SELECT 1 FROM poll WHERE number = ?", [Value(number)]) { _ in true } ?? false
            guard !isPoll else { throw Refusal.conflict("A poll cannot be edited. Delete it and ask again.") }
            try connection.run(
                "INSERT INTO message_edit (number, replaced_at, text) VALUES (?, ?, ?)", [Value(number), .at(now), .text(old)])
            try connection.run("UPDATE message SET text = ?, edited_at = ? WHERE number = ?", [.text(text), .at(now), Value(number)])
            try connection.run("DELETE FROM mention WHERE number = ?", [Value(number)])
            try MessageStore.insert(mentions, in: number, on: connection)
            try MessageStore.note(.changed, of: number, on: connection)
            guard let findings else { return }
            try CaseStore.file(findings, in: number, by: member, text: text, at: now, on: connection)
            MessageStore.note(findings, on: connection)
        }
    }

    /// Leaves a trace. Held ones may be taken back too; what a moderator removed stays removed.
    package func delete(_ number: Int, by member: ID) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE message SET state = 'deleted' WHERE number = ? AND member_id = ? AND state IN ('visible', 'held')",
                [Value(number), .id(member)])
            guard count == 1 else { throw Refusal.notFound }
            try MessageStore.note(.changed, of: number, on: connection)
        }
    }

    // MARK: retention

    /// Deletes up to `limit` messages of a trip, but none of a member about whom a case is on hold. Returns how many.
    package func deleteHistory(trip: ID, limit: Int) async throws -> Int {
        try await database.change { connection in
            let numbers = try connection.all(
                """
                SELECT m.number FROM message m JOIN conversation c ON c.id = m.conversation_id
                WHERE c.trip_id = ? AND NOT EXISTS (SELECT 1 FROM moderation_case k WHERE k.member_id = m.member_id AND k.is_held = 1)
                LIMIT ?
                """, [.id(trip), Value(limit)]
            ) { $0.int(0) }
            try MessageStore.erase(numbers, on: connection)
            return numbers.count
        }
    }

    /// Up to `limit` messages of a conversation. Returns how many.
    package func erase(in conversation: ID, limit: Int) async throws -> Int {
        try await database.change { connection in
            let numbers = try connection.all(
                "SELECT number FROM message WHERE conversation_id = ? LIMIT ?", [.id(conversation), Value(limit)]
            ) { $0.int(0) }
            try MessageStore.erase(numbers, on: connection)
            return numbers.count
        }
    }

    /// With their photos and all that refers to them.
    static func erase(_ numbers: [Int], on connection: Connection) throws {
        for number in numbers {
            let photos = try connection.all("SELECT photo_id FROM message_photo WHERE number = ?", [Value(number)]) { $0.id(0) }
            try connection.run("UPDATE message SET reply_to = NULL WHERE reply_to = ?", [Value(number)])
            try connection.run("DELETE FROM message WHERE number = ?", [Value(number)])
            for photo in photos { try connection.run("DELETE FROM photo WHERE id = ?", [.id(photo)]) }
        }
    }
}
