import Testing

/// A personal link asks once more before an answer counts, because previews of links tap too: in words of its own, for
/// whoever is shown the same page again takes their tap for a failed one.
@Suite struct AnswerQuestionTests {
    private let app: TestApp
    private let links: [String]
    init() async throws {
        app = try await TestApp.withTrips()
        let app = app
        links = try ["member", "member moderator", "member traveller"].map { "/r/" + (try app.personalToken($0)) }
    }

    private func asked(_ link: String, _ answer: String) async throws -> [String?] {
        let before = try await app.send(.get, link).page
        let page = try await app.send(.get, link + "?answer=" + answer).page
        #expect(before.text("h1") == "Glacier walk" && !before.has("input[name=answer]"))
        #expect(page.find("input[name=answer]").map { $0["value"] } == [answer])
        // What is so until now is no headline of the question.
        #expect(page.text(".panel strong") == "Nothing has changed yet: please confirm.")
        #expect(Set(before.texts("main .panel button")).isDisjoint(with: page.texts("main .panel button")))
        return [page.text("h1"), page.texts("button.primary.big").first]
    }

    @Test func theQuestionIsInItsOwnWords() async throws {
        #expect(try await asked(links[0], "yes") == ["Are you coming to Glacier walk?", "Yes, I am coming"])
        #expect(try await asked(links[0], "no") == ["Not coming to Glacier walk?", "No, I am not coming"])
        // Three places; the creator has one.
        for link in links { _ = try await app.send(.post, link, form: [("answer", "yes")]) }
        #expect(try await asked(links[0], "no") == ["Give back your place at Glacier walk?", "Yes, give it back"])
        #expect(try await asked(links[2], "no") == ["Leave the waitlist for Glacier walk?", "Yes, take me off it"])
        _ = try await app.send(.post, links[2], form: [("answer", "no")])
        #expect(try await asked(links[2], "yes") == ["Join the waitlist for Glacier walk?", "Yes, put me on the waitlist"])
        _ = try await app.send(.post, links[2], form: [("answer", "yes")])
        _ = try await app.send(.post, links[0], form: [("answer", "no")])
        #expect(try await asked(links[2], "yes") == ["Take the place at Glacier walk?", "Yes, I take it"])
        // Whatever else stands in the address asks nothing.
        #expect(try await app.send(.get, links[0] + "?answer=maybe").page.text("h1") == "Glacier walk")
    }
}
