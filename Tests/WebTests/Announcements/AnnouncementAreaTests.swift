import Domain
import Live
import Services
import Testing

/// An audience by the area that a host draws: whose position counts, and what the form does with it.
@Suite struct AnnouncementAreaTests {
    private let app: TestApp
    private var path: String { "/trips/alpha/announcements" }
    /// Around 46.4, 9.2.
    private let corners = "46.35, 9.1\n46.35, 9.3\n46.45, 9.3\n46.45, 9.1"
    private let drawn = [("part", "all"), ("condition", "drawn")]

    init() async throws { app = try await TestApp.withTrips() }

    private func put(_ member: String, latitude: Double = 46.4, minutesAgo: Int = 0) {
        let time = app.clock.now - .minutes(minutesAgo)
        let fix = Fix(time: time, coordinates: Coordinates(clampedLatitude: latitude, longitude: 9.2))
        app.services.hub.board(app.id("trip alpha")).update(
            BoardEntry(memberID: app.id(member), fix: fix, lastContactAt: time), at: app.clock.now)
    }

    private func form(_ more: [(String, String)], points: String? = nil) -> [(String, String)] {
        [("title", "Bus at 18:40"), ("text", "Be there."), ("urgency", "1"), ("area_points", points ?? corners)] + more
    }

