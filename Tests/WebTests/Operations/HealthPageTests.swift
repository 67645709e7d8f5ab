import Domain
import Pages
import Services
import Testing

/// How the installation does, for admins alone.
@Suite struct HealthPageTests {
    private struct Broken: Error {}

    @Test func onlyAdminsSeeIt() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.get, "/health", as: .nobody).location.hasPrefix("/sign-in"))
        #expect(try await app.send(.get, "/health", as: .host).status == 403)
        #expect(try await !app.send(.get, "/trips/alpha", as: .host).body.contains("href=\"/health\""))
        let page = try await app.send(.get, "/health", as: .admin).page
        #expect(page.text("h1") == "Health" && page.has("nav.sections a[href$=/health]"))
        #expect(page.count("#main tbody tr") == JobKind.allCases.count)
    }

    /// A word and a sign for each, and never more than is known: no job runs in a test.
    @Test func whatIsNotKnownIsUnknown() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/health", as: .admin).page
        #expect(page.texts("tbody .health-state").allSatisfy { $0 == "Unknown" })
        // What nobody can see from here stands there too: never is all called well.
        #expect(page.text("#unseen")?.hasPrefix("Sotravel cannot see: Backups") == true)
        let wrong = page.texts(".health-sum .health-line").count { $0.hasSuffix("Look here") }
        #expect(wrong > 0 && page.text(".health-sum h2") == counted(wrong, "problem to look at", "problems to look at"))
        #expect(page.texts(".health-line").contains { $0.contains("This is the only node.") && $0.hasSuffix("Good") })
        // There is no map: that is the first thing to do.
        #expect(page.texts(".health-sum .health-line").contains { $0.contains("There is no map yet.") && $0.hasSuffix("Look here") })
    }

    @Test func aJobThatFailsIsNotedUntilItWorks() async throws {
        let app = try await TestApp.withTrips()
        let rounds = app.services.rounds
        let failing = rounds.noting(.bins) { _ = try? await JobRounds.round { () async throws -> Void in throw Broken() } }
        try await failing()
        #expect(rounds.all.first { $0.kind == .bins }?.hasFailed == true)
        let record = try #require(rounds.all.first { $0.kind == .bins })
        // Its work has ended, so nobody does it here any more.
        #expect(record.begunAt == nil && record.ranAt == app.clock.now && record.failedAt == app.clock.now)
        let working = rounds.noting(.bins) {
            try await JobRounds.round {}
            // What runs well is one line that unfolds.
            let page = try await app.send(.get, "/health", as: .admin).page
            #expect(page.text("#main details summary") == "1 job without a problem" && page.count("#main details tbody tr") == 1)
        }
        try await working()
        #expect(rounds.all.first { $0.kind == .bins }?.hasFailed == false)
    }

    /// It is of no trip: the clock is that of the one whose sections stand beside it, and is named once.
    @Test func theZoneIsSaidOnce() async throws {
        let app = try await TestApp.withTrips()
        let zone = try #require(TripZone("Europe/Zurich"))
        let clock = zone.local(app.clock.now).clock
        func shown() async throws -> String {
            try #require(try await app.send(.get, "/health", as: .admin).page.text("main"))
        }
        let page = try await shown()
        #expect(page.contains("at \(clock). Times are CET. Reload") && page.contains(", started "))
        #expect(page.components(separatedBy: "CET").count == 2 && !page.contains("UTC"))
        _ = try await app.database.write { try $0.run("UPDATE trip SET deleted_at = 1") }
        #expect(try await shown().contains("Times are UTC."))
    }

    /// So have the other pages of an installation.
    @Test func pagesOfAdminsHaveOneClock() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.send(.post, "/accounts/invites", as: .admin, form: [("note", "somebody")])
        let accounts = try await app.send(.get, "/accounts", as: .admin).page
        #expect(accounts.texts("main time").contains { $0.hasSuffix(" CET") })
        #expect(accounts.text("main")?.contains("UTC") == false)
    }

    @Test func noSecretIsOnIt() async throws {
        let app = try await TestApp.withTrips()
        let (body, token) = (try await app.send(.get, "/health", as: .admin).body, try app.trackerToken)
        #expect(!body.contains("postgresql://") && !body.contains(app.folder.path) && !body.contains(token))
    }
}
