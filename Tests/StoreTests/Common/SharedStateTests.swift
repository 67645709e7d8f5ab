import Database
import Domain
import Store
import TestDatabases
import Testing

/// What one node began, another one goes on with, and their limits are one.
@Suite struct SharedStateTests {
    private let people: TestPeople
    private let nodes: TestNodes
    private let now = TestPeople.noon
    private let traveller = TestPeople.member("traveller")
    init() async throws {
        people = try await TestPeople()
        nodes = try TestNodes(people.file)
    }

    private var one: Stores { nodes.stores[0] }
    private var other: Stores { nodes.stores[1] }
    private func id(_ number: Int) -> ID { ID(high: 70, low: UInt64(number)) }

    // MARK: undo

    private func duty() async throws -> Duty {
        let host = Duty.Person(id: TestPeople.member("host"), name: "host", phone: "")
        let duty = Duty(id: id(1), holder: host, offered: nil, startsAt: now + .hours(1), endsAt: now + .hours(9))
        try await one.duty.add(duty, trip: people.trip, isAccepted: true, by: .commandLine, at: now)
        return duty
    }

    @Test func aDutyThatOneNodeRemovedComesBackOnAnother() async throws {
        let duty = try await duty()
        try await one.duty.remove(duty.id, trip: people.trip, by: .commandLine, at: now)
        #expect(try one.duty.list(trip: people.trip, from: now).isEmpty)
        let found = try #require(try other.duty.removed(duty.id, trip: people.trip, at: now + .minutes(9)))
        #expect(found.holder == TestPeople.member("host") && found.startsAt == duty.startsAt && found.endsAt == duty.endsAt)
        #expect(try other.duty.removed(duty.id, trip: id(9), at: now) == nil)
        #expect(try other.duty.removed(duty.id, trip: people.trip, at: now + .minutes(10)) == nil)
        try await other.duty.restore(duty, trip: people.trip, by: .commandLine, at: now)
        #expect(try one.duty.list(trip: people.trip, from: now) == [duty])
        // A second press, there or here, finds nothing to do.
        try await one.duty.restore(duty, trip: people.trip, by: .commandLine, at: now)
        #expect(try other.duty.removed(duty.id, trip: people.trip, at: now) == nil)
    }

    @Test func twoWhoBringADutyBackBringItBackOnce() async throws {
        let duty = try await duty()
        try await one.duty.remove(duty.id, trip: people.trip, by: .commandLine, at: now)
        let restored = try await nodes.meet(before: "duty") { [people, now] store, _ in
            try await store.duty.restore(duty, trip: people.trip, by: .commandLine, at: now)
        }
        #expect(restored.successes().count == 2)
        #expect(try one.duty.list(trip: people.trip, from: now) == [duty])
        #expect(try people.texts("SELECT action FROM audit WHERE action = 'duty restored'").count == 1)
    }

