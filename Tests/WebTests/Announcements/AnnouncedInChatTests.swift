import Domain
import Services
import Store
import Testing

/// Announcements among what people write in the trip's conversation.
@Suite struct AnnouncedInChatTests {
    private let app: TestApp
    init() async throws { app = try await TestApp.withTrips() }

    private func shown(_ part: ThreadPosition) throws -> [(title: String, people: Int?)] {
        let host = try app.member(.host)
        let thread = try app.services.chat.open(app.id("trip alpha"), part, host)
        return try app.services.announcements.inChat(thread, host).map { ($0.announcement.content.title, $0.people) }
    }

    private func announceToAda(_ title: String) async throws {
        try await app.announce(title, to: AnnouncementAudience([(.all, .people([app.id("member")]))]))
    }

    /// A chat is opened often, and an announcement may have thousands of recipients.
    @Test func onlyWhatIsShownIsCounted() async throws {
        let (trip, host) = (app.id("trip alpha"), app.id("member host"))
        try await app.announce("Early, to all")
        app.clock.pass(.seconds(1))
        try await announceToAda("Early, to Ada")
        #expect(try shown(.newest).map(\.title) == ["Early, to all", "Early, to Ada"])
        #expect(try shown(.newest).map(\.people) == [nil, 1], "who is on the trip needs no count")
        for number in 1...60 {
            app.clock.pass(.seconds(1))
            let draft = MessageStore.Draft(
                conversation: trip, trip: trip, member: host, clientID: app.services.system.newID(), text: "Hello \(number)", replyTo: nil,
                state: .visible)
            _ = try await app.store.messages.send(draft, at: app.clock.now)
        }
        #expect(try shown(.newest).isEmpty)
        try await announceToAda("Late")
        #expect(try shown(.newest).map(\.title) == ["Late"] && shown(.newest).map(\.people) == [1])
        let first = try #require(try app.services.chat.open(trip, .newest, app.member(.host)).messages.first).number
        #expect(try shown(.before(first)).map(\.title) == ["Early, to all", "Early, to Ada"])
    }
}
