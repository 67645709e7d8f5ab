import Domain
import Testing

/// A host let in the wrong one as somebody of the list, and takes it back: nothing of what they made in that name goes on.
@Suite struct UndoneJoinTests {
    private func report(_ app: TestApp, _ path: String, _ lat: String, _ more: String = "") async throws -> Int {
        try await app.send(.get, "\(path)?id=x&lat=\(lat)&lon=9.23&timestamp=\(app.clock.now.seconds)\(more)").status
    }

    private func level(_ app: TestApp) throws -> SharingLevel? { try app.store.sharing.find(app.id("member"))?.level }

    private func latitudes(_ app: TestApp) async throws -> [Double] {
        let end = app.clock.now + .days(1)
        return try await app.store.fixes.track(member: app.id("member"), from: Instant(seconds: 0), to: end, limit: 10)
            .map(\.coordinates.latitude)
    }

    @Test func theWrongOnesWaysInEnd() async throws {
        let app = try await TestApp.withTrips()
        let (ada, trip) = (app.id("member"), app.id("trip alpha"))
        let older = "/t/" + (try app.trackerToken)
        #expect(try await report(app, older, "46.1") == 200)
        let session = try await SignUpFlowTests.newcomer(app)
        let request = try await SignUpFlowTests.ask(app, session)
        app.clock.pass(.minutes(1))
        #expect(try await SignUpFlowTests.decide(app, request, "accept", as: ada.description).status == 303)
        app.clock.pass(.minutes(1))
        let phone = try await app.send(.post, "/trips/alpha/my/phones", token: session, form: [("label", "Mine")]).location
        #expect(phone.hasPrefix("/t/"))
        #expect(try await app.send(.post, "/trips/alpha/my/calendar", token: session).status == 303)
        let feed = try #require(try app.services.calendars.feeds(app.host()).first { $0.memberID == ada }).token
        let form = [("level", "everyone"), ("time", "trip")]
        #expect(try await app.send(.post, "/trips/alpha/my/sharing", token: session, form: form).status == 303)
        #expect(try await report(app, phone, "46.333") == 200)
        #expect(app.services.hub.board(trip).entry(ada)?.fix.coordinates.latitude == 46.333)

        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
        #expect(app.services.hub.board(trip).entry(ada) == nil)
        #expect(try await app.send(.get, "/feeds/\(feed).ics").status == 404)
        // Their own link, and the member's older one, which their page showed them.
        let calls = try app.services.safety.open(app.host()).count
        for path in [phone, older] { #expect(try await report(app, path, "46.334", "&alarm=sos") == 404, "\(path)") }
        #expect(try app.services.safety.open(app.host()).count == calls)
        #expect(try await latitudes(app) == [46.1])
        #expect(try level(app) == .off)
        let again = try await app.restarted()
        try await again.services.live.load()
        #expect(again.services.hub.board(trip).entry(ada) == nil)
        #expect(try await report(again, phone, "46.334") == 404)
        // It is in the trail, and a host may switch the sharing on for the real one.
        let entries = try app.store.audit.entries(subject: ada, trip: trip, limit: 20)
        #expect(entries.contains { $0.action == "ways in ended" && $0.changes.count == 2 })
        try await app.services.roster.setSharingPaused(
            false, app.services.roster.member(ada, app.host()), app.host())
        #expect(try level(app) == .hosts)
    }

    /// Who was let in and never came in has read nothing: the member's phone goes on, and shares as before.
    @Test func whoNeverCameInTookNothing() async throws {
        let app = try await TestApp.withTrips()
        let before = try level(app)
        let form = [("first_name", "Zoe"), ("last_name", "Waiting")]
        #expect(try await app.send(.post, SignUpFlowTests.link(app), form: form).status == 303)
        let request = try #require(try app.services.joining.overview(app.host()).requests.first { $0.firstName == "Zoe" }).id
        #expect(try await SignUpFlowTests.decide(app, request, "accept", as: app.id("member").description).status == 303)
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
        #expect(try await report(app, "/t/" + app.trackerToken, "46.1") == 200)
        #expect(app.services.hub.board(app.id("trip alpha")).entry(app.id("member")) != nil)
        #expect(try level(app) == before)
    }

    /// Somebody new who holds something by now is cancelled, and their phone with them.
    @Test func aNewMembersPhoneEndsToo() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app)
        let request = try await SignUpFlowTests.ask(app, session)
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        let phone = try await app.send(.post, "/trips/alpha/my/phones", token: session, form: [("label", "Mine")]).location
        #expect(try await report(app, phone, "46.333") == 200)
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
        #expect(try await report(app, phone, "46.334") == 404)
        #expect(try await !app.send(.get, "/trips/alpha/positions.json", as: .host).body.contains("46.333"))
    }
}
