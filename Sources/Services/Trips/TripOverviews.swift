import Domain
import Live

/// What pages of trips are made from, out of several services.
extension AppServices {
    package func today(_ access: some StaffProof) throws -> TripToday {
        let (news, events) = (try trips.news(access), try events.list(access))
        let (rows, board) = (try roster.rows(trip: access.trip.id), hub.board(access.trip.id).entries())
        let tiles = map.friendGround(access.trip).version
        var start = TripStart()
        (start.hasBase, start.hasMap) = (access.trip.base != nil, tiles != nil)
        (start.hasRoster, start.hasEvent) = (rows.contains { !$0.role.isStaff }, !events.isEmpty)
        start.hasPosition = !board.isEmpty
        start.hasLinks = try rows.contains { !$0.role.isStaff && $0.hasAccount } || joining.hasLinks(access)
        start.isHidden = try !start.isDone && trips.isStartHidden(access)
        var today = TripToday(
            rows: rows, events: events, returns: try returns(events, access), board: board, changes: news.changes,
            lastVisit: news.visit, tiles: tiles, own: access.actor.members[access.trip.id], start: start)
        today.unreached = try self.events.unreached(events, access)
        today.duty = try duty.roster(access)
        today.failed = try access.asHost.map { try notices.failed($0) } ?? []
        today.nudges = try access.asHost.map { try nudges.overview($0) } ?? []
        return today
    }

    /// Of events from which people come back together: who is missing on the last list. One that excludes others says nothing: whoever
    /// is in another bus is back, too.
    private func returns(_ events: [EventSummary], _ access: some StaffProof) throws -> [EventReturn] {
        let now = roster.system.now()
        return try events.map(\.event).compactMap { event in
            guard event.state == .published, event.fields.isBackBy, let end = event.fields.endsAt, event.fields.startsAt <= now,
                end > now - .hours(12),
                let sheet = try checkIn.sheets(of: event, access).last(where: { !$0.list.isArchived && $0.list.exclusiveSet.isEmpty })
            else { return nil }
            return EventReturn(event: event.id, list: sheet.list.id, missing: sheet.missing.count)
        }
    }

    package func tripsOverview(_ actor: Actor) throws -> TripsOverview {
        TripsOverview(trips: try trips.list(for: actor), requests: try joining.ownRequests(actor))
    }
}
