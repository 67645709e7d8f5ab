import Domain
import Live
import NIOCore
import NIOEmbedded
import Services
import StreamSuite
import Testing
import Web

/// How feeds are asked, and what becomes of their answers.
@Suite struct BikeFeedTests: StreamSuite {
    private func app() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await app.addBikes()
        _ = app.feeds.asked()
        return app
    }
    private func look(_ app: TestApp, as user: TestUser = .traveller) async throws -> HTMLPage {
        HTMLPage(try await app.send(.get, "/trips/alpha/bikes", as: user).body)
    }
    private func state(_ app: TestApp) throws -> BikeFeedState { try #require(try app.services.bikes.doctor(app.host()).first) }

    @Test func oneRequestATTLWhoeverLooks() async throws {
        let app = try await app()
        for _ in 0..<5 {
            for user in [TestUser.traveller, .host, .moderator, .admin] { _ = try await look(app, as: user) }
            try await app.askFeeds()
        }
        #expect(app.feeds.asked() == [], "it was asked when it was added")
        app.clock.pass(.seconds(29))
        try await app.askFeeds()
        #expect(app.feeds.asked() == [])
        app.clock.pass(.seconds(1))
        for _ in 0..<5 { try await app.askFeeds() }
        #expect(app.feeds.asked() == ["station_status.json"], "the others are good for longer")
        // After a restart as well.
        let again = try await app.restarted()
        _ = try await look(again)
        try await again.askFeeds()
        #expect(again.feeds.asked() == [])
        #expect(try await look(again).texts(".bike-card h3").count == 2, "what was known is known")
    }

    @Test func whileNobodyLooksItIsAskedSeldomAndOutsideTheTripNever() async throws {
        let app = try await app()
        for _ in 0..<20 {
            app.clock.pass(.seconds(30))
            try await app.askFeeds()
        }
        #expect(app.feeds.asked().count { $0 == "station_status.json" } == 2, "in ten minutes")
        app.clock.pass(.days(30))
        try await app.signInAgain()
        try await app.askFeeds()
        #expect(app.feeds.asked() == [])
        _ = try await look(app, as: .host)
        try await app.askFeeds()
        #expect(app.feeds.asked().last == "station_status.json")
    }

    @Test func whatIsUnchangedIsNotSentAgain() async throws {
        let app = try await app()
        app.clock.pass(.hours(2))
        _ = try await look(app)
        try await app.askFeeds()
        let requests = app.feeds.requests()
        #expect(requests.map(\.etag).filter { !$0.isEmpty }.count == 2)
        #expect(try state(app).answers.map(\.status) == [200, 304, 304, 200, 200, 200] && state(app).problem == nil)
        #expect(try await look(app).texts(".bike-card h3").count == 2)
    }

    @Test func whoAsksToBeLeftAloneIs() async throws {
        let app = try await app()
        app.feeds.set(FakeFeeds.host + "station_status.json", "", status: 429, retryAfter: 900)
        app.clock.pass(.seconds(31))
        _ = try await look(app)
        try await app.askFeeds()
        #expect(try state(app).problem == .tooMany && app.feeds.asked() == ["station_status.json"])
        for _ in 0..<29 {
            app.clock.pass(.seconds(30))
            _ = try await look(app)
            try await app.askFeeds()
        }
        #expect(app.feeds.asked() == [])
        app.clock.pass(.seconds(31))
        try await app.askFeeds()
        #expect(app.feeds.asked().contains("station_status.json"))
    }

    @Test(arguments: [BikeProblem.timedOut, .tooLarge, .unreachable, .privateAddress, .tooManyRedirects])
    func afterAFailureItWaitsLongerEachTimeAndTheNumbersStay(_ problem: BikeProblem) async throws {
        let app = try await app()
        app.feeds.fail(FakeFeeds.host + "station_status.json", problem)
        var asked = 0
        for _ in 0..<60 {
            app.clock.pass(.seconds(30))
            _ = try await look(app)
            try await app.askFeeds()
            asked += app.feeds.asked().count { $0 == "station_status.json" }
        }
        // After 0, 30 s, 1, 2, 4, 8, 16 minutes.
        #expect((4...7).contains(asked), "\(asked) times in half an hour")
        let page = try await look(app)
        #expect(page.texts(".bike-card h3").count == 2 && page.count(".bike-card.is-old") == 2 && page.has(".bike-notice"))
        #expect(page.texts(".bike-notice")[0].contains("Last tried today ") && page.texts(".bike-notice").count == 1)
        app.feeds.publish(TestApp.usual, at: app.clock.now)
        app.clock.pass(.hours(1))
        app.feeds.publish(TestApp.usual, at: app.clock.now)
        _ = try await look(app)
        try await app.askFeeds()
        #expect(try state(app).problem == nil)
        #expect(!(try await look(app).has(".bike-notice")))
    }

    @Test(arguments: [
        ("<html>Maintenance</html>", 200, BikeProblem.html), ("{\"data\": {\"stations\": [{", 200, .notJSON), ("", 404, .notFound),
    ])
    func aBadAnswerKeepsWhatIsKnown(_ body: String, _ status: Int, _ problem: BikeProblem) async throws {
        let app = try await app()
        app.feeds.set(FakeFeeds.host + "station_status.json", body, status: status)
        app.clock.pass(.seconds(31))
        _ = try await look(app)
        try await app.askFeeds()
        #expect(try state(app).problem == problem && state(app).answers.first?.problem == problem)
        #expect(try await look(app).texts(".bike-count").first == "3")
    }

    @Test func twoTripsWithOneFeedAreOneRequest() async throws {
        let app = try await app()
        var fields = BikeFeedFields()
        fields.url = FakeFeeds.url
        _ = try await app.services.bikes.add(fields, app.host(.hostOfAnotherTrip, slug: "beta"))
        #expect(app.feeds.asked() == [])
        let beta = try await app.send(.get, "/trips/beta/bikes?from=here&lat=46.02&lon=7.75", as: .travellerOfAnotherTrip).body
        #expect(HTMLPage(beta).texts(".bike-card h3") == ["Station near", "Station empty"])
        #expect(try app.database.read { try $0.one("SELECT count(*) FROM bike_station") { $0.int(0) } } == 6)
    }

    @Test func historyHasARowForEachChangeAndAWeek() async throws {
        let app = try await app()
        func rows() throws -> Int { try app.database.read { try $0.one("SELECT count(*) FROM bike_history") { $0.int(0) } ?? 0 } }
        #expect(try rows() == 3)
        for bikes in [3, 3, 4, 4, 2] {
            app.clock.pass(.seconds(31))
            app.feeds.publish([.init(id: "near", metres: 120, bikes: bikes)] + TestApp.usual.dropFirst(), at: app.clock.now)
            _ = try await look(app)
            try await app.askFeeds()
        }
        #expect(try rows() == 5)
        app.clock.pass(.days(8))
        try await app.services.bikes.clean()
        #expect(try rows() == 3, "what still holds stays")
        // A feed that was removed goes, with everything of it.
        try await app.signInAgain()
        try await app.services.bikes.setRemoved(true, app.id("bike feed"), app.host())
        app.clock.pass(.days(8))
        try await app.services.bikes.clean()
        #expect(try app.database.read { try $0.one("SELECT count(*) FROM bike_station") { $0.int(0) } } == 0)
    }

    @Test func openPagesHearWhatChangedAndNothingElse() async throws {
        let app = try await app()
        let (hub, trip, member) = (app.services.hub, app.id("trip alpha"), app.id("member traveller"))
        let before = hub.tripChannel(trip).lastEventID
        app.clock.pass(.seconds(31))
        app.feeds.publish([.init(id: "near", metres: 120, bikes: 9)] + TestApp.usual.dropFirst(), at: app.clock.now)
        _ = try await look(app)
        try await app.askFeeds()
        app.pagesAreTold()
        let heard = try await heard(hub, trip, member, [.bikes], since: before)
        let at = (app.clock.now.seconds - 5) * 1000
        #expect(heard.contains("event: bikes") && heard.contains("{\"s\":[[1,9,null,7,7,\(at)]]"), "\(heard)")
        #expect(heard.contains("\"again\":false"))
        let elsewhere = try await self.heard(hub, trip, member, [.chat, .own], since: before)
        #expect(!elsewhere.contains("bikes"))
        #expect(try await look(app).texts(".bike-count").first == "9")
        let page = try await app.send(.get, "/trips/alpha/bikes", as: .traveller).body
        #expect(page.contains("topics=friends%2Cchat%2Cown%2Cbikes") || page.contains("topics=friends,chat,own,bikes"))
        #expect(!(try await app.send(.get, "/trips/alpha/my", as: .traveller).body.contains("own%2Cbikes")))
    }

    private func heard(_ hub: Hub, _ trip: ID, _ member: ID, _ topics: Topics, since: String) async throws -> String {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let identity = StreamIdentity(sessionID: member, accountID: member, tripID: trip, need: topics.need, memberID: member)
        let stream = Task { try await hub.serve(on: channel, identity: identity, topics: topics, lastEventID: since) }
        var text = try await opening(channel)
        try await settle(hub, channel)
        text += try await written(channel)
        hub.end { $0.sessionID == member }
        try await stream.value
        return text + (try await written(channel))
    }

    @Test func whoLeavesTakesTheirMarksAlong() async throws {
        let app = try await app()
        let mark = [("favourite", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/bikes/2/favourite", as: .traveller, form: mark).status == 303)
        let own = try app.access(.traveller).requireMember()
        let file = try #require(try app.services.ownData.files(own).first { $0.name == "bikes.csv" })
        let bytes = try #require(try await file.load())
        #expect(String(decoding: bytes, as: UTF8.self).contains("Station empty"))
        #expect(try await app.send(.post, "/trips/alpha/bikes/choices", as: .traveller, form: [("radius", "500")]).status == 303)
        try await app.store.deletion.erase(app.id("member traveller"), trip: app.id("trip alpha"), at: app.clock.now)
        for table in ["bike_favourite", "bike_choice"] {
            #expect(try app.database.read { try $0.one("SELECT count(*) FROM \(table)") { $0.int(0) } } == 0)
        }
    }
}
