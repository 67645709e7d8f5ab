import Domain
import Store

/// Reports, the queue, and what moderators decide.
package struct ModerationService: Sendable {
    package static let queueSize = 50
    let store: CaseStore
    let log: ModerationLog
    let messages: MessageStore
    let friends: FriendStore
    let events: EventStore
    let reviews: PlaceReviewStore
    let roster: RosterStore
    let chat: ChatService
    let system: SystemInputs

    var now: Instant { system.now() }
    func moderator(_ access: some StaffOrMedicProof) -> CaseStore.Moderator {
        CaseStore.Moderator(account: access.actor.account.id, author: access.author, member: access.actor.members[access.trip.id])
    }

    // MARK: the queue

    /// The open cases of a trip, or of all trips that the reader moderates.
    package func queue(_ wanted: CaseFilter, of moderated: [StaffAccess], _ access: some StaffProof) throws -> CaseQueue {
        let account = access.actor.account.id
        var filter = CaseStore.Filter()
        (filter.isClosed, filter.isMine, filter.isUnclaimed) = (wanted.view == .closed, wanted.view == .mine, wanted.view == .unclaimed)
        (filter.reason, filter.hours) = (wanted.reason, max(0, min(wanted.hours, 9999)))
        let trips = wanted.spansTrips ? moderated.map(\.trip.id) : [access.trip.id]
        let found = try store.queue(trips: trips, filter, account: account, now: now, limit: ModerationService.queueSize)
        return CaseQueue(
            cases: found.cases, reader: account, open: found.open, urgent: found.urgent, unclaimed: found.unclaimed, mine: found.mine,
            last: try lastOfMine(access))
    }

    /// How many cases of the trip are open; none for whoever is not staff.
    package func openCount(_ access: some TripProof) throws -> Int { access.role.isStaff ? try store.openCount(trip: access.trip.id) : 0 }

    /// What the reader did within the last hour and can take back.
    private func lastOfMine(_ access: some StaffProof) throws -> LogEntry? {
        try entries(action: nil, before: nil, limit: 20, access)
            .first { $0.actorID == access.actor.account.id && $0.mayBeUndone(at: now) && $0.at > now - .hours(1) }
    }

    /// A moderator who has the case and looks at it keeps it.
    package func open(_ id: ID, _ access: some StaffProof) async throws -> OpenedCase {
        guard let found = try store.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        try await store.touch(id, account: access.actor.account.id, at: now)
        let around = try found.messageNumber.flatMap { number in
            try found.conversationID.map { try context(of: number, in: $0, found) }
        }
        let review = try found.reviewNumber.flatMap { try store.review($0, trip: access.trip.id) }
        var opened = OpenedCase(
            found: found, reader: access.actor.account.id, reports: try store.reports(of: id), around: around ?? [],
            photos: try photos(found),
            poll: try found.messageNumber.flatMap { try messages.poll(of: $0) },
            edits: try edits(found), log: try log.entries(case: id),
            appeals: try store.appeals(of: id, reader: moderator(access)), others: try store.cases(of: found.memberID, but: id),
            authorLog: try log.entries(trip: access.trip.id, action: nil, member: found.memberID, before: nil, limit: 50)
                .filter { $0.caseID != id && ($0.action.isAgainstAuthor || $0.action == .appeal) },
            colleagues: try colleagues(access), isOwn: found.memberID == access.actor.members[access.trip.id],
            lessons: access.isHost ? found.isUrgent ? try lessons(from: found) : [] : nil)
        opened.review = review
        return opened
    }

    private func photos(_ found: ModerationCase) throws -> [ID] {
        if let review = found.reviewNumber { return try store.photos(ofReview: review) }
        return try found.messageNumber.map { try store.photos(of: $0) } ?? []
    }

    private func edits(_ found: ModerationCase) throws -> [(text: String, until: Instant)] {
        guard let review = found.reviewNumber else { return try found.messageNumber.map { try store.edits(of: $0) } ?? [] }
        return try store.former(review: review).map { (counted($0.stars, "star") + ": " + $0.text, $0.until) }
    }

    /// Ten messages around the one in question; of a direct conversation that one alone: the rest is private.
    private func context(of number: Int, in conversation: ID, _ found: ModerationCase) throws -> [ChatMessage] {
        if try chat.store.find(conversation, trip: found.tripID)?.kind == .direct {
            return try messages.find(number, conversation: conversation).map { [$0] } ?? []
        }
        return try messages.thread(conversation, .around(number), limit: 11, reader: found.memberID, seesHeld: true)
    }

    package func find(_ id: ID, _ access: some StaffProof) throws -> ModerationCase {
        guard let found = try store.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        return found
    }

    /// Evidence: what was reported is seen by the staff, wherever it was said and whatever became of it.
    package func photo(_ id: ID, _ size: PhotoSize, _ access: some TripProof) throws -> [UInt8]? {
        guard access.role.isStaff else { return nil }
        return try store.photo(id, size, trip: access.trip.id)
    }

    package func colleagues(_ access: some StaffOrMedicProof) throws -> [(account: ID, name: String)] {
        try store.colleagues(trip: access.trip.id, at: system.now()).filter { $0.account != access.actor.account.id }
    }

    // MARK: deciding

    package func claim(_ id: ID, takesOver: Bool, _ access: some StaffProof) async throws {
        try await store.claim(id, trip: access.trip.id, by: moderator(access), takesOver: takesOver, at: now)
    }

    package func release(_ id: ID, _ access: some StaffProof) async throws {
        try await store.release(id, trip: access.trip.id, by: moderator(access), at: now)
    }

    package func note(_ id: ID, _ text: String, _ access: some StaffProof) async throws {
        let text = tidyText(text)
        guard !text.isEmpty, text.count <= 2000 else { throw Refusal.invalid([FieldError("note", "Between 1 and 2,000 characters.")]) }
        try await store.note(id, text: text, trip: access.trip.id, by: moderator(access), at: now)
    }

    package func setHeld(_ isHeld: Bool, _ id: ID, _ access: some StaffProof) async throws {
        try await store.setHeld(isHeld, id, trip: access.trip.id, by: moderator(access), at: now)
    }

    package func check(_ decision: CaseDecision, _ access: some StaffProof) throws(Refusal) {
        var check = Validation()
        let actions = decision.actions.map(\.action)
        check.require(!actions.isEmpty, "actions", "Choose at least one action.")
        check.require(
            !(actions.contains(.dismiss) && actions.contains { $0.isAgainstAuthor || $0 == .readOnly }), "actions",
            "Keep it or choose other actions, not both.")
        check.require(
            !actions.contains { $0.isAgainstAuthor } || !tidyLine(decision.reason).isEmpty, "reason",
            "Give a reason: the author reads it.")
        check.require(decision.reason.count <= 200, "reason", "At most 200 characters.")
        check.require(decision.sentence.count <= 1000, "sentence", "At most 1,000 characters.")
        check.require(
            decision.actions.allSatisfy { $0.action != .mute || PlannedAction.muteMinutes.contains($0.minutes) }, "mute_minutes",
            "Between 10 minutes and 7 days.")
        check.require(
            decision.actions.allSatisfy { $0.action != .readOnly || (10...10_080).contains($0.minutes) }, "read_only_minutes",
            "Between 10 minutes and 7 days.")
        try check.check()
    }

    /// What the decision would do, in sentences; nothing is changed.
    package func preview(_ decision: CaseDecision, of id: ID, _ access: some StaffProof) throws -> [String] {
        try check(decision, access)
        guard let found = try store.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        return try effects(decision, of: found, zone: access.trip.zone)
    }

    package func effects(_ decision: CaseDecision, of found: ModerationCase, zone: TripZone) throws -> [String] {
        try decision.actions.map { planned in
            switch planned.action {
            case .removeAll:
                let count =
                    try found.conversationID.map { try messages.count(in: $0, by: found.memberID, since: planned.since ?? now) } ?? 0
                return Texts.said(
                    "\(counted(count, "message")) of \(found.memberName) in \(found.place) will be removed; each can be restored.")
            case .remove:
                let isReview = found.subject == .review
                return Texts.said(
                    isReview ? "The review is removed; it can be restored." : "The message is removed; it can be restored.")
            case .mute: return Texts.said("\(found.memberName) cannot write until \(end(planned, zone)).")
            case .ban: return Texts.said("\(found.memberName) cannot write in this trip’s chat until the trip ends.")
            case .warn: return Texts.said("\(found.memberName) reads the warning.")
            case .readOnly: return Texts.said("Travellers cannot write in \(found.place) until \(end(planned, zone)).")
            case .dismiss: return Texts.said("The case is closed; a message that waited is shown.")
            case .escalate: return Texts.said("The hosts see the case marked.")
            default: return Texts.said("\(Texts.said(text: planned.action.label)).")
            }
        }
    }

    /// "14:24", "Fri 9 Jan 14:24".
    private func end(_ planned: PlannedAction, _ zone: TripZone) -> String {
        let (today, end) = (zone.local(now).day, zone.local(now + .minutes(planned.minutes)))
        return end.day == today ? end.clock : "\(end.day.short) \(end.clock)"
    }

    package func apply(_ decision: CaseDecision, to id: ID, _ access: some StaffProof) async throws {
        try check(decision, access)
        let plan = CaseStore.Plan(
            actions: decision.actions, reason: tidyLine(decision.reason), sentence: tidyText(decision.sentence), version: decision.version,
            tripEnd: access.trip.endsAt)
        try await apply(plan, to: id, access)
    }

    func apply(_ plan: CaseStore.Plan, to id: ID, _ access: some StaffProof) async throws {
        try await store.apply(plan, to: id, trip: access.trip.id, by: moderator(access), at: now, newID: system.newID)
    }

    /// - Returns: for each case that could not be settled, why.
    package func applyToMany(_ decision: CaseDecision, cases: [(id: ID, version: Int, access: StaffAccess)]) async throws -> [(
        id: ID, problem: Texts.Sentence
    )] {
        for (_, _, access) in cases { try check(decision, access) }
        var failed: [(id: ID, problem: Texts.Sentence)] = []
        for (id, version, access) in cases.prefix(ModerationService.queueSize) {
            var own = decision
            own.version = version
            do {
                try await apply(own, to: id, access)
            } catch let refusal as Refusal {
                failed.append((id, refusal.sentence))
            }
        }
        return failed
    }

    package func undo(_ number: Int, reason: String, _ access: some StaffProof) async throws {
        try await store.undo(
            number, trip: access.trip.id, reason: tidyLine(reason), by: moderator(access), at: now, newID: system.newID)
    }

    // MARK: appeals and notices

    package func notices(_ access: MemberAccess) async throws -> [ChatNotice] {
        let member = access.member
        let found = try log.notices(of: member)
        if found.contains(where: \.isNew) { try await log.markRead(by: member, at: now) }
        return found
    }

    /// Whom somebody may speak to who sees it otherwise: the trip's staff but themselves.
    package func staff(_ access: MemberAccess) throws -> [Friend] {
        try friends.list(trip: access.trip.id).filter { $0.isStaff && $0.id != access.member }
    }

    package func newNotices(_ access: MemberAccess) throws -> Int { try log.newNotices(of: access.member) }

    package func appeal(_ number: Int, text: String, _ access: MemberAccess) async throws {
        let (member, text) = (access.member, tidyText(text))
        guard !isBlank(text), text.count <= 1000 else { throw Refusal.invalid([FieldError("text", "Say why, in up to 1,000 characters.")]) }
        try await store.appeal(number, text: text, by: member, author: access.author, trip: access.trip.id, at: now)
    }

    package func decideAppeal(_ number: Int, isGranted: Bool, reason: String, _ access: some StaffProof) async throws {
        try await store.decideAppeal(
            number, isGranted: isGranted, reason: tidyLine(reason), trip: access.trip.id, by: moderator(access), at: now,
            newID: system.newID)
    }
}
