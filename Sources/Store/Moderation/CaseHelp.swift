import Database
import Domain

/// Urgent messages whose author was helped: their cases end with it.
extension CaseStore {
    /// Says how a case of help ended, and closes what reported it: unless somebody complained of the same for another reason.
    /// - Parameter lessons: of a false alarm, by the moderation case whose words teach them.
    package func resolve(
        _ help: ID, trip: ID, as end: (outcome: HelpCase.Outcome, words: String), teaching lessons: [ID: [SafetyException]],
        by moderator: Moderator, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws {
        let (outcome, words) = end
        try await database.change(isUrgent: true) { connection in
            _ = try HelpStore.perform(.resolve(outcome, words), on: help, trip: trip, by: moderator.author, at: now, connection)
            var effects = Effects()
            for found in try CaseStore.urgent(of: help, on: connection) {
                let action = PlannedAction(
                    outcome == .falseAlarm ? .falseAlarm : .dismiss, lessons: outcome == .falseAlarm ? lessons[found.id] ?? [] : [])
                let plan = Plan(actions: [action], reason: "", sentence: "", version: found.version, tripEnd: now)
                var work = CaseWork(found: found, plan: plan, moderator: moderator, now: now, newID: newID, connection: connection)
                // Somebody who complains of something else is still heard.
                guard try outcome == .falseAlarm || !work.hasOtherComplaint() else { continue }
                try work.perform(action)
                try work.finish()
                effects.messages += work.effects.messages
            }
            effects.note(trip, on: connection)
        }
    }

    package func urgent(of help: ID) throws -> [ModerationCase] { try database.read { try CaseStore.urgent(of: help, on: $0) } }

    /// Those that are open still.
    private static func urgent(of help: ID, on connection: Connection) throws -> [ModerationCase] {
        try connection.all(
            "SELECT \(columns) WHERE k.help_id = ? AND k.is_urgent = 1 AND k.closed_at IS NULL ORDER BY k.opened_at, k.id", [.id(help)],
            read)
    }
}
