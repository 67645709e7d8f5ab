import Domain
import Testing

/// The page of one's own chat and of the trip's group: how it stands in one line, and what to do next.
@Suite struct TelegramPageTests {
    private let own = "/notices/telegram"

    private func state(_ address: String, _ app: TestApp, as user: TestUser) async throws -> String? {
        try await app.send(.get, address, as: user).page.text("#linked-chat")
    }

    @Test func withoutABotNothingIsOffered() async throws {
        let app = try await TestApp.withTrips()
        for (address, user) in [(own, TestUser.traveller), ("/trips/alpha/telegram", .host)] {
            let page = try await app.send(.get, address, as: user).page
            #expect(page.text("#linked-chat") == "Not available here Off")
            #expect(!page.has("form[action=\(address)]") && page.count("#main .panel") == 1)
        }
        #expect(try await app.send(.get, own, as: .traveller).page.has(".panel a[href=/notices/settings]"), "there are other ways")
        #expect(try await app.send(.get, own, as: .admin).body.contains("BotFather"))
        #expect(try await !app.send(.get, own, as: .traveller).body.contains("BotFather"))
    }

    @Test func theNextStepIsTheOnlyFilledButton() async throws {
        let app = try await TestApp.withTrips().restartedWithBot()
        let page = try await app.send(.get, own, as: .traveller).page
        #expect(page.text("#linked-chat") == "Not linked yet Off")
        #expect(page.texts("#main button.primary") == ["Make a link"] && !page.has("#main a.primary"))
        let chat = TelegramChat(id: -1001, kind: .supergroup, title: "Ski week")
        try await app.store.telegramGroups.link(chat, to: app.id("trip alpha"), by: "host", at: app.clock.now)
        let group = try await app.send(.get, "/trips/alpha/telegram", as: .host).page
        #expect(group.text("#linked-chat") == "Linked to Ski week On")
        #expect(!group.has("#main button.primary") && group.has("button[aria-label^=Unlink]"))
    }

    private func withChat() async throws -> TestApp {
        let app = try await TestApp.withTrips().restartedWithBot()
        let chat = DeliveryAddress(id: app.services.system.newID(), channel: .telegram, address: "77001", label: "Telegram as Ada")
        try await app.store.addressBook.put(chat, account: app.id("account traveller"), at: app.clock.now)
        return app
    }

    /// The bot's name is not known here, as on a server that Telegram does not answer.
    @Test func whoLinksAnotherChatReadsWhyThereIsNoLink() async throws {
        let app = try await withChat()
        let unasked = "Telegram could not be asked what the bot is called."
        let linked = try await app.send(.get, own, as: .traveller)
        #expect(linked.page.text("#linked-chat") == "Linked to Telegram as Ada On" && !linked.body.contains(unasked))
        #expect(try await app.send(.post, own, as: .traveller).status == 303)
        let next = try await app.send(.get, own, as: .traveller)
        #expect(next.page.text("#linked-chat") == "Linked to Telegram as Ada On" && next.body.contains(unasked))
    }

    @Test func whoBlockedTheBotReadsItOfThemselves() async throws {
        let app = try await withChat()
        #expect(try await app.store.telegram.end(chat: 77001, reason: TelegramLinking.blocked, at: app.clock.now))
        let page = try await app.send(.get, own, as: .traveller)
        #expect(page.page.text("#linked-chat") == "Linked to Telegram as Ada Not reached")
        #expect(page.body.contains("You have blocked the bot on Telegram. Link it again.") && !page.body.contains("Has blocked"))
    }
}
