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

/// A trip now, for its staff.
package struct TripToday: Sendable {
    package let rows: [RosterRow]
    package let events: [EventSummary]
    /// Time of the newest fix of every member on the board.
    package let lastFix: [ID: Instant]
    /// Changes of the roster since the last visit.
    package let changes: [AuditEntry]
    /// Nil on a first visit.
    package let lastVisit: TripVisit?
    package init(rows: [RosterRow], events: [EventSummary], lastFix: [ID: Instant], changes: [AuditEntry], lastVisit: TripVisit?) {
        self.rows = rows
        self.events = events
        self.lastFix = lastFix
        self.changes = changes
        self.lastVisit = lastVisit
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
