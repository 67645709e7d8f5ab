import Domain
import Testing

/// Rules that the scripts decide as well (`format.js`): both are held to the same cases.
@Suite struct RuleVectorTests {
    private struct FreshnessCase: Decodable {
        let seconds: Int
        let fresh: Int
        let stale: Int
        let freshness: String
    }
    private struct NearnessCase: Decodable {
        let metres: Double
        let above: Double?
        let nearness: String
    }

    @Test func freshnessIsByTheTripsLimits() throws {
        let now = Instant(seconds: 1_767_621_802)
        for vector in try vectors("freshness", of: FreshnessCase.self) {
            var trip = TripFields()
            (trip.freshMinutes, trip.staleMinutes) = (vector.fresh, vector.stale)
            let found = Freshness(lastFix: now - .seconds(vector.seconds), isPaused: false, now: now, trip: trip)
            #expect(found.rawValue == vector.freshness, "after \(vector.seconds) s")
        }
    }

    @Test func nearnessIsInWords() throws {
        for vector in try vectors("nearness", of: NearnessCase.self) {
            #expect(nearness(metres: vector.metres, above: vector.above) == vector.nearness)
        }
    }
}
