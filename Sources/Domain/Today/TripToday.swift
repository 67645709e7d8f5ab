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
    package var hasBase = false
    package var hasRoster = false
    package var hasLinks = false
    package var hasEvent = false
    package var hasPosition = false
    package var hasMap = false
    /// A host does not want to be reminded of what is left.
    package var isHidden = false
    package init() {}
    package var isDone: Bool { hasBase && hasRoster && hasLinks && hasEvent && hasPosition && hasMap }
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
    package let start: TripStart
    /// For hosts: whom they asked in the last day whether all is well.
    package var nudges: [NudgeLine] = []
    /// By event that is about to close its answers.
    package var unreached: [ID: UnreachedGuests] = [:]
    package var duty: DutyRoster?
    /// Check-in lists in use, by event that begins today or tomorrow and has any: what is printed the evening before.
    package var lists: [ID: [CheckInList]] = [:]
    /// Whether the trip has several buses: an event without lists is printed by them.
    package var hasBuses = false
    /// For hosts: the deliveries that the page of these shows as failed and not read.
    package var failed: [DeliveryReport.Line] = []
    /// For hosts: who waits to be let in.
    package var joinRequests: [JoinRequest] = []
    package init(
        rows: [RosterRow], events: [EventSummary], returns: [EventReturn], board: [ID: BoardEntry], changes: [AuditEntry],
        lastVisit: TripVisit?, tiles: String?, own: ID?, start: TripStart
    ) {
        self.rows = rows
        self.events = events
        self.returns = returns
        self.board = board
        self.changes = changes
        self.lastVisit = lastVisit
        self.tiles = tiles
        self.own = own
        self.start = start
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