    private func preview(
        _ more: [(String, String)], points: String? = nil, as user: TestUser = .host
    ) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, path + "/audience.json", as: user, form: form(more, points: points), headers: ["Accept": "application/json"])
    }

    @Test func onlyFreshPositionsCountAndTheRestIsSaid() async throws {
        put("member traveller")
        put("member", minutesAgo: 31)
        let found = try await preview(drawn).body
        #expect(found.contains("\"count\":1") && found.contains("traveller Person"))
        #expect(found.contains("1 person is inside by a position of the last 30 min."))
        #expect(found.contains("1 person has an older one, 1 person shows none: they count as outside."))
        put("member", minutesAgo: 30)
        #expect(try await preview(drawn).body.contains("\"count\":2"))
        put("member moderator", latitude: 46.6)
        let all = try await preview(drawn).body
        #expect(all.contains("2 people are inside by a position of the last 30 min.") && !all.contains("outside"))
    }

    @Test func whoSharesNothingIsNowhere() async throws {
        put("member traveller")
        put("member")
        let host = try app.host()
        try await app.services.roster.setSharingPaused(true, app.services.roster.member(app.id("member"), host), host)
        let found = try await preview(drawn + [("positions", "on")]).body
        #expect(found.contains("\"count\":1") && !found.contains("Ada Example"))
        #expect(found.contains("2 people show none: they count as outside."))
        #expect(found.contains("\"positions\":[[46.4,9.2]]"))
        #expect(try await !preview(drawn).body.contains("\"positions\""), "only for a map that is open")
    }

    @Test func aClockThatIsAheadMakesNoPositionFresh() async throws {
        put("member traveller", minutesAgo: -20)
        let found = try await preview(drawn).body
        #expect(found.contains("Nobody is inside by a position of the last 30 min. 1 person has an older one"))
    }

    @Test func onlyThoseWhoSeePositionsMayAsk() async throws {
        put("member traveller")
        for user in [TestUser.traveller, .hostOfAnotherTrip, .withoutTrip, .nobody] {
            let status = try await preview(drawn + [("positions", "on")], as: user).status
            #expect([401, 403, 404].contains(status), "\(user): \(status)")
        }
        // Another trip's people are not looked at.
        let other = try await app.send(
            .post, "/trips/beta/announcements/audience.json", as: .hostOfAnotherTrip, form: form(drawn + [("positions", "on")]))
        #expect(other.status == 200 && other.body.contains("\"positions\":[]"))
    }

    @Test func itGoesWithEveryOtherCondition() async throws {
        put("member traveller")
        put("member moderator")
        func count(_ lines: [(String, String)]) async throws -> String {
            let body = try await preview(lines.flatMap { [("part", $0.0), ("condition", $0.1)] }).body
            return String(body.split(separator: ",").first ?? "")
        }
        #expect(try await count([("all", "drawn"), ("all", "role:traveller")]) == "{\"count\":1")
        #expect(try await count([("all", "everyone"), ("none", "drawn")]) == "{\"count\":1")
        #expect(try await count([("any", "drawn"), ("any", "people:\(app.id("member"))")]) == "{\"count\":3")
        #expect(try await count([("all", "drawn"), ("none", "role:moderator")]) == "{\"count\":1")
    }

    @Test func itIsKeptAsWordsAndAsPeople() async throws {
        put("member traveller")
        let id = app.services.system.newID()
        let review = try await app.send(.post, path + "/new", as: .host, form: form(drawn + [("do", "review")])).page
        #expect(review.text("#to") == "To 1 person" && review.texts(".hint").contains { $0.hasPrefix("1 person is inside by a position") })
        #expect(review.find("input[name=area_points]").first?["value"] == corners, "sending says the same again")
        let fields = form(drawn + [("do", "send"), ("announcement", id.description)])
        let sent = try await app.send(.post, path + "/new", as: .host, form: fields)
        #expect(sent.status == 303)
        put("member traveller", latitude: 46.6)
        put("member moderator")
        let found = try app.services.announcements.find(id, app.staff(.host))
        #expect(found.audienceWords == "Inside the drawn area near 46.4, 9.2")
        #expect(try app.receipts(id).receipts.map(\.name) == ["traveller Person"], "those of then")
        // Where people were goes with their positions.
        try await app.store.announcements.forgetAreas(trip: app.id("trip alpha"))
        let later = try app.services.announcements.find(id, app.staff(.host))
        #expect(later.audienceWords == "By an area on the map" && !later.content.audience.text.contains("46.4"))
    }

    @Test func aBaseIsWhatItIsNear() async throws {
        let host = try app.host()
        var fields = host.trip.fields
        (fields.baseName, fields.baseLatitude, fields.baseLongitude) = ("Lodge Larix", 46.401, 9.201)
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        #expect(try await preview(drawn).body.contains("Inside the drawn area near “Lodge Larix”"))
    }

    @Test func aDraftShowsItsAreaAgain() async throws {
        let id = app.services.system.newID()
        let more = drawn + [("do", "draft"), ("announcement", id.description)]
        #expect(try await app.send(.post, path + "/new", as: .host, form: form(more)).status == 303)
        let page = try await app.send(.get, "\(path)/\(id)/edit", as: .host).page
        #expect(page.text("#area_points") == "46.35, 9.1 46.35, 9.3 46.45, 9.3 46.45, 9.1")
        #expect(page.find(".announce-condition option[selected]").contains { $0["value"] == "drawn" })
        #expect(page.find("#area-fold").first?["open"] != nil)
    }

    @Test func aPageOfTheMapOpensWithItsWindow() async throws {
        let page = try await app.send(.get, path + "/new?area=46.1,9.1,46.3,9.4", as: .host).page
        #expect(page.text("#area_points") == "46.3, 9.1 46.3, 9.4 46.1, 9.4 46.1, 9.1")
        #expect(page.find(".announce-condition option[selected]").contains { $0["value"] == "drawn" })
    }

    @Test func mistakesStandBesideTheFieldAndNothingIsLost() async throws {
        func review(_ more: [(String, String)], _ points: String) async throws -> (status: Int, page: HTMLPage) {
            let answer = try await app.send(.post, path + "/new", as: .host, form: form(more + [("do", "review")], points: points))
            return (answer.status, answer.page)
        }
        let few = try await review(drawn, "46.1, 9.1\n46.2, 9.2")
        #expect(few.status == 422 && few.page.text("#area_points") == "46.1, 9.1 46.2, 9.2" && few.page.has("#area_points-error"))
        #expect(few.page.find("#title").first?["value"] == "Bus at 18:40" && few.page.find("#area-fold").first?["open"] != nil)
        #expect(!few.page.has("#audience-error"), "it is said once")
        let off = try await review(drawn, "46.1, 9.1\n46.2, 9.1\n96.2, 9.3")
        #expect(off.status == 422 && off.page.text("#area_points-error")?.hasPrefix("Line 3") == true)
        let radius = try await review(drawn + [("area_radius", "20")], "46.1, 9.1")
        #expect(radius.status == 422 && radius.page.has("#area_radius-error") && radius.page.find("#area_radius").first?["value"] == "20")
        let none = try await review(drawn, "")
        #expect(none.status == 422 && none.page.text("#area_points-error") == "Draw the area, or type its corners.")
        // Everybody would get what is meant for few.
        let unused = try await review([("part", "all"), ("condition", "everyone")], corners)
        #expect(unused.status == 422 && unused.page.text("#area_points-error")?.hasPrefix("No condition above uses this area.") == true)
    }
}
