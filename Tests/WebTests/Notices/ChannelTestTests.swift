import Domain
import Services
import Store
import Testing

/// A test of one channel, and what the page says of it.
@Suite struct ChannelTestTests {
    private let app: TestApp

    init() async throws {
        app = try await TestApp.withTrips()
        _ = try await app.database.write { try $0.run("DELETE FROM notice", []) }
        for channel in [DeliveryChannel.push, .email] {
            try await app.store.addressBook.put(
                .init(id: app.services.system.newID(), channel: channel, address: "\(channel) of theirs", label: "My \(channel)"),
                account: app.id("account traveller"), at: app.clock.now)
        }
    }

    private func press(_ channel: String) async throws -> TestApp.TestResponse {
        try await app.send(.post, "/notices/test", as: .traveller, form: [("channel", channel)])
    }

    private func page(as user: TestUser = .traveller) async throws -> HTMLPage {
        try await app.send(.get, "/notices/settings", as: user).page
    }

    /// Whether the page says it of the channel's newest test, and of nothing else.
    private func says(_ text: String, of channel: String) async throws -> Bool {
        let found = try await page().texts("#test-\(channel) p")
        return found.count == 1 && found[0].contains(text)
    }

    @Test func eachChannelThatIsSetUpHasItsOwnButtonAndIsTriedAlone() async throws {
        #expect(try await page().find("input[name=channel]").map { $0["value"] } == ["push", "email"])
        #expect(try await page(as: .host).count("input[name=channel]") == 0, "nothing reaches the host")
        #expect(try await press("push").status == 303)
        #expect(try await says("Waiting", of: "push"))
        try await app.services.notices.outbox.runDue()
        app.clock.pass(.minutes(5))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.map(\.address) == ["push of theirs"])
        #expect(try await says("Test, My push: Sent, accepted by the service", of: "push"))
        #expect(try await page().texts("#test-email p").isEmpty)
        for wrong in ["telegram", "pigeon", ""] { #expect(try await press(wrong).status == 409, "\(wrong)") }
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.count == 1)
    }

    @Test func whatADeviceSaysShows() async throws {
        #expect(try await press("push").status == 303)
        try await app.services.notices.outbox.runDue()
        let sent = try #require(app.post.sent.last)
        #expect(try await app.send(.post, "/notices/deliveries/\(sent.id)/shown").status == 200)
        #expect(try await says("Shown on the device", of: "push"))
        #expect(try await app.send(.post, "/notices/deliveries/\(sent.id)/opened").status == 200)
        #expect(try await says("Opened on the device", of: "push"))
        #expect(try await page(as: .host).texts(".channel-test p").isEmpty)
        // The newest one counts.
        app.clock.pass(.minutes(1))
        #expect(try await press("push").status == 303)
        #expect(try await says("Waiting", of: "push"))
    }

    @Test func aTestThatFailedSaysWhyAndNoOtherChannelIsTried() async throws {
        app.post.answer { $0.address.channel == .email ? .gone(reason: "Nobody has this address") : .accepted }
        #expect(try await press("email").status == 303)
        for _ in 0..<3 {
            try await app.services.notices.outbox.runDue()
            app.clock.pass(.minutes(1))
        }
        for words in ["Failed", "Nobody has this address", "3 min ago"] { #expect(try await says(words, of: "email"), "\(words)") }
        #expect(app.post.sent.isEmpty, "push was not asked for")
        #expect(try await page().find("input[name=channel]").map { $0["value"] } == ["push"], "nothing goes to that address any more")
    }
}
