import Domain
import Services
import Testing

/// Whoever is let go sees nobody any more and is seen by nobody, whatever secret addresses they kept.
@Suite struct LetGoTests {
    private static let lat = "46.421"

    private func report(_ app: TestApp, _ token: String, _ lat: String = LetGoTests.lat) async throws -> TestApp.TestResponse {
        let body = "{\"_type\":\"location\",\"lat\":\(lat),\"lon\":9.23,\"tst\":\(app.clock.now.seconds),\"tid\":\"a\"}"
        return try await app.send(.post, "/t/\(token)", body: body)
    }

    /// Ada and the moderator on the map, and Ada's own calendar.
    private func walked() async throws -> (app: TestApp, feed: String) {
        let app = try await TestApp.withTrips()
        let host = try app.host()
        let other = try app.services.roster.member(app.id("member moderator"), host)
        _ = try await report(app, app.services.trackers.add(label: "x", to: other, host).token, "46.425")
        try await app.services.calendars.replace(member: app.id("member"), host)
        let feed = try #require(try app.services.calendars.feeds(host).first { $0.memberID == app.id("member") })
        #expect(try await report(app, app.trackerToken).body.contains("\"name\":\"moderator Person\""))
        return (app, "/feeds/\(feed.token).ics")
    }

    private func setStatus(_ app: TestApp, _ status: MemberStatus) async throws {
        let form = [("do", "status"), ("status_to", status.rawValue), ("member", app.id("member").description), ("confirm", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form).status == 303)
    }

    private func stored(_ app: TestApp) async throws -> Int {
        let end = app.clock.now + .days(1)
        return try await app.store.fixes.track(member: app.id("member"), from: Instant(seconds: 0), to: end, limit: 10).count
    }

    @Test(arguments: [MemberStatus.cancelled, .left])
    func whatTheyKeptIsWorthNothingUntilTheyAreBack(_ status: MemberStatus) async throws {
        let (app, feed) = try await walked()
        let (board, ada) = (app.services.hub.board(app.id("trip alpha")), app.id("member"))
        #expect(try await app.send(.get, "/trips/alpha/positions.json", as: .host).body.contains(LetGoTests.lat))
        #expect(try await app.send(.get, feed).status == 200)
        try await setStatus(app, status)
        #expect(board.entry(ada) == nil)
        #expect(try await !app.send(.get, "/trips/alpha/positions.json", as: .host).body.contains(LetGoTests.lat))
        #expect(try await app.send(.get, feed).status == 404)
        // The app hears that all is well and no more; its position is neither kept nor shown.
        app.clock.pass(.minutes(1))
        let response = try await report(app, app.trackerToken, "46.422")
        #expect(response.status == 200 && response.body == "[]")
        #expect(board.entry(ada) == nil)
        #expect(try await stored(app) == 1)
        let doctor = try await app.send(.get, "/trips/alpha/trackers/\(app.id("tracker"))", as: .host).body
        #expect(doctor.contains("not kept: no longer on the trip"))
        // The same after a start of the program.
        let again = try await app.restarted()
        try await again.services.live.load()
        #expect(again.services.hub.board(app.id("trip alpha")).entry(ada) == nil)
        #expect(try await report(again, app.trackerToken, "46.423").body == "[]")
        // A mistake is taken back, and the phone needs no new link.
        try await setStatus(app, .arrived)
        #expect(board.entry(ada)?.fix.coordinates.latitude == 46.421)
        app.clock.pass(.minutes(1))
        #expect(try await report(app, app.trackerToken, "46.424").body.contains("moderator Person"))
        #expect(try await app.send(.get, feed).status == 200)
    }

    /// An event's link shows them nothing any more, and takes no place from those who are there.
    @Test func theirEventLinksAnswerForNobody() async throws {
        let (app, _) = try await walked()
        let path = "/r/" + (try app.personalToken("member"))
        try await setStatus(app, .cancelled)
        #expect(try await app.send(.get, path).status == 404)
        #expect(try await app.send(.post, path, form: [("answer", "yes")]).status == 404)
        try await setStatus(app, .arrived)
        #expect(try await app.send(.post, path, form: [("answer", "yes")]).status == 303)
    }

    /// Undoing a bulk change is undoing this, too.
    @Test func theRostersUndoBringsThemBack() async throws {
        let (app, feed) = try await walked()
        try await setStatus(app, .cancelled)
        let version = try app.host().trip.rosterVersion
        _ = try await app.services.roster.undo(version, app.host())
        #expect(app.services.hub.board(app.id("trip alpha")).entry(app.id("member")) != nil)
        #expect(try await app.send(.get, feed).status == 200)
    }
}
