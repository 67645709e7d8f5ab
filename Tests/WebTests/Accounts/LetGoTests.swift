import Domain
import Services
import Testing

/// Whoever is let go sees nobody any more and is seen by nobody, whatever secret addresses they kept.
@Suite struct LetGoTests {
    private static let lat = "46.421"

    private func report(_ house: House, _ token: String, _ lat: String = LetGoTests.lat) async throws -> House.TestResponse {
        let body = "{\"_type\":\"location\",\"lat\":\(lat),\"lon\":9.23,\"tst\":\(house.fixed.now.seconds),\"tid\":\"a\"}"
        return try await house.send(.post, "/t/\(token)", body: body)
    }

    /// Ada and the moderator on the map, and Ada's own calendar.
    private func walked() async throws -> (house: House, feed: String) {
        let house = try await House.furnished()
        let host = try house.host()
        let other = try house.services.roster.member(house.id("member moderator"), host)
        _ = try await report(house, house.services.trackers.add(label: "x", to: other, host).token, "46.425")
        try await house.services.calendars.replace(member: house.id("member"), host)
        let feed = try #require(try house.services.calendars.feeds(host).first { $0.memberID == house.id("member") })
        #expect(try await report(house, house.trackerToken).body.contains("\"name\":\"moderator Person\""))
        return (house, "/feeds/\(feed.token).ics")
    }

    private func setStatus(_ house: House, _ status: MemberStatus) async throws {
        let form = [("do", "status"), ("status_to", status.rawValue), ("member", house.id("member").description), ("confirm", "yes")]
        #expect(try await house.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form).status == 303)
    }

    private func stored(_ house: House) async throws -> Int {
        let end = house.fixed.now + .days(1)
        return try await house.store.fixes.track(member: house.id("member"), from: Instant(seconds: 0), to: end, limit: 10).count
    }

    @Test(arguments: [MemberStatus.cancelled, .left])
    func whatTheyKeptIsWorthNothingUntilTheyAreBack(_ status: MemberStatus) async throws {
        let (house, feed) = try await walked()
        let (board, ada) = (house.services.hub.board(house.id("trip alpha")), house.id("member"))
        #expect(try await house.send(.get, "/trips/alpha/positions.json", as: .host).body.contains(LetGoTests.lat))
        #expect(try await house.send(.get, feed).status == 200)
        try await setStatus(house, status)
        #expect(board.entry(ada) == nil)
        #expect(try await !house.send(.get, "/trips/alpha/positions.json", as: .host).body.contains(LetGoTests.lat))
        #expect(try await house.send(.get, feed).status == 404)
        // The app hears that all is well and no more; its position is neither kept nor shown.
        house.fixed.pass(.minutes(1))
        let response = try await report(house, house.trackerToken, "46.422")
        #expect(response.status == 200 && response.body == "[]")
        #expect(board.entry(ada) == nil)
        #expect(try await stored(house) == 1)
        let doctor = try await house.send(.get, "/trips/alpha/trackers/\(house.id("tracker"))", as: .host).body
        #expect(doctor.contains("not kept: no longer on the trip"))
        // The same after a start of the program.
        let again = try await house.restarted()
        try await again.services.live.load()
        #expect(again.services.hub.board(house.id("trip alpha")).entry(ada) == nil)
        #expect(try await report(again, house.trackerToken, "46.423").body == "[]")
        // A mistake is taken back, and the phone needs no new link.
        try await setStatus(house, .arrived)
        #expect(board.entry(ada)?.fix.coordinates.latitude == 46.421)
        house.fixed.pass(.minutes(1))
        #expect(try await report(house, house.trackerToken, "46.424").body.contains("moderator Person"))
        #expect(try await house.send(.get, feed).status == 200)
    }

    /// An event's link shows them nothing any more, and takes no place from those who are there.
    @Test func theirEventLinksAnswerForNobody() async throws {
        let (house, _) = try await walked()
        let path = "/r/" + (try house.personalToken("member"))
        try await setStatus(house, .cancelled)
        #expect(try await house.send(.get, path).status == 404)
        #expect(try await house.send(.post, path, form: [("answer", "yes")]).status == 404)
        try await setStatus(house, .arrived)
        #expect(try await house.send(.post, path, form: [("answer", "yes")]).status == 303)
    }

    /// Undoing a bulk change is undoing this, too.
    @Test func theRostersUndoBringsThemBack() async throws {
        let (house, feed) = try await walked()
        try await setStatus(house, .cancelled)
        let version = try house.host().trip.rosterVersion
        _ = try await house.services.roster.undo(version, house.host())
        #expect(house.services.hub.board(house.id("trip alpha")).entry(house.id("member")) != nil)
        #expect(try await house.send(.get, feed).status == 200)
    }
}
