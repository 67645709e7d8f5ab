import Cryptography
import Domain
import Store

/// A trip's events for those who are invited to them, and events that travellers make themselves.
package struct MyEventService: Sendable {
    /// Whom a traveller may ask along.
    package enum Audience: String, Sendable, CaseIterable {
        case everyone, nearby, selected
    }
    /// Events that a traveller may have coming at a time: nobody fills the others' week.
    private static let limit = 10

    let store: EventStore
    let answers: AnswerStore
    let events: EventService
    let friends: FriendService
    let chat: ChatStore
    let system: SystemInputs

    /// Those to which the reader is invited, in order of start.
    package func list(_ access: MemberAccess) throws -> [EventSummary] {
        let member = access.member
        let own = Dictionary(
            try store.own(member: member, trip: access.trip.id).map { ($0.event.id, $0.invitation) },
            uniquingKeysWith: { first, _ in first })
        return try store.list(trip: access.trip.id, member: member).compactMap { summary in
            guard let invitation = own[summary.event.id] else { return nil }
            var summary = summary
            summary.invitation = invitation
            return summary
        }
    }

    /// How many events wait for the reader's answer or hold something that they have not seen; 0 for whoever is not on the trip.
    package func newsCount(_ access: some TripProof) throws -> Int {
        guard let member = access.actor.members[access.trip.id] else { return 0 }
        let now = system.now()
        let count = try store.own(member: member, trip: access.trip.id).count { $0.invitation.isToBeSeen($0.event, at: now) }
        return try count + deletedNews(of: member, access).count
    }

    package func own(_ access: MemberAccess) throws -> OwnEvents {
        OwnEvents(listed: try list(access), deleted: try deletedNews(of: access.member, access))
    }

    private func deletedNews(of member: ID, _ access: some TripProof) throws -> [EventSummary] {
        let now = system.now()
        return try store.own(member: member, trip: access.trip.id, isDeleted: true).filter { event, own in
            own.news(of: event, at: now).concerns(own.invitation.rsvp)
        }.map { event, own in
            var summary = EventSummary(event: event, counts: AnswerCounts(), hostName: "", own: own.invitation.rsvp)
            (summary.invitation, summary.isDeleted) = (own, true)
            return summary
        }
    }

    /// Events with a meeting point that the reader is invited to and has not declined, and that are not over.
    package func meetings(_ access: MemberAccess) throws -> [Event] {
        let (member, now) = (access.member, system.now())
        return try store.own(member: member, trip: access.trip.id).filter {
            $0.event.state == .published && !$0.event.isOver(at: now) && $0.event.meeting != nil
                && $0.invitation.invitation.rsvp != .declined
        }.map(\.event).sorted { $0.fields.startsAt < $1.fields.startsAt }
    }

    /// Whether the reader sees by name who answered what: travellers where the trip's settings say so. How many go everybody sees.
    private func seesAnswers(_ access: MemberAccess) -> Bool { access.role.isStaff || access.trip.fields.showsAnswers }

    /// The events that a friend goes to, as far as the reader may know.
    package func events(of friend: ID, _ access: MemberAccess) throws -> [ID] {
        guard access.member == friend || seesAnswers(access) else { return [] }
        return try store.goingTo(member: friend, trip: access.trip.id)
    }

    /// - Throws: not found for whoever is not invited.
    package func open(_ id: ID, _ access: MemberAccess) throws -> InvitedEvent {
        let member = access.member
        guard let event = try store.find(id, trip: access.trip.id), event.state != .draft,
            let own = try store.own(event: id, member: member)
        else { throw Refusal.notFound }
        let invitation = own.invitation
        let hidden = try chat.blocked(by: member).union(chat.blockers(of: member))
        let people = try friends.list(access).filter { !hidden.contains($0.id) }
        let going = Set(try store.going(to: id))
        return InvitedEvent(
            event: event, invitation: invitation, news: own.news(of: event, at: system.now()),
            clashes: try events.clashes(of: member, with: event),
            position: try answers.position(of: invitation),
            free: event.fields.capacity.map { max(0, $0 - event.taken) }, host: people.first { $0.id == event.fields.hostID },
            goingCount: people.count { going.contains($0.id) }, answers: seesAnswers(access) ? try answers(to: id, of: people) : [],
            isOwn: event.createdBy == member)
    }

    /// Members on the waitlist have answered too: they form a group of their own.
    private func answers(to event: ID, of people: [Friend]) throws -> [(rsvp: RSVP, people: [Friend])] {
        let said = Dictionary(try store.invitations(of: event).map { ($0.memberID, $0.rsvp) }, uniquingKeysWith: { first, _ in first })
        return [RSVP.going, .declined, .pending, .waitlisted].map { rsvp in
            (rsvp, people.filter { said[$0.id] == rsvp || (rsvp == .waitlisted && said[$0.id] == .offered) })
        }
    }

    /// - Parameter seen: the event as the page showed it on which the answer was given.
    package func answer(
        _ id: ID, isComing: Bool, seen: SeenEvent? = nil, meantAt: Instant? = nil, undoes: Instant? = nil, _ access: MemberAccess
    ) async throws -> RSVP {
        let member = try open(id, access).invitation.memberID
        if let seen { try await events.acknowledge(id, by: member, seen) }
        return try await answers.apply(
            .answer(isComing: isComing, meantAt: meantAt, undoes: undoes), event: id, member: member, isByHost: false,
            author: access.author.name, at: system.now())
    }

    /// Undoes an answer that was just given: nobody has answered then.
    /// - Parameter given: when it was given: what anybody has said since stands.
    package func takeBack(_ id: ID, of given: Instant, _ access: MemberAccess) async throws {
        _ = try await answers.apply(
            .takeBack(of: given), event: id, member: open(id, access).invitation.memberID, isByHost: false, author: access.author.name,
            at: system.now())
    }

    /// When the reader answered, if it was they who did.
    package func answeredAt(_ invitation: Invitation, _ access: MemberAccess) -> Instant? {
        invitation.answeredBy == access.author.name ? invitation.answeredAt : nil
    }

    /// The reader says that they have seen what changed.
    package func acknowledge(_ id: ID, _ seen: SeenEvent, _ access: MemberAccess) async throws {
        if try !isDeleted(id, access) { _ = try open(id, access) }
        try await events.acknowledge(id, by: access.member, seen)
    }

    /// Whether it is one that the reader was invited to, and a host deleted.
    package func isDeleted(_ id: ID, _ access: MemberAccess) throws -> Bool {
        try store.own(member: access.member, trip: access.trip.id, isDeleted: true).contains { $0.event.id == id }
    }

    // MARK: own events

    package func mayCreate(_ access: MemberAccess) -> Bool {
        access.trip.archivedAt == nil && (access.role.isStaff || access.trip.fields.travellersCreate)
    }

    @discardableResult
    package func requireCreator(_ access: MemberAccess) throws -> ID {
        let member = access.member
        guard mayCreate(access) else { throw Refusal.forbidden("Only hosts make events on this trip.") }
        return member
    }

    /// Why the reader can write in no event; nil where they can. Its words are as public as the chat's, whose restrictions hold here too.
    package func obstacle(_ access: MemberAccess) throws -> Texts.Sentence? {
        let (trip, now) = (access.trip, system.now())
        // The trip's own conversation has the trip's id.
        let permissions = try chat.permissions(trip.id, trip: trip.id, member: access.member, isStaff: access.role.isStaff)
        return permissions?.restriction(at: now).map { ChatObstacle.restricted($0).sentence(trip.zone, now: now) }
    }

    func requireWriter(_ access: MemberAccess) throws {
        if let obstacle = try obstacle(access) { throw Refusal.conflict(obstacle) }
    }

    /// Whom an audience means now, the reader left out.
    /// - Parameter place: the meeting point; without one it is where the reader is.
    package func candidates(
        _ audience: Audience, near place: Coordinates?, _ access: MemberAccess
    ) throws -> [(friend: Friend, distance: Double?)] {
        let member = try requireCreator(access)
        guard audience == .nearby else { return try friends.list(access).filter { $0.id != member }.map { ($0, nil) } }
        let centre = try place ?? friends.ownFix(access)?.coordinates
        guard let centre else { return [] }
        let radius = Double(try friends.radius(access))
        return try friends.places(access).filter { $0.freshness == .fresh }.map { ($0.friend, $0.fix.coordinates.distance(to: centre)) }
            .filter { $0.1 <= radius }.sorted { $0.1 < $1.1 }
    }

    /// The event's id is derived from the phone's own id of the form, so a form that arrives twice makes one event.
    private func id(of client: ID?, by member: ID) -> ID {
        guard let client, let made = ID(bytes: Digest.sha256(member.bytes + client.bytes).prefix(16)) else { return system.newID() }
        // Version and variant of an id that is made from something else (RFC 9562 §5.8).
        return ID(high: made.high & ~0xF000 | 0x8000, low: made.low >> 2 | 0x8000_0000_0000_0000)
    }

    private static func noGuests(_ audience: Audience) -> FieldError {
        switch audience {
        case .everyone: FieldError("audience", "Nobody else is on this trip yet.")
        case .nearby: FieldError("audience", "Nobody nearby is sharing a recent position.")
        case .selected: FieldError("members", "Choose at least one person.")
        }
    }

    /// Makes the event and invites in one go: what a traveller makes is seen at once.
    /// - Parameter client: the phone's own id of the form, which makes one event however often it arrives.
    /// - Returns: the event, and how many are invited besides whoever makes it; nil where it was made before.
    package func create(
        _ fields: EventFields, for audience: Audience, members: [ID], client: ID? = nil, _ access: MemberAccess
    ) async throws -> (id: ID, invited: Int?) {
        let member = try requireCreator(access)
        let id = id(of: client, by: member)
        if client != nil, try store.isKnown(id) { return (id, nil) }
        try requireWriter(access)
        var fields = fields
        fields.hostID = member
        var check = Validation()
        check.merge(fields.errors(trip: access.trip))
        check.require(fields.startsAt > system.now(), "start_time", "This time has passed. Choose a later one.")
        try check.check()
        let place = fields.meetingLatitude.flatMap { lat in
            fields.meetingLongitude.flatMap { Coordinates(latitude: lat, longitude: $0) }
        }
        let known = try candidates(audience, near: place, access).map(\.friend.id)
        let chosen = audience == .selected ? known.filter(Set(members).contains) : known
        guard !chosen.isEmpty else {
            throw Refusal.invalid([MyEventService.noGuests(audience)])
        }
        let now = system.now()
        guard try store.comingCount(by: member, trip: access.trip.id, at: now) < MyEventService.limit else {
            throw Refusal.conflict("You already have \(MyEventService.limit) events ahead. Cancel one, or wait until one is over.")
        }
        var guests = EventStore.Guests(audience: audience == .everyone ? .everyone : audience == .nearby ? .nearby : .selected)
        guests.admitsNewcomers = audience == .everyone
        (guests.members, guests.coming) = (chosen + [member], [member])
        try await store.add(
            EventStore.NewEvent(id: id, trip: access.trip.id, creator: member, fields: fields), publishedTo: guests, by: access.author,
            at: now, newToken: events.newToken)
        return (id, chosen.count)
    }

    package func cancel(_ id: ID, reason: String, _ access: MemberAccess) async throws {
        let opened = try open(id, access)
        guard opened.isOwn else { throw Refusal.forbidden("Only the person who created this event, or a host, can cancel it.") }
        let reason = try EventService.reason(reason)
        if opened.event.state == .cancelled, opened.event.cancelReason == reason { return }
        try await store.cancel(opened.event, reason: reason, by: access.author, at: system.now())
    }
}
