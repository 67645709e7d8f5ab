import Domain
import Services
import Testing

/// Where somebody is in words: to be read out on the phone, on the pages of those who look for them and of whoever called.
@Suite struct WordedPlaceTests {
    private static let words = "200 m south of Zum Löwen"

    private func app() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        return app
    }

    private func call(_ app: TestApp) async throws {
        let at = String((app.clock.now - .minutes(3)).milliseconds)
        let form = [("sure", "yes"), ("lat", "46.4"), ("lon", "9.2"), ("accuracy", "12"), ("at", at)]
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
    }

    @Test func aCaseSaysThePlaceInWordsAndCopiesItForRescue() async throws {
        let app = try await app()
        let path = "/trips/alpha/help/\(app.id("alert"))"
        #expect(try await !app.send(.get, path, as: .host).page.has(".in-words"), "no place has come yet")
        try await call(app)
        let page = try await app.send(.get, path, as: .host).page
        #expect(page.text("#place-panel .in-words") == Self.words)
        let copied = try #require(page.find("#rescue-panel [data-copy]").first?["data-copy"])
        let (words, numbers) = (copied.firstRange(of: Self.words), copied.firstRange(of: "Decimal 46.40000, 9.20000"))
        #expect(try #require(words).upperBound < #require(numbers).lowerBound, "words first")
        #expect(page.text(".help-newest") == "“a twisted knee”")
    }

    @Test func whoeverCalledReadsItOutThemselves() async throws {
        let app = try await app()
        try await call(app)
        #expect(try await app.send(.get, "/trips/alpha/my/sos", as: .traveller).page.text("#own-more .in-words") == Self.words)
    }

    @Test func whereThereIsNoMapNothingIsSaid() async throws {
        let app = try await TestApp.withTrips()
        try await call(app)
        let page = try await app.send(.get, "/trips/alpha/help/\(app.id("alert"))", as: .host).page
        #expect(!page.has(".in-words") && page.has("#place-panel .coordinates"))
    }

    @Test func silentPeopleStandWithTheirLastPlaceWhoeverIsSilentLongestFirst() async throws {
        let app = try await app()
        try app.put("member", north: 0)
        app.clock.pass(.minutes(10))
        try app.put("member moderator", north: 480)
        app.clock.pass(.minutes(31))
        let page = try await app.send(.get, "/trips/alpha/nudges/new", as: .host).page
        #expect(page.text("h1") == "2 people are silent")
        #expect(page.texts(".nudge-row strong") == ["Ada Example", "moderator Person"])
        let first = try #require(page.texts(".nudge-who").first)
        #expect(first.contains(Self.words) && first.contains("Last position 41 min ago"))
        #expect(page.find(".nudge-row a").contains { $0["href"] == "/trips/alpha/map?member=\(app.id("member"))" })
    }
}
