import Domain
import Testing
import Web

/// How old numbers are comes before what they are, and no age is made up.
@Suite struct BikeAgeTests {
    private static let bikes = "/trips/alpha/bikes"

    private func page(_ app: TestApp, _ path: String = BikeAgeTests.bikes, as user: TestUser = .traveller) async throws -> HTMLPage {
        HTMLPage(try await app.send(.get, path, as: user).body)
    }

    @Test func anOldNumberComesAfterItsAge() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        app.clock.pass(.hours(2))
        try await app.signInAgain()
        for path in ["", "/1"] {
            let body = try await app.send(.get, Self.bikes + path, as: .traveller).body
            let (age, count) = (try #require(body.range(of: "Reported ")), try #require(body.range(of: "bike-counts")))
            #expect(age.lowerBound < count.lowerBound, "\(path)")
            #expect(HTMLPage(body).has(".bike-card.is-old"))
        }
        let group = try await page(app, Self.bikes + "/group?people=2&stops=3&radius=500&from=base")
        #expect(group.text(".bike-parts small") == "3 bikes, reported 2 h ago")
    }

    @Test func aTimeThatCannotBeTrueIsNoTime() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        app.clock.pass(.minutes(6))
        // The times of the feed and of its stations are placeholders.
        app.feeds.publish(TestApp.usual, at: Instant(seconds: 0))
        try await app.askFeeds()
        for path in ["", "/1"] {
            let shown = try await page(app, Self.bikes + path)
            #expect(shown.text(".bike-old") == "The feed gives no time. These numbers may be old." && !shown.has(".bike-age .age"))
            #expect(shown.has(".bike-card.is-old .bike-counts"))
        }
        let numbers = { (at: Int64) in
            var numbers = BikeNumbers()
            (numbers.bikes, numbers.reportedAt) = (3, Instant(seconds: at))
            return numbers
        }
        #expect(numbers(0).knownReport == nil && numbers(1_104_537_599).freshness(at: app.clock.now) == .unknown)
        #expect(numbers(1_104_537_600).knownReport != nil)
    }

    /// A traveller cannot mend a feed: how servers are reached is for hosts.
    @Test func onlyHostsReadWhyAFeedFails() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        app.feeds.fail(FakeFeeds.host + "station_status.json", .privateAddress)
        app.clock.pass(.minutes(6))
        try await app.askFeeds()
        let (host, traveller) = (try await page(app, as: .host), try await page(app))
        #expect(host.text(".bike-notice")?.contains("private network") == true)
        #expect(traveller.text(".bike-notice")?.contains("private network") == false)
        #expect(traveller.text(".bike-notice")?.contains("sends no new numbers at the moment.") == true)
    }
}
