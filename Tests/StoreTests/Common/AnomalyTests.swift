import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

/// What several nodes on one database must not do to one another: the anomalies that transactions can have (Adya; Hermitage), said of what
/// people are promised here.
@Suite struct AnomalyTests {
    private let now = TestEvent.start

    private func event(members: Int, capacity: Int?, automatic: Bool = true, invited: Int? = nil) async throws -> (TestEvent, TestNodes) {
        let event = try await TestEvent(members: members, capacity: capacity, automatic: automatic, invited: invited)
        return (event, try TestNodes(event.file))
    }

    private func count(_ rsvp: RSVP, _ event: TestEvent) throws -> Int {
        try event.store.events.invitations(of: event.event).count { $0.rsvp == rsvp }
    }

    // MARK: writes over writes

    /// G0: two hosts save a form each. What stands is the form of one of them, whole.
    @Test func aFormIsSavedWhole() async throws {
        let (event, nodes) = try await event(members: 1, capacity: nil)
        let member = event.members[0]
        let saved = try await nodes.meet(before: "member") { store, node in
            var batch = RosterStore.Batch()
            batch.changed = [
                .init(id: member) { fields in
                    var new = fields
                    (new[.room], new[.groups], new[.lastName]) = ("Room \(node)", "Group \(node)", "Note \(node)")
                    return new
                }
            ]
            return try await store.roster.apply(batch, trip: event.trip, by: TestEvent.author, at: TestEvent.start) {
                ID(high: 8, low: UInt64(node))
            }
        }
        #expect(Set(saved.successes()).count == 2)
        let found = try #require(try event.store.roster.member(member, trip: event.trip)).fields
        let node = try #require(found[.room].last)
        #expect([found[.room], found[.groups], found[.lastName]] == ["Room \(node)", "Group \(node)", "Note \(node)"])
    }

    /// P4, a lost update: of two hosts who change the same form, one is told that somebody else has changed it.
    @Test func nobodyWritesOverWhatTheyHaveNotSeen() async throws {
        let (event, nodes) = try await event(members: 1, capacity: nil)
        let member = try #require(try event.store.roster.member(event.members[0], trip: event.trip))
        let saved = try await nodes.meet(before: "member") { store, node in
            var batch = RosterStore.Batch()
            batch.changed = [
                .init(id: member.id, expectedVersion: member.version) { fields in
                    var new = fields
                    new[.lastName] = "of \(node)"
                    return new
                }
            ]
            return try await store.roster.apply(batch, trip: event.trip, by: TestEvent.author, at: TestEvent.start) { ID(high: 8, low: 1) }
        }
        #expect(saved.successes().count == 1)
        #expect(saved.refusals().count == 1)
    }

    // MARK: reads of what is not there

    /// G1a and G1b: a seat that is taken on the way and given back, or whose taker fails, was never taken for anybody.
    @Test(arguments: [true, false]) func nobodySeesWhatIsNotDone(fails: Bool) async throws {
        let (event, nodes) = try await event(members: 1, capacity: 1)
        let leaves = DispatchSemaphore(value: 0)
        let setTaken = "UPDATE event SET taken = ? WHERE id = ?"
        let writing = Task {
            try await withCheckedThrowingContinuation { (isThere: CheckedContinuation<Task<Void, any Error>, any Error>) in
                let (done, result) = AsyncStream<Result<Void, any Error>>.makeStream()
                nodes.databases[0].write(changesMore: { _ in true }) { connection in
                    _ = try connection.run(setTaken, [Value(1), .id(event.event)])
                    isThere.resume(returning: Task { for await end in done { return try end.get() } })
                    leaves.wait()
                    if fails { throw Refusal.notFound }
                    _ = try connection.run(setTaken, [Value(0), .id(event.event)])
                } done: {
                    result.yield($0)
                }
            }
        }
        let written = try await writing.value
        #expect(try nodes.stores[1].events.find(event.event, trip: event.trip)?.taken == 0)
        leaves.signal()
        let end = await written.result
        #expect((try? end.get()) == nil ? fails : !fails)
        let said = try await nodes.stores[1].answers.apply(
            .answer(isComing: true), event: event.event, member: event.members[0], isByHost: false, author: "M", at: now)
        #expect(said == .going)
    }

