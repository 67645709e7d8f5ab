import Database
import Domain
import Services
import Testing

/// Entries of the log are sentences, and one decision has one word wherever it is named.
@Suite struct LogSentenceTests {
    private let app: TestApp
    private let queue = "/trips/alpha/moderation"

    init() async throws { app = try await TestApp.withTrips() }

    private func decide(_ found: ModerationCase, _ form: [(String, String)]) async throws {
        let version = try #require(try app.openCase(app.reportedMessage)?.version)
        let fields = form + [("version", String(version)), ("do", "apply")]
        #expect(try await app.send(.post, "\(queue)/cases/\(found.id)/act", as: .moderator, form: fields).status == 303)
    }

    /// The newest entries of the log first.
    private func log() async throws -> [String] {
        try await app.send(.get, "\(queue)/log", as: .host).page.texts(".log-entries li > span > a")
    }

    @Test func whoDidWhatToWhat() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        let name = found.memberName
        #expect(try await log().contains { $0.hasSuffix(" reported a message by \(name)") })
        #expect(try await app.send(.post, "\(queue)/cases/\(found.id)/claim", as: .moderator).status == 303)
        #expect(try await log().first == "moderator Person assigned a message by \(name) to themselves")
        try await decide(found, [("action", "mute"), ("minutes", "60"), ("reason", "Be kind")])
        #expect(try await log().first == "moderator Person muted \(name)")
        let said = try await app.send(.get, "\(queue)/log", as: .host).page.texts(".log-entries li small").first
        #expect(said?.hasSuffix(" · Be kind") == true && said?.contains("Until") == true)
        let undo = try #require(try await app.send(.get, queue, as: .moderator).page.find("#last").first?["action"])
        #expect(try await app.send(.post, undo, as: .moderator).status == 303)
        #expect(try await log().first == "moderator Person undid muting \(name)")
    }

    /// Also of a message that nobody else can read any more. Where the message itself stands there, it is not quoted.
    @Test func anEntryQuotesHowItsMessageBegins() async throws {
        let sentence = "Numpties, all of you: whoever took my skis from the rack, bring them back before dinner, or I tell the hosts"
        #expect(try await app.write(sentence).status == 303)
        let message = "\(app.chat)/messages/\(try app.newestMessage())"
        #expect(try await app.send(.post, message + "/remove", as: .moderator).status == 303)
        let said = "Numpties, all of you: whoever took my skis from the rack, bring them back before…"
        let page = try await app.send(.get, "\(queue)/log", as: .host).page
        #expect(page.texts(".log-entries q").first == said)
        let other = try #require(try app.openCase(app.reportedMessage))
        #expect(page.texts(".log-entries q").contains(other.snapshot))
        let open = try #require(page.find(".log-entries li > span > a").first?["href"])
        let opened = try await app.send(.get, open, as: .moderator).page
        #expect(opened.has(".log-entries") && !opened.texts(".log-entries q").contains(said))
        for user in [TestUser.traveller, .hostOfAnotherTrip] {
            let refused = try await app.send(.get, "\(queue)/log", as: user)
            #expect([403, 404].contains(refused.status) && !refused.body.contains("Numpties"))
        }
    }

    @Test func whatIsKeptIsCalledSoEverywhere() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        let page = try await app.send(.get, "\(queue)/cases/\(found.id)", as: .moderator).page
        #expect(page.texts(".weight strong").first == "Keep")
        try await decide(found, [("decision", "dismiss"), ("action", "dismiss")])
        // What is stored stays what it was.
        let stored = try app.database.read { connection in
            try connection.one("SELECT outcome FROM moderation_case WHERE id = ?", [.blob(found.id.bytes)]) { $0.text(0) }
        }
        #expect(stored == "Dismissed")
        let closed = try await app.send(.get, queue + "?view=closed", as: .moderator)
        #expect(closed.page.texts(".case .chip").contains("Kept"))
        let log = try await app.send(.get, "\(queue)/log", as: .host)
        #expect(log.page.texts(".log-entries li > span > a").first == "moderator Person kept a message by \(found.memberName)")
        #expect(log.page.texts("select option[value=dismiss]") == ["Kept"])
        for body in [closed.body, log.body] { #expect(!body.contains("Dismissed") && !body.contains("Handled")) }
    }

    /// Nobody keeps a call for help.
    @Test func aCallThatEndedWasHandled() async throws {
        #expect(try await app.write("Has anybody seen Bruno? It is dark and he is not at the hut").status == 303)
        let found = try #require(try app.services.moderation.queue(app.staff(.host)).first(where: \.isUrgent))
        let help = try #require(found.help).id
        let end = [("outcome", "rescue"), ("words", "")]
        #expect(try await app.send(.post, "/trips/alpha/help/\(help)/resolve", as: .host, form: end).status == 303)
        let closed = try await app.send(.get, queue + "?view=closed", as: .moderator)
        #expect(closed.page.texts(".case .chip").contains("Handled") && !closed.page.texts(".case .chip").contains("Kept"))
        #expect(try await log().first == "host Person handled a message by \(found.memberName)")
        let entry = try #require(try app.services.moderation.entries(action: .dismiss, before: nil, limit: 1, app.host()).first)
        #expect(try await app.send(.post, "\(queue)/log/\(entry.number)/undo", as: .host).status == 303)
        #expect(try await log().first == "host Person reopened the case of \(found.memberName)")
    }
}
