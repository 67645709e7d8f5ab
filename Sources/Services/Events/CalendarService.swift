import Domain
import Store

/// Calendars that other programs subscribe to.
package struct CalendarService: Sendable {
    let store: CalendarStore
    let events: EventService
    let trips: @Sendable (ID) throws -> Trip?

    /// What a secret address gives: its events, whom it is for.
    package func open(token: String) throws -> (trip: Trip, events: [Event], isPersonal: Bool) {
        guard let feed = try store.find(token: token), let trip = try trips(feed.tripID) else { throw Refusal.notFound }
        let found = try feed.memberID.map { try store.events(of: $0, trip: trip.id) } ?? store.events(trip: trip.id)
        return (trip, found, feed.memberID != nil)
    }

    package func feeds(_ access: some HostProof) throws -> [CalendarStore.Feed] {
        try store.feeds(trip: access.trip.id)
    }

    /// - Parameter member: nil for the trip's own calendar.
    package func replace(member: ID?, _ access: OpenHostAccess) async throws {
        if let member { _ = try events.roster.member(member, access) }
        let system = events.system
        try await store.replace(
            trip: access.trip.id, member: member, under: access.coHostTime(for: member), id: system.newID(),
            token: system.newToken(bytes: 16), at: system.now())
    }

    // MARK: one's own

    /// The secret of the reader's own calendar, if they have one.
    package func own(_ access: MemberAccess) throws -> String? {
        let member = access.member
        return try store.feeds(trip: access.trip.id).first { $0.memberID == member }?.token
    }

    /// The reader's own calendar under a new address; an older one stops working.
    package func replaceOwn(_ access: MemberAccess) async throws {
        let (member, system) = (access.member, events.system)
        guard access.trip.archivedAt == nil else { throw Refusal.conflict("This trip is over and no longer changes.") }
        try await store.replace(
            trip: access.trip.id, member: member, under: nil, id: system.newID(), token: system.newToken(bytes: 16),
            at: system.now())
    }

    package func revokeOwn(_ access: MemberAccess) async throws {
        try await store.revoke(trip: access.trip.id, member: access.member, at: events.system.now())
    }

    package func revoke(member: ID?, _ access: OpenHostAccess) async throws {
        try await store.revoke(trip: access.trip.id, member: member, at: events.system.now())
    }
}
