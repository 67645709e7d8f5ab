import Domain
import Live
import Store

/// Calls for help: stored durably, shown to every host at once, open until one of them says by name that they have it.
package struct SafetyService: Sendable {
    /// A phone that sends the same alarm again within this time does not call twice.
    private static let repetition = Duration.minutes(30)
    let store: AlertStore
    let friends: FriendStore
    let hub: Hub
    let trips: @Sendable (ID) throws -> Trip?
    let surroundings: Surroundings

    /// Test calls are for the first day, when everybody tries it out.
    package func mayTest(_ trip: Trip) -> Bool { trip.zone.today(at: surroundings.now()) <= trip.fields.startDay }

    /// - Parameter place: from the page itself, where the browser gave it; else the board's newest is taken.
    /// - Returns: false where the same call is open already.
    @discardableResult
    package func raise(text: String, isTest: Bool, place: Alert.Place?, _ access: TripAccess) async throws -> Bool {
        let member = try access.requireMember()
        let text = tidyLine(text)
        guard text.count <= Alert.textLimit else {
            throw Refusal.invalid([FieldError("text", "At most \(Alert.textLimit) characters: hosts read it at a glance.")])
        }
        guard !isTest || mayTest(access.trip) else { throw Refusal.conflict("Test calls are for the first day only.") }
        let name = try friends.find(member, trip: access.trip.id)?.name ?? access.actor.account.name
        return try await raise(
            member, name: name, trip: access.trip.id, source: .page, text: text, isTest: isTest, place: place, by: access.author)
    }

    /// The alarm of a phone app.
    /// - Parameter fix: that came with it.
    package func raise(from tracker: TrackerEntry, fix: Fix?) async throws {
        guard let friend = try friends.find(tracker.memberID, trip: tracker.tripID), let trip = try trips(tracker.tripID),
            trip.archivedAt == nil
        else { return }
        _ = try await raise(
            tracker.memberID, name: friend.name, trip: tracker.tripID, source: .tracker, text: "", isTest: false,
            place: fix.map { .init(coordinates: $0.coordinates, accuracy: $0.accuracy, fixedAt: $0.time) },
            by: Author(id: nil, name: friend.name + "'s phone"))
    }

    private func raise(
        _ member: ID, name: String, trip: ID, source: Alert.Source, text: String, isTest: Bool, place: Alert.Place?, by author: Author
    ) async throws -> Bool {
        let now = surroundings.now()
        let known = hub.board(trip).entry(member).map {
            Alert.Place(coordinates: $0.fix.coordinates, accuracy: $0.fix.accuracy, fixedAt: $0.fix.time)
        }
        let newest = [place, known].compactMap(\.self).max { $0.fixedAt < $1.fixedAt }
        let alert = Alert(
            id: surroundings.newID(), tripID: trip, memberID: member, memberName: name, phone: "", source: source, text: text,
            isTest: isTest, raisedAt: now, place: newest)
        guard try await store.add(alert, unlessOpenSince: now - SafetyService.repetition, by: author) else { return false }
        announce(trip)
        return true
    }

    private func announce(_ trip: ID) { hub.room(trip).publish(.alerts, name: "alert", data: "{}") }

    /// What hosts and moderators must see on every page.
    package func open(_ access: TripAccess) throws -> [Alert] {
        try access.requireStaff()
        return try store.open(trip: access.trip.id)
    }

    package func recent(_ access: TripAccess) throws -> [Alert] {
        try access.requireStaff()
        return try store.recent(trip: access.trip.id, limit: 200)
    }

    /// One's own newest call of the last day: whether somebody has it.
    package func own(_ access: TripAccess) throws -> Alert? {
        try store.newest(member: access.requireMember()).flatMap { $0.raisedAt > surroundings.now() - .hours(24) ? $0 : nil }
    }

    /// - Returns: the alert, and whether it was this call that acknowledged it.
    @discardableResult
    package func acknowledge(_ id: ID, _ access: TripAccess) async throws -> (alert: Alert, isFirst: Bool) {
        try access.requireStaff()
        guard let found = try await store.acknowledge(id, trip: access.trip.id, by: access.author, at: surroundings.now()) else {
            throw Refusal.notFound
        }
        if found.isFirst { announce(access.trip.id) }
        return found
    }
}
