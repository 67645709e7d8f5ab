import Database
import Domain

/// A case that a moderator opens and decides while reading.
extension CaseStore {
    /// Why such a case was opened, as `ModerationCase.reason` has it.
    package static let seenReason = "seen"

    /// Joins the open case of the subject, or opens one, and applies the plan to it: all of it, or nothing. The version of the plan does
    /// not matter, since nothing was looked at before.
    /// - Returns: the number of the log's entry for the plan's last action.
    package func decideAtOnce(
        _ plan: Plan, on subject: Subject, trip: ID, by moderator: Moderator, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> Int {
        try await database.change { connection in
            guard moderator.member != subject.member else { throw Refusal.conflict("This message is yours. Delete it instead.") }
            let filing = Filing(reporter: nil, rule: nil, reason: CaseStore.seenReason, text: "", isUrgent: false)
            let (id, _) = try CaseStore.file(
                filing, on: subject, trip: trip, by: moderator.author, at: now, newID: newID, on: connection)
            let found = try CaseStore.open(id, trip: trip, for: moderator, on: connection)
            guard !found.isUrgent else { throw Refusal.conflict("This may be a call for help. Open its case first.") }
            try CaseStore.requireSomebodyElse(inCase: id, moderator, on: connection)
            if let holder = found.claim(at: now), holder.account != moderator.account {
                throw Refusal.conflict("This case is assigned to \(holder.name). Reassign it to yourself first.")
            }
            var work = CaseWork(found: found, plan: plan, moderator: moderator, now: now, newID: newID, connection: connection)
            for action in plan.actions { try work.perform(action) }
            try work.finish()
            let log = try connection.one("SELECT max(number) FROM moderation_log WHERE case_id = ?", [.id(id)]) { $0.int(0) }
            work.effects.note(trip, on: connection)
            return log ?? 0
        }
    }
}

extension ModerationLog {
    package func find(_ number: Int, trip: ID) throws -> LogEntry? {
        try database.read { try ModerationLog.find(number, trip: trip, on: $0) }
    }

    /// The number of the last entry that removed a message and is not undone.
    package func removal(of message: Int, in conversation: ID) throws -> Int? {
        try database.read { connection in
            try connection.all(
                """
                SELECT l.number, l.numbers FROM moderation_log l
                WHERE l.conversation_id = ? AND l.action IN ('remove', 'remove_all')
                    AND NOT EXISTS (SELECT 1 FROM moderation_log u WHERE u.undoes = l.number) ORDER BY l.number DESC LIMIT 500
                """, [.id(conversation)]
            ) { ($0.int(0), LogEntry.messages($0.text(1))) }
            .first { _, messages in messages.contains { $0.number == message } }?.0
        }
    }
}
