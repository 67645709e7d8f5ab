/// What somebody saw of a trip when they last looked.
package struct TripVisit: Sendable {
    package let baselineVersion: Int
    package let baselineAt: Instant
    package let seenAt: Instant
    /// Chosen roster columns, comma-separated; empty for the usual ones.
    package let columns: String
    package init(baselineVersion: Int, baselineAt: Instant, seenAt: Instant, columns: String) {
        self.baselineVersion = baselineVersion
        self.baselineAt = baselineAt
        self.seenAt = seenAt
        self.columns = columns
    }
}

/// Who is not back from an event yet, by one of its check-in lists.
package struct EventReturn: Sendable {
    package let event: ID
    package let list: ID
    /// As many as the list shows as missing.
    package let missing: Int
    package init(event: ID, list: ID, missing: Int) {
        self.event = event
        self.list = list
        self.missing = missing
    }
}

/// What a trip has of what it needs before it begins.
package struct TripStart: Sendable, Equatable {
    package var hasMap = false
    package var hasBase = false
    package var hasRoster = false
    package var hasHelpers = false
    package var hasEvent = false
    package var hasJoined = false
    package init() {}
    package var isDone: Bool { hasMap && hasBase && hasRoster && hasHelpers && hasEvent && hasJoined }
}

/// A trip now, for its staff.
package struct TripToday: Sendable {
    package let rows: [RosterRow]
    package let events: [EventSummary]
    /// Of events that are running, or are over since a short while.
    package let returns: [EventReturn]
    /// The newest position of every member on the board.
    package let board: [ID: BoardEntry]
    /// What others changed on the roster since the last visit.
    package let changes: [AuditEntry]
    /// Nil on a first visit.
    package let lastVisit: TripVisit?
    /// The version of the map's tiles; nil while there is no map.
    package let tiles: String?
    /// The reader's own row; nil for admins, who are on no trip.
    package let own: ID?
    package init(
        rows: [RosterRow], events: [EventSummary], returns: [EventReturn], board: [ID: BoardEntry], changes: [AuditEntry],
        lastVisit: TripVisit?, tiles: String?, own: ID?
    ) {
        self.rows = rows
        self.events = events
        self.returns = returns
        self.board = board
        self.changes = changes
        self.lastVisit = lastVisit
        self.tiles = tiles
        self.own = own
    }

    package func start(of trip: Trip) -> TripStart {
        var start = TripStart()
        (start.hasMap, start.hasBase) = (tiles != nil, trip.base != nil)
        start.hasRoster = rows.contains { !$0.role.isStaff }
        start.hasHelpers = rows.count { $0.role.isStaff } > 1
        start.hasEvent = !events.isEmpty
        start.hasJoined = rows.contains { !$0.role.isStaff && $0.hasAccount }
        return start
    }
}

/// Every trip of the reader, and those that they have asked to join.
package struct TripsOverview: Sendable {
    package let trips: [TripSummary]
    package let requests: [OwnJoinRequest]
    package init(trips: [TripSummary], requests: [OwnJoinRequest]) {
        self.trips = trips
        self.requests = requests
    }
}
