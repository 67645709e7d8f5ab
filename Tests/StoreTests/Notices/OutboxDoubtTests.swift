import Database
import Domain
import Store
import Testing

/// What a program that is killed leaves in hand, and what a clock that is set back leaves ahead.
@Suite struct OutboxDoubtTests {
    private let people: TestPeople
    private var outbox: OutboxStore { people.store.outbox }
    private let noon = TestPeople.noon
    init() async throws { people = try await TestPeople() }

    /// A notice and its delivery on one channel.
    private func give(_ number: UInt64, _ channel: DeliveryChannel, at time: Duration = .zero) async throws {
        let address = DeliveryAddress(id: ID(high: 7, low: number), channel: channel, address: "\(channel) \(number)")
        try await people.store.addressBook.put(address, account: TestPeople.account("traveller"), at: noon + time)
        try await people.store.notices.add([notice(number)], at: noon + time)
        let plan = OutboxStore.Planned(
            notice: ID(high: 8, low: number), deliveries: [(id: ID(high: 6, low: number), address: address)], dueAt: nil, nextAt: nil)
        try await outbox.store([plan], at: noon + time)
    }

    private func notice(_ number: UInt64, topic: String = "") -> NewNotice {
        NewNotice(
            id: ID(high: 8, low: number), person: .member(TestPeople.member("traveller"), trip: people.trip), kind: .announcement,
            subject: nil, urgency: .normal, topic: topic, title: "The bus", text: "", expiresAt: noon + .days(2))
    }

    private func claim(_ channel: DeliveryChannel = .telegram, at time: Duration) async throws -> [DueDelivery] {
        let now = noon + time
        return try await outbox.claim(channel, limit: 9, at: now, leaseEnd: now + .seconds(90), inboxSince: now - Notice.kept)
    }

    private func states() throws -> [String] {
        try people.texts("SELECT state || ': ' || reason FROM delivery ORDER BY id")
    }

    // MARK: killed

    /// Telegram does not know a message that it is given again.
    @Test func whatHasLeftIsSentOnceMoreAndNeverAThirdTime() async throws {
        try await give(1, .telegram)
        let first = try #require(try await claim(at: .zero).first)
        #expect(!first.isUnsure)
        try await outbox.begin(first.id)
        try await outbox.releaseClaims(at: noon + .seconds(1))
        let second = try #require(try await claim(at: .seconds(2)).first)
        #expect(second.id == first.id && second.isUnsure)
        try await outbox.begin(second.id)
        try await outbox.releaseClaims(at: noon + .seconds(3))
        #expect(try await claim(at: .hours(1)).isEmpty)
        #expect(try states() == ["failed: \(DeliveryDoubt.twice)"])
    }

    /// However often the program is killed before that.
    @Test func whatHasNotLeftIsSentAndCountsForNothing() async throws {
        try await give(1, .telegram)
        for step in 0..<5 {
            #expect(try await claim(at: .seconds(step)).count == 1)
            try await outbox.releaseClaims(at: noon + .seconds(step))
        }
        let due = try #require(try await claim(at: .seconds(9)).first)
        #expect(!due.isUnsure)
        try await outbox.begin(due.id)
        try await outbox.store([.init(delivery: due.id, state: .accepted, dueAt: noon)], at: noon + .seconds(9))
        #expect(try states() == ["accepted: "])
    }

    /// As where what came of it could not be noted on a full disk.
    @Test func aLeaseThatRunsOutCountsAsWell() async throws {
        try await give(1, .telegram)
        for (step, unsure) in [(0, false), (100, true)] {
            let due = try #require(try await claim(at: .seconds(step)).first)
            #expect(due.isUnsure == unsure)
            try await outbox.begin(due.id)
        }
        #expect(try await claim(at: .seconds(200)).isEmpty)
        #expect(try states() == ["failed: \(DeliveryDoubt.twice)"])
    }

    /// A device folds what comes twice.
    @Test func otherChannelsGoOnUntilTheyKnow() async throws {
        try await give(1, .push)
        for step in 0..<5 {
            #expect(try await claim(.push, at: .seconds(step)).map(\.isUnsure) == [false])
            try await outbox.releaseClaims(at: noon + .seconds(step))
        }
    }

    // MARK: the clock is set back

    @Test func whatWasToGoOutAtOnceDoesSoNow() async throws {
        try await give(1, .push, at: .hours(3))
        #expect(try await claim(.push, at: .seconds(1)).isEmpty)
        try await outbox.setBack(to: noon + .seconds(1))
        #expect(try await claim(.push, at: .seconds(1)).count == 1)
    }

    @Test func aRetryWaitsAsLongAsItHadToAndALeaseEnds() async throws {
        try await give(1, .push, at: .hours(3))
        try await give(2, .push, at: .hours(3))
        let due = try await claim(.push, at: .hours(3))
        let record = OutboxStore.Record(delivery: due[0].id, state: .queued, reason: "Away", dueAt: noon + .hours(3) + .minutes(5))
        try await outbox.store([record], at: noon + .hours(3))
        try await outbox.setBack(to: noon)
        #expect(try await claim(.push, at: .seconds(89)).isEmpty)
        #expect(try await claim(.push, at: .seconds(90)).map(\.id) == [due[1].id], "nobody has said what became of it")
        #expect(try await claim(.push, at: .minutes(5) - .seconds(1)).filter { $0.id == due[0].id }.isEmpty)
        #expect(try await claim(.push, at: .minutes(5)).contains { $0.id == due[0].id })
    }

    @Test func noticesAreLookedAtByTheNewTime() async throws {
        func nextAt() throws -> [String] {
            try people.texts("SELECT (next_at - \(noon.microseconds)) / 1000000 || '' FROM notice ORDER BY id")
        }
        let late = Duration.hours(3)
        try await people.store.notices.add([notice(1)], at: noon + late)
        try await give(2, .push, at: late)
        try await outbox.store(
            [
                .init(notice: ID(high: 8, low: 2), deliveries: [], dueAt: nil, nextAt: noon + late + .minutes(30))
            ], at: noon + late)
        try await people.store.notices.add([notice(3)], at: noon + late)
        // After quiet hours.
        try await outbox.store(
            [.init(notice: ID(high: 8, low: 3), deliveries: [], dueAt: nil, nextAt: noon + .hours(11))], at: noon + late)
        try await outbox.setBack(to: noon)
        #expect(try nextAt() == ["0", "1800", "0"])
        // Nothing that the clock has not set ahead is touched.
        try await outbox.setBack(to: noon)
        #expect(try nextAt() == ["0", "1800", "0"])
    }

    /// "You can stand down", told after the clock was set back, is not taken for older than the call.
    @Test func whatIsMadeLaterIsNewerThoughTheClockWentBack() async throws {
        try await people.store.notices.add([notice(1, topic: "help:1")], at: noon + .hours(3))
        try await people.run("UPDATE notice SET told_at = made_at, shown_at = made_at")
        try await people.store.notices.add([notice(2, topic: "help:1")], at: noon)
        let address = DeliveryAddress(id: ID(high: 7, low: 1), channel: .push, address: "push")
        try await people.store.addressBook.put(address, account: TestPeople.account("traveller"), at: noon)
        let plan = OutboxStore.Planned(
            notice: ID(high: 8, low: 2), deliveries: [(id: ID(high: 6, low: 1), address: address)], dueAt: nil, nextAt: nil)
        try await outbox.store([plan], at: noon)
        #expect(try await claim(.push, at: .zero).map(\.notice.id) == [ID(high: 8, low: 2)])
    }
}
