import Domain
import Services
import Store
import Testing

/// Admins moderate every trip and are on few: they read along where they may moderate, and write nothing.
@Suite struct AdminChatTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    @Test func theChatOfATripOpensToReadAndNoMore() async throws {
        let page = try await app.send(.get, app.chat, as: .admin)
        #expect(page.status == 200 && page.body.contains("Who is up early?") && page.body.contains("You are reading as a moderator"))
        for offer in ["id=\"composer\"", "data-do=\"reply\"", "class=\"report\"", "/friends/"] {
            #expect(!page.body.contains(offer), "\(offer)")
        }
        #expect(page.body.contains("/trips/alpha/members/\(app.id("member"))"))
        #expect(try await app.write("From an admin", as: .admin).status == 403)
        // Earlier and later, and where a case leads.
        let number = app.reportedMessage
        #expect(try await app.send(.get, app.chat + "?around=\(number)", as: .admin).body.contains("Reported words of Ada"))
        let found = try await app.send(.get, "/trips/alpha/moderation/cases/\(app.id("case"))", as: .admin).body
        #expect(HTMLPage(found).has("a[href=\(app.chat)?around=\(number)]"))
    }

    @Test func everyConversationButDirectOnesIsListed() async throws {
        let opened = try await app.send(.post, "/trips/alpha/friends/\(app.id("member host"))/chat", as: .traveller).location
        _ = try await app.write("Between the two of us", to: opened)
        let list = try await app.send(.get, "/trips/alpha/chat", as: .admin)
        #expect(list.status == 200 && list.page.has("a[href=\(app.chat)]"))
        #expect(!list.body.contains("Between the two of us") && !list.body.contains(opened) && !list.body.contains("/chat/notices"))
        #expect(try await app.send(.get, opened, as: .admin).status == 404)
        // The moderator, who is on the trip, sees it no more than the admin does; the two themselves do.
        #expect(try await app.send(.get, opened, as: .moderator).status == 404)
        #expect(try await app.send(.get, opened, as: .host).status == 200)
    }

    @Test func ofADirectConversationOnlyWhatIsReportedIsSeen() async throws {
        let opened = try await app.send(.post, "/trips/alpha/friends/\(app.id("member host"))/chat", as: .traveller).location
        _ = try await app.write("A kind word", to: opened)
        _ = try await app.write("A rude word", to: opened)
        let conversation = try #require(ID(opened.split(separator: "/").last ?? ""))
        let rude = try #require(
            try app.store.messages.thread(conversation, .newest, limit: 1, reader: app.id("member host"), seesHeld: true).first)
        try await app.services.moderation.report(
            .message(rude.number, conversation: conversation), reason: "harassment", text: "", app.member(.host))
        let found = try #require(try app.openCase(rude.number))
        let page = try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .admin).body
        #expect(page.contains("A rude word") && !page.contains("A kind word") && !page.contains("in its conversation"))
        #expect(!HTMLPage(page).has("a[href^=\(opened)]") && !page.contains("/friends/"))
        #expect(try await app.send(.get, opened, as: .admin).status == 404)
    }

    @Test func nobodyElseComesIn() async throws {
        for user in [TestUser.nobody, .travellerOfAnotherTrip, .hostOfAnotherTrip] {
            #expect(try await ![200, 403].contains(app.send(.get, app.chat, as: user).status))
        }
    }
}
