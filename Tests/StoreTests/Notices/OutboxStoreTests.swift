import Database
import Domain
import Store
import Testing

/// Which deliveries go out, and which end before.
@Suite struct OutboxStoreTests {
    private let people: TestPeople
    private var outbox: OutboxStore { people.store.outbox }
    private let noon = TestPeople.noon
    init() async throws { people = try await TestPeople() }

    private func give(_ channel: DeliveryChannel, _ number: UInt64 = 1) async throws -> DeliveryAddress {
        let address = DeliveryAddress(
            id: ID(high: 7, low: number << 8 | UInt64(channel.rawValue.utf8.count)), channel: channel, address: "\(channel) \(number)")
        try await people.store.addressBook.put(address, account: TestPeople.account("traveller"), at: noon)
        return address
    }

    /// - Returns: its id.
    private func add(
        _ number: UInt64, topic: String = "", to person: NoticePerson? = nil, after time: Duration = .zero
    ) async throws -> ID {
        let id = ID(high: 8, low: number)
        let person = person ?? .member(TestPeople.member("traveller"), trip: people.trip)
        try await people.store.notices.add(
            [
                NewNotice(
                    id: id, person: person, kind: .announcement, subject: nil, urgency: .normal, topic: topic, title: "The bus", text: "",
                    expiresAt: noon + .days(2))
            ], at: noon + time)
        return id
    }

    private func queue(_ notice: ID, _ addresses: DeliveryAddress..., nextAt: Duration? = nil, at time: Duration = .zero) async throws {
        let deliveries = addresses.map { (id: ID(high: notice.low, low: $0.id.low), address: $0) }
        let plan = OutboxStore.Planned(notice: notice, deliveries: deliveries, dueAt: nil, nextAt: nextAt.map { noon + $0 })
        try await outbox.store([plan], at: noon + time)
    }

    private func claim(_ channel: DeliveryChannel = .push, limit: Int = 50, urgentLimit: Int = 0, at time: Duration) async throws
        -> [DueDelivery]
    {
        let now = noon + time
        return try await outbox.claim(
            channel, limit: limit, urgentLimit: urgentLimit, at: now, leaseEnd: now + .seconds(90), inboxSince: now - Notice.kept)
    }

    private func note(_ delivery: DueDelivery, _ state: DeliveryState, at time: Duration) async throws {
        try await outbox.store([.init(delivery: delivery.id, state: state, dueAt: noon + time)], at: noon + time)
    }

    private func states() throws -> [String] { try people.texts("SELECT state || ' ' || reason FROM delivery ORDER BY id") }

    private func nextAt(_ notice: ID) throws -> Instant? {
        try people.database.read {
            try $0.one("SELECT next_at FROM notice WHERE id = ?", [.id(notice)]) { $0.optionalInteger(0).map { Instant(microseconds: $0) } }
        } ?? nil
    }

    // MARK: topics

    @Test func whatAServiceRefusedForNowIsNotSentAfterANewerOneOfItsTopic() async throws {
        let push = try await give(.push)
        let old = try await add(1, topic: "event:1")
        try await queue(old, push)
        let sending = try #require(try await claim(at: .zero).first)
        let new = try await add(2, topic: "event:1", after: .seconds(1))
        try await queue(new, push, at: .seconds(1))
        try await note(sending, .queued, at: .seconds(2))
        #expect(try await claim(at: .seconds(3)).map(\.notice.id) == [new])
        #expect(try states() == ["replaced Recalled, or a newer one stands for it", "sending "])
    }

    @Test func whatIsOfAnotherTopicOrForSomebodyElseReplacesNothing() async throws {
        let push = try await give(.push)
        let old = try await add(1, topic: "event:1")
        try await queue(old, push)
        _ = try await add(2, topic: "event:2", after: .seconds(1))
        _ = try await add(3, topic: "event:1", to: .member(TestPeople.member("other"), trip: people.trip), after: .seconds(1))
        try await people.run("UPDATE notice SET told_at = made_at")
        #expect(try await claim(at: .seconds(3)).map(\.notice.id) == [old])
    }

    /// A newer one that is not to go out yet.
    @Test func whatWaitsForItsTimeEndsNothing() async throws {
        let push = try await give(.push)
        let old = try await add(1, topic: "event:1")
        try await queue(old, push)
        let sending = try #require(try await claim(at: .zero).first)
        _ = try await add(2, topic: "event:1", after: .seconds(1))
        try await note(sending, .queued, at: .seconds(2))
        #expect(try await claim(at: .seconds(3)).map(\.notice.id) == [old])
    }

    /// The next channel gets the newer one instead, and no later than it would have got the older one.
    @Test func whatIsOldGoesNoFurtherAndTheNewerOneTakesItsTurn() async throws {
        let (push, mail) = (try await give(.push), try await give(.email))
        let old = try await add(1, topic: "event:1")
        try await queue(old, push, nextAt: .minutes(30))
        for delivery in try await claim(at: .zero) { try await note(delivery, .accepted, at: .zero) }
        let new = try await add(2, topic: "event:1", after: .minutes(20))
        try await queue(new, push, nextAt: .minutes(50), at: .minutes(20))
        let pending = try #require(try outbox.pending(at: noon + .minutes(30), limit: 10).first)
        let plan = DeliveryPlan(pending, channels: DeliveryChannel.allCases, at: noon + .minutes(30))
        #expect(pending.id == old && plan.addresses.isEmpty && plan.nextAt == nil && pending.addresses.contains(mail))
        try await queue(old, at: .minutes(30))
        #expect(try nextAt(new) == noon + .minutes(30))
    }