    /// G1c: two hosts move a person each to where the other one's is. One of them sees the other's move, never both and never neither.
    @Test func twoMovesComeOneAfterTheOther() async throws {
        let (event, nodes) = try await event(members: 2, capacity: nil)
        let members = event.members
        for (index, room) in ["A", "B"].enumerated() {
            let values = [Value.text(room), .id(members[index])]
            try await event.database.write { _ = try $0.run("UPDATE member SET room = ? WHERE id = ?", values) }
        }
        let moved = try await nodes.meet(before: "member") { _, node in
            try await nodes.databases[node].write { connection in
                let other = try connection.one("SELECT room FROM member WHERE id = ?", [.id(members[1 - node])]) { $0.text(0) }
                try connection.run("UPDATE member SET room = ? WHERE id = ?", [.text(other ?? ""), .id(members[node])])
            }
        }
        #expect(moved.successes().count == 2)
        #expect(try nodes.number("SELECT count(DISTINCT room) FROM member") == 1)
    }

    /// OTV, PMP and read skew: a page shows one moment, however many write meanwhile: as many places taken as people have one.
    @Test func aPageIsOfOneMoment() async throws {
        let (event, nodes) = try await event(members: 40, capacity: 10)
        let reads = try await withThrowingTaskGroup(of: Int.self) { group in
            for node in 0..<2 {
                group.addTask {
                    for index in 0..<40 where index % 2 == node {
                        for isComing in [true, false, true] {
                            _ = try await nodes.stores[node].answers.apply(
                                .answer(isComing: isComing), event: event.event, member: event.members[index], isByHost: false, author: "M",
                                at: TestEvent.start)
                        }
                    }
                    return 0
                }
            }
            group.addTask {
                for read in 0..<100 where try !AnomalyTests.isOfOneMoment(event) { return read }
                return 100
            }
            return try await group.reduce(0, +)
        }
        #expect(reads == 100)
        #expect(try AnomalyTests.isOfOneMoment(event))
    }

    private static func isOfOneMoment(_ event: TestEvent) throws -> Bool {
        try event.database.read { connection in
            let seats = "SELECT count(*) FROM invitation WHERE event_id = ? AND rsvp IN ('going', 'offered')"
            let first = try connection.one(seats, [.id(event.event)]) { $0.int(0) }
            let taken = try connection.one("SELECT taken FROM event WHERE id = ?", [.id(event.event)]) { $0.int(0) }
            let again = try connection.one(seats, [.id(event.event)]) { $0.int(0) }
            return first == taken && first == again && first ?? 11 <= 10
        }
    }

    // MARK: write skew

    /// G2: each of two sees the last seat free. One gets it, the other waits.
    @Test func theLastSeatIsTakenOnce() async throws {
        let (event, nodes) = try await event(members: 2, capacity: 1)
        let answers = try await nodes.meet(before: "invitation") { store, node in
            try await store.answers.apply(
                .answer(isComing: true), event: event.event, member: event.members[node], isByHost: false, author: "M", at: TestEvent.start
            )
        }
        #expect(Set(answers.successes()) == [.going, .waitlisted])
        #expect(try event.store.events.find(event.event, trip: event.trip)?.taken == 1)
    }

    /// A host takes the last place away while somebody takes it: there are never more people than places.
    @Test func fewerPlacesAndOneMoreAnswer() async throws {
        let (event, nodes) = try await event(members: 2, capacity: 2)
        try await event.say(0, .answer(isComing: true))
        let old = try await event.found()
        let ends = try await nodes.meet(before: "event") { store, node in
            if node == 0 {
                var fields = old.fields
                fields.capacity = 1
                try await store.events.update(old, to: fields, asksAgain: false, changes: [], by: TestEvent.author, at: TestEvent.start)
            } else {
                _ = try await store.answers.apply(
                    .answer(isComing: true), event: event.event, member: event.members[1], isByHost: false, author: "M", at: TestEvent.start
                )
            }
        }
        _ = ends.refusals()
        let found = try await event.found()
        #expect(try count(.going, event) <= found.fields.capacity ?? 0)
        #expect(try count(.going, event) == found.taken)
    }

    /// One place becomes free: of those who wait, the first is offered it, once, whichever node sees it.
    @Test func aFreePlaceIsOfferedOnce() async throws {
        let (event, nodes) = try await event(members: 3, capacity: 1)
        for member in 0..<2 { try await event.say(member, .answer(isComing: true)) }
        try await event.say(0, .answer(isComing: false))
        let later = TestEvent.start + .hours(13)
        try await event.say(2, .answer(isComing: false))
        _ = try await event.store.answers.apply(
            .answer(isComing: true), event: event.event, member: event.members[2], isByHost: false, author: "M", at: TestEvent.start)
        // The second one's offer runs out, and both nodes see it.
        _ = try await nodes.meet(before: "invitation") { store, _ in try await store.answers.passOnExpiredOffers(at: later).count }
        #expect(try nodes.number("SELECT count(*) FROM event_log WHERE action = 'offer ran out'") == 1)
        #expect(try count(.offered, event) == 1)
        #expect(try event.store.events.find(event.event, trip: event.trip)?.taken == 1)
    }
}
