import Domain
import Services
import Testing
import Web

/// Bikes as people see them.
@Suite struct BikeFlowTests {
    private static let bikes = "/trips/alpha/bikes"

    private func page(_ app: TestApp, _ path: String = bikes, as user: TestUser = .traveller) async throws -> HTMLPage {
        HTMLPage(try await app.send(.get, path, as: user).body)
    }
    private func names(_ page: HTMLPage) -> [String] { page.texts(".bike-card h3") }

    // MARK: feeds

    @Test func aFeedThatIsNoneIsSaidBesideItsFieldAndWhatWasTypedStays() async throws {
        let app = try await TestApp.withTrips()
        app.feeds.set("https://portal.example/", "<!DOCTYPE html><title>Welcome</title>")
        app.feeds.set("https://half.example/gbfs.json", "{\"data\": {\"en\":")
        app.feeds.set("https://other.example/gbfs.json", "{\"data\": {\"stations\": []}}")
        app.feeds.fail("http://10.0.0.1/gbfs.json", .privateAddress)
        for (url, message) in [
            ("", "Type the address of the feed"), ("gbfs.example", "begins with https://"),
            ("https://me:secret@x.example", "begins with https://"),
            ("https://portal.example/", "This is a web page"), ("https://half.example/gbfs.json", "cannot be read, or is cut off"),
            ("https://other.example/gbfs.json", "not the main list of a feed"), ("http://10.0.0.1/gbfs.json", "inside a private network"),
        ] {
            let form = [("kind", "gbfs"), ("url", url), ("name", "My <b>name</b>"), ("key", "")]
            let answer = try await app.send(.post, Self.bikes + "/feeds/new", as: .host, form: form)
            let page = HTMLPage(answer.body)
            #expect(answer.status == 422 && page.text("#url-error")?.contains(message) == true, "\(url)")
            #expect(page.find("#url").first?["value"] == url && page.find("#name").first?["value"] == "My <b>name</b>")
        }
        let digitransit = [("kind", "digitransit"), ("url", "https://api.example/"), ("name", ""), ("key", "")]
        #expect(try await app.send(.post, Self.bikes + "/feeds/new", as: .host, form: digitransit).body.contains("Digitransit needs a key"))
        #expect(try await page(app, as: .host).has(".empty a[href$=/bikes/feeds/new]"))
        let none = try await page(app)
        #expect(none.texts(".empty p").first == "This trip has no bike stations yet." && !none.has(".bike-look"))
    }

    @Test func aFeedThatIsDownIsAddedAllTheSame() async throws {
        let app = try await TestApp.withTrips()
        let form = [("kind", "gbfs"), ("url", "https://winter.example/gbfs.json"), ("name", "Winter"), ("key", "")]
        app.feeds.set("https://winter.example/gbfs.json", "", status: 404)
        #expect(try await app.send(.post, Self.bikes + "/feeds/new", as: .host, form: form).location.hasSuffix("/feeds?done=added"))
        let doctor = try await page(app, Self.bikes + "/feeds", as: .host)
        #expect(doctor.text(".bike-feed .problem")?.contains("switched off in winter") == true)
        #expect(try await app.send(.post, Self.bikes + "/feeds/new", as: .host, form: form).status == 422, "twice")
    }

