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

    /// Nothing shouts at whoever is OK; for hosts it stays open until one has spoken to them. Needing help again takes it back.
    @Test func whoSaysThatTheyAreOKIsAnsweredQuietly() async throws {
        let app = try await TestApp.withTrips()
        let (sos, told) = ("/trips/alpha/my/sos", "You told them at 15:03 that you are OK. A host will still speak to you.")
        #expect(try await app.send(.post, sos + "/ok", as: .traveller, form: [("sure", "yes")]).status == 303)
        for path in Self.pages {
            let page = try await app.send(.get, path, as: .traveller).page
            #expect(page.text("#own-bar") == told && page.has("#own-bar .taken") && !page.has("#own-bar .waiting"), "\(path)")
        }
        for path in [sos, "/trips/alpha/my"] {
            let page = try await app.send(.get, path, as: .traveller).page
            #expect(page.text("#state") == told && page.has("#state.taken") && !page.has(".says-ok"), "\(path)")
            // One way back, by one name: from where one calls with a message and a place, from the start page at once.
            let ways = page.texts("#again > summary") + page.texts(".calls-again button")
            #expect(ways == ["I need help again"], "\(path)")
        }
        #expect(try app.services.safety.find(app.id("alert"), app.staff(.host)).state == .open)
        // To hosts they are in no hurry any more, though nobody has spoken to them.
        let roster = try await app.send(.get, "/trips/alpha/roster", as: .host).page
        #expect(roster.texts("#roster th .chip.warn") == ["Says they are OK"] && !roster.has("tr.in-need"))
        #expect(roster.has("#alerts .said-ok[data-from]"))
        app.clock.pass(.minutes(1))
        #expect(try await app.send(.post, sos, as: .traveller, form: [("sure", "yes")]).status == 303)
        let again = try await app.send(.get, sos, as: .traveller).page
        #expect(again.has("#state.problem") && again.has(".says-ok") && !again.has(".needs-help"))
        // Two taps, and nothing to tick between them.
        #expect(again.has(".says-ok input[type=hidden][name=sure]") && !again.has(".says-ok input[type=checkbox]"))
        #expect(try await bar(app, "/trips/alpha/chat") == "You called for help. Nobody is on it yet.")
        // Hosts hear it, and the case keeps both.
        let log = try await app.send(.get, "/trips/alpha/help/\(app.id("alert"))", as: .host).body
        #expect(log.contains("says they are OK"))
        let help = try app.services.safety.find(app.id("alert"), app.staff(.host))
        #expect(help.saidOKAt == nil && help.calls.count == 2)
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
