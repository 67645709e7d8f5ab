import Domain
import Services
import Store
import Testing
import Web

/// What is kept of feeds, what goes, and what comes back.
@Suite struct BikeKeepingTests {
    private static let bikes = "/trips/alpha/bikes"

    private func names(_ app: TestApp, as user: TestUser = .traveller) async throws -> [String] {
        HTMLPage(try await app.send(.get, Self.bikes + "?radius=5000", as: user).body).texts(".bike-card h3")
    }
    private func rows(_ app: TestApp, _ table: String) throws -> Int {
        try app.database.read { try $0.one("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0 }
    }
    private func mark(_ app: TestApp, _ number: Int) async throws {
        let form = [("favourite", "yes")]
        #expect(try await app.send(.post, Self.bikes + "/\(number)/favourite", as: .traveller, form: form).status == 303)
    }
    private func read(_ app: TestApp, _ stations: [FakeFeeds.Station]) async throws {
        app.clock.pass(.minutes(6))
        app.feeds.publish(stations, at: app.clock.now)
        _ = try await app.send(.get, Self.bikes, as: .traveller)
        try await app.askFeeds()
    }

    @Test func aRemovedFeedComesBackOnlyWhereItsPlaceIsFree() async throws {
        let app = try await TestApp.withTrips()
        let first = try await app.addBikes()
        let restore = Self.bikes + "/feeds/\(first)/restore"
        try await app.services.bikes.setRemoved(true, first, app.host())
        var fields = BikeFeedFields()
        fields.url = FakeFeeds.url
        let second = try await app.services.bikes.add(fields, app.host())
        let twice = try await app.send(.post, restore, as: .host)
        #expect(twice.status == 409 && twice.body.contains("This trip already has this feed."))
        #expect(try await names(app) == ["Station near", "Station empty", "Station far"])
        try await app.services.bikes.setRemoved(true, second, app.host())
        for number in 0..<5 {
            fields.url = "https://x.example/\(number)"
            _ = try await app.services.bikes.add(fields, app.host())
        }
        let full = try await app.send(.post, restore, as: .host)
        #expect(full.status == 409 && full.body.contains("at most 5 feeds"))
        try await app.services.bikes.setRemoved(true, app.services.bikes.doctor(app.host())[0].feed.id, app.host())
        #expect(try await app.send(.post, restore, as: .host).status == 303)
    }

    @Test func anotherSystemBehindTheAddressHasItsOwnStations() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        try await mark(app, 1)
        // The same ids in another town. One that is moved by a street stays what it was.
        try await read(app, [.init(id: "near", metres: 220), .init(id: "empty", metres: 300, bikes: 0), .init(id: "far", metres: 3000)])
        #expect(try await names(app).count == 3 && rows(app, "bike_station") == 3)
        try await read(app, [.init(id: "near", metres: 2120, bikes: 1), .init(id: "empty", metres: 4300), .init(id: "new", metres: 10)])
        #expect(try await names(app, as: .host) == ["Station new", "Station near", "Station empty"])
        let page = HTMLPage(try await app.send(.get, Self.bikes + "?radius=5000", as: .traveller).body)
        #expect(page.texts(".bike-card h3") == ["Station new", "Station near", "Station near", "Station empty"])
        // The mark is of the former one.
        #expect(page.count(".bike-mark .is-on") == 1 && page.texts(".bike-words").contains("No longer in the feed."))
        let again = try await app.restarted()
        #expect(try await names(again, as: .host) == ["Station new", "Station near", "Station empty"])
    }

    @Test func stationsThatAreGoneGoAfterAWeekUnlessSomebodyMarkedThem() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        try await mark(app, 3)
        try await read(app, [.init(id: "near", metres: 120)])
        try await app.services.bikes.clean()
        #expect(try rows(app, "bike_station") == 3, "not yet")
        app.clock.pass(.days(7))
        try await app.signInAgain()
        try await app.services.bikes.clean()
        #expect(try rows(app, "bike_station") == 2)
        let again = try app.access(.host)
        #expect(try app.services.bikes.hasFeeds(again))
        // In memory as well: it comes back as a new one.
        app.clock.pass(.minutes(6))
        app.feeds.publish([.init(id: "near", metres: 120), .init(id: "empty", metres: 300)], at: app.clock.now)
        _ = try await app.send(.get, Self.bikes, as: .host)
        try await app.askFeeds()
        #expect(try await names(app, as: .host) == ["Station near", "Station empty"] && rows(app, "bike_station") == 3)
        #expect(try rows(app, "bike_favourite") == 1)
    }

