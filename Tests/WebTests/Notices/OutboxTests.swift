import Domain
import Services
import Store
import Testing

/// What goes out, when, by which channel, and what comes of it.
@Suite struct OutboxTests {
    /// Without the notices of what the trip was made with.
    private static func app() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await app.database.write { _ = try $0.run("DELETE FROM notice") }
        return app
    }

    private static func read(_ app: TestApp) async throws {
        try await app.store.notices.markRead(nil, account: app.id("account traveller"), at: app.clock.now)
    }

    private static func notice(
        _ app: TestApp, _ number: UInt64 = 1, urgency: Urgency = .normal, topic: String = "", lasts: Duration = .hours(48),
        kind: NoticeKind = .announcement
    ) -> NewNotice {
        NewNotice(
            id: ID(high: 77, low: number), person: .member(app.id("member traveller"), trip: app.id("trip alpha")), kind: kind,
            subject: ID(high: 78, low: 1), urgency: urgency, topic: topic, title: "The bus leaves", text: "At the church",
            expiresAt: app.clock.now + lasts)
    }

    private static func give(_ app: TestApp, _ channels: DeliveryChannel...) async throws {
        for channel in channels {
            let address = DeliveryAddress(
                id: app.services.system.newID(), channel: channel, address: "\(channel.rawValue) of the traveller", label: "Mine")
            try await app.store.addressBook.put(address, account: app.id("account traveller"), at: app.clock.now)
        }
    }

    /// Noon in the trip's zone: no quiet hours.
    private static func noon(_ app: TestApp) throws {
        let zone = try app.access(.host).trip.zone
        let today = zone.local(app.clock.now).day
        app.clock.pass(zone.instant(day: Day(number: today.number + 1), secondsOfDay: 12 * 3600) - app.clock.now)
    }

    private static func states(_ app: TestApp) throws -> [String] {
        try app.database.read { try $0.all("SELECT channel || ' ' || state FROM delivery ORDER BY channel") { $0.text(0) } }
    }

    @Test func theFirstChannelThatWorksIsTakenAndTheNextWhenNobodyReads() async throws {
        let app = try await OutboxTests.app()
        try OutboxTests.noon(app)
        try await OutboxTests.give(app, .email, .push, .telegram)
        try await app.store.notices.add([OutboxTests.notice(app)], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        #expect(try OutboxTests.states(app) == ["push accepted"])
        app.clock.pass(.minutes(29))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.count == 1)
        app.clock.pass(.minutes(1))
        try await app.services.notices.outbox.runDue()
        #expect(try OutboxTests.states(app) == ["push accepted", "telegram accepted"])
        // Read on a page: the third is not needed.
        try await OutboxTests.read(app)
        app.clock.pass(.hours(2))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.map(\.address) == ["push of the traveller", "telegram of the traveller"])
    }

    @Test func whatIsUrgentGoesOutEverywhereAtOnceInTheMiddleOfTheNight() async throws {
        let app = try await OutboxTests.app()
        try OutboxTests.noon(app)
        app.clock.pass(.hours(14))
        try await OutboxTests.give(app, .email, .push)
        try await app.store.notices.add(
            [OutboxTests.notice(app, 1), OutboxTests.notice(app, 2, urgency: .urgent, kind: .help)], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        #expect(Set(app.post.sent.map(\.notice)) == [ID(high: 77, low: 2)] && app.post.sent.count == 2)
        // Five hours later it is seven: the other one comes.
        app.clock.pass(.hours(5))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.last?.notice == ID(high: 77, low: 1))
    }

    /// The plan was made before the quiet hours, the attempt failed, and the next one is due within them.
    @Test func whatIsTriedAgainWaitsForTheEndOfTheQuietHours() async throws {
        let app = try await OutboxTests.app()
        try OutboxTests.noon(app)
        app.clock.pass(.hours(10) - .minutes(1))
        try await OutboxTests.give(app, .push, .email)
        app.post.answer { _ in .later(reason: "The service is away", after: .minutes(5)) }
        try await app.store.notices.add([OutboxTests.notice(app)], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        app.post.answer { _ in .accepted }
        app.clock.pass(.minutes(6))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.isEmpty)
        #expect(try OutboxTests.states(app) == ["push queued"])
        app.clock.pass(.hours(9))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.map(\.address) == ["push of the traveller"], "the next channel waits its time")
    }

    @Test func channelsThatWereSwitchedOffAreLeftOut() async throws {
        let app = try await OutboxTests.app()
        let actor = try app.access(.traveller).actor
        try OutboxTests.noon(app)
        try await OutboxTests.give(app, .push, .email)
        var choices = NoticeChoices()
        choices.off[.announcements] = [.push]
        try await app.services.notices.setChoices(choices, actor)
        try await app.store.notices.add([OutboxTests.notice(app)], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.map(\.address) == ["email of the traveller"])
    }

    @Test func aServiceThatAsksToWaitIsObeyedToTheSecond() async throws {
        let app = try await OutboxTests.app()
        try OutboxTests.noon(app)
        try await OutboxTests.give(app, .push)
        app.post.answer { _ in .later(reason: "Too many requests", after: .seconds(97)) }
        try await app.store.notices.add([OutboxTests.notice(app)], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        app.post.answer { _ in .accepted }
        app.clock.pass(.seconds(96))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.isEmpty)
        app.clock.pass(.seconds(1))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.count == 1)
    }

    @Test func anAddressThatIsGoneIsAskedNoMoreAndTheNextChannelDoesNotWait() async throws {
        let app = try await OutboxTests.app()
        try OutboxTests.noon(app)
        try await OutboxTests.give(app, .push, .email)
        app.post.answer { $0.address.channel == .push ? .gone(reason: "Unsubscribed") : .accepted }
        try await app.store.notices.add([OutboxTests.notice(app, 1)], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        try await app.services.notices.outbox.runDue()
        #expect(try OutboxTests.states(app) == ["email accepted", "push failed"])
        try await app.store.notices.add([OutboxTests.notice(app, 2)], at: app.clock.now)
        app.post.forget()
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.map(\.address) == ["email of the traveller"])
    }

    @Test func aNewerOneOfTheSameTopicStandsForWhatHasNotGoneOut() async throws {
        let app = try await OutboxTests.app()
        let actor = try app.access(.traveller).actor
        try OutboxTests.noon(app)
        try await OutboxTests.give(app, .push)
        let (first, second) = (OutboxTests.notice(app, 1, topic: "event:1"), OutboxTests.notice(app, 2, topic: "event:1"))
        try await app.store.notices.add([first], at: app.clock.now)
        try await app.store.notices.add([second], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.map(\.notice) == [second.id])
        let inbox = try await app.services.notices.inbox(actor)
        #expect(inbox.notices.map(\.id) == [second.id])
    }

    @Test func whatIsNoUseAnyMoreIsNotSent() async throws {
        let app = try await OutboxTests.app()
        try OutboxTests.noon(app)
        try await OutboxTests.give(app, .push)
        app.post.answer { _ in .later(reason: "Away", after: nil) }
        try await app.store.notices.add([OutboxTests.notice(app, lasts: .minutes(3))], at: app.clock.now)
        for _ in 0..<10 {
            try await app.services.notices.outbox.runDue()
            app.clock.pass(.minutes(1))
        }
        #expect(try OutboxTests.states(app) == ["push expired"])
    }

    @Test func aDeviceReportsWhatItShowedAndWhatWasOpened() async throws {
        let app = try await OutboxTests.app()
        try OutboxTests.noon(app)
        try await OutboxTests.give(app, .push)
        try await app.store.notices.add([OutboxTests.notice(app)], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        let delivery = try #require(app.post.sent.first?.id)
        let outbox = app.services.notices.outbox
        // Later than now, says a phone with a wrong clock: it was now.
        #expect(try await outbox.report(delivery, isOpened: false, at: app.clock.now + .hours(3)))
        app.clock.pass(.minutes(2))
        #expect(try await outbox.report(delivery, isOpened: true, at: app.clock.now))
        let times = try app.database.read {
            try $0.one("SELECT opened_at - shown_at, state = 'accepted' FROM delivery") { ($0.integer(0), $0.boolean(1)) }
        }
        #expect(times?.0 == Duration.minutes(2).microseconds && times?.1 == true)
        #expect(try await outbox.report(ID(high: 1, low: 1), isOpened: true, at: app.clock.now) == false)
    }
}
