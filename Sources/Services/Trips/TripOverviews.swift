import Domain
import Live

/// What pages of trips are made from, out of several services.
extension AppServices {
    package func today(_ access: some StaffProof) throws -> TripToday {
        let news = try trips.news(access)
        return TripToday(
            rows: try roster.rows(trip: access.trip.id), events: try events.list(access),
            lastFix: hub.board(access.trip.id).entries().mapValues(\.fix.time), changes: news.changes, lastVisit: news.visit)
    }

    package func tripsOverview(_ actor: Actor) throws -> TripsOverview {
        TripsOverview(trips: try trips.list(for: actor), requests: try joining.ownRequests(actor))
    }
}
