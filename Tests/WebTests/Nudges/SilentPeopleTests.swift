import Domain
import Services
import Testing

/// Whom the list of silent people selects by itself, and what is said of those who were asked.
@Suite struct SilentPeopleTests {
    private let app: TestApp
    private let ada: ID
    init() async throws {
        app = try await TestApp.withTrips()
        ada = app.id("member")
        try await app.database.write { connection in
            _ = try connection.run("DELETE FROM help_call")
            _ = try connection.run("DELETE FROM help_case")
        }
        #expect(try await app.send(.get, "/t/\(app.trackerToken)?lat=46.4&lon=9.2&timestamp=\(app.clock.now.seconds)").status == 200)
        app.clock.pass(.minutes(31))
    }

    private func page(_ path: String = "/trips/alpha/nudges/new") async throws -> TestApp.TestResponse {
        try await app.send(.get, path, as: .host)
    }

    /// A question reaches her by herself.
    private func reachAda() async throws {
        try await app.database.write { [ada] connection in
            _ = try connection.run(
                """
                INSERT INTO delivery_address (id, member_id, channel, address, key, made_at, confirmed_at)
                VALUES (?, ?, 'push', 'https://push.example/ada', x'', 1, 1)
                """, [.blob(ID(high: 7, low: 7).bytes), .blob(ada.bytes)])
        }
    }

    /// A button that reaches nobody is no help: their numbers are what the page is for, and who wants to sends them a link.
    @Test func whereNobodyCanBeAskedTheNumbersComeFirst() async throws {
        let calls = try await page().page
        #expect(!calls.has("#silent input[checked]") && calls.has(".silent-row[data-unreached] input"))
        #expect(calls.find(".silent-row a.primary").map { $0["href"] } == ["tel:+00000001"])
        #expect(calls.texts(".silent-row a.primary bdi") == ["+00 000 001"] && !calls.has("#bulkbar .primary"))
        #expect(calls.texts(".sheet p").contains { $0.hasSuffix("Sotravel cannot ask any of them: call them.") })
        let chosen = try await app.send(.post, "/trips/alpha/nudges", as: .host, form: [("member", ada.description), ("do", "ask")]).page
        #expect(chosen.text("h1") == "Call 1 person" && !chosen.has("#silent input[checked]"))
        try await reachAda()
        let asks = try await page().page
        #expect(asks.has("#silent input[checked]") && asks.has("#bulkbar .primary") && !asks.has(".silent-row .primary"))
        #expect(asks.texts(".sheet p").contains { $0.contains("“All well?”") })
    }

    @Test func whoeverWasAskedLatelyIsNotSelectedAgain() async throws {
        try await reachAda()
        #expect(try await page().page.has("#silent input[checked]"))
        #expect(try await app.services.nudges.ask([ada], app.host()).asked == 1)
        app.clock.pass(.minutes(2))
        let asked = try await page().page
        #expect(!asked.has("#silent input[checked]") && asked.texts("#silent .chip").contains("Asked 2 min ago"))
        #expect(asked.has(".silent-row[data-asked]") && asked.text("#bulkbar .ask-again") == "Ask again")
        app.clock.pass(.minutes(28))
        #expect(try await page().page.has("#silent input[checked]"))
    }

    /// The button asks those who are left; where nobody is, it is not what one does first.
    @Test func whoeverWasAskedIsNotCountedAmongThoseToAsk() async throws {
        #expect(try await page("/trips/alpha/nudges").page.text(".heading .button.primary") == "Ask the silent person")
        #expect(try await app.services.nudges.ask([ada], app.host()).asked == 1)
        let asked = try await page("/trips/alpha/nudges").page
        #expect(asked.text(".heading .button") == "Ask again" && !asked.has(".heading .button.primary"))
    }

    /// Whoever called for help is asked nothing: where nobody else is silent, the way to the cases stands there instead.
    @Test func whereAllSilentCalledForHelpTheCasesAreOffered() async throws {
        try await app.services.safety.raise(
            fromLinkOf: ada, trip: app.id("trip alpha"), client: ID(high: 1, low: 1), text: "My knee hurts.", place: nil)
        let page = try await page("/trips/alpha/nudges").page
        #expect(!page.has(".heading .button") && page.text(".heading a") == "1 called for help")
        #expect(page.find(".heading a").first?["href"] == "/trips/alpha/help")
    }

    @Test func whoCalledForHelpStandsApartWithTheCase() async throws {
        try await app.services.safety.raise(
            fromLinkOf: ada, trip: app.id("trip alpha"), client: ID(high: 1, low: 1), text: "My knee hurts.", place: nil)
        let help = try #require(try app.services.safety.open(app.host()).first)
        let silent = try await page().page
        #expect(silent.text("#called")?.hasPrefix("Called for help already") == true && !silent.has("#by-phone"))
        #expect(silent.find("#silent .buttons a").first?["href"] == "/trips/alpha/help/\(help.id)")
        #expect(silent.has("#silent input") && !silent.has("#silent input[checked]"))
    }

    @Test func whoeverCouldNotBeReachedIsToBeCalled() async throws {
        func said(_ query: String) async throws -> String { try await page("/trips/alpha/nudges?" + query).body }
        #expect(try await said("asked=42&unreached=42").contains("Nobody could be reached. Call 42 people."))
        #expect(try await said("asked=42&unreached=39").contains("Asked 3. Call the other 39."))
        #expect(try await said("asked=2").contains("Asked 2 people."))
        let soon = try await said("asked=0&soon=1")
        #expect(soon.contains("1 was asked less than ten minutes ago.") && !soon.contains("Asked 0"))
        let outcome = try await app.services.nudges.ask([ada], app.host())
        #expect(outcome == NudgeOutcome(asked: 1, unreached: 1, tooSoon: 0))
    }
}
