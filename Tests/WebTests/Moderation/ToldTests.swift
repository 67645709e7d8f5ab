import Domain
import Testing

/// What somebody reads who was moderated.
@Suite struct ToldTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    @Test func theirOwnWordsUntilWhenAndWhomToAsk() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        let form = [
            ("action", "remove"), ("action", "mute"), ("minutes", "60"), ("reason", "Be kind"), ("version", String(found.version)),
            ("do", "apply"),
        ]
        #expect(try await app.send(.post, "/trips/alpha/moderation/cases/\(found.id)/act", as: .moderator, form: form).status == 303)
        let ada = try await app.joined("member")
        let chat = try await app.send(.get, app.chat, token: ada).page
        #expect(chat.text("#obstacle a") == "See why, and how to appeal")
        #expect(chat.find("#obstacle a").first?["href"] == "/trips/alpha/chat/notices")
        let page = try await app.send(.get, "/trips/alpha/chat/notices", token: ada).page
        let facts = page.texts(".facts dd")
        // One was settled before.
        #expect(page.texts(".facts dd.pre").filter { $0.hasPrefix("Reported words of Ada") }.count == 2 && facts.contains("Be kind"))
        // What was removed and warned of keeps nobody from writing, the mute beside them does: it alone says what stays.
        let said = page.texts("section p")
        #expect(said.count { $0.hasPrefix("You cannot write in the chat, about places or in events until") } == 1)
        #expect(said.count { $0.contains("call for help") } == 1)
        #expect(!said.contains("You can write in the chat again."))
        #expect(page.texts(".rows.compact a").contains("host Person"))
        // An hour later all is as before, and says so.
        app.clock.pass(.minutes(61))
        let later = try await app.send(.get, "/trips/alpha/chat/notices", token: ada).page
        let after = later.texts("section p")
        #expect(after.contains { $0.hasPrefix("It ended") } && after.contains("You can write in the chat again."))
        #expect(!after.contains { $0.contains("call for help") })
        #expect(!(try await app.send(.get, app.chat, token: ada).page.has("#obstacle a")))
    }

    /// Who reported something was not moderated: no reason, no way to appeal.
    @Test func whoReportedReadsAThankYouAlone() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        let form = [("action", "dismiss"), ("version", String(found.version)), ("do", "apply")]
        #expect(try await app.send(.post, "/trips/alpha/moderation/cases/\(found.id)/act", as: .moderator, form: form).status == 303)
        let page = try await app.send(.get, "/trips/alpha/chat/notices", as: .traveller).page
        #expect(page.text(".panel")?.contains("Thank you for your report") == true && !page.has(".facts") && !page.has("details textarea"))
    }
}
