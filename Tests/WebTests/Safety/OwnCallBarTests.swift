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

    /// Whoever calls again after somebody was on it reads that of this call, and one number to call first.
    @Test func whoCallsAgainReadsOfThatCallAndWhomToPhone() async throws {
        let app = try await TestApp.withTrips()
        let host = try app.host()
        var fields = host.trip.fields
        fields.emergencyNumbers = "Piste rescue +00 000 0118\nHosts’ phone +00 000 0101"
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        let (sos, form) = ("/trips/alpha/my/sos", [("sure", "yes")])
        func state(_ path: String = "/trips/alpha/my") async throws -> String? {
            try await app.send(.get, path, as: .traveller).page.text("#state")
        }
        app.clock.pass(.minutes(2))
        #expect(try await app.send(.post, sos, as: .traveller, form: form).status == 303)
        let nobody = " Your call is on every host’s screen. Nobody has responded yet: please call them as well."
        #expect(try await state() == "You called again at 15:05." + nobody)
        // Somebody was on it, and gave a number.
        try await app.services.safety.take(app.id("alert"), app.host())
        try await app.database.write { [app] in
            _ = try $0.run("UPDATE member SET phone = ? WHERE id = ?", [.text("+00 000 0101"), .blob(app.id("member host").bytes)])
        }
        app.clock.pass(.minutes(2))
        #expect(try await app.send(.post, sos, as: .traveller, form: form).status == 303)
        for path in [sos, "/trips/alpha/my"] {
            let page = try await app.send(.get, path, as: .traveller).page
            let told = "You called again at 15:07. host Person was on it before and has not answered yet: please call them as well."
            #expect(page.text("#state") == told && page.has("#state.problem"), "\(path)")
            #expect(page.find("#own-call a.primary").map { $0["href"] } == ["tel:+000000101"], "\(path)")
            #expect(!page.has("#own-ways a.primary") && !page.has("#own-ways a[href=tel:+000000101]"), "\(path)")
            #expect(!page.has(".sos-phones .urged"), "\(path)")
            // The start page lists the trip's numbers whoever is on it.
            #expect(path != sos || !page.has(".sos-phones a[href=tel:+000000101]"))
        }
        #expect(try await bar(app, "/trips/alpha/chat") == "You called again. host Person has not answered yet.")
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
