import Domain
import Services
import Store
import Testing
import Web

/// What a feed, or whoever adds one, may cost: requests, memory, rows.
@Suite struct BikeGuardTests {
    private static let feeds = "/trips/alpha/bikes/feeds"

    private func rows(_ app: TestApp, _ table: String = "bike_station") throws -> Int {
        try app.database.read { try $0.one("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0 }
    }
    private func look(_ app: TestApp) async throws { _ = try await app.send(.get, "/trips/alpha/bikes", as: .traveller) }
    private func form(_ url: String, kind: String = "gbfs", key: String = "") -> [(String, String)] {
        [("kind", kind), ("url", url), ("name", ""), ("key", key)]
    }
    private func add(_ app: TestApp, _ url: String, slug: String = "alpha") async throws -> TestApp.TestResponse {
        let user: TestUser = slug == "alpha" ? .host : .hostOfAnotherTrip
        return try await app.send(.post, "/trips/\(slug)/bikes/feeds/new", as: user, form: form(url))
    }

    // MARK: one answer for several trips at once

    @Test func whatIsStoredAlreadyIsGivenBackWithItsNumber() async throws {
        let app = try await TestApp.withTrips()
        let feed = try await app.addBikes()
        let station = try #require(try app.store.bikes.stations(feed: feed).first).station
        var changes = BikeStore.Changes()
        changes.new = [station]
        // Another reading of the same answer took both for new.
        let rows = try await app.store.bikes.record(changes, feed: feed, at: app.clock.now)
        #expect(rows.map(\.number) == [1] && rows.map(\.station) == [station])
        #expect(try self.rows(app) == 3)
    }

    @Test func twoTripsThatTakeAFeedAtOnceBothHaveItsStations() async throws {
        for round in 0..<6 {
            let app = try await TestApp.withTrips()
            try await app.setBase()
            app.feeds.set(FakeFeeds.url, "", status: 404)
            #expect(try await add(app, FakeFeeds.url).status == 303)
            let stations = (0..<400).map { FakeFeeds.Station(id: "\(round)-\($0)", metres: Double($0)) }
            app.feeds.publish(stations, at: app.clock.now)
            app.clock.pass(.minutes(1))
            try await look(app)
            async let job: Void = app.askFeeds()
            async let other = add(app, FakeFeeds.url, slug: "beta")
            try await job
            #expect(try await other.status == 303)
            try await app.askFeeds()
            for slug in ["alpha", "beta"] {
                let access = try app.host(slug == "alpha" ? .host : .hostOfAnotherTrip, slug: slug)
                #expect(try app.services.bikes.doctor(access).map(\.stationCount) == [400], "\(slug) in round \(round)")
            }
        }
    }

    @Test func twoHostsWhoTryTheSameAddressHearTheSame() async throws {
        let app = try await TestApp.withTrips()
        app.feeds.set("https://portal.example/", "<!DOCTYPE html><title>Welcome</title>")
        app.feeds.slow(0.4)
        async let one = add(app, "https://portal.example/")
        async let two = add(app, "https://portal.example/", slug: "beta")
        for answer in try await [one, two] { #expect(answer.status == 422 && answer.body.contains("This is a web page")) }
        #expect(app.feeds.asked().count == 1)
        #expect(try rows(app, "bike_feed") == 0)
    }

    // MARK: asking

    @Test func whoAsksToBeLeftAloneIsAfterARestartToo() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        app.feeds.set(FakeFeeds.host + "station_status.json", "", status: 429, retryAfter: 3600)
        app.clock.pass(.seconds(31))
        try await look(app)
        try await app.askFeeds()
        let again = try await app.restarted()
        for minutes in [1, 30, 28] {
            app.clock.pass(.minutes(minutes))
            try await look(again)
            try await again.askFeeds()
        }
        // Nor by adding it to another trip.
        #expect(try await add(again, FakeFeeds.url, slug: "beta").status == 303)
        #expect(again.feeds.asked() == [])
        app.clock.pass(.minutes(2))
        try await look(again)
        try await again.askFeeds()
        #expect(again.feeds.asked() == ["gbfs.json"])
    }

    private func withOptional(_ app: TestApp) {
        let names = ["station_information", "station_status", "vehicle_types", "system_information"]
        let feeds = names.map { "{\"name\": \"\($0)\", \"url\": \"\(FakeFeeds.host)\($0).json\"}" }.joined(separator: ",")
        app.feeds.set(FakeFeeds.url, "{\"ttl\": 0, \"version\": \"2.3\", \"data\": {\"en\": {\"feeds\": [\(feeds)]}}}")
    }

    @Test func aDocumentThatIsMissingIsAskedForOnceAnHour() async throws {
        let app = try await TestApp.withTrips()
        app.feeds.publish(TestApp.usual, at: app.clock.now)
        withOptional(app)
        for name in ["vehicle_types", "system_information"] { app.feeds.set(FakeFeeds.host + name + ".json", "", status: 404) }
        #expect(try await add(app, FakeFeeds.url).status == 303)
        for _ in 0..<10 {
            app.clock.pass(.seconds(31))
            try await look(app)
            try await app.askFeeds()
        }
        let asked = app.feeds.asked()
        #expect(asked.count { $0 == "vehicle_types.json" } == 1 && asked.count { $0 == "system_information.json" } == 1)
        #expect(asked.count { $0 == "station_status.json" } == 11)
    }

    @Test func aDocumentThatNeedNotBeThereAsksForQuietAllTheSame() async throws {
        let app = try await TestApp.withTrips()
        app.feeds.publish(TestApp.usual, at: app.clock.now)
        withOptional(app)
        app.feeds.set(FakeFeeds.host + "vehicle_types.json", "", status: 429, retryAfter: 1000)
        #expect(try await add(app, FakeFeeds.url).status == 303)
        _ = app.feeds.asked()
        app.clock.pass(.seconds(990))
        try await look(app)
        try await app.askFeeds()
        #expect(app.feeds.asked() == [])
        app.clock.pass(.seconds(11))
        try await look(app)
        try await app.askFeeds()
        // The rest is not kept waiting for it.
        #expect(app.feeds.asked().suffix(2) == ["station_information.json", "station_status.json"])
    }

    @Test func whatIsUnchangedChangesNothing() async throws {
        let app = try await TestApp.withTrips()
        app.feeds.publish(TestApp.usual, at: app.clock.now)
        // A feed that says of no time is as old as its answer.
        let status = "{\"station_id\": \"near\", \"num_bikes_available\": 3, \"num_docks_available\": 7}"
        let url = FakeFeeds.host + "station_status.json"
        app.feeds.set(url, "{\"ttl\": 30, \"data\": {\"stations\": [\(status)]}}", etag: "\"s\"")
        #expect(try await add(app, FakeFeeds.url).status == 303)
        let channel = app.services.hub.tripChannel(app.id("trip alpha"))
        app.pagesAreTold()
        let before = channel.lastNumber
        for _ in 0..<4 {
            app.clock.pass(.minutes(2))
            try await look(app)
            try await app.askFeeds()
        }
        app.pagesAreTold()
        #expect(app.feeds.asked().count { $0 == "station_status.json" } == 5 && channel.lastNumber == before)
        app.feeds.set(url, "{\"ttl\": 30, \"data\": {\"stations\": [\(status)]}}", etag: "\"t\"")
        app.clock.pass(.minutes(2))
        try await look(app)
        try await app.askFeeds()
        app.pagesAreTold()
        #expect(channel.lastNumber != before)
    }

    @Test func addressesAreTriedTenTimesAnHour() async throws {
        let app = try await TestApp.withTrips()
        for number in 0..<10 { #expect(try await add(app, "https://x.example/\(number)").status == 303 || number >= 5) }
        // The trip is full: nobody is asked any more.
        #expect(try rows(app, "bike_feed") == 5 && app.feeds.asked().count == 5)
        let beta = { (number: Int) in try await self.add(app, "https://portal.example/\(number)", slug: "beta") }
        for number in 0..<12 { app.feeds.set("https://portal.example/\(number)", "<html>") }
        for number in 0..<10 { #expect(try await beta(number).status == 422) }
        let tooMany = try await beta(10)
        #expect(tooMany.status == 429 && tooMany.body.contains("Wait 60 minutes") && tooMany.body.contains("https://portal.example/10"))
        #expect(app.feeds.asked().count == 10)
        app.clock.pass(.minutes(61))
        #expect(try await beta(10).status == 422 && app.feeds.asked().count == 1)
        // An address in another spelling is the same, and so is known.
        app.feeds.publish(TestApp.usual, at: app.clock.now)
        #expect(try await add(app, FakeFeeds.url, slug: "beta").status == 303)
        #expect(try await add(app, "HTTPS://GBFS.example:443/gbfs.json#x", slug: "beta").body.contains("already has this feed"))
    }

    @Test func whoIsNotLetInHearsItBesideTheAddressAndWithAKeyBesideTheKey() async throws {
        let app = try await TestApp.withTrips()
        for status in [401, 403] {
            app.feeds.set("https://shut.example/\(status)", "", status: status)
            let gbfs = HTMLPage(try await add(app, "https://shut.example/\(status)").body)
            #expect(gbfs.text("#url-error")?.contains("needs permission") == true && !gbfs.has("#key-error"))
            let keyed = form("https://shut.example/\(status)", kind: "digitransit", key: "abc")
            let answer = HTMLPage(try await app.send(.post, Self.feeds + "/new", as: .host, form: keyed).body)
            #expect(answer.text("#key-error")?.contains("key was not accepted") == true && !answer.has("#url-error"))
        }
    }

    @Test func aQueryWhichMayHoldAKeyIsNotInTheTrail() async throws {
        let app = try await TestApp.withTrips()
        for secret in ["s3cret-one", "s3cret-two"] {
            app.feeds.set("https://x.example/gbfs.json?token=\(secret)", "", status: 404)
        }
        #expect(try await add(app, "https://x.example/gbfs.json?token=s3cret-one").status == 303)
        let feed = try #require(try app.services.bikes.doctor(app.host()).first).feed
        let edited = form("https://x.example/gbfs.json?token=s3cret-two") + [("version", String(feed.version))]
        #expect(try await app.send(.post, Self.feeds + "/\(feed.id)/edit", as: .host, form: edited).status == 303)
        #expect(try await app.send(.post, Self.feeds + "/\(feed.id)/remove", as: .host).status == 303)
        let trail = try app.database.read {
            try $0.all("SELECT action, subject_name || ' ' || changes FROM audit WHERE action LIKE 'bike feed%' ORDER BY sequence") {
                (action: $0.text(0), text: $0.text(1))
            }
        }
        #expect(trail.map(\.action) == ["bike feed added", "bike feed changed", "bike feed removed"])
        #expect(trail.allSatisfy { $0.text.contains("x.example") && !$0.text.contains("s3cret") } && trail[1].text.contains("replaced"))
        #expect(!(try await app.send(.get, "/trips/alpha/changes", as: .host).body.contains("s3cret")))
    }
}
