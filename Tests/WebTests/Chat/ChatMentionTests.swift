import Domain
import Foundation
import Services
import Store
import Testing

/// Who is named, and who hears of it.
@Suite struct ChatMentionTests {
    private let app: TestApp
    private var chat: String { "/trips/alpha/chat/\(app.id("trip alpha"))" }
    private static let badge = "Chat <b class=\"unread\"><span class=\"visually-hidden\">, for you: </span>"

    init() async throws { app = try await TestApp.withTrips() }

    private func post(_ text: String, to path: String? = nil, as user: TestUser = .traveller) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, (path ?? chat) + "/messages", as: user, form: [("text", text), ("client_id", UUID().uuidString)])
    }
    private func badge(_ token: String) async throws -> String? {
        let body = try await app.send(.get, "/trips/alpha/friends", token: token).body
        return body.components(separatedBy: ChatMentionTests.badge).dropFirst().first.map { String($0.prefix { $0 != "<" }) }
    }

    @Test func whoeverIsNamedHearsOfItUntilItIsRead() async throws {
        let ada = try await app.joined("member")
        _ = try await app.send(.get, chat, token: ada)
        #expect(try await badge(ada) == nil)
        #expect(try await post("Is that yours, @ada éxample? And @host Person: see <b>").status == 303)
        #expect(try await badge(ada) == "1")
        #expect(try await app.send(.get, "/trips/alpha/chat", token: ada).body.contains("You are named"))
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).body.contains(ChatMentionTests.badge + "1<"))
        #expect(try await !app.send(.get, "/trips/alpha/roster", as: .moderator).body.contains(ChatMentionTests.badge))
        let page = try await app.send(.get, chat, token: ada)
        #expect(page.page.texts(".message.to-me a.named").contains("@ada éxample") && page.body.contains("&lt;b&gt;"))
        #expect(!page.body.contains(ChatMentionTests.badge), "opening it is reading it")
        #expect(try await badge(ada) == nil)
        // The roster page is kept as bytes: it follows too.
        _ = try await app.send(.get, chat, as: .host)
        #expect(try await !app.send(.get, "/trips/alpha/roster", as: .host).body.contains(ChatMentionTests.badge))
    }

    @Test func onlyThoseWhoReadTheConversationAreNamed() async throws {
        let event = "/trips/alpha/chat/\(app.id("event"))"
        try await app.database.write { connection in
            _ = try connection.run("DELETE FROM invitation WHERE member_id = ?", [.blob(app.id("member").bytes)])
        }
        let ada = try await app.joined("member")
        _ = try await app.send(.get, chat, token: ada)
        #expect(try await post("@Ada Example is not here", to: event, as: .host).status == 303)
        #expect(try await badge(ada) == nil)
        #expect(try await !app.send(.get, event, as: .host).page.has(".named"))
    }

    @Test func whoWasBlockedIsNotHeard() async throws {
        let ada = try await app.joined("member")
        _ = try await app.send(.get, chat, token: ada)
        let path = "/trips/alpha/friends/\(app.id("member traveller"))/block"
        #expect(try await app.send(.post, path, token: ada, form: [("blocked", "yes")]).status == 303)
        _ = try await post("@Ada Example listen")
        #expect(try await badge(ada) == nil)
        // The author sees no difference.
        #expect(try await app.send(.get, chat, as: .traveller).page.texts("a.named").contains("@Ada Example"))
    }

    @Test func changingTheWordsChangesWhoIsNamed() async throws {
        let ada = try await app.joined("member")
        _ = try await app.send(.get, chat, token: ada)
        _ = try await post("@Ada Example come")
        let number = try #require(
            try app.store.messages.thread(
                app.id("trip alpha"), .newest, limit: 1, reader: app.id("member host"), seesHeld: true
            ).first?.number)
        #expect(try await badge(ada) == "1")
        let edited = try await app.send(
            .post, chat + "/messages/\(number)/edit", as: .traveller, form: [("text", "@host Person come")])
        #expect(edited.status == 303)
        #expect(try await badge(ada) == nil)
        #expect(try await app.send(.get, "/trips/alpha", as: .host).body.contains(ChatMentionTests.badge + "1<"))
    }

    @Test func whatIsWrittenToOneAloneIsForThem() async throws {
        let ada = try await app.joined("member")
        _ = try await app.send(.get, chat, token: ada)
        let direct = try await app.services.chat.openDirect(with: app.id("member"), app.member(.traveller))
        let path = "/trips/alpha/chat/\(direct)"
        for text in ["One", "Two"] { #expect(try await post(text, to: path).status == 303) }
        #expect(try await badge(ada) == "2")
        #expect(try await badge(try #require(app.session(.traveller))) == nil)
        _ = try await app.send(.get, path, token: ada)
        #expect(try await badge(ada) == nil)
    }

    @Test func whatWasRemovedOrIsHeldCallsNobody() async throws {
        let ada = try await app.joined("member")
        _ = try await app.send(.get, chat, token: ada)
        for state in [ChatMessage.State.held, .removed, .deleted] {
            _ = try await app.store.messages.send(
                .init(
                    conversation: app.id("trip alpha"), trip: app.id("trip alpha"), member: app.id("member traveller"),
                    clientID: app.services.system.newID(),
                    text: "@Ada Example", replyTo: nil, state: state,
                    mentions: [Mention(memberID: app.id("member"), text: "@Ada Example")]), at: app.clock.now)
        }
        #expect(try await badge(ada) == nil)
    }

    @Test func safetyWordsAreOfTheChosenLanguages() async throws {
        func set(_ languages: [String], on: Bool = true) async throws -> TestApp.TestResponse {
            try await app.send(
                .post, "/trips/alpha/moderation/rules", as: .host,
                form: [("kind", "safety"), ("do", "save"), ("effect", "note")] + (on ? [("on", "on")] : [])
                    + languages.map { ("language", $0) })
        }
        func urgent() throws -> Int { try app.services.moderation.queue(app.staff(.host)).count { $0.isUrgent } }
        _ = try await post("aiuto")
        #expect(try urgent() == 1)
        #expect(try await set(["de", "en"]).status == 303)
        _ = try await post("aiuto, sono qui")
        #expect(try urgent() == 1)
        _ = try await post("Hilfe")
        #expect(try urgent() == 2)
        let page = try await app.send(.get, "/trips/alpha/moderation/rules", as: .host).body
        #expect(page.contains("value=\"de\" checked") && !page.contains("value=\"it\" checked"))
        let none = try await set([])
        #expect(none.status == 422 && none.body.contains("Choose a language, or a list of yours."))
        #expect(try await set([], on: false).status == 303)
        _ = try await post("hurt")
        #expect(try urgent() == 2)
    }

    @Test func theQueueOfAllTripsShowsThoseThatOneModerates() async throws {
        let other = try app.member(.travellerOfAnotherTrip, slug: "beta")
        let sent = try await app.services.chat.send(
            .init(clientID: app.services.system.newID(), text: "Words on another trip", replyTo: nil, photos: []),
            to: app.id("trip beta"), other)
        try await app.services.moderation.report(
            .message(sent.number, conversation: app.id("trip beta")), reason: "spam", text: "",
            app.member(.hostOfAnotherTrip, slug: "beta"))
        let page = "/trips/alpha/moderation"
        let own = try await app.send(.get, page, as: .moderator).body
        #expect(!own.contains("All my trips"))
        #expect(try await !app.send(.get, page + "?trip=all", as: .moderator).body.contains("Words on another trip"))
        // An admin has both.
        #expect(try await !app.send(.get, page, as: .admin).body.contains("Words on another trip"))
        let all = try await app.send(.get, page + "?trip=all", as: .admin).body
        #expect(
            all.contains("Words on another trip") && all.contains("Reported words of Ada") && all.contains("<span class=\"chip\">Trip beta")
        )
        let found = try #require(try app.services.moderation.queue(app.staff(.admin, slug: "beta")).first)
        #expect(all.contains("/trips/beta/moderation/cases/\(found.id)/claim"))
        let form = [("case", "\(found.id) \(found.version) beta"), ("action", "remove"), ("reason", "Spam"), ("do", "apply")]
        #expect(try await app.send(.post, page + "/bulk?trip=all", as: .moderator, form: form).status == 404)
        let done = try await app.send(.post, page + "/bulk?trip=all", as: .admin, form: form)
        #expect(done.status == 303 && done.location.contains("trip=all"))
        #expect(try app.services.moderation.queue(app.staff(.admin, slug: "beta")).isEmpty)
    }
}
