import Domain
import Services
import Store
import Testing

/// What belongs into the Telegram group of a trip.
@Suite struct AnnouncementGroupTests {
    private let app: TestApp
    private let everybody = [AnnouncementAudience([(.all, .everyone)]).text]

    init() async throws {
        app = try await TestApp.withTrips()
        try await app.store.telegramGroups.link(
            TelegramChat(id: -1001, kind: .supergroup, title: "Ski week"), to: app.id("trip alpha"), by: "host", at: app.clock.now)
    }

    private var group: TelegramGroups.Group { get throws { try #require(try app.store.telegramGroups.find(trip: app.id("trip alpha"))) } }

    private func due() throws -> [String] {
        try app.store.telegramGroups.dueAnnouncements(group, audience: everybody, at: app.clock.now).map(\.title)
    }

    /// The bot writes what is due.
    private func post() async throws {
        for (number, due) in try app.store.telegramGroups.dueAnnouncements(group, audience: everybody, at: app.clock.now).enumerated() {
            try await app.store.telegramGroups.begin(due, trip: app.id("trip alpha"), at: app.clock.now)
            try await app.store.telegramGroups.setShown(due, message: 100 + number, trip: app.id("trip alpha"), at: app.clock.now)
        }
    }

    @Test func aCorrectionFollowsWhatItCorrects() async throws {
        let old = try await app.announce("Bus at 18:40")
        #expect(try due() == ["Bus at 18:40"])
        try await post()
        #expect(try due() == [])
        app.clock.pass(.minutes(1))
        let content = try app.services.announcements.correction(of: old, app.announcer())
        let new = try await app.announce("Bus at 19:10", to: content.audience) { $0.corrects = old }
        #expect(try due() == ["Bus at 18:40", "Bus at 19:10"], "the old one says that another stands for it")
        try await post()
        #expect(try due() == [])
        // And the correction of that.
        app.clock.pass(.minutes(1))
        try await app.announce("Bus at 19:30", to: AnnouncementAudience([(.all, .got(new))])) { $0.corrects = new }
        #expect(try due() == ["Bus at 19:10", "Bus at 19:30"])
    }

    @Test func whatGotNoAnswerIsNotSentTwiceAndHostsAreTold() async throws {
        let (groups, trip) = (app.store.telegramGroups, app.id("trip alpha"))
        let id = try await app.announce("Bus at 18:40")
        let due = try #require(try groups.dueAnnouncements(group, audience: everybody, at: app.clock.now).first)
        try await groups.begin(due, trip: trip, at: app.clock.now)
        #expect(try groups.unsure(trip: trip, at: app.clock.now) == [], "the answer may be on its way")
        app.clock.pass(.minutes(2))
        #expect(try self.due() == [] && groups.unsure(trip: trip, at: app.clock.now) == ["Bus at 18:40"])
        // There was no connection: it is due as before.
        try await groups.forget(id, trip: trip)
        #expect(try self.due() == ["Bus at 18:40"] && groups.unsure(trip: trip, at: app.clock.now) == [])
    }

    @Test func whatIsForSomeIsNotForTheGroup() async throws {
        let few = try await app.announce("For Ada", to: AnnouncementAudience([(.all, .people([app.id("member")]))]))
        let wide = try await app.announce("For all")
        try await post()
        app.clock.pass(.minutes(1))
        try await app.announce("For Ada, corrected", to: AnnouncementAudience([(.all, .got(few))])) { $0.corrects = few }
        try await app.announce("Now for Ada alone", to: AnnouncementAudience([(.all, .people([app.id("member")]))])) { $0.corrects = wide }
        #expect(try due() == ["For all"])
    }
}
