import Domain
import Live
import Store

/// Events of a trip: made, shown, published, cancelled; who is invited.
package struct EventService: Sendable {
    let store: EventStore
    let reminders: ReminderStore
    let checkIn: CheckInStore
    let audit: AuditStore
    let roster: RosterService
    let hub: Hub
    let system: SystemInputs

    // MARK: reading

    package func list(_ access: some StaffProof) throws -> [EventSummary] {
        try store.list(trip: access.trip.id, member: access.actor.members[access.trip.id])
    }

    package func find(_ id: ID, _ access: some StaffProof) throws -> Event {
        guard let event = try store.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        return event
    }

    package func detail(_ id: ID, _ access: some StaffProof) throws -> EventDetail {
        let event = try find(id, access)
        let people = try roster.entries(RosterFilter(), access).map(\.row)
        let guests = try guests(of: event, people)
        var detail = EventDetail(
            event: event, guests: guests, people: people, lists: try tallies(of: event, guests),
            log: try store.log(of: id, limit: 100), changes: try audit.entries(subject: id, trip: access.trip.id, limit: 50),
            conflicts: try store.conflicts(with: event), reminders: try reminders.reminders(of: id),
            acknowledgement: try acknowledgement(of: id))
        detail.unreached = try reminders.unreached(of: id, since: system.now() - AnswerService.reminderPause)
        return detail
    }

    /// How far its check-in lists are.
    package func tallies(of event: Event, _ access: some StaffProof) throws -> [CheckInTally] {
        try tallies(of: event, guestList(event, access))
    }

    private func tallies(of event: Event, _ guests: @autoclosure () throws -> [EventGuest]) throws -> [CheckInTally] {
        let lists = try checkIn.lists(of: event.id)
        guard !lists.isEmpty else { return [] }
        let (scans, expected) = (try checkIn.scans(of: event.id), EventGuest.expected(try guests()))
        let back = lists.returning(from: event, at: system.now())?.id
        return lists.map { list in
            let attendance = Attendance(list: list, lists: lists, scans: scans, isReturn: list.id == back)
            return CheckInTally(list: list, attendance: attendance, expected: expected)
        }
    }

    /// In the order of their numbers.
    package func guestList(_ event: Event, _ access: some StaffProof) throws -> [EventGuest] {
        try guests(of: event, roster.entries(RosterFilter(), access).map(\.row))
    }

    /// What happened to the list after one of its versions, newest first.
    package func log(of event: Event, after version: Int, _ access: some StaffProof) throws -> [EventLogLine] {
        try store.log(of: event.id, after: version, limit: 500)
    }

    func guests(of event: Event, _ people: [RosterRow]) throws -> [EventGuest] {
        let rows = Dictionary(firstOf: people.map { ($0.id, $0) })
        let invitations = try store.invitations(of: event.id)
        let waiting = invitations.filter { $0.queue != nil }.sorted { ($0.queue ?? 0) < ($1.queue ?? 0) }
        let positions = Dictionary(firstOf: waiting.enumerated().map { ($1.memberID, $0 + 1) })
        return invitations.compactMap { invitation in
            rows[invitation.memberID].map { EventGuest(invitation: invitation, row: $0, position: positions[invitation.memberID]) }
        }
    }

    // MARK: changing

    /// - Parameter confirmsPast: a start that is over was meant.
    package func create(_ fields: EventFields, confirmsPast: Bool, _ access: OpenHostAccess) async throws -> ID {
        try check(fields, confirmsPast: confirmsPast, access)
        let id = system.newID()
        let new = EventStore.NewEvent(id: id, trip: access.trip.id, creator: access.actor.members[access.trip.id], fields: fields)
        try await store.add(new, by: access.author, at: system.now())
        return id
    }

    package func update(
        _ event: Event, to fields: EventFields, version: Int, confirmsPast: Bool, asksAgain: Bool, _ access: OpenHostAccess
    ) async throws {
        guard event.version == version else {
            throw Refusal.conflict("Somebody else has changed this event. What you typed is below; reload the page to see theirs.")
        }
        guard event.state != .cancelled else { throw Refusal.conflict("This event is cancelled and no longer changes.") }
        try check(fields, confirmsPast: confirmsPast || fields.startsAt == event.fields.startsAt, access)
        let people = try roster.entries(RosterFilter(), access)
        let names = Dictionary(firstOf: people.map { ($0.row.id, $0.row.fullName) })
        let changes = event.fields.changes(to: fields, zone: access.trip.zone) { names[$0] ?? "" }
        guard !changes.isEmpty || asksAgain else { return }
        try await store.update(event, to: fields, asksAgain: asksAgain, changes: changes, by: access.author, at: system.now())
    }

    private func check(_ fields: EventFields, confirmsPast: Bool, _ access: some StaffProof) throws {
        var check = Validation()
        check.merge(fields.errors(trip: access.trip))
        if check.errors.isEmpty {
            check.require(
                confirmsPast || fields.startsAt > system.now(), "confirm_past",
                "This start is in the past. Tick the box below if you mean it.")
            let members = Set(try roster.entries(RosterFilter(), access).map(\.row.id))
            check.require((fields.hostID.map { [$0] } ?? []).allSatisfy(members.contains), "host", "Choose somebody on this trip.")
            check.require(fields.coHosts.allSatisfy(members.contains), "co_hosts", "Choose people on this trip.")
        }
        try check.check()
    }

    package func cancel(_ event: Event, reason: String, version: Int, _ access: OpenHostAccess) async throws {
        let reason = try EventService.reason(reason)
        guard event.version == version else {
            throw Refusal.conflict("Somebody else has changed this event. Look again before you cancel it.")
        }
        try await store.cancel(event, reason: reason, by: access.author, at: system.now())
    }

    static func reason(_ text: String) throws(Refusal) -> String {
        let reason = tidyLine(text)
        guard (1...300).contains(reason.count) else {
            throw .invalid([FieldError("reason", "Say why, in up to 300 characters: everybody who is invited will read it.")])
        }
        return reason
    }

    // MARK: the invited

    /// Who an audience means now. For `.selected` it is everybody, to choose from.
    package func audience(_ kind: AudienceKind, groups chosen: [ID], for event: Event, _ access: some HostProof) throws -> EventAudience {
        EventAudience(
            kind: kind, groups: try roster.groups(access), chosen: chosen,
            people: try candidates(kind, groups: chosen, for: event, access))
    }

    private func candidates(
        _ kind: AudienceKind, groups: [ID], for event: Event, _ access: some HostProof
    ) throws -> [EventCandidate] {
        let entries = try roster.entries(RosterFilter(), access).filter { $0.row.status != .cancelled && $0.row.status != .left }
        switch kind {
        case .everyone, .selected: return entries.map { EventCandidate(row: $0.row, distance: nil) }
        case .groups:
            let names = Set(try roster.groups(access).filter { groups.contains($0.id) }.map { folded($0.name) })
            return entries.filter { !names.isDisjoint(with: $0.row.groupNames.map { folded($0) }) }.map {
                EventCandidate(row: $0.row, distance: nil)
            }
        case .nearby: return try nearby(entries, event, access)
        }
    }

    /// Members with a fresh position within the trip's radius of the meeting point, or of the creator where it has no place.
    private func nearby(_ entries: [RosterEntry], _ event: Event, _ access: some HostProof) throws -> [EventCandidate] {
        let board = hub.board(access.trip.id).entries()
        let creator = access.actor.members[access.trip.id].flatMap { board[$0]?.fix.coordinates }
        guard let centre = event.meeting ?? creator else { return [] }
        return entries.compactMap { entry -> EventCandidate? in
            guard entry.freshness == .fresh, let place = board[entry.row.id]?.fix.coordinates else { return nil }
            let distance = place.distance(to: centre)
            return distance <= Double(access.trip.fields.nearbyRadius) ? EventCandidate(row: entry.row, distance: distance) : nil
        }.sorted { ($0.distance ?? 0) < ($1.distance ?? 0) }
    }

    package func publish(
        _ event: Event, to kind: AudienceKind, groups: [ID], members: [ID], admitsNewcomers: Bool, _ access: OpenHostAccess
    ) async throws {
        let known = Set(try roster.entries(RosterFilter(), access).map(\.row.id))
        let hosts = [event.fields.hostID, event.createdBy].compactMap(\.self) + event.fields.coHosts
        let chosen = members.filter(known.contains)
        guard !chosen.isEmpty else { throw Refusal.invalid([FieldError("member", "Choose at least one person first.")]) }
        if let capacity = event.fields.capacity, Set(hosts).count > capacity {
            throw Refusal.invalid([FieldError("member", "The hosts alone need more than \(counted(capacity, "place")). Allow more places.")]
            )
        }
        var guests = EventStore.Guests(audience: kind)
        guests.groups = kind == .groups ? groups : []
        guests.admitsNewcomers = admitsNewcomers && (kind == .everyone || kind == .groups)
        guests.members = chosen + hosts
        guests.coming = hosts
        try await store.publish(event, to: guests, by: access.author, at: system.now(), newToken: newToken)
    }

    /// - Returns: who was not invited yet, and is now. They alone are told.
    @discardableResult
    package func invite(_ members: [ID], to event: Event, _ access: OpenHostAccess) async throws -> [ID] {
        guard event.state == .published else { throw Refusal.conflict("Publish the event first.") }
        guard !members.isEmpty else { throw Refusal.invalid([FieldError("member", "Choose somebody first.")]) }
        return try await store.invite(members, to: event.id, by: access.author, at: system.now(), newToken: newToken)
    }

    package func replaceLink(of member: ID, _ event: Event, _ access: OpenHostAccess) async throws {
        try await store.replaceToken(
            of: invitation(of: member, event, access), with: newToken(), by: access.author, at: system.now())
    }

    package func revokeLink(of member: ID, _ event: Event, _ access: OpenHostAccess) async throws {
        try await store.revoke(invitation(of: member, event, access), by: access.author, at: system.now())
    }

    private func invitation(of member: ID, _ event: Event, _ access: OpenHostAccess) throws -> Invitation {
        guard let found = try store.invitations(of: event.id).first(where: { $0.memberID == member }) else { throw Refusal.notFound }
        return found
    }

    /// A personal link's secret: six letters and digits that can be typed, then 128 bits that cannot be guessed.
    var newToken: @Sendable () -> String {
        { [system] in
            let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
            let code = String(system.randomBytes(6).map { alphabet[Int($0 & 31)] })
            return code + "-" + system.newToken(bytes: 16)
        }
    }
}
