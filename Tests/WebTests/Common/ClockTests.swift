import Cryptography
import Domain
import Services
import Testing

/// The machine's clock is set back, or was ahead for a while and is put right: nothing waits for the old time to come again.
@Suite struct ClockTests {
    /// By a correction, by hand, and by a machine that has just been switched on and thinks that it is fifty years ago.
    static let steps = [Duration.seconds(1), .hours(1), .days(50 * 365)]

    private func back(_ app: TestApp, by step: Duration) { app.clock.step(.zero - step) }

    private func event(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/events/\(app.id("event"))\(rest)" }

    // MARK: limits

    @Test(arguments: steps) func whoWroteMuchBeforeWritesAgainAfterMinutes(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        app.clock.pass(.minutes(2))
        for index in 0..<30 { #expect(try await app.write("Line \(index)").status == 303) }
        back(app, by: step)
        let limited = try await app.write("One too many")
        if step < .minutes(1) { #expect(limited.status == 429, "a small step forgives nothing") }
        #expect((Int(limited.headers[.retryAfter] ?? "0") ?? 0) <= 61, "\(limited.headers[.retryAfter] ?? "")")
        app.clock.pass(.seconds(62))
        for running in [app, try await app.restarted()] { #expect(try await running.write("Later").status == 303) }
    }

    @Test func slowModeAsksForNoLongerPauseThanItsOwn() async throws {
        let app = try await TestApp.withTrips()
        app.clock.pass(.hours(1))
        #expect(try await app.write("Ahead").status == 303)
        let settings = [("slow_seconds", "30"), ("newcomer_minutes", "0"), ("read_only_minutes", "0"), ("reason", "")]
        #expect(try await app.send(.post, app.chat + "/settings", as: .moderator, form: settings).status == 303)
        back(app, by: .hours(1))
        app.clock.pass(.seconds(31))
        #expect(try await app.write("Now").status == 303)
        #expect(try await app.write("Too soon").status == 429)
    }

    @Test(arguments: [Duration.hours(1), .days(50 * 365)]) func whoReportedMuchBeforeMayReport(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        let form = [("member", app.id("member").description), ("reason", "spam")]
        var number = 0
        func report() async throws -> Int {
            number += 1
            return try await app.send(.post, "/trips/alpha/report", as: .traveller, form: form + [("text", "words \(number)")]).status
        }
        while number < 30, try await report() == 303 {}
        #expect(number < 30)
        back(app, by: step)
        #expect(try await report() == 303)
    }

    @Test func whoAskedToJoinOftenBeforeMayAsk() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app)
        for _ in 0..<3 {
            let request = try await SignUpFlowTests.ask(app, session)
            #expect(try await SignUpFlowTests.decide(app, request, "decline").status == 303)
        }
        let form = [("first_name", "Mia"), ("last_name", "Newcomer"), ("note", "")]
        #expect(try await app.send(.post, SignUpFlowTests.link(app), token: session, form: form).status == 429)
        back(app, by: .hours(1))
        #expect(try await app.send(.post, SignUpFlowTests.link(app), token: session, form: form).status == 303)
    }

    // MARK: who gets in, and who stays

    /// An authenticator and a server whose clocks were both ahead; the code that was used is good for nothing all the same.
    @Test func aSecondFactorGetsInAfterOneThatWasAhead() async throws {
        let app = try await TestApp.withTrips()
        func submit(_ code: String) async throws -> Int {
            let form = [("email", "admin@x.example"), ("password", TestApp.password)]
            let pending = try #require(try await app.send(.post, "/sign-in", form: form).cookie)
            return try await app.send(.post, "/sign-in/code", token: pending, form: [("code", code)]).status
        }
        func code() -> String { TOTP.code(secret: Array("12345678901234567890".utf8), step: OneTimeCode.step(at: app.clock.now)) }
        app.clock.pass(.hours(1))
        #expect(try await submit(code()) == 303)
        back(app, by: .hours(1))
        let now = code()
        #expect(try await submit(now) == 303)
        #expect(try await submit(now) == 422)
        back(app, by: .seconds(30))
        #expect(try await submit(code()) == 422, "an older one, after a small step")
    }

    @Test func aClockThatIsAYearAheadForAMomentSignsNobodyOut() async throws {
        let app = try await TestApp.withTrips()
        let traveller = try await app.joined("member")
        _ = try await app.services.history.runOnce()
        app.clock.pass(.days(365))
        let form = [("email", "host@x.example"), ("password", TestApp.password)]
        #expect(try await app.send(.post, "/sign-in", form: form).status == 303)
        _ = try await app.services.history.runOnce()
        #expect(try await app.send(.get, "/trips/alpha/my", token: traveller).status == 303)
        back(app, by: .days(365))
        #expect(try await app.send(.get, "/trips/alpha/my", token: traveller).status == 200)
        #expect(try await app.send(.get, "/trips/alpha", as: .host).status == 200)
    }

    @Test func sessionsThatRanOutAreClearedWhenTheClockIsTrusted() async throws {
        let app = try await TestApp.withTrips()
        func count() throws -> Int {
            try app.database.read { try $0.one("SELECT count(*) FROM session") { $0.int(0) } } ?? 0
        }
        #expect(try count() > 3)
        for _ in 0..<9 {
            _ = try await app.services.history.runOnce()
            app.clock.pass(.days(2))
        }
        #expect(try count() == 0)
    }

    @Test func aClockThatIsAheadForAMomentErasesNobody() async throws {
        let app = try await TestApp.withTrips()
        let ada = app.id("member")
        func name() throws -> String? { try app.store.roster.member(ada, trip: app.id("trip alpha"))?.fields[.firstName] }
        let form = [("asked_by", "themselves"), ("name", "Ada Example")]
        #expect(try await app.send(.post, "/trips/alpha/members/\(ada)/erase", as: .host, form: form).status == 303)
        _ = try await app.services.history.runOnce()
        app.clock.pass(.days(365))
        try await app.services.personalData.eraseDueMembers()
        #expect(try name() == "Ada")
        back(app, by: .days(365))
        for _ in 0..<4 {
            app.clock.pass(.days(2))
            _ = try await app.services.history.runOnce()
        }
        try await app.services.personalData.eraseDueMembers()
        #expect(try name() == "Former")
    }

    // MARK: what comes later counts

    @Test(arguments: steps) func whatAHostDecidesIsToldAndSeen(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        let own = "/trips/alpha/my/events/\(app.id("event"))"
        func decide(_ what: String) async throws {
            let form = [("do", what), ("member", app.id("member traveller").description), ("note", "")]
            #expect(try await app.send(.post, event(app, "/answers"), as: .host, form: form).status == 303)
        }
        func isNews() async throws -> Bool { try await app.send(.get, own, as: .traveller).body.contains("Got it") }
        func see() async throws {
            let body = try await app.send(.get, own, as: .traveller).body
            let seen = String(try #require(body.firstMatch(of: /name="seen" value="([\d.]+)"/)).output.1)
            #expect(try await app.send(.post, own + "/seen", as: .traveller, form: [("seen", seen)]).status == 303)
        }
        try await decide("going")
        #expect(try await isNews())
        app.clock.pass(.minutes(1))
        try await see()
        #expect(try await !isNews())
        back(app, by: step)
        try await decide("declined")
        #expect(try await isNews())
        try await see()
        #expect(try await !isNews())
    }

    @Test(arguments: steps) func whoCallsForHelpAgainIsNotToldThatSomebodyHasIt(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, "/trips/alpha/help/\(app.id("alert"))/take", as: .moderator).status == 303)
        try await app.resolveHelp(app.id("alert"))
        back(app, by: step)
        let form = [("text", "again"), ("sure", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        let page = try await app.send(.get, "/trips/alpha/my/sos", as: .traveller).body
        #expect(page.contains("Nobody has responded yet") && !page.contains("moderator Person is on it."))
        let list = try app.services.safety.recent(app.staff(.moderator))
        #expect(list.first?.text == "again", "the newest is on top")
    }

    // MARK: positions

    /// Who switched off was told that nobody looks back: a setting that is made later does not break the word.
    @Test(arguments: steps) func aLaterSettingShowsNoHiddenWay(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        let session = try await app.joined("member")
        let actor = try #require(try app.services.accounts.sessions.find(token: session)).actor
        let ada = try app.services.trips.open(slug: "alpha", for: actor).requireMember()
        try await app.services.sharing.set(.everyone, .trip, ada)
        #expect(try await post(app, app.clock.now) == 200)
        try await app.services.sharing.set(.off, .trip, ada)
        back(app, by: step)
        let host = try app.host()
        var fields = host.trip.fields
        fields.showsHiddenTracks = true
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        for path in ["track.gpx", "trail.json", "way"] {
            let response = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))/\(path)", as: .host)
            #expect(!response.body.contains("46.4217"), "\(path)")
        }
    }

    private func post(_ app: TestApp, _ time: Instant, latitude: String = "46.4217") async throws -> Int {
        let body = "{\"location\":{\"timestamp\":\"\(time.iso8601)\",\"coords\":{\"latitude\":\(latitude),\"longitude\":9.2}}}"
        let type = ["Content-Type": "application/json"]
        return try await app.send(.post, "/t/\(app.trackerToken)", body: body, headers: type).status
    }

    private func latitude(_ app: TestApp) -> Double? {
        app.services.hub.board(app.id("trip alpha")).entry(app.id("member"))?.fix.coordinates.latitude
    }

    /// The phones know what time it is.
    @Test(arguments: steps) func positionsArriveWhileTheServersClockIsBehind(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        let start = app.clock.now
        back(app, by: step)
        #expect(try await post(app, start, latitude: "46.1") == 200)
        #expect(latitude(app) == 46.1)
        for minute in 1...3 {
            app.clock.pass(.minutes(1))
            #expect(try await post(app, start + .minutes(minute), latitude: "46.\(minute + 1)") == 200)
            #expect(latitude(app) == Double("46.\(minute + 1)"))
        }
        app.clock.pass(step)
        let kept = try await app.store.fixes.track(member: app.id("member"), from: start, to: app.clock.now, limit: 10)
        #expect(kept.count == 4)
        #expect(try await post(app, app.clock.now + .minutes(6), latitude: "46.9") == 200)
        #expect(latitude(app) == 46.4, "a phone whose clock is ahead is so as ever")
    }

    /// Positions without a time have that of the server.
    @Test(arguments: [Duration.minutes(20), .hours(1)]) func aMarkerMovesAfterTheClockWasSetBack(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        func post(_ latitude: String) async throws -> Int {
            try await app.send(.post, "/t/\(app.trackerToken)?lat=\(latitude)&lon=9.2", body: "").status
        }
        #expect(try await post("46.1") == 200)
        back(app, by: step)
        app.clock.pass(.minutes(1))
        #expect(try await post("46.2") == 200)
        #expect(latitude(app) == 46.2)
        let entry = try #require(app.services.hub.board(app.id("trip alpha")).entry(app.id("member")))
        #expect(entry.lastContactAt == app.clock.now)
    }

    /// A position that nobody can date stays in the phone; an alarm is heard.
    @Test func aServerThatKnowsNoTimeDatesNothing() async throws {
        let app = try await TestApp.withTrips()
        back(app, by: .days(50 * 365))
        let response = try await app.send(.post, "/t/\(app.trackerToken)?lat=46.1&lon=9.2", body: "")
        #expect(response.status == 503 && response.headers[.retryAfter] != nil)
        let alarm = try await app.send(.post, "/t/\(app.trackerToken)?lat=46.1&lon=9.2&alarm=sos", body: "")
        #expect(alarm.status == 200)
        #expect(try app.services.safety.open(app.host()).contains { $0.memberName == "Ada Example" })
    }

    // MARK: everything

    /// Nothing traps on a time that is far from what it reads, and no page fails.
    @Test(.timeLimit(.minutes(5)), arguments: [-56.0, -50, -1, 1, 50, 8000])
    func everyPageIsMadeWhateverTheTime(_ years: Double) async throws {
        let app = try await TestApp.withTripsAndMedic()
        #expect(try await post(app, app.clock.now) == 200)
        app.clock.pass(.seconds(years * 31_556_952))
        let asking = try await app.services.accounts.sessions.openForLoad(account: app.id("account host"))
        for route in app.routes where route.method == .get && !route.path.hasSuffix("/live") {
            let response = try await app.send(.get, AccessMatrixTests().path(route, app), token: asking)
            #expect(response.status < 500, "\(route.path): \(response.status)")
        }
        try await app.services.sharing.endExpiredSharing()
        try await app.services.answers.passOnExpiredOffers()
        try await app.services.coHosts.noteBegunAndEnded()
        _ = try await app.services.history.runOnce()
    }
}
