import Domain

/// What every page of a trip is made with: its layout, the trip, who reads it as what, and when.
package struct TripLayout: Sendable {
    package let layout: Layout
    package let trip: Trip
    package let role: Role
    package let now: Instant
    package init(layout: Layout, trip: Trip, role: Role, now: Instant) {
        self.layout = layout
        self.trip = trip
        self.role = role
        self.now = now
    }

    /// Who needs help.
    var calls: OpenCalls { layout.calls }
    var slug: String { trip.fields.slug }
    var isHost: Bool { role == .host }
    /// A host, of a trip that still changes.
    var isOpenHost: Bool { isHost && trip.archivedAt == nil }
}

/// What is wrong with a form that comes back: beside its fields, and above them.
package struct Complaint: Sendable {
    package let errors: [FieldError]
    package let problem: String?
    package init(_ errors: [FieldError] = [], _ problem: String? = nil) {
        self.errors = errors
        self.problem = problem
    }

    /// All that is said beside the fields, in one line; nil where nothing is.
    var line: String? { errors.isEmpty ? nil : errors.said }
}