    @Test func aFeedThatRenamesItsStationsIsNotKeptWhole() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        try await mark(app, 1)
        for round in 0..<4 {
            try await read(app, (0..<900).map { FakeFeeds.Station(id: "\(round)-\($0)", metres: Double($0)) })
        }
        #expect(try rows(app, "bike_station") <= 3 * 900 + 1)
        #expect(try rows(app, "bike_favourite") == 1)
        #expect(try app.services.bikes.doctor(app.host()).map(\.stationCount) == [900])
    }

    @Test func whatIsMuchIsDeletedSomeAtATime() async throws {
        let app = try await TestApp.withTrips()
        let feed = try await app.addBikes()
        for bikes in 4..<8 { try await read(app, [.init(id: "near", metres: 120, bikes: bikes)] + TestApp.usual.dropFirst()) }
        #expect(try rows(app, "bike_history") == 7)
        try await app.services.bikes.setRemoved(true, feed, app.host())
        app.clock.pass(.days(8))
        var counts: [Int] = []
        while case let count = try await app.store.bikes.forgetRemoved(before: app.clock.now - .days(7), limit: 2), count > 0 {
            counts.append(count)
        }
        #expect(counts == [2, 2, 2, 1, 2, 1, 1] && counts.reduce(0, +) == 7 + 3 + 1)
        #expect(try rows(app, "bike_feed") == 0 && rows(app, "bike_history") == 0)
    }

    @Test func aTripThatIsErasedLosesItsHistorySomeAtATime() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        let trip = app.id("trip alpha")
        var counts: [Int] = []
        while case let count = try await app.store.bikes.deleteHistory(trip: trip, limit: 2), count > 0 { counts.append(count) }
        #expect(counts == [2, 1, 2, 1])
        #expect(try rows(app, "bike_station") == 0 && rows(app, "bike_feed") == 1)
    }

    // MARK: the doctor

    @Test func everyStationThatIsLeftOutIsThereWithTheReason() async throws {
        let app = try await TestApp.withTrips()
        let twice = (0..<130).map { FakeFeeds.Station(id: "=s\($0)", metres: Double($0)) }
        try await app.addBikes(twice + twice + [.init(id: "old", metres: 40, more: ", \"last_reported\": 1700000000")])
        let id = app.id("bike feed")
        func page(_ query: String = "") async throws -> HTMLPage {
            HTMLPage(try await app.send(.get, Self.bikes + "/feeds" + query, as: .host).body)
        }
        let short = try await page()
        #expect(short.texts(".bike-fault li").count { $0.contains("Station =s") } == 200, "a hundred of a kind, listed and numbers")
        #expect(short.texts(".bike-fault li").contains { $0.contains("30 more stations") })
        let all = try #require(short.find(".bike-fault li a").first?["href"])
        let whole = HTMLPage(try await app.send(.get, all, as: .host).body)
        #expect(whole.texts(".bike-fault li").count { $0.contains("Station =s") } == 260 && !whole.has(".bike-fault li a"))
        let path = try #require(short.find(".bike-feed a[href$=/faults.csv]").first?["href"])
        let file = try await app.send(.get, path, as: .host)
        let lines = file.body.split(separator: "\r\n")
        #expect(file.status == 200 && lines.first?.hasSuffix("\"Station\",\"Result\",\"Reason\",\"Value in the feed\"") == true)
        #expect(lines.count { $0.contains("\"Left out\",\"Listed twice. The first is shown.\"") } == 130)
        #expect(lines.contains { $0.hasPrefix("\"Station old\",\"Shown\"") } && lines.contains { $0.hasSuffix("\"'=s7\"") })
        #expect(try await app.send(.get, path, as: .moderator).status == 403)
        #expect(try await app.send(.get, "/trips/beta/bikes/feeds/\(id)/faults.csv", as: .hostOfAnotherTrip).status == 404)
    }

    @Test func theWordFollowsItsNumber() async throws {
        let app = try await TestApp.withTrips()
        let one = FakeFeeds.Station(id: "a", metres: 100, bikes: 1, docks: 1, more: ", \"num_ebikes_available\": 1")
        try await app.addBikes([one, .init(id: "b", metres: 200, bikes: 0, docks: 10)])
        let list = HTMLPage(try await app.send(.get, Self.bikes, as: .traveller).body)
        #expect(list.texts(".bike-counts dt") == ["bike", "e-bike", "free dock", "bikes", "e-bikes", "free docks"])
    }

    @Test func docksThatAreNotCountedAreSaidToBe() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes([.init(id: "a", metres: 100, bikes: 2, docks: 999), .init(id: "b", metres: 200, bikes: 9, docks: 3)])
        let list = HTMLPage(try await app.send(.get, Self.bikes + "?wish=docks", as: .traveller).body)
        #expect(list.texts(".bike-card h3") == ["Station a", "Station b"])
        #expect(list.texts(".bike-counts dt") == ["bikes", "e-bikes", "docks not counted", "bikes", "e-bikes", "free docks"])
        let group = HTMLPage(
            try await app.send(.get, Self.bikes + "/group?people=11&stops=3&radius=500&from=base&to=base", as: .traveller).body)
        // Ten places, two taken.
        #expect(group.texts(".bike-end .chip").last == "11 of 11 docks within 500 m")
        #expect(group.texts(".bike-parts small").suffix(2) == ["docks not counted", "3 free docks"])
    }
}
