import Database
import Domain

/// Taking back what was done, by a moderator or because an appeal was granted.
extension CaseStore {
    /// Takes one action back. The case is open again.
    package func undo(
        _ number: Int, trip: ID, reason: String, by moderator: Moderator, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws {
        try await database.change { connection in
            try CaseStore.undo(number, trip: trip, reason: reason, by: moderator, at: now, newID: newID, on: connection)
                .note(trip, on: connection)
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
        guard !entry.isUndone else { throw Refusal.conflict("This is already undone.") }
        try ModerationLog.append(
            .init(
                action: .undo, caseID: id, member: found.memberID, conversation: found.conversationID, messages: entry.messages,
                reason: reason, sentence: entry.action.record(ofReview: found.subject == .review), undoes: number), trip: trip,
            by: moderator.author, at: now, on: connection)
        var effects = Effects()
        try revert(entry, found, at: now, &effects, on: connection)
        if entry.action == .falseAlarm {
            let help = try found.help.map {
                try HelpStore.callAgain($0.id, trip: trip, by: moderator.author, at: now, connection)
            }
            try connection.run("UPDATE moderation_case SET is_urgent = 1, help_id = ? WHERE id = ?", [.id(help), .id(id)])
            try RuleStore.unlearn(log: number, by: moderator.author, at: now, on: connection)
        }
        if entry.action.isAgainstAuthor {
            try ModerationLog.tell(
                found.memberID, "Undone: \(entry.done.lowercased()). " + reason, about: nil, id: newID(), at: now, on: connection
            )
        }
        try connection.run(
            """
            UPDATE moderation_case SET closed_at = NULL, outcome = '', version = version + 1
            WHERE id = ? AND NOT EXISTS (\(sameSubjectOpen))
            """,
            [.id(id)])
        try closeIfOnlySeen(id, at: now, on: connection)
        try connection.run("UPDATE report SET is_upheld = NULL WHERE case_id = ?", [.id(id)])
        return effects
    }

    /// What a moderator did while reading, and took back, waits for nobody, unless somebody else reported it as well.
    private static func closeIfOnlySeen(_ id: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE moderation_case SET closed_at = ?, outcome = ? WHERE id = ? AND reason = ? AND closed_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM report r WHERE r.case_id = moderation_case.id
                    AND (r.reporter_id IS NOT NULL OR r.rule_id IS NOT NULL))
            """, [.at(now), .text(ModerationAction.undo.done), .id(id), .text(seenReason)])
    }

    static let sameSubjectOpen = """
        SELECT o.id FROM moderation_case o WHERE o.id <> moderation_case.id AND o.closed_at IS NULL
        AND o.subject_kind = moderation_case.subject_kind
            AND (o.message_number = moderation_case.message_number OR o.event_id = moderation_case.event_id
                OR o.review_number = moderation_case.review_number
                OR (o.subject_kind = 'member' AND o.member_id = moderation_case.member_id))
        """

    private static func revert(
        _ entry: LogEntry, _ found: ModerationCase, at now: Instant, _ effects: inout Effects, on connection: Connection
    ) throws {
        effects.areReviewsChanged = found.subject == .review
        for (number, before) in entry.messages {
            let after = entry.action == .dismiss ? "visible" : "removed"
            if effects.areReviewsChanged {
                try revertReview(number, to: before, from: after, on: connection)
            } else {
                try connection.run(
                    "UPDATE message SET state = ? WHERE number = ? AND state = ?", [.text(before.rawValue), Value(number), .text(after)])
            }
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

    /// One that its author had deleted can be put back by them again.
    private static func revertReview(
        _ number: Int, to before: ChatMessage.State, from after: String, on connection: Connection
    ) throws {
        let shown = before == .deleted ? ChatMessage.State.visible.rawValue : ""
        try connection.run(
            "UPDATE place_review SET state = ?, state_before = ? WHERE number = ? AND state = ?",
            [.text(before.rawValue), .text(shown), Value(number), .text(after)])
    }
}
