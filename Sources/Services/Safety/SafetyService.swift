import Domain
import Live
import Store

/// Calls for help: stored durably, shown to every host at once, until somebody says how it ended.
package struct SafetyService: Sendable {
    /// A phone app that repeats its alarm within this time has not called again.
    private static let repetition = Duration.seconds(60)
    /// A call that waited longer than this in a phone is shown as this old.
    package static let longestWait = Duration.hours(7 * 24)
    let store: HelpStore
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
        package let place: HelpCase.Location?
        /// The phone's own id of the call: it counts once, however often it arrives.
        package let client: ID?
        /// How long it waited for a line.
        package let waited: Duration
        package init(text: String, isTest: Bool, place: HelpCase.Location?, client: ID? = nil, waited: Duration = .zero) {
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
    func mayTest(_ trip: Trip) -> Bool { trip.zone.today(at: system.now()) <= trip.fields.startDay }

    /// - Returns: false where this very call has arrived before.
    @discardableResult
    package func raise(_ request: CallRequest, _ access: MemberAccess) async throws -> Bool {
        let member = access.member
        let text = tidyLine(request.text)
        guard text.count <= HelpCase.textLimit else {
            throw Refusal.invalid([FieldError("text", "At most \(HelpCase.textLimit) characters: hosts read it at a glance.")])
        }
        guard !request.isTest || mayTest(access.trip) else { throw Refusal.conflict("You can make test calls on the first day only.") }
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

    /// By an answer to a host, from a link of the person's own, which works without signing in.
    /// - Parameters:
    ///   - client: of one call: what arrives with the same one again changes nothing.
    ///   - place: where their browser says that they are.
    package func raise(fromLinkOf member: ID, trip: ID, client: ID, text: String, place: HelpCase.Location?) async throws {
        guard let friend = try friends.find(member, trip: trip) else { throw Refusal.notFound }
        let caller = Caller(member: member, name: friend.name, trip: trip, author: Author(id: nil, name: friend.name + "'s link"))
        _ = try await raise(
            caller, text: text, source: .page, isTest: false, place: place, client: client, waited: .zero)
    }

    private func raise(
        _ caller: Caller, text: String, source: HelpCase.Call.Source, isTest: Bool, place: HelpCase.Location?, client: ID?, waited: Duration
    ) async throws -> Bool {
        let now = system.now()
        let newest = HelpCase.Location.ofCall(place, board: hub.board(caller.trip).entry(caller.member), at: now)
        let call = HelpCase.Call(
            id: system.newID(), source: source, text: text, calledAt: now - waited, receivedAt: now, place: newest)
        let help = HelpCase(
            id: system.newID(), tripID: caller.trip, memberID: caller.member, memberName: caller.name, phone: "", isTest: isTest,
            raisedAt: call.calledAt, calls: [])
        return try await add(call, client: client, toOpenOr: help, by: caller.author)
    }

    /// False for a repetition. If calls of the member already wait for the disk, the new one joins them, so that calls keep their order.
    private func add(_ call: HelpCase.Call, client: ID?, toOpenOr help: HelpCase, by author: Author) async throws -> Bool {
        let waiting = PendingCalls.Call(call: call, client: client, author: author)
        if let isNew = pending.add(waiting, toOpenOf: help.memberID, isTest: help.isTest, repetition: SafetyService.repetition) {
            if isNew { announceUnsaved(help) }
            return isNew
        }
        guard !pending.holds(help.memberID) else { return try keep(waiting, toOpenOr: help) }
        do {
            return try await store.add(call, client: client, toOpenOr: help, repetition: SafetyService.repetition, by: author) != .repeated
        } catch Refusal.unavailable {
            return try keep(waiting, toOpenOr: help)
        }
    }

    /// Every host hears of it now; it is stored when the disk takes it. False for a repetition.
    private func keep(_ waiting: PendingCalls.Call, toOpenOr new: HelpCase) throws -> Bool {
        if let client = waiting.client, try store.isKnown(client, of: new.memberID) { return false }
        let open = try openCases().last { $0.memberID == new.memberID && $0.isTest == new.isTest }
        if waiting.isRepetition(of: open?.newest, within: SafetyService.repetition) { return false }
        let help = open ?? new
        guard pending.open(help, waiting, repetition: SafetyService.repetition) else { return false }
        storeLater(help)
        announceUnsaved(new)
        return true
    }

    func storeLater(_ help: HelpCase) {
        let service = self
        unsaved.keep("call for help \(help.id)") {
            do {
                try await service.storePending(help)
            } catch Refusal.unavailable(let text, let wait) {
                throw Refusal.unavailable(text, retryAfter: wait)
            } catch {
                service.pending.drop(help.id)
                throw error
            }
        }
    }

    /// Calls that are stored stay stored if the disk refuses the rest.
    private func storePending(_ help: HelpCase) async throws {
        while let next = pending.next(of: help.id) {
            if let waiting = next.call {
                _ = try await store.add(
                    waiting.call, client: waiting.client, toOpenOr: help, repetition: SafetyService.repetition, by: waiting.author)
                pending.remove(waiting.call.id, of: help.id)
            } else if let taker = next.taker {
                _ = try await store.take(help.id, trip: help.tripID, by: taker.author, at: taker.at)
                pending.close(help.id, taken: true)
            } else {
                pending.close(help.id, taken: false)
            }
        }
        // Open pages have heard what was stored, maybe while it still counted as unsaved here.
        announceUnsaved(help)
    }

    /// What this node alone knows, because nothing takes it now, its own pages hear of at once: those of staff, whichever they have open,
    /// and those of whoever called. What is stored, the store notes.
    func announceUnsaved(_ help: HelpCase) {
        hub.hint("alert", of: help.tripID)
        hub.tripChannel(help.tripID).tell([help.memberID], name: "told", data: help.told)
    }

    func openCases() throws -> [HelpCase] {
        try pending.merged(into: store.open()) { _ in true }.filter { $0.ending == nil }
    }
}