    @Test func aCheckInListComesBackOnAnotherNodeWithItsHelpers() async throws {
        let event = try await TestEvent(members: 1, capacity: nil)
        let found = try await event.found()
        let nodes = try TestNodes(event.file)
        let (one, other, author) = (nodes.stores[0], nodes.stores[1], TestEvent.author)
        let lists = ["Bus out", "Bus back"].enumerated().map { index, name in
            CheckInList(id: id(index), eventID: event.event, name: name, exclusiveSet: "bus")
        }
        let before = try event.store.checkIn.lists(of: event.event)
        try await one.checkIn.add(lists, to: found, by: author, at: now)
        let link = HelperLink(id: id(5), listID: id(0), note: "Mara", madeBy: "Host", madeAt: now, endsAt: now + .hours(2))
        let token = [UInt8](repeating: 7, count: 32)
        try await one.helperLinks.add(link, tokenHash: token, list: lists[0], of: found, by: author)
        try await one.checkIn.remove(lists[0], of: found, by: author, at: now)
        #expect(try other.checkIn.lists(of: event.event) == before + [lists[1]] && other.helperLinks.find(tokenHash: token) == nil)
        #expect(try other.checkIn.removed(id(0), of: event.event, at: now + .minutes(9)) == lists[0])
        #expect(try other.checkIn.removed(id(0), of: id(0), at: now) == nil)
        try await other.checkIn.restore(id(0), of: found, by: author, at: now + .minutes(9))
        #expect(try one.checkIn.lists(of: event.event) == before + lists, "out of the same ones, where it stood")
        #expect(try one.helperLinks.find(tokenHash: token)?.link == link)
        try await one.checkIn.remove(lists[0], of: found, by: author, at: now)
        await #expect(throws: Refusal.self) {
            try await other.checkIn.restore(id(0), of: found, by: author, at: now + .minutes(10))
        }
    }

    // MARK: limits

    private func send(_ number: Int, slow: Duration = .zero, at now: Instant? = nil, _ store: Stores) async throws -> Bool {
        try await store.messages.send(
            .init(
                conversation: people.trip, trip: people.trip, member: traveller, clientID: id(number), text: "Line \(number)", replyTo: nil,
                state: .visible,
                pace: MessagePace(slow: slow)), at: now ?? self.now
        ).isNew
    }

    @Test func messagesOfAllNodesAreCountedTogether() async throws {
        for number in 0..<29 { #expect(try await send(number, nodes.stores[number % 2])) }
        let last = try await nodes.meet(before: "message") { store, node in try await send(29 + node, store) }
        #expect(last.successes() == [true])
        #expect(last.refusals() == [.tooMany("Wait 61 seconds before you write again.", retryAfter: 61)])
        #expect(try nodes.number("SELECT count(*) FROM message") == 30)
        // A phone that did not hear the answer, on either node; and somebody else.
        for store in nodes.stores { #expect(try await !send(7, store)) }
        let draft = MessageStore.Draft(
            conversation: people.trip, trip: people.trip, member: TestPeople.member("host"), clientID: id(7), text: "Mine", replyTo: nil,
            state: .visible,
            pace: MessagePace(slow: .zero))
        #expect(try await other.messages.send(draft, at: now).isNew)
        #expect(try await send(40, at: now + .seconds(60), other))
    }

    @Test func aPauseInSlowModeIsOneForAllNodes() async throws {
        let slow = Duration.seconds(30)
        let first = try await nodes.meet(before: "message") { store, node in try await send(node, slow: slow, store) }
        #expect(first.successes() == [true] && first.refusals().count == 1)
        for store in nodes.stores { await #expect(throws: Refusal.self) { try await send(5, slow: slow, at: now + .seconds(29), store) } }
        #expect(try await send(5, slow: slow, at: now + .seconds(30), other))
        #expect(try await !send(5, slow: slow, at: now + .seconds(31), one))
    }

    /// A clock that was far ahead keeps nobody waiting until then.
    @Test func messagesOfAWrongClockDoNotCount() async throws {
        for number in 0..<30 { #expect(try await send(number, at: now + .hours(1), one)) }
        #expect(try await send(30, slow: .seconds(30), other))
    }

    private func pace(_ limit: Int) -> Pace {
        Pace(.reaction, of: traveller, limit, within: .minutes(1)) { .tooMany("Wait \($0).", retryAfter: $0) }
    }

    @Test func actsOfAllNodesAreCountedTogether() async throws {
        let (pace, late) = (pace(10), now + .seconds(20))
        for number in 0..<9 { try await nodes.stores[number % 2].passing.take(pace, at: now) }
        let last = try await nodes.meet(before: "pace") { store, _ in try await store.passing.take(pace, at: late) }
        #expect(last.successes().count == 1)
        #expect(last.refusals() == [.tooMany("Wait 40.", retryAfter: 40)])
        try await other.passing.take(Pace(.review, of: traveller, 1, within: .minutes(1)) { _ in .notFound }, at: late)
        await #expect(throws: Refusal.self) { try await one.passing.take(pace, at: now + .seconds(59)) }
        try await one.passing.take(pace, at: now + .minutes(1))
        #expect(try nodes.number("SELECT acts FROM pace WHERE kind = 'reaction'") == 1)
    }

    @Test func aSignThatIsTooManyIsNotStored() async throws {
        let number = try await one.messages.send(
            .init(
                conversation: people.trip, trip: people.trip, member: traveller, clientID: id(1), text: "Hello", replyTo: nil,
                state: .visible), at: now
        ).number
        let pace = pace(2)
        for (store, isOn) in [(one, true), (other, false)] {
            try await store.messages.setReaction(.allCases[0], isOn: isOn, to: number, by: traveller, pace: pace, at: now)
        }
        await #expect(throws: Refusal.self) {
            try await one.messages.setReaction(.allCases[0], isOn: true, to: number, by: traveller, pace: pace, at: now)
        }
        #expect(try nodes.number("SELECT count(*) FROM reaction") == 0)
        try await other.messages.setReaction(.allCases[0], isOn: true, to: number, by: traveller, pace: pace, at: now + .minutes(2))
        #expect(try nodes.number("SELECT count(*) FROM reaction") == 1)
    }

    @Test func anActOfAWrongClockKeepsNobodyWaiting() async throws {
        for _ in 0..<2 { try await one.passing.take(pace(2), at: now + .days(400)) }
        for _ in 0..<2 { try await other.passing.take(pace(2), at: now) }
        await #expect(throws: Refusal.self) { try await one.passing.take(pace(2), at: now) }
    }

    @Test func whatIsOfNoUseGoes() async throws {
        let duty = try await duty()
        try await one.duty.remove(duty.id, trip: people.trip, by: .commandLine, at: now)
        try await one.passing.take(pace(2), at: now)
        try await other.passing.forget(at: now + .hours(1))
        #expect(try nodes.number("SELECT (SELECT count(*) FROM pace) + (SELECT count(*) FROM removed_duty)") == 2)
        try await other.passing.forget(at: now + .hours(3))
        #expect(try nodes.number("SELECT (SELECT count(*) FROM pace) + (SELECT count(*) FROM removed_duty)") == 0)
    }

    // MARK: keys and proofs

    @Test func aProofIsUsedOnce() async throws {
        let proof = [UInt8](repeating: 3, count: 32)
        let used = try await nodes.meet(before: "used_proof") { [now] store, _ in
            try await store.identities.use(proof: proof, until: now + .hours(1), at: now)
        }
        #expect(used.successes().sorted { $0 && !$1 } == [true, false])
        for store in nodes.stores { #expect(try store.identities.isUsed(proof: proof)) }
        #expect(try !one.identities.isUsed(proof: [UInt8](repeating: 4, count: 32)))
    }

    @Test func nodesThatStartAtOnceHaveOneKey() async throws {
        _ = try await nodes.meet(before: "server_setting") { store, node in
            try await store.key.keep(String(repeating: node == 0 ? "A" : "Q", count: 43))
        }.map { try $0.get() }
        let found = try #require(try one.key.find())
        #expect(try found.count == 32 && other.key.find() == found)
    }
}
