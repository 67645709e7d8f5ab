import Domain
import Live
import Store

/// Calls for help: stored durably, shown to every host at once, open until one of them says by name that they have it.
package struct SafetyService: Sendable {
    /// A phone app that repeats its alarm within this time has not called again.
    private static let repetition = Duration.seconds(60)
    /// A call that waited longer than this in a phone is shown as this old.
    package static let longestWait = Duration.hours(7 * 24)
    let store: AlertStore
    let friends: FriendStore
    let coHosts: CoHostStore
    let hub: Hub
    let unsaved: UnsavedWork
    let pending = PendingCalls()
    let trips: @Sendable (ID) throws -> Trip?
    let system: SystemInputs

    /// What somebody sends who calls from a page.
    package struct CallRequest: Sendable {
        package let text: String
        package let isTest: Bool
        /// From the page itself, where the browser gave it.
        package let place: Alert.Location?
        /// The phone's own id of the call: it counts once, however often it arrives.
        package let client: ID?
        /// How long it waited for a line.
        package let waited: Duration
        package init(text: String, isTest: Bool, place: Alert.Location?, client: ID? = nil, waited: Duration = .zero) {
            self.text = text
            self.isTest = isTest
            self.place = place
            self.client = client
            self.waited = waited
        }
    }

    /// Who calls, whoever's phone it comes from.
    private struct Caller {
        let member: ID
        let name: String
        let trip: ID
        let author: Author
    }

    /// Test calls are for the first day, when everybody tries it out.
    private func mayTest(_ trip: Trip) -> Bool { trip.zone.today(at: system.now()) <= trip.fields.startDay }

    /// - Returns: false where this very call has arrived before.
    @discardableResult
    package func raise(_ request: CallRequest, _ access: MemberAccess) async throws -> Bool {
        let member = access.member
        let text = tidyLine(request.text)
        guard text.count <= Alert.textLimit else {
            throw Refusal.invalid([FieldError("text", "At most \(Alert.textLimit) characters: hosts read it at a glance.")])
        }
        guard !request.isTest || mayTest(access.trip) else { throw Refusal.conflict("Test calls are for the first day only.") }
        let name = try friends.find(member, trip: access.trip.id)?.name ?? access.actor.account.name
        let caller = Caller(member: member, name: name, trip: access.trip.id, author: access.author)
        let waited = min(max(request.waited, .zero), SafetyService.longestWait)
        return try await raise(
            caller, text: text, source: .page, isTest: request.isTest, place: request.place, client: request.client, waited: waited)
    }

    /// The alarm of a phone app: also in a trip that is archived, as from the page.
    /// - Parameter fix: that came with it.
    package func raise(from tracker: TrackerEntry, fix: Fix?) async throws {
        guard let friend = try friends.find(tracker.memberID, trip: tracker.tripID) else { return }
        let caller = Caller(
            member: tracker.memberID, name: friend.name, trip: tracker.tripID, author: Author(id: nil, name: friend.name + "'s phone"))
        _ = try await raise(
            caller, text: "", source: .tracker, isTest: false,
            place: fix.map { .init(coordinates: $0.coordinates, accuracy: $0.accuracy, fixedAt: $0.time) }, client: nil, waited: .zero)
    }

    private func raise(
        _ caller: Caller, text: String, source: Alert.Source, isTest: Bool, place: Alert.Location?, client: ID?, waited: Duration
    ) async throws -> Bool {
        let now = system.now()
        let newest = Alert.Location.ofCall(place, board: hub.board(caller.trip).entry(caller.member), at: now)
        let call = Alert.Call(
            id: system.newID(), source: source, text: text, calledAt: now - waited, receivedAt: now, place: newest)
        let alert = Alert(
            id: system.newID(), tripID: caller.trip, memberID: caller.member, memberName: caller.name, phone: "", isTest: isTest,
            raisedAt: call.calledAt, calls: [])
        guard try await add(call, client: client, toOpenOr: alert, by: caller.author) else { return false }
        announce(alert)
        return true
    }

    /// False for a repetition. If calls of the member already wait for the disk, the new one joins them, so that calls keep their order.
    private func add(_ call: Alert.Call, client: ID?, toOpenOr alert: Alert, by author: Author) async throws -> Bool {
        let waiting = PendingCalls.Call(call: call, client: client, author: author)
        if let isNew = pending.add(waiting, toOpenOf: alert.memberID, isTest: alert.isTest, repetition: SafetyService.repetition) {
            return isNew
        }
        guard !pending.holds(alert.memberID) else { return try keep(waiting, toOpenOr: alert) }
        do {
            return try await store.add(call, client: client, toOpenOr: alert, repetition: SafetyService.repetition, by: author) != .repeated
        } catch Refusal.unavailable {
            return try keep(waiting, toOpenOr: alert)
        }
    }

    /// Every host hears of it now; it is stored when the disk takes it. False for a repetition.
    private func keep(_ waiting: PendingCalls.Call, toOpenOr new: Alert) throws -> Bool {
        if let client = waiting.client, try store.isKnown(client, of: new.memberID) { return false }
        let open = try openAlerts().last { $0.memberID == new.memberID && $0.isTest == new.isTest }
        if waiting.isRepetition(of: open?.newest, within: SafetyService.repetition) { return false }
        let alert = open ?? new
        guard pending.open(alert, waiting, repetition: SafetyService.repetition) else { return false }
        storeLater(alert)
        return true
    }

    private func storeLater(_ alert: Alert) {
        let service = self
        unsaved.keep("call for help \(alert.id)") {
            do {
                try await service.storePending(alert)
            } catch Refusal.unavailable(let text, let wait) {
                throw Refusal.unavailable(text, retryAfter: wait)
            } catch {
                service.pending.drop(alert.id)
                throw error
            }
        }
    }

    /// Calls that are stored stay stored if the disk refuses the rest.
    private func storePending(_ alert: Alert) async throws {
        while let next = pending.next(of: alert.id) {
            if let waiting = next.call {
                _ = try await store.add(
                    waiting.call, client: waiting.client, toOpenOr: alert, repetition: SafetyService.repetition, by: waiting.author)
                pending.remove(waiting.call.id, of: alert.id)
            } else if let taker = next.taker {
                _ = try await store.acknowledge(alert.id, trip: alert.tripID, by: taker.author, at: taker.at)
                pending.close(alert.id, acknowledged: true)
            } else {
                pending.close(alert.id, acknowledged: false)
            }
        }
        announce(alert)
    }

    /// Hosts hear of it on whatever page they have open, and who called on all of their own.
    private func announce(_ alert: Alert) {
        hub.hint("alert", of: alert.tripID)
        let title = alert.acknowledgedAt == nil ? "" : alert.acknowledgedBy + " has it."
        let data = JSON.object { out in
            out.add("why", "call")
            out.add("title", title)
        }
        hub.tripChannel(alert.tripID).tell([alert.memberID], name: "told", data: data)
    }

    /// What the actor must see on every page: the open calls of all trips on which they are staff.
    package func open(for actor: Actor) throws -> [OpenCall] {
        let hearsCalls = actor.account.isAdmin || actor.roles.values.contains(where: \.seesPositions)
        guard hearsCalls, !actor.mustSetUpSecondFactor else { return [] }
        return try openAlerts().compactMap { alert in
            guard let role = actor.role(on: alert.tripID), role.seesPositions, let trip = try trips(alert.tripID) else { return nil }
            return OpenCall(alert: alert, trip: trip)
        }
    }

    private func openAlerts() throws -> [Alert] {
        try pending.merged(into: store.open()) { _ in true }.filter { $0.acknowledgedAt == nil }
    }

    package func open(_ access: some StaffOrMedicProof) throws -> [Alert] {
        try openAlerts().filter { $0.tripID == access.trip.id }
    }

    /// Newest first. Medics see what is open, and what was called within a day: who takes a call still needs its place.
    package func recent(_ access: some StaffOrMedicProof) throws -> [Alert] {
        let (trip, dayAgo) = (access.trip.id, system.now() - .hours(24))
        return try pending.merged(into: store.recent(trip: trip, limit: 200)) { $0.tripID == trip }
            .filter { access.role.isStaff || $0.acknowledgedAt == nil || $0.raisedAt > dayAgo }.sorted { $0.raisedAt > $1.raisedAt }
    }

    /// One's own newest call of the last day: whether somebody has it, and how to reach them.
    package func own(_ access: MemberAccess) throws -> OwnAlert? {
        let member = access.member
        let stored = try store.newest(member: member).map { [$0] } ?? []
        let newest = pending.merged(into: stored) { $0.memberID == member }.max { $0.raisedAt < $1.raisedAt }
        guard let newest, newest.raisedAt > system.now() - .hours(24) else { return nil }
        return OwnAlert(alert: newest, takerPhone: try store.takerPhone(of: newest))
    }

    /// Of the page on which one calls.
    package func calling(_ access: MemberAccess) throws -> CallingHelp {
        CallingHelp(own: try own(access), hosts: try reachableHosts(access), mayTest: mayTest(access.trip))
    }

    /// The hosts whom everybody on the trip may phone: those whose profile gives a number to all.
    private func reachableHosts(_ access: MemberAccess) throws -> [Friend] {
        let own = access.member
        let standIns = try coHosts.active(trip: access.trip.id, at: system.now())
        return try friends.list(trip: access.trip.id).filter {
            ($0.isStaff || standIns.contains($0.id)) && $0.id != own && !$0.fields[.whatsapp].isEmpty
        }
    }

    /// - Returns: the alert, and whether it was this call that acknowledged it.
    @discardableResult
    package func acknowledge(_ id: ID, _ access: some StaffOrMedicProof) async throws -> (alert: Alert, isFirst: Bool) {
        let own = access.actor.members[access.trip.id]
        // Taking one's own call would remove it from all screens, and nobody would come.
        guard try !openAlerts().contains(where: { $0.id == id && $0.memberID == own }) else {
            throw Refusal.conflict("This is your own call: somebody else has to take it.")
        }
        let found = try await acknowledge(id, trip: access.trip.id, by: access.author, at: system.now())
        guard let found else { throw Refusal.notFound }
        if found.isFirst { announce(found.alert) }
        return found
    }

    /// A full disk must not make anybody wait for help: who has a call is known at once, and stored later.
    private func acknowledge(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws -> (alert: Alert, isFirst: Bool)? {
        if let found = pending.acknowledge(id, trip: trip, by: author, at: now) { return found }
        do {
            return try await store.acknowledge(id, trip: trip, by: author, at: now)
        } catch Refusal.unavailable {
            // Somebody else may have taken the call while this waited for the disk.
            if let found = pending.acknowledge(id, trip: trip, by: author, at: now) { return found }
            guard let alert = try store.find(id, trip: trip) else { return nil }
            guard alert.acknowledgedAt == nil else { return (alert, false) }
            pending.acknowledge(alert, by: author, at: now)
            storeLater(alert)
            return (alert.acknowledged(by: author.name, at: now), true)
        }
    }
}
