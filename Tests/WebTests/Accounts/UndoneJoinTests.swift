import Domain
import Testing

/// A host let in the wrong one as somebody of the list, and takes it back: nothing of what they made in that name goes on.
@Suite struct UndoneJoinTests {
    private func report(_ house: House, _ path: String, _ lat: String, _ more: String = "") async throws -> Int {
        try await house.send(.get, "\(path)?id=x&lat=\(lat)&lon=9.23&timestamp=\(house.fixed.now.seconds)\(more)").status
    }

    private func level(_ house: House) throws -> SharingLevel? { try house.store.sharing.find(house.id("member"))?.level }

    private func latitudes(_ house: House) async throws -> [Double] {
        let end = house.fixed.now + .days(1)
        return try await house.store.fixes.track(member: house.id("member"), from: Instant(seconds: 0), to: end, limit: 10)
            .map(\.coordinates.latitude)
    }

    @Test func theWrongOnesWaysInEnd() async throws {
        let house = try await House.furnished()
        let (ada, trip) = (house.id("member"), house.id("trip alpha"))
        let older = "/t/" + (try house.trackerToken)
        #expect(try await report(house, older, "46.1") == 200)
        let session = try await SignUpFlowTests.newcomer(house)
        let request = try await SignUpFlowTests.ask(house, session)
        house.fixed.pass(.minutes(1))
        #expect(try await SignUpFlowTests.decide(house, request, "accept", as: ada.description).status == 303)
        house.fixed.pass(.minutes(1))
        let phone = try await house.send(.post, "/trips/alpha/my/phones", token: session, form: [("label", "Mine")]).location
        #expect(phone.hasPrefix("/t/"))
        #expect(try await house.send(.post, "/trips/alpha/my/calendar", token: session).status == 303)
        let feed = try #require(try house.services.calendars.feeds(house.host()).first { $0.memberID == ada }).token
        let form = [("level", "everyone"), ("time", "trip")]
        #expect(try await house.send(.post, "/trips/alpha/my/sharing", token: session, form: form).status == 303)
        #expect(try await report(house, phone, "46.333") == 200)
        #expect(house.services.hub.board(trip).entry(ada)?.fix.coordinates.latitude == 46.333)

        #expect(try await SignUpFlowTests.decide(house, request, "undo").status == 303)
        #expect(house.services.hub.board(trip).entry(ada) == nil)
        #expect(try await house.send(.get, "/feeds/\(feed).ics").status == 404)
        // Their own link, and the member's older one, which their page showed them.
        let calls = try house.services.safety.open(house.host()).count
        for path in [phone, older] { #expect(try await report(house, path, "46.334", "&alarm=sos") == 404, "\(path)") }
        #expect(try house.services.safety.open(house.host()).count == calls)
        #expect(try await latitudes(house) == [46.1])
        #expect(try level(house) == .off)
        let again = try await house.restarted()
        try await again.services.live.load()
        #expect(again.services.hub.board(trip).entry(ada) == nil)
        #expect(try await report(again, phone, "46.334") == 404)
        // It is in the trail, and a host may switch the sharing on for the real one.
        let entries = try house.store.audit.entries(subject: ada, trip: trip, limit: 20)
        #expect(entries.contains { $0.action == "ways in ended" && $0.changes.count == 2 })
        try await house.services.roster.setSharingPaused(
            false, house.services.roster.member(ada, house.host()), house.host())
        #expect(try level(house) == .hosts)
    }

    /// Who was let in and never came in has read nothing: the member's phone goes on, and shares as before.
    @Test func whoNeverCameInTookNothing() async throws {
        let house = try await House.furnished()
        let before = try level(house)
        let form = [("first_name", "Zoe"), ("last_name", "Waiting")]
        #expect(try await house.send(.post, SignUpFlowTests.link(house), form: form).status == 303)
        let request = try #require(try house.services.joining.overview(house.host()).requests.first { $0.firstName == "Zoe" }).id
        #expect(try await SignUpFlowTests.decide(house, request, "accept", as: house.id("member").description).status == 303)
        #expect(try await SignUpFlowTests.decide(house, request, "undo").status == 303)
        #expect(try await report(house, "/t/" + house.trackerToken, "46.1") == 200)
        #expect(house.services.hub.board(house.id("trip alpha")).entry(house.id("member")) != nil)
        #expect(try level(house) == before)
    }

    /// Somebody new who holds something by now is cancelled, and their phone with them.
    @Test func aNewMembersPhoneEndsToo() async throws {
        let house = try await House.furnished()
        let session = try await SignUpFlowTests.newcomer(house)
        let request = try await SignUpFlowTests.ask(house, session)
        #expect(try await SignUpFlowTests.decide(house, request, "accept").status == 303)
        let phone = try await house.send(.post, "/trips/alpha/my/phones", token: session, form: [("label", "Mine")]).location
        #expect(try await report(house, phone, "46.333") == 200)
        #expect(try await SignUpFlowTests.decide(house, request, "undo").status == 303)
        #expect(try await report(house, phone, "46.334") == 404)
        #expect(try await !house.send(.get, "/trips/alpha/positions.json", as: .host).body.contains("46.333"))
    }
}
