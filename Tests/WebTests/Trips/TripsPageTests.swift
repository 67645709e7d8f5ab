import Domain
import Testing

/// The list of trips: where each stands, by the day that it is there.
@Suite struct TripsPageTests {
    /// From 7 to 10 January in Zurich, whose days begin an hour before those of UTC.
    @Test(arguments: [
        ("2026-01-05", 22, "Coming", "Starts in 2 days"), ("2026-01-06", 22, "Coming", "Starts tomorrow"),
        ("2026-01-06", 23, "Now", "Day 1 of 4"), ("2026-01-10", 22, "Now", "Day 4 of 4"), ("2026-01-10", 23, "Over", "Ended yesterday"),
        ("2026-01-12", 12, "Over", "Ended 2 days ago"),
    ]) func itSaysTheSameAsTodayByTheTripsOwnZone(_ day: String, _ hour: Int, _ section: String, _ standing: String) async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        var fields = access.trip.fields
        (fields.startDay, fields.endDay) = (try #require(Day("2026-01-07")), try #require(Day("2026-01-10")))
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        app.clock.pass(TripZone.utc.instant(day: try #require(Day(day)), secondsOfDay: hour * 3600 + 1800) - app.clock.now)
        try await app.signInAgain()
        let list = try await app.send(.get, "/trips", as: .host).page
        #expect(list.texts("#main section h2") == [section])
        #expect(list.text("#main .card .muted")?.contains(" · \(standing) · ") == true)
        #expect(try await app.send(.get, "/trips/alpha", as: .host).page.text(".today-lead") == standing)
    }
}
