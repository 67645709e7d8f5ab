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
}