    @Test func newerOnesAreFoundAmongThePersonsOwn() async throws {
        let people = try await TestPeople(isFile: true)
        let sql = "EXPLAIN QUERY PLAN SELECT 1 FROM notice n WHERE n.id = ? AND \(OutboxStore.isOutdated)"
        let steps = try people.database.read { try $0.all(sql, [.id(people.trip)]) { $0.text(3) } }
        let newer = steps.filter { $0.contains("newer") }
        #expect(newer.count == 2 && newer.allSatisfy { $0.contains("notice_member (") || $0.contains("notice_account (") })
        #expect(!steps.contains { $0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW" })
    }

    /// However many of a topic a person had before: the one that stands is found by all that says so.
    @Test func whatANewerOneReplacesIsFoundAtOnce() async throws {
        let people = try await TestPeople(isFile: true)
        for person in ["member_id", "account_id"] {
            let sql = "EXPLAIN QUERY PLAN SELECT 1 FROM notice WHERE \(person) = ? AND topic = ? AND ended_at IS NULL"
            let steps = try people.database.read { try $0.all(sql, [.id(people.trip), .text("event:1")]) { $0.text(3) } }
            #expect(steps.count == 1 && steps.allSatisfy { $0.hasSuffix("(\(person)=? AND topic=? AND ended_at=?)") })
        }
    }

    // MARK: several browsers

    @Test func oneDeadBrowserOfTwoKeepsTheNextChannelWaiting() async throws {
        let (first, second) = (try await give(.push, 1), try await give(.push, 2))
        let notice = try await add(1)
        try await queue(notice, first, second, nextAt: .minutes(30))
        let due = try await claim(at: .zero)
        try #require(due.count == 2)
        try await note(due[0], .accepted, at: .seconds(1))
        try await note(due[1], .failed, at: .seconds(2))
        #expect(try nextAt(notice) == noon + .minutes(30))
    }

    @Test func theNextChannelDoesNotWaitForTheLastOfTwoDeadBrowsers() async throws {
        let (first, second) = (try await give(.push, 1), try await give(.push, 2))
        let notice = try await add(1)
        try await queue(notice, first, second, nextAt: .minutes(30))
        let due = try await claim(at: .zero)
        try #require(due.count == 2)
        try await note(due[0], .failed, at: .seconds(1))
        #expect(try nextAt(notice) == noon + .minutes(30), "the other may still take it")
        try await note(due[1], .failed, at: .seconds(2))
        #expect(try nextAt(notice) == noon + .seconds(2))
    }

    // MARK: people who are gone

    @Test(arguments: [
        "UPDATE member SET status = 'left' WHERE first_name = 'traveller'",
        "UPDATE member SET status = 'cancelled' WHERE first_name = 'traveller'",
        "UPDATE member SET deleted_at = 1 WHERE first_name = 'traveller'",
        "UPDATE trip SET deleted_at = 1",
    ]) func whoIsNoLongerOnTheTripIsToldNothingOfIt(_ change: String) async throws {
        let push = try await give(.push)
        try await queue(try await add(1), push)
        try await people.run(change)
        #expect(try await claim(at: .hours(1)).isEmpty)
        #expect(try states() == ["expired No longer on the trip"])
    }

    @Test func whoIsOnNoTripIsToldOfTheirAccount() async throws {
        let push = try await give(.push)
        let notice = try await add(1, to: .account(TestPeople.account("traveller")))
        try await queue(notice, push)
        try await people.run("UPDATE member SET status = 'left' WHERE first_name = 'traveller'")
        #expect(try await claim(at: .hours(1)).map(\.notice.id) == [notice])
    }

    // MARK: the clock of quiet hours

    /// Noon in UTC is midnight in Auckland's winter, and one o'clock at night in its summer.
    @Test func noticesOfNoTripKeepTheQuietHoursOfTheTripThatOneIsOn() async throws {
        let push = try await give(.push)
        try await people.run("UPDATE trip SET time_zone = 'Pacific/Auckland'")
        let notice = try await add(1, to: .account(TestPeople.account("traveller")))
        #expect(try outbox.pending(at: noon, limit: 1).first?.zone.identifier == "Pacific/Auckland")
        try await queue(notice, push)
        #expect(try await claim(at: .seconds(1)).isEmpty)
        try await people.run("UPDATE trip SET end_day = ?", [Value(TripZone.utc.today(at: noon).number - 3)])
        try await people.run("UPDATE delivery SET due_at = 0")
        #expect(try await claim(at: .seconds(2)).map(\.notice.id) == [notice], "that trip is over: UTC")
    }

    // MARK: what is urgent

    @Test func onlyUrgentDeliveriesTakeMoreThanTheLimit() async throws {
        let push = try await give(.push)
        for number in 1...4 { try await queue(try await add(UInt64(number)), push) }
        try await people.run("UPDATE notice SET urgency = 3 WHERE id IN (?, ?)", [.id(ID(high: 8, low: 3)), .id(ID(high: 8, low: 4))])
        #expect(try await claim(limit: 0, urgentLimit: 1, at: .zero).map(\.notice.urgency) == [.urgent])
        #expect(try outbox.hasDue(.push, isUrgent: true, at: noon))
        #expect(try await claim(limit: 0, urgentLimit: 16, at: .zero).map(\.notice.urgency) == [.urgent])
        #expect(try !outbox.hasDue(.push, isUrgent: true, at: noon) && outbox.hasDue(.push, at: noon))
        #expect(try await claim(limit: 1, urgentLimit: 17, at: .zero).map(\.notice.urgency) == [.normal])
    }
}
