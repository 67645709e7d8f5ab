/// Age of a member's newest position, by the trip's own limits.
package enum Freshness: String, Sendable, CaseIterable {
    case fresh, stale, lost, never, paused

    package var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// Why a member is not on the map; nil if they are.
    package var absence: String? {
        switch self {
        case .fresh, .stale, .lost: nil
        case .never: "No position"
        case .paused: "Sharing off"
        }
    }

    package init(lastFix: Instant?, isPaused: Bool, now: Instant, trip: TripFields) {
        guard !isPaused else { self = .paused; return }
        guard let lastFix else { self = .never; return }
        let age = now - lastFix
        self = age <= .minutes(trip.freshMinutes) ? .fresh : age <= .minutes(trip.staleMinutes) ? .stale : .lost
    }
}
