import Domain
import Store

/// Reminders that a host sends.
extension AnswerService {
    /// So long nobody is reminded twice of the same, unless the host says so.
    package static let reminderPause = Duration.hours(12)

    /// - Parameters:
    ///   - members: nobody means everybody on the list.
    ///   - isAgain: also who was reminded just now.
    package func remind(
        _ tab: EventTab, _ members: [ID], isAgain: Bool, of event: Event, _ access: OpenHostAccess
    ) async throws -> ReminderOutcome {
        let now = events.system.now()
        guard let kind = tab.reminder else { throw Refusal.invalid([FieldError("tab", "Choose whom to remind.")]) }
        guard event.state == .published else { throw Refusal.conflict("Publish the event first.") }
        guard event.fields.startsAt > now else { throw Refusal.conflict("This event has begun.") }
        if kind == .answer, let limit = event.fields.answerBy, limit <= now {
            throw Refusal.conflict("Answers are closed. Answer for them, or move the deadline.")
        }
        let everybody = try events.store.invitations(of: event.id).filter { tab.answers.contains($0.rsvp) }.map(\.memberID)
        let since = isAgain ? now : now - AnswerService.reminderPause
        return try await reminders.remind(
            members.isEmpty ? everybody : members, of: event, kind, since: since, by: access.author, at: now)
    }
}

extension EventService {
    /// Of events that are about to close their answers.
    func unreached(_ summaries: [EventSummary], _ access: some StaffProof) throws -> [ID: UnreachedGuests] {
        let now = system.now()
        let asked = summaries.filter { $0.counts.pending > 0 && $0.event.isAskedSoon(at: now) }.map(\.event.id)
        let since = system.now() - AnswerService.reminderPause
        return Dictionary(firstOf: try asked.map { ($0, try reminders.unreached(of: $0, since: since)) })
    }
}
