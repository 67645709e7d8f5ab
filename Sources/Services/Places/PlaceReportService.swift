import Domain
import Store

/// What people report of places, and what hosts note of them.
package struct PlaceReportService: Sendable {
    let store: PlaceReportStore
    let reviews: PlaceReviewService
    let system: SystemInputs

    private var now: Instant { system.now() }

    // MARK: reports

    /// - Returns: the report, which can be taken back.
    @discardableResult
    package func report(_ draft: ReportDraft, of id: PlaceID, _ access: MemberAccess) async throws -> ID {
        let (place, now) = (try reviews.place(id, access), now)
        if let obstacle = try reviews.obstacle(access) { throw Refusal.conflict(obstacle) }
        var check = Validation()
        check.merge(draft.errors(known: place.phone))
        check.require(draft.kind != .kitchen || place.mayHaveKitchen, "kind", "This place has no kitchen.")
        try check.check()
        guard let kind = draft.kind else { throw Refusal.notFound }
        let report = PlaceReport(
            id: system.newID(), kind: kind, memberID: access.member, name: access.actor.account.name, minute: draft.minute,
            wrongPhone: kind == .phone ? place.phone : "", phone: kind == .phone ? tidyLine(draft.phone) : "", madeAt: now,
            endsAt: PlaceReport.end(of: kind, at: now, zone: access.trip.zone), withdrawnBy: nil)
        try await store.add(report, of: place, trip: access.trip.id, newID: system.newID)
        return report.id
    }

    /// By whoever reported it, or by a host.
    package func withdraw(_ id: ID, _ access: some TripProof) async throws {
        try requireOwnOrHost(id, access)
        try await store.withdraw(id, trip: access.trip.id, by: access.actor.account.name, at: now)
    }

    package func restore(_ id: ID, _ access: some TripProof) async throws {
        try requireOwnOrHost(id, access)
        try await store.restore(id, trip: access.trip.id)
    }

    private func requireOwnOrHost(_ id: ID, _ access: some TripProof) throws {
        guard let found = try store.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        guard access.isHost || found.memberID == access.actor.members[access.trip.id] else {
            throw Refusal.forbidden("Only the person who reported it, or a host, can take it back.")
        }
        try requireOpen(access)
    }

    private func requireOpen(_ access: some TripProof) throws {
        guard access.trip.archivedAt == nil else { throw Refusal.conflict("This trip is over and no longer changes.") }
    }

    // MARK: notes

    package func note(of id: PlaceID, _ access: some TripProof) throws -> PlaceNote? { try store.notes(trip: access.trip.id)[id] }

    /// - Parameter last: the note that the form was filled from.
    /// - Returns: the note, which can be taken back; nil where nothing changed.
    @discardableResult
    package func setNote(_ draft: NoteDraft, after last: ID?, of id: PlaceID, _ access: OpenHostAccess) async throws -> ID? {
        let place = try reviews.place(id, access)
        var draft = draft
        (draft.text, draft.reason) = (tidyText(draft.text), tidyLine(draft.reason))
        var check = Validation()
        check.merge(draft.errors)
        try check.check()
        let note = PlaceNote(
            id: system.newID(), text: draft.text, isRecommended: draft.isRecommended, hiddenReason: draft.isHidden ? draft.reason : nil,
            madeAt: now, author: access.actor.account.name)
        let old = try self.note(of: id, access)
        if old == nil, note.isEmpty { return nil }
        if let old, (old.text, old.isRecommended, old.hiddenReason) == (note.text, note.isRecommended, note.hiddenReason) { return nil }
        try await store.set(note, of: place, after: last, trip: access.trip.id, by: access.author, newID: system.newID)
        return note.id
    }

    package func undoNote(_ id: ID, _ access: OpenHostAccess) async throws {
        try await store.undoNote(id, trip: access.trip.id, by: access.author, at: now)
    }
}
