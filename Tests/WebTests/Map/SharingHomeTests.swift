import Domain
import Services
import Testing

/// What the start page says of who sees its reader, and what it asks.
@Suite struct SharingHomeTests {
    /// Sharing alone shows nobody: the page says so, and how it goes on, until the first position is there.
    @Test func whoHasSentNoPositionIsNotToldThatTheyAreSeen() async throws {
        let app = try await TestApp.withTrips()
        let (home, done, html) = ("/trips/alpha/my", "/trips/alpha/my/welcome?step=4", ["Accept": "text/html"])
        let phone = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Phone")]).location
        for (level, who) in [("hosts", "Hosts and medics"), ("everyone", "Everyone on the trip")] {
            let form = [("level", level), ("time", "hour")]
            #expect(try await app.send(.post, home + "/sharing", as: .traveller, form: form).status == 303)
            let words = "\(who) may see where you are until 16:03, but your phone has sent no position yet."
            let page = try await app.send(.get, home, as: .traveller).page
            #expect(page.text(".sharing-state") == words)
            #expect(page.has("#sharing .primary[href$=/my/phones]"))
            #expect(page.has(".sharing-badge.warn") && page.text(".badge-short") == "No phone")
            #expect(try await app.send(.get, phone, as: .traveller, headers: html).page.text(".sharing-state") == words)
            #expect(try await app.send(.get, done, as: .traveller).page.text("h1") == "One thing left: your phone")
        }
        let body = "{\"_type\":\"location\",\"lat\":46.425,\"lon\":9.23,\"tst\":\(app.clock.now.seconds),\"tid\":\"tp\"}"
        #expect(try await app.send(.post, phone, body: body).status == 200)
        let page = try await app.send(.get, home, as: .traveller).page
        #expect(page.text(".sharing-state") == "Everyone on the trip sees where you are until 16:03.")
        #expect(!page.has("#sharing .primary[href$=/my/phones]"))
        #expect(try await app.send(.get, done, as: .traveller).page.text("h1") == "You are all set")
        // Whoever shares with nobody lacks nothing.
        #expect(try await app.send(.post, home + "/sharing", as: .traveller, form: [("off", "yes")]).status == 303)
        #expect(try await app.send(.get, home, as: .traveller).page.text(".sharing-state") == "Nobody sees where you are.")
    }

    private func home(_ app: TestApp) async throws -> HTMLPage { try await app.send(.get, "/trips/alpha/my", as: .traveller).page }

    /// Signing out is no answer to who may see one: whoever is back is asked, until they say.
    @Test func whatSigningOutStoppedIsAskedOnce() async throws {
        let app = try await TestApp.withTrips()
        let (access, sharing) = (try app.member(.traveller), app.services.sharing)
        func answer(_ form: [(String, String)]) async throws {
            #expect(try await app.send(.post, "/trips/alpha/my/sharing", as: .traveller, form: form).status == 303)
        }
        let again = [("level", "hosts"), ("time", "trip")]
        try await answer(again)
        #expect(try await !home(app).has("#share-again"))
        try await sharing.stopAll(of: access.actor)
        for _ in 1...2 { #expect(try await home(app).text("#share-again") == "Sharing stopped when you signed out") }
        #expect(try await home(app).count("#own input[name=level][value=hosts]") == 1)
        try await answer(again)
        #expect(try await !home(app).has("#share-again"))
        #expect(try sharing.find(access).level == .hosts)
        // Whoever says no is not asked again, nor is who stopped it themselves.
        try await sharing.stopAll(of: access.actor)
        #expect(try await home(app).has("#share-again"))
        try await answer(again + [("off", "yes")])
        #expect(try await !home(app).has("#share-again"))
        #expect(try sharing.find(access).level == .off)
        try await answer(again)
        try await answer([("off", "yes")])
        #expect(try await !home(app).has("#share-again"))
    }
}
