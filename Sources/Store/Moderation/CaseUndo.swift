import Database
import Domain

/// Taking back what was done, by a moderator or because an appeal was granted.
extension CaseStore {
    /// Takes one action back. The case is open again.
    package func undo(
        _ number: Int, trip: ID, reason: String, by moderator: Moderator, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> Effects {
        try await database.change { connection in
            try CaseStore.undo(number, trip: trip, reason: reason, by: moderator, at: now, newID: newID, on: connection)
        }
    }

    static func undo(
        _ number: Int, trip: ID, reason: String, by moderator: Moderator, at now: Instant, newID: @Sendable () -> ID,
        on connection: Connection
    ) throws -> Effects {
        guard let entry = try ModerationLog.find(number, trip: trip, on: connection), let id = entry.caseID,
            let found = try find(id, trip: trip, on: connection)
        else { throw Refusal.notFound }
        try requireOthers(found, moderator)
        guard entry.action.isUndoable else { throw Refusal.conflict("This cannot be undone.") }
        guard !entry.isUndone else { throw Refusal.conflict("This is undone already.") }
        try ModerationLog.append(
            .init(
                action: .undo, caseID: id, member: found.memberID, conversation: found.conversationID, messages: entry.messages,
                reason: reason,
                sentence: entry.action.done, undoes: number), trip: trip, by: moderator.author, at: now, on: connection)
        var effects = Effects()
        try takeBack(entry, found, at: now, &effects, on: connection)
        if entry.action.isAgainstAuthor {
            try ModerationLog.tell(
                found.memberID, "Taken back: \(entry.action.done.lowercased()). " + reason, about: nil, id: newID(), at: now, on: connection
            )
        }
        try connection.run(
            "UPDATE moderation_case SET closed_at = NULL, outcome = '', version = version + 1 WHERE id = ? AND NOT EXISTS (\(sameSubjectOpen))",
            [.id(id)])
        try connection.run("UPDATE report SET is_upheld = NULL WHERE case_id = ?", [.id(id)])
        return effects
    }

    private static let sameSubjectOpen = """
        SELECT 1 FROM moderation_case o WHERE o.id <> moderation_case.id AND o.closed_at IS NULL AND o.subject_kind = moderation_case.subject_kind
            AND (o.message_number = moderation_case.message_number OR o.event_id = moderation_case.event_id
                OR (o.subject_kind = 'member' AND o.member_id = moderation_case.member_id))
        """

    private static func takeBack(
        _ entry: LogEntry, _ found: ModerationCase, at now: Instant, _ effects: inout Effects, on connection: Connection
    ) throws {
        for (number, before) in entry.messages {
            let after = entry.action == .dismiss ? "visible" : "removed"
            try connection.run(
                "UPDATE message SET state = ? WHERE number = ? AND state = ?", [.text(before.rawValue), Value(number), .text(after)])
            if let conversation = found.conversationID { effects.messages.append((conversation, number)) }
        }
        switch entry.action {
        case .mute, .ban:
            try connection.run(
                "UPDATE restriction SET lifted_at = ? WHERE log_number = ? AND lifted_at IS NULL", [.at(now), Value(entry.number)])
            effects.restricted.insert(found.memberID)
        case .readOnly:
            guard let conversation = found.conversationID else { return }
            try connection.run(
                "UPDATE conversation SET read_only_until = NULL, read_only_reason = '' WHERE id = ? AND read_only_until = ?",
                [.id(conversation), .at(entry.endsAt)])
            effects.conversations.insert(conversation)
        default: return
        }
    }

    // MARK: appeals

    /// - Throws: conflict for a second one.
    package func appeal(_ number: Int, text: String, by member: ID, author: Author, trip: ID, at now: Instant) async throws {
        try await database.change { connection in
            guard let entry = try ModerationLog.find(number, trip: trip, on: connection), entry.memberID == member, let id = entry.caseID,
                entry.action.isAgainstAuthor, !entry.isUndone
            else { throw Refusal.notFound }
            let count = try connection.run(
                "INSERT INTO appeal (log_number, case_id, member_id, text, made_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [Value(number), .id(id), .id(member), .text(text), .at(now)])
            guard count == 1 else { throw Refusal.conflict("You have appealed already.") }
            try ModerationLog.append(
                .init(action: .appeal, caseID: id, member: member, sentence: text), trip: trip, by: author, at: now, on: connection)
            try connection.run(
                """
                UPDATE moderation_case SET closed_at = NULL, weight = weight + 1, version = version + 1
                WHERE id = ? AND NOT EXISTS (\(CaseStore.sameSubjectOpen))
                """, [.id(id)])
        }
    }

    package func appeals(of id: ID) throws -> [(number: Int, text: String, at: Instant, isGranted: Bool?)] {
        try database.read {
            try $0.all("SELECT log_number, text, made_at, is_granted FROM appeal WHERE case_id = ? ORDER BY made_at", [.id(id)]) {
                ($0.int(0), $0.text(1), $0.at(2), $0.isNull(3) ? nil : $0.boolean(3))
            }
        }
    }

    /// Granting undoes what was appealed against.
    package func decideAppeal(
        _ number: Int, isGranted: Bool, reason: String, trip: ID, by moderator: Moderator, at now: Instant,
        newID: @escaping @Sendable () -> ID
    ) async throws -> Effects {
        try await database.change { connection in
            guard let entry = try ModerationLog.find(number, trip: trip, on: connection), let id = entry.caseID,
                let found = try CaseStore.find(id, trip: trip, on: connection)
            else { throw Refusal.notFound }
            try CaseStore.requireOthers(found, moderator)
            let count = try connection.run(
                "UPDATE appeal SET decided_at = ?, is_granted = ? WHERE log_number = ? AND decided_at IS NULL",
                [.at(now), Value(isGranted), Value(number)])
            guard count == 1 else { throw Refusal.conflict("This appeal is decided already.") }
            try ModerationLog.append(
                .init(action: isGranted ? .grantAppeal : .refuseAppeal, caseID: id, member: found.memberID, reason: reason), trip: trip,
                by: moderator.author, at: now, on: connection)
            var effects = Effects()
            if isGranted, !entry.isUndone {
                effects = try CaseStore.undo(
                    number, trip: trip, reason: reason, by: moderator, at: now, newID: newID, on: connection)
            } else if !isGranted {
                try ModerationLog.tell(
                    found.memberID, "Your appeal was looked at, and what was decided stays. " + reason, about: nil, id: newID(), at: now,
                    on: connection)
            }
            try connection.run(
                "UPDATE moderation_case SET closed_at = ?, outcome = ?, version = version + 1 WHERE id = ?",
                [.at(now), .text(isGranted ? "Appeal granted" : "Appeal refused"), .id(id)])
            return effects
        }
    }
}
