import Domain
import Logging
import Store

/// Answers to invitations: by personal link, by hosts, and by the clock.
package struct AnswerService: Sendable {
    let store: AnswerStore
    let reminders: ReminderStore
    let events: EventService
    let trips: @Sendable (ID) throws -> Trip?

    /// - Throws: not found for an unknown or revoked secret, a draft, or a member who left the trip.
    package func open(token: String) throws -> PersonalInvitation {
        guard let (invitation, tripID) = try events.store.invitation(token: token), let trip = try trips(tripID),
            let event = try events.store.find(invitation.eventID, trip: tripID), event.state != .draft,
            let names = try events.store.names(member: invitation.memberID, host: event.fields.hostID)
        else { throw Refusal.notFound }
        let kind = invitation.rsvp == .going ? "start" : invitation.rsvp == .pending ? "answer" : ""
        return PersonalInvitation(
            trip: trip, event: event, invitation: invitation, firstName: names.first, hostName: names.host,
            position: try store.position(of: invitation), free: event.fields.capacity.map { max(0, $0 - event.taken) },
            waiting: invitation.rsvp.holdsSeat ? try store.waiting(event: event.id) : 0,
            reminder: try reminders.reminders(of: invitation)[kind].map { (kind, $0) },
            news: try events.store.own(event: event.id, member: invitation.memberID)?.news(of: event, at: events.system.now())
                ?? EventNews(), clashes: try events.clashes(of: invitation.memberID, with: event))
    }

    /// What an event was called to which this secret belongs and which a host deleted.
    package func deletedTitle(token: String) throws -> String? { try events.store.deletedTitle(token: token) }

    /// - Parameter seen: the event as the page showed it on which the answer was given.
    /// - Returns: the time that the answer bears, if it is a new one.
    @discardableResult
    package func answer(token: String, isComing: Bool, seen: SeenEvent? = nil, meantAt: Instant? = nil) async throws -> Instant {
        let now = events.system.now()
        _ = try await store.answer(
            token: token, isComing: isComing, seen: seen?.atLatest(now), meantAt: meantAt, author: AnswerService.byLink, at: now)
        return now
    }

    /// Takes back what was answered by the link at this time, where it still stands.
    /// - Parameter isComing: what stands then; nil for no answer.
    package func undo(token: String, of given: Instant, to isComing: Bool?) async throws {
        try await store.undo(token: token, of: given, to: isComing, author: AnswerService.byLink, at: events.system.now())
    }

    /// As `answer`, without a task of its own. `done` hears its time once it is stored; if it is not, `answer` says why.
    /// - Parameter leave: takes what follows the commit off the writer's thread.
    package func answerPlain(
        token: String, isComing: Bool, seen: SeenEvent?, meantAt: Instant?,
        leave: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, done: @escaping @Sendable (Instant?) -> Void
    ) {
        let now = events.system.now()
        store.answer(
            token: token, isComing: isComing, seen: seen?.atLatest(now), meantAt: meantAt, author: AnswerService.byLink, at: now
        ) { isStored in
            leave { done(isStored ? now : nil) }
        }
    }

    /// Who answered, as the event's log has it.
    package static let byLink = "personal link"

    /// Whoever holds the link says that they have seen what changed.
    package func acknowledge(token: String, _ seen: SeenEvent) async throws {
        guard let (invitation, _) = try events.store.invitation(token: token) else { throw Refusal.notFound }
        try await events.acknowledge(invitation.eventID, by: invitation.memberID, seen)
    }

    /// Somebody has opened their link in a browser: from then on reminders reach them there.
    package func noteOpening(token: String) async throws { try await events.store.open(token: token, at: events.system.now()) }

    /// What a member is invited to, in order of start.
    package func events(of member: ID, _ access: some StaffProof) throws -> [EventOfMember] {
        try events.store.own(member: member, trip: access.trip.id).filter { $0.event.state != .draft }.map {
            let invitation = $0.invitation.invitation
            return EventOfMember(event: $0.event, invitation: invitation, position: try store.position(of: invitation))
        }.sorted { $0.event.fields.startsAt < $1.event.fields.startsAt }
    }

    package enum HostAction: String, Sendable, CaseIterable {
        case going, declined, promote, together, alone
    }

    /// All of it is done, or nothing.
    /// - Parameters:
    ///   - choice: what becomes of those for whom there is no place.
    ///   - note: must be given where a rule is set aside: out of order, or after the deadline.
    /// - Returns: what those answers were that it changed.
    /// - Throws: `SeatShortage` where more are to go than there are places.
    @discardableResult
    package func apply(
        _ action: HostAction, to members: [ID], choice: SeatChoice = .ask, note: String, of event: Event, _ access: OpenHostAccess
    ) async throws -> FormerAnswers {
        let (now, note) = (events.system.now(), tidyLine(note))
        var known: Set<ID> = []
        let members = members.filter { known.insert($0).inserted }
        var check = Validation()
        check.require(!members.isEmpty, "member", "Tick at least one person first.")
        check.require(note.count <= 300, "note", "At most 300 characters.")
        let isLate = event.fields.answerBy.map { now > $0 } ?? false
        check.require(!note.isEmpty || (action != .promote && !isLate), "note", "Say why: it goes into the event’s log.")
        check.require(action != .together || members.count > 1, "member", "Tick at least two people who wait together.")
        try check.check()
        switch action {
        case .together, .alone:
            try await store.setParty(
                action == .alone ? nil : events.system.newID(), members: members, event: event.id, author: access.author.name, at: now
            )
            return FormerAnswers([], at: now)
        case .going, .declined, .promote:
            let command: AnswerStore.Command = action == .promote ? .promote : .override(isComing: action == .going)
            let former = try await store.apply(
                command, event: event.id, members: members, choice: choice, by: access.author, note: note, at: now)
            // Offers run out by themselves, and are told of otherwise.
            return action == .promote ? FormerAnswers([], at: now) : former
        }
    }

    /// What of these answers the reader gave, and nobody has changed since.
    package func standing(_ former: FormerAnswers?, in invitations: [Invitation], _ access: some TripProof) -> FormerAnswers? {
        let rest = former?.standing(in: invitations, by: access.tripAccess.author.name)
        return rest?.answers.isEmpty == false ? rest : nil
    }

    /// Takes back what a host answered for others, where it still stands.
    package func restore(_ former: FormerAnswers?, of event: Event, _ access: OpenHostAccess) async throws -> RestoredAnswers {
        guard let former else { throw Refusal.conflict("There is nothing to undo.") }
        return try await store.restore(former, event: event.id, by: access.author, at: events.system.now())
    }

    // MARK: the clock

    /// Offers that ran out go to the next.
    package func passOnExpiredOffers() async throws { _ = try await store.passOnExpiredOffers(at: events.system.now()) }

    /// Invites who joined since, and notes whom to remind.
    package func inviteNewcomersAndRemind() async throws {
        let now = events.system.now()
        try await store.inviteNewcomers(at: now, newToken: events.newToken)
        try await reminders.remind(at: now)
    }

    /// Every second, and the slower things every ten, until the task is cancelled.
    package func run(logger: Logger) async throws {
        var second = 0
        while !Task.isCancelled {
            do {
                let isTenth = second == 0
                try await JobRounds.round {
                    try await passOnExpiredOffers()
                    if isTenth { try await inviteNewcomersAndRemind() }
                }
            } catch is CancellationError {
                return
            } catch {
                logger.failed("event job failed", error)
            }
            try await Task.sleep(for: .seconds(1))
            second = (second + 1) % 10
        }
    }
}
