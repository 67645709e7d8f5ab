import Domain
import Services
import Store
import Testing

/// The machine's clock is set back or forward under the outbox: nothing waits for a time of before, and nothing is lost.
@Suite struct OutboxClockTests {
    /// By a correction, by hand, and by a machine that thinks for a while that it is another year.
    private static let steps = [Duration.minutes(2), .hours(3), .days(400)]
    private let app: TestApp
    private let zone: TripZone

    init() async throws {
        app = try await TestApp.withTrips()
        zone = try app.access(.host).trip.zone
        try await app.database.write { _ = try $0.run("DELETE FROM notice") }
        try await give(.push)
        go(to: 12)
        try await app.signInAgain()
    }

    private func give(_ channel: DeliveryChannel) async throws {
        let address = DeliveryAddress(id: app.services.system.newID(), channel: channel, address: "\(channel)")
        try await app.store.addressBook.put(address, account: app.id("account traveller"), at: app.clock.now)
    }

    /// To that hour of the next day in the trip's zone.
    private func go(to hour: Int) {
        let today = zone.local(app.clock.now).day
        app.clock.pass(zone.instant(day: Day(number: today.number + 1), secondsOfDay: hour * 3600) - app.clock.now)
    }

    @discardableResult
    private func add(
        _ number: UInt64, _ urgency: Urgency = .normal, topic: String = "", kind: NoticeKind = .announcement
    ) async throws -> ID {
        let id = ID(high: 77, low: number)
        try await app.store.notices.add(
            [
                NewNotice(
                    id: id, person: .member(app.id("member traveller"), trip: app.id("trip alpha")), kind: kind, subject: nil,
                    urgency: urgency, topic: topic, title: "The bus leaves", text: "", expiresAt: app.clock.now + .days(900))
            ], at: app.clock.now)
        return id
    }

    private func run() async throws { try await app.services.notices.outbox.runDue() }
    private var sent: [ID] { app.post.sent.map(\.notice) }

    @Test(arguments: steps) func aCallForHelpThatWasWrittenAMomentBeforeGoesOut(_ step: Duration) async throws {
        let help = try await add(1, .urgent, kind: .help)
        app.clock.step(.zero - step)
        try await run()
        #expect(sent == [help])
    }

    @Test(arguments: steps) func aRetryDoesNotWaitForTheOldTime(_ step: Duration) async throws {
        app.post.answer { _ in .later(reason: "Away", after: nil) }
        let help = try await add(1, .urgent, kind: .help)
        try await run()
        app.clock.step(.zero - step)
        // The dispatcher looks all the time.
        try await run()
        app.post.answer { _ in .accepted }
        app.clock.pass(.seconds(8))
        try await run()
        #expect(sent == [help])
    }

    /// The program was off, or was killed before it could look.
    @Test(arguments: steps) func aStartLooksAtWhatLiesAhead(_ step: Duration) async throws {
        let help = try await add(1, .urgent, kind: .help)
        app.clock.step(.zero - step)
        let running = try await app.restarted()
        try await running.store.outbox.setBack(to: app.clock.now)
        try await running.services.notices.outbox.runDue()
        #expect(running.post.sent.map(\.notice) == [help])
    }

    @Test(arguments: steps) func theNextChannelWaitsItsTimeAndNoLonger(_ step: Duration) async throws {
        try await give(.email)
        try await add(1)
        try await run()
        app.clock.step(.zero - step)
        try await run()
        #expect(app.post.sent.map(\.address) == ["push"])
        app.clock.pass(.minutes(31))
        try await run()
        #expect(app.post.sent.map(\.address) == ["push", "email"])
    }

    @Test(arguments: steps) func whatIsTakenBackIsToldAfterWhatWasTold(_ step: Duration) async throws {
        let help = try await add(1, .urgent, topic: "help:1", kind: .help)
        try await run()
        app.clock.step(.zero - step)
        let taken = try await add(2, .urgent, topic: "help:1", kind: .helpTaken)
        try await run()
        #expect(sent == [help, taken])
    }

    /// A link to a new password is no notice.
    @Test(arguments: steps) func aLetterDoesNotWaitForTheOldTime(_ step: Duration) async throws {
        try await LetterFlowTests.vouched(app)
        #expect(try await app.send(.post, "/sign-in/forgotten", form: [("email", "traveller@x.example")]).status == 200)
        app.clock.step(.zero - step)
        try await app.services.letters.runDue()
        #expect(app.mailbox.mails.count == 1)
        try await app.services.letters.runDue()
        #expect(app.mailbox.mails.count == 1)
    }

    // MARK: quiet hours

    /// At eleven in the evening it is put off until seven; then it is found to be eight.
    @Test func quietHoursAreThoseOfTheNewTime() async throws {
        go(to: 23)
        let late = try await add(1)
        try await run()
        #expect(sent.isEmpty)
        app.clock.step(.hours(-3))
        try await run()
        #expect(sent == [late], "eight in the evening")
    }

    @Test func aClockThatIsSetBackIntoTheNightWakesNobody() async throws {
        let early = try await add(1)
        app.clock.step(.hours(-9))
        try await run()
        #expect(sent.isEmpty, "three at night")
        app.clock.pass(.hours(4))
        try await run()
        #expect(sent == [early])
    }

    @Test func aClockThatIsSetForwardIntoTheNightWakesNobody() async throws {
        app.post.answer { _ in .later(reason: "Away", after: .minutes(5)) }
        let notice = try await add(1)
        try await run()
        app.post.answer { _ in .accepted }
        app.clock.step(.hours(13))
        try await run()
        #expect(sent.isEmpty, "one at night")
        app.clock.pass(.hours(6))
        try await run()
        #expect(sent == [notice])
    }

    // MARK: limits

    @Test(arguments: [Duration.hours(3), .days(400)]) func urgentOnesOfBeforeDoNotUseUpTheHour(_ step: Duration) async throws {
        for _ in 0..<Announcement.urgentLimit { try await announce() }
        await #expect(throws: Refusal.self) { try await announce() }
        app.clock.step(.zero - step)
        try await announce()
    }

    private func announce() async throws {
        try await app.announce(to: AnnouncementAudience([(.all, .everyone)])) { $0.urgency = .urgent }
    }
}
