import Domain
import Store

/// What moderators do beside a message, while they read: a case is opened, decided and closed in one step, so that the author is told,
/// may appeal, and everything stands in the log and can be undone.
extension ModerationService {
    /// - Returns: the entry of the log, which can be undone.
    package func removeNow(_ number: Int, in conversation: ID, _ access: some StaffProof) async throws -> LogEntry {
        try await act(PlannedAction(.remove), on: number, in: conversation, access)
    }

    /// The same for a review that was written on this trip.
    package func removeNow(review number: Int, _ access: some StaffProof) async throws -> LogEntry {
        guard let found = try store.review(number, trip: access.trip.id), found.tripID == access.trip.id else { throw Refusal.notFound }
        guard found.state == .visible || found.state == .held else { throw Refusal.conflict("This review is already removed.") }
        return try await act(PlannedAction(.remove), on: ModerationService.subject(found), access)
    }

    /// - Parameter minutes: one of `PlannedAction.muteMinutes`.
    package func muteNow(_ number: Int, in conversation: ID, minutes: Int, _ access: some StaffProof) async throws -> LogEntry {
        guard PlannedAction.muteMinutes.contains(minutes) else {
            throw Refusal.invalid([FieldError("minutes", "Choose for how long.")])
        }
        return try await act(PlannedAction(.mute, minutes: minutes), on: number, in: conversation, access)
    }

    private func act(_ planned: PlannedAction, on number: Int, in id: ID, _ access: some StaffProof) async throws -> LogEntry {
        let (conversation, trip) = (try chat.conversation(id, access), access.trip)
        guard let found = try messages.find(number, conversation: id) else { throw Refusal.notFound }
        guard planned.action != .remove || found.state == .visible || found.state == .held else {
            throw Refusal.conflict("This message is already removed.")
        }
        let subject = CaseStore.Subject(
            kind: .message, message: number, member: found.authorID, conversation: id, snapshot: found.text,
            place: try chat.placeText(conversation, trip.id))
        return try await act(planned, on: subject, access)
    }

    private func act(_ planned: PlannedAction, on subject: CaseStore.Subject, _ access: some StaffProof) async throws -> LogEntry {
        let trip = access.trip
        let plan = CaseStore.Plan(actions: [planned], reason: "", sentence: "", version: 0, tripEnd: trip.endsAt)
        let log = try await store.decideAtOnce(
            plan, on: subject, trip: trip.id, by: moderator(access), at: now, newID: system.newID)
        guard let entry = try self.log.find(log, trip: trip.id) else { throw Refusal.notFound }
        return entry
    }

    /// An entry of the reader's own that can still be undone; nil for any other.
    package func undoable(_ number: Int, _ access: some StaffProof) throws -> LogEntry? {
        try log.find(number, trip: access.trip.id).flatMap { entry in
            entry.actorID == access.actor.account.id && entry.mayBeUndone(at: now) ? entry : nil
        }
    }

    package func entry(_ number: Int, _ access: some StaffProof) throws -> LogEntry? { try log.find(number, trip: access.trip.id) }

    /// What the reader decided last in a case of this trip.
    package func decision(inCase id: ID, _ access: some StaffProof) throws -> LogEntry? {
        guard try store.find(id, trip: access.trip.id) != nil else { return nil }
        return try log.entries(case: id).last { $0.actorID == access.actor.account.id && $0.action.isDecision }
    }

    /// Shows a removed message again, whoever removed it.
    package func restore(_ number: Int, in conversation: ID, _ access: some StaffProof) async throws {
        let conversation = try chat.conversation(conversation, access)
        guard try messages.find(number, conversation: conversation.id)?.state == .removed else {
            throw Refusal.conflict("This message is not removed.")
        }
        guard let entry = try log.removal(of: number, in: conversation.id) else {
            throw Refusal.conflict("This cannot be undone.")
        }
        try await undo(entry, reason: "", access)
    }

    /// To call the author of a message.
    package func phone(of member: ID, _ access: some StaffProof) throws -> String {
        try roster.member(member, trip: access.trip.id)?.fields[.phone] ?? ""
    }
}