    @Test func theKeyIsNowhereToBeRead() async throws {
        let app = try await TestApp.withTrips()
        let key = "s3cretkey0123456789"
        app.feeds.set("https://api.example/hsl", "{\"data\": {\"vehicleRentalStations\": []}}")
        let form = [("kind", "digitransit"), ("url", "https://api.example/hsl"), ("name", "HSL"), ("key", key)]
        #expect(try await app.send(.post, Self.bikes + "/feeds/new", as: .host, form: form).status == 303)
        let request = try #require(app.feeds.requests().first)
        #expect(
            request.secret?.value == key
                && request.body.map { String(decoding: $0, as: UTF8.self).contains("vehicleRentalStations") } == true)
        let id = try #require(try app.services.bikes.doctor(app.host()).first?.feed.id)
        let edit = Self.bikes + "/feeds/\(id)/edit"
        for path in [Self.bikes, Self.bikes + "/feeds", edit, "/trips/alpha/changes"] {
            #expect(!(try await app.send(.get, path, as: .host).body.contains(key)), "\(path)")
        }
        #expect(try await page(app, edit, as: .host).find("#key").first?["value"] == "")
        // Nothing keeps it, but not for another host.
        let version = try #require(try await page(app, edit, as: .host).find("input[name=version]").first?["value"])
        let moved = [("kind", "digitransit"), ("url", "https://evil.example/hsl"), ("name", "HSL"), ("key", ""), ("version", version)]
        let answer = try await app.send(.post, edit, as: .host, form: moved)
        #expect(answer.status == 422 && answer.body.contains("Type the key again") && !answer.body.contains(key))
        let renamed = [
            ("kind", "digitransit"), ("url", "https://api.example/hsl"), ("name", "City bikes"), ("key", ""), ("version", version),
        ]
        #expect(try await app.send(.post, edit, as: .host, form: renamed).status == 303)
        #expect(try app.services.bikes.doctor(app.host())[0].feed.source.key == key)
        #expect(try await app.send(.post, edit, as: .host, form: renamed).status == 409)
    }

    @Test func theDoctorNamesWhatIsLeftOutAndWhy() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes([
            .init(id: "a", metres: 10), .init(id: "b", metres: 20), .init(id: "a", metres: 30),
            .init(id: "old", metres: 40, more: ", \"last_reported\": 1700000000"),
        ])
        let doctor = try await page(app, Self.bikes + "/feeds", as: .host)
        let faults = doctor.texts(".bike-fault")
        #expect(faults.contains { $0.contains("Left out") && $0.contains("Listed twice") && $0.contains("Station a") })
        #expect(faults.contains { $0.contains("Shown") && $0.contains("more than a day") && $0.contains("Station old") })
        #expect(doctor.text(".bike-feed .facts")?.contains("GBFS 2.3") == true)
        #expect(
            doctor.texts(".bike-answers tbody th")
                == ["station_status.json", "station_information", "gbfs"].map { $0.replacing(".json", with: "") })
        #expect(try await app.send(.get, Self.bikes + "/feeds", as: .moderator).status == 403)
    }

    @Test func aRemovedFeedComesBackWithItsStationsAndMarks() async throws {
        let app = try await TestApp.withTrips()
        let id = try await app.addBikes()
        #expect(try await app.send(.post, Self.bikes + "/1/favourite", as: .traveller, form: [("favourite", "yes")]).status == 303)
        let removed = try await app.send(.post, Self.bikes + "/feeds/\(id)/remove", as: .host).location
        #expect(names(try await page(app)) == [])
        #expect(!(try await page(app, "/trips/alpha/my").has("nav.sections a[href$=/bikes]")))
        let undo = try #require(try await page(app, removed, as: .host).find(".toast form").first?["action"])
        #expect(try await app.send(.post, undo, as: .host).status == 303)
        #expect(names(try await page(app)) == ["Station near", "Station empty"])
        #expect(try await page(app).count(".bike-mark .is-on") == 1)
    }

    // MARK: the list

    @Test func nearestFirstWithNumbersBarAndNotices() async throws {
        let app = try await TestApp.withTrips()
        #expect(!(try await page(app, "/trips/alpha/my").has("nav.sections a[href$=/bikes]")))
        try await app.addBikes([
            .init(id: "empty", metres: 300, bikes: 0, docks: 10), .init(id: "near", metres: 120, bikes: 3, docks: 7),
            .init(id: "shut", metres: 200, more: ", \"is_installed\": 0"),
            .init(id: "full", metres: 400, more: ", \"is_returning\": false"),
            .init(id: "far", metres: 3000),
        ])
        let list = try await page(app)
        #expect(names(list) == ["Station near", "Station shut", "Station empty", "Station full"])
        #expect(list.texts(".bike-away b") == ["120 m", "200 m", "300 m", "400 m"])
        #expect(list.find(".bike-bar-bikes").map { $0["width"] } == ["30", "30", "0", "30"], "0 bikes are an empty bar")
        #expect(list.find(".bike-closed").map { $0["hidden"] == nil } == [false, true, false, false], "not in use is a notice")
        #expect(list.find(".bike-open").map { $0["hidden"] == nil } == [true, false, true, true], "and nothing else")
        #expect(list.find(".bike-no-return").map { $0["hidden"] == nil } == [false, false, false, true])
        #expect(list.text(".bikes-summary") == "4 stations within 1 km of Hotel Test")
        #expect(try await page(app, "/trips/alpha/my").has("nav.sections a[href$=/bikes]"))
        #expect(try await page(app, "/trips/alpha/roster", as: .host).has("nav.sections a[href$=/bikes]"))
        #expect(!(try await page(app, "/trips/beta/my", as: .travellerOfAnotherTrip).has("nav.sections a[href$=/bikes]")))
    }

    @Test func howSomebodyLooksIsRememberedAndWhereTheyAreIsNot() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        let form = [("from", "here"), ("lat", "46.04"), ("lon", "7.75"), ("radius", "3250"), ("wish", "bikes"), ("favourites", "first")]
        let shown = try await app.send(.post, Self.bikes + "/choices", as: .traveller, form: form).location
        #expect(shown == "/trips/alpha/bikes?from=here&lat=46.04&lon=7.75")
        #expect(names(try await page(app, shown)) == ["Station far", "Station near"], "from where they are")
        let later = try await page(app)
        #expect(names(later) == ["Station near", "Station far"] && later.find("#radius option[selected]").first?["value"] == "3250")
        #expect(later.has("input[name=favourites][checked]") && later.find("input[name=wish][checked]").map { $0["value"] } == ["bikes"])
        let stored = try app.database.read { try $0.all("SELECT origin || radius FROM bike_choice") { $0.text(0) } }
        #expect(stored == ["3250"])
        // On a phone the form is one line that says it, until it is opened.
        #expect(later.text(".bike-asked") == "Hotel Test · 3.25 km · Favourites first" && !later.has(".bike-fold[open]"))
        // Somebody else looks as they like.
        #expect(names(try await page(app, as: .host)) == ["Station near", "Station empty"])
        // An address wins, and changes nothing.
        #expect(names(try await page(app, Self.bikes + "?radius=250&wish=any")) == ["Station near"])
        #expect(try await page(app).find("#radius option[selected]").first?["value"] == "3250")
    }

    @Test func favouritesAreKeptWhereverTheyAre() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        let mark = [("favourite", "yes"), ("back", "/trips/alpha/bikes?radius=250")]
        #expect(
            try await app.send(.post, Self.bikes + "/3/favourite", as: .traveller, form: mark).location == "/trips/alpha/bikes?radius=250")
        #expect(names(try await page(app)) == ["Station near", "Station empty", "Station far"])
        #expect(names(try await page(app, Self.bikes + "?favourites=first")) == ["Station far", "Station near", "Station empty"])
        // Through an update of the feed, and when it no longer has the station.
        app.clock.pass(.minutes(6))
        app.feeds.publish([.init(id: "new", metres: 50), .init(id: "near", metres: 120, bikes: 1)], at: app.clock.now)
        try await app.askFeeds()
        let list = try await page(app)
        #expect(
            names(list) == ["Station new", "Station near", "Station far"] && list.texts(".bike-words").contains("No longer in the feed."))
        #expect(names(try await page(app, as: .host)) == ["Station new", "Station near"])
        let away = [("favourite", "no"), ("back", "https://evil.example/")]
        #expect(try await app.send(.post, Self.bikes + "/3/favourite", as: .traveller, form: away).location == Self.bikes)
        #expect(names(try await page(app)) == ["Station new", "Station near"])
        #expect(try await app.send(.post, Self.bikes + "/99/favourite", as: .traveller, form: mark).status == 404)
    }

    @Test func anEmptyListSaysWhatEmptiedItAndWhatHelps() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes([.init(id: "empty", metres: 300, bikes: 0), .init(id: "far", metres: 3100)])
        let filtered = try await page(app, Self.bikes + "?wish=bikes")
        #expect(filtered.text(".empty")?.contains("1 station is near") == true)
        #expect(filtered.find(".empty a").first?["href"] == "/trips/alpha/bikes?wish=any")
        let narrow = try await page(app, Self.bikes + "?radius=250")
        #expect(narrow.texts(".empty > p").prefix(2) == ["No station within 250 m.", "The nearest one is 300 m away."])
        #expect(narrow.find(".empty a").first?["href"] == "/trips/alpha/bikes?radius=500")
        // A position that is refused, or none.
        #expect(try await page(app, Self.bikes + "?from=here").text(".empty")?.contains("Choose where to look from") == true)
        #expect(try await app.send(.get, Self.bikes + "?from=here&lat=x&lon=999", as: .traveller).status == 200)
    }

    @Test func agesAreSaidTodayYesterdayAndOlder() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        #expect(try await page(app, as: .host).text(".bike-age")?.contains("today") == true)
        #expect(try await page(app, as: .host).find(".bike-old").allSatisfy { $0["hidden"] != nil })
        app.clock.pass(.minutes(11))
        let old = try await page(app, as: .host)
        #expect(old.count(".bike-card.is-old") == 2 && old.find(".bike-old").first?["hidden"] == nil)
        #expect(old.text(".bike-old") == "May be out of date." && old.text(".bike-age .age")?.contains("11 min ago") == true)
        app.clock.pass(.hours(23))
        try await app.signInAgain()
        #expect(try await page(app, as: .host).text(".bike-when")?.contains("yesterday") == true)
        app.clock.pass(.hours(24))
        try await app.signInAgain()
        let ancient = try await page(app, as: .host)
        #expect(ancient.text(".bike-old") == "Too old to rely on." && ancient.has(".bike-bar[hidden]"))
    }

    // MARK: one station, and a group

    @Test func aStationsPageHasItsDayItsFlagsAndItsApp() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        for minute in 1...3 {
            app.clock.pass(.minutes(6))
            app.feeds.publish([.init(id: "near", metres: 120, bikes: 3 + minute)], at: app.clock.now)
            try await app.askFeeds()
        }
        let station = try await page(app, Self.bikes + "/1")
        #expect(
            station.text("h1") == "Station near" && station.text(".bike-chart figcaption")?.hasSuffix(": between 3 and 6.") == true
        )
        #expect(station.text(".facts")?.contains("Takes bikes back") == false, "that all is well needs no words")
        #expect(try await app.send(.get, Self.bikes + "/99", as: .traveller).status == 404)
        #expect(try await app.send(.get, Self.bikes + "/1", as: .travellerOfAnotherTrip).status == 404)
    }

    @Test func aGroupIsToldWhereToWalkAndWhenItIsNotEnough() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes([
            .init(id: "one", metres: 100, bikes: 4, docks: 1), .init(id: "two", metres: 200, bikes: 3, docks: 2),
            .init(id: "three", metres: 450, bikes: 2, docks: 20), .init(id: "four", metres: 2000, bikes: 40),
        ])
        let few = try await page(app, Self.bikes + "/group?people=12&stops=3&radius=500&from=base&to=base")
        #expect(few.texts(".bike-end .chip") == ["9 of 12 bikes within 500 m", "12 of 12 docks within 500 m"])
        #expect(few.text(".bike-asked") == "12 bikes to rent near Hotel Test, 12 docks near Hotel Test" && !few.has(".bike-fold[open]"))
        // Nothing is asked yet, or not rightly: the form is open.
        #expect(try await page(app, Self.bikes + "/group").has(".bike-fold[open] #people"))
        #expect(few.texts(".bike-parts b") == ["4 people", "3 people", "2 people", "1 person", "2 people", "9 people"])
        let wide = try await page(app, Self.bikes + "/group?people=12&stops=1&radius=2250&from=base")
        #expect(wide.texts(".bike-parts a") == ["Station four"] && wide.has(".bike-end .chip.ok"))
        let wrong = try await app.send(.get, Self.bikes + "/group?people=1000000000000000000000", as: .traveller)
        #expect(HTMLPage(wrong.body).has(".bike-fold[open] #people"))
        #expect(wrong.status == 422 && HTMLPage(wrong.body).find("#people").first?["value"] == "1000000000000000000000")
    }

    @Test func aPlaceOfSomebodyWhoIsHiddenIsNoPlaceToLookFrom() async throws {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        let body = "{\"_type\":\"location\",\"lat\":46.0211,\"lon\":7.75,\"tst\":\(app.clock.now.seconds),\"tid\":\"tp\"}"
        _ = try await app.send(.post, "/t/" + app.trackerToken, body: body)
        let value = "member:\(app.id("member"))"
        func offers(_ user: TestUser) async throws -> Bool {
            try await page(app, as: user).find("#from option").contains { $0["value"] == value }
        }
        for user in [TestUser.host, .traveller] { #expect(try await offers(user), "\(user)") }
        let shown = try await page(app, Self.bikes + "?from=\(value)")
        #expect(shown.texts(".bike-away b").first == "20 m" && shown.text(".bikes-summary")?.contains("Ada Example") == true)
        app.services.hub.board(app.id("trip alpha")).hide(app.id("member"))
        for user in [TestUser.host, .traveller] { #expect(!(try await offers(user)), "\(user)") }
        #expect(try await page(app, Self.bikes + "?from=\(value)").has(".empty"))
    }
}
