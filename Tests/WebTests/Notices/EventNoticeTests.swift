import Domain
import Services
import Store
import Testing

/// What people are told of their answers: that they are due, and that a place is theirs no longer.
@Suite struct EventNoticeTests {
    private let app: TestApp
    init() async throws {
        app = try await TestApp.withTrips()
        app.clock.pass(.minutes(1))
    }

    private var event: Event { get throws { try app.services.events.find(app.id("event"), app.host()) } }

    private func newest() async throws -> Notice {
        try #require(try await app.services.notices.inbox(app.access(.traveller).actor).notices.first)
    }

    private func end(of notice: Notice) throws -> Int64? {
        try app.database.read { try $0.one("SELECT expires_at FROM notice WHERE id = ?", [.blob(notice.id.bytes)]) { $0.integer(0) } }
    }

    private func set(_ changes: String, of table: String = "invitation") async throws {
        _ = try await app.database.write { try $0.run("UPDATE \(table) SET \(changes)", []) }
    }

    /// In three hours, 21 before the event starts.
    private func closeSoon() async throws {
        let event = try event
        var fields = event.fields
        fields.answerBy = app.clock.now + .hours(3)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, app.host())
    }

    private func expectDue(_ notice: Notice) throws {
        let event = try event
        let zone = try app.host().trip.zone
        let limit = try #require(event.fields.answerBy)
        #expect(notice.kind == .answerDue && notice.title == "Please answer: Glacier walk" && notice.urgency == .high)
        #expect(notice.text.hasPrefix("Answer by ") && notice.text.contains(zone.local(limit).clock), "\(notice.text)")
        #expect(!notice.text.contains(zone.local(event.fields.startsAt).clock))
        let start = try app.database.read { try $0.one("SELECT answer_by FROM event WHERE title = 'Glacier walk'") { $0.integer(0) } }
        #expect(try end(of: notice) == start && start != nil)
        let buttons = TelegramPost.notice(notice, showsText: true, answers: [], trip: nil, link: nil).buttons
        #expect(buttons == [TelegramPost.answers(to: event.id)])
    }

    @Test func whoHasNotAnsweredIsAskedUntilTheAnswersClose() async throws {
        try await closeSoon()
        // Two days ago: nobody who was invited just now is reminded.
        try await set("invited_at = invited_at - 172800000000")
        try await app.services.answers.inviteNewcomersAndRemind()
        try expectDue(try await newest())
    }

    @Test func aHostWhoRemindsThemSaysTheSame() async throws {
        try await closeSoon()
        _ = try await app.services.answers.remind(.pending, [], isAgain: false, of: event, app.host())
        try expectDue(try await newest())
    }

    @Test func whoIsGoingHearsOfTheStart() async throws {
        let token = try app.personalToken("member traveller")
        #expect(try await app.send(.post, "/r/\(token)", form: [("answer", "yes")]).status == 303)
        _ = try await app.services.answers.remind(.going, [], isAgain: false, of: event, app.host())
        let notice = try await newest()
        #expect(notice.kind == .eventStarts && notice.title == "Reminder: Glacier walk")
    }

    @Test func aPlaceThatWasNotTakenInTimeIsSaidToBeLost() async throws {
        // Until an hour from now.
        try await set(
            "rsvp = 'offered', offer_expires_at = (SELECT starts_at FROM event e WHERE e.id = invitation.event_id) - 82800000000 "
                + "WHERE member_id IN (SELECT id FROM member WHERE first_name = 'traveller')")
        try await set("taken = taken + 1 WHERE title = 'Glacier walk'", of: "event")
        app.clock.pass(.minutes(61))
        try await app.services.answers.passOnExpiredOffers()
        let notice = try await newest()
        #expect(notice.kind == .placeLost && notice.title == "Your place was given on: Glacier walk")
        #expect(notice.subject == app.id("event"))
    }
}
