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
        today.lists = try lists(events, access)
        today.hasBuses = try !buses(access).isEmpty
        today.duty = try duty.roster(access)
        today.failed = try access.asHost.map { try notices.failed($0) } ?? []
        today.joinRequests = try joining.waiting(access)
        today.nudges = try access.asHost.map { try nudges.overview($0) } ?? []
        return today
    }

    /// Of events that begin within two days, at the latest tomorrow night wherever the trip is.
    private func lists(_ events: [EventSummary], _ access: some StaffProof) throws -> [ID: [CheckInList]] {
        let now = roster.system.now()
        let coming = events.map(\.event).filter { $0.isToCome(at: now) && $0.fields.startsAt < now + .hours(48) }
        return Dictionary(
            try coming.map { event in (event.id, try checkIn.lists(of: event, access).filter { !$0.isArchived }) }.filter { !$0.1.isEmpty }
        ) { first, _ in first }
    }

    /// Of events from which people come back together: who is missing on the last list. One that excludes others says nothing: whoever
    /// is in another bus is back, too.
    private func returns(_ events: [EventSummary], _ access: some StaffProof) throws -> [EventReturn] {
        let now = roster.system.now()
        return try events.map(\.event).compactMap { event in
            guard event.state == .published, event.fields.isBackBy, let end = event.fields.endsAt, event.fields.startsAt <= now,
                end > now - .hours(12),
                let sheet = try checkIn.sheets(of: event, access).first(where: \.attendance.isReturn)
            else { return nil }
            return EventReturn(event: event.id, list: sheet.list.id, missing: sheet.missing.count)
        }
    }

    /// Events with those who are not back from them.
    package func eventsWithReturns(_ access: some StaffProof) throws -> [EventSummary] {
        let (events, now) = (try self.events.list(access), roster.system.now())
        let missing = Dictionary(try returns(events, access).map { ($0.event, $0.missing) }) { first, _ in first }
        return events.map { summary in
            var summary = summary
            summary.notBack = summary.event.isOver(at: now) ? missing[summary.event.id] ?? 0 : 0
            return summary
        }
    }

    package func tripsOverview(_ actor: Actor) throws -> TripsOverview {
        TripsOverview(trips: try trips.list(for: actor), requests: try joining.ownRequests(actor))
    }
}
