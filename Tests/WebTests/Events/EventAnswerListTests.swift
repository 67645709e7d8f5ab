import Domain
import Services
import Store
import Testing

/// Who answered what, for travellers: where the trip allows it, and without whom it hides.
@Suite struct EventAnswerListTests {
    private func own(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/my/events/\(app.id("event"))\(rest)" }

    private func answered() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        _ = try await app.send(.post, "/r/" + app.personalToken("member"), form: [("answer", "no")])
        _ = try await app.send(.post, own(app, "/answer"), as: .moderator, form: [("answer", "yes")])
        return app
    }

    private func showAnswers(_ app: TestApp) async throws {
        let host = try app.host()
        var fields = host.trip.fields
        #expect(!fields.showsAnswers)
        fields.showsAnswers = true
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
    }

    private func list(_ app: TestApp, _ label: String, _ user: TestUser = .traveller) async throws -> String {
        let parts = try await app.send(.get, own(app), as: user).body.components(separatedBy: "<summary>" + label)
        return parts.dropFirst().first?.components(separatedBy: "</details>").first ?? ""
    }

    @Test func travellersSeeWhoAnsweredWhatWhereTheTripAllowsIt() async throws {
        let app = try await answered()
        let closed = try await app.send(.get, own(app), as: .traveller).body
        #expect(!closed.contains("Can’t") && !closed.contains("No answer <span") && !closed.contains("Ada Example"))
        // How many go is said, and nobody by name: not here, and not on the page of whoever goes.
        #expect(closed.firstMatch(of: />2 (of \d+ )?going/) != nil && !closed.contains("moderator Person"))
        let friend = "/trips/alpha/friends/\(app.id("member moderator"))"
        #expect(try await !app.send(.get, friend, as: .traveller).body.contains("Glacier walk"))
        #expect(try await app.send(.get, friend, as: .moderator).body.contains("Glacier walk"))
        try await showAnswers(app)
        #expect(try await list(app, "Can’t").contains("Ada Example"))
        #expect(try await app.send(.get, friend, as: .traveller).body.contains("Glacier walk"))
        // What a list counts is who stands on it, and the heading says the same of those who go.
        for label in ["Going", "Can’t", "No answer"] {
            let text = try await list(app, label)
            #expect(text.contains("<span class=\"chip\">\(text.components(separatedBy: "<li>").count - 1)</span>"), "\(label)")
        }
        let going = try await list(app, "Going")
        #expect(going.contains("moderator Person") && going.contains("host Person"))
        #expect(try await list(app, "No answer").contains("traveller Person"))
        // Names, and nothing else of anybody.
        let page = try await app.send(.get, own(app), as: .traveller).body
        for secret in ["+00 000", "ada@x.example", "SECRET"] { #expect(!page.contains(secret)) }
    }

    @Test func whoBlocksOrLeftIsOnNoList() async throws {
        let app = try await answered()
        try await showAnswers(app)
        // Whoever blocks is not shown to whom they block, nor the other way round.
        let (ada, moderator) = (app.id("member"), app.id("member moderator"))
        try await app.services.chat.setBlocked(true, ada, app.member(.traveller))
        #expect(!(try await list(app, "Can’t").contains("Ada Example")))
        #expect(try await list(app, "Can’t", .moderator).contains("Ada Example"))
        try await app.services.chat.setBlocked(true, app.id("member traveller"), app.member(.moderator))
        #expect(!(try await list(app, "Going").contains("moderator Person")))
        #expect(!(try await list(app, "No answer", .moderator).contains("traveller Person")))
        // Whoever left is on no list.
        let left = try app.services.roster.member(moderator, app.host())
        var gone = left.fields
        gone[.status] = "left"
        try await app.services.roster.update(moderator, to: gone, version: left.version, app.host())
        #expect(!(try await list(app, "Going").contains("moderator Person")))
    }
}
