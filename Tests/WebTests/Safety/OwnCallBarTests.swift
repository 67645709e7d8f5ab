import Domain
import Services
import Testing

/// While a traveller's own call is open, each of their pages says how it stands.
@Suite struct OwnCallBarTests {
    private static let pages = ["/my/events", "/friends", "/chat", "/my/profile"].map { "/trips/alpha" + $0 }

    private func bar(_ app: TestApp, _ path: String, as user: TestUser = .traveller) async throws -> String? {
        try await app.send(.get, path, as: user).page.text("#own-bar")
    }

    @Test func everyPageSaysWhoIsOnIt() async throws {
        let app = try await TestApp.withTrips()
        for path in Self.pages {
            let page = try await app.send(.get, path, as: .traveller).page
            #expect(page.text("#own-bar") == "You called for help. Nobody is on it yet.", "\(path)")
            #expect(page.find("#own-bar a").map { $0["href"] } == ["/trips/alpha/my/sos"] && page.has("#own-bar .waiting"), "\(path)")
        }
        try await app.services.safety.take(app.id("alert"), app.staff(.moderator))
        for path in Self.pages + ["/banners?trip=alpha"] {
            #expect(try await bar(app, path) == "Your call for help: moderator Person is on it", "\(path)")
        }
        try await app.resolveHelp(app.id("alert"))
        for path in Self.pages {
            let page = try await app.send(.get, path, as: .traveller).page
            #expect(page.has("#own-bar") && !page.has("#own-bar .alert"), "\(path)")
        }
    }

    /// Trying the button out hides no call.
    @Test func aRealCallStandsBeforeATest() async throws {
        let app = try await TestApp.withTrips()
        // One tries it out on the first day.
        let access = try app.host()
        var fields = access.trip.fields
        fields.startDay = access.trip.zone.today(at: app.clock.now)
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        app.clock.pass(.minutes(1))
        let test = [("test", "on"), ("sure", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: test).status == 303)
        #expect(try await bar(app, "/trips/alpha/chat") == "You called for help. Nobody is on it yet.")
        try await app.resolveHelp(app.id("alert"))
        #expect(try await bar(app, "/trips/alpha/chat")?.contains("test") == true)
    }

    @Test func whoHearsAllCallsHasTheirOwnAmongThem() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes")]).status == 303)
        for user in [TestUser.host, .moderator] {
            #expect(try await !app.send(.get, "/trips/alpha/chat", as: user).page.has("#own-bar"), "\(user)")
        }
        // Nobody hears of somebody else's.
        #expect(try await !app.send(.get, "/trips/beta/my/events", as: .travellerOfAnotherTrip).page.has("#own-bar .alert"))
    }
}
