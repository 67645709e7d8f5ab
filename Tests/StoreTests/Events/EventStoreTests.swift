import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

/// A trip with members and one published event for all of them, over a real database.
final class TestEvent: Sendable {
    let file: TestDatabase
    let database: AppDatabase
    let store: Stores
    let trip = ID(high: 1, low: 1)
    let event = ID(high: 2, low: 1)
    let members: [ID]
    static let start = Instant(seconds: 1_767_600_000)
    static let begins = start + .hours(72)
    static let author = Author(id: nil, name: "Host")

    /// - Parameter invited: how many of the members are invited at once; nil for all.
    init(members count: Int, capacity: Int?, automatic: Bool = true, invited: Int? = nil) async throws {
        file = try TestDatabase()
        database = try file.open()
        store = Stores(database)
        members = (0..<count).map { ID(high: 3, low: UInt64($0)) }
        var trip = TripFields()
        (trip.name, trip.slug, trip.endDay) = ("Trip", "trip", Day(number: 30_000))
        try await store.trips.add(trip, id: self.trip, by: TestEvent.author, at: TestEvent.start)
        var batch = RosterStore.Batch()
        for (index, id) in members.enumerated() {
            var fields = MemberFields()
            (fields[.firstName], fields[.status]) = ("Member \(padded(index, 5))", "arrived")
            batch.added.append(.init(id: id, fields: fields))
        }
        _ = try await store.roster.apply(batch, trip: self.trip, by: TestEvent.author, at: TestEvent.start, newID: { ID(high: 9, low: 9) })
        try await store.events.add(
            .init(id: event, trip: self.trip, creator: nil, fields: TestEvent.fields(capacity, automatic)), by: TestEvent.author,
            at: TestEvent.start)
        var guests = EventStore.Guests(audience: .everyone)
        guests.members = Array(members.prefix(invited ?? count))
        try await store.events.publish(try await found(), to: guests, by: TestEvent.author, at: TestEvent.start) { TestEvent.token() }
    }

    deinit { try? database.close() }

    static func token() -> String { UUID().uuidString }

    static func fields(_ capacity: Int?, _ automatic: Bool) -> EventFields {
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint, fields.startsAt) = ("Walk", "Lake", "Door", begins)
        (fields.capacity, fields.offersAutomatically) = (capacity, automatic)
        return fields
    }

    func found() async throws -> Event { try #require(try store.events.find(event, trip: trip)) }

    @discardableResult
    func say(_ member: Int, _ command: AnswerStore.Command, isByHost: Bool = false, at now: Instant = start) async throws -> RSVP {
        try await store.answers.apply(command, event: event, member: members[member], isByHost: isByHost, author: "M", at: now)
    }

    func setCapacity(_ capacity: Int?, at now: Instant = start) async throws {
        try await edit(at: now) { $0.capacity = capacity }
    }

    func edit(asksAgain: Bool = false, at now: Instant, _ change: (inout EventFields) -> Void) async throws {
        let old = try await found()
        var new = old.fields
        change(&new)
        try await store.events.update(old, to: new, asksAgain: asksAgain, changes: [], by: TestEvent.author, at: now)
    }

    func cancel(at now: Instant) async throws {
        try await store.events.cancel(found(), reason: "storm", by: TestEvent.author, at: now)
    }

    func invite(_ member: Int, at now: Instant) async throws {
        try await store.events.invite([members[member]], to: event, by: TestEvent.author, at: now) { TestEvent.token() }
    }

    func answers() throws -> [RSVP] { try store.events.invitations(of: event).map(\.rsvp) }
    func waitlist() throws -> [Int] {
        try store.events.invitations(of: event).filter { $0.queue != nil }.sorted { ($0.queue ?? 0) < ($1.queue ?? 0) }.compactMap {
            members.firstIndex(of: $0.memberID)
        }
    }
}

@Suite struct EventStoreTests {
    @Test func placesAreExactAndTheWaitlistFair() async throws {
        let test = try await TestEvent(members: 6, capacity: 2)
        #expect(try await test.say(0, .answer(isComing: true)) == .going)
        #expect(try await test.say(1, .answer(isComing: true)) == .going)
        for member in 2...4 { #expect(try await test.say(member, .answer(isComing: true)) == .waitlisted) }
        #expect(try await test.say(2, .answer(isComing: true)) == .waitlisted)
        #expect(try test.waitlist() == [2, 3, 4])
        // A freed place is held for the first; a newcomer does not slip in.
        #expect(try await test.say(0, .answer(isComing: false)) == .declined)
        #expect(try test.answers() == [.declined, .going, .offered, .waitlisted, .waitlisted, .pending])
        #expect(try await test.say(5, .answer(isComing: true)) == .waitlisted)
        // It runs out after twelve hours and goes to the one after.
        let later = TestEvent.start + .hours(12)
        let changed = try await test.store.answers.passOnExpiredOffers(at: later)
        #expect(changed == [test.event])
        #expect(try test.answers() == [.declined, .going, .pending, .offered, .waitlisted, .waitlisted])
        #expect(try await test.say(3, .answer(isComing: true), at: later) == .going)
        // Who let an offer run out queues at the end.
        #expect(try await test.say(2, .answer(isComing: true), at: later) == .waitlisted)
        #expect(try test.waitlist() == [4, 5, 2])
        #expect(try await test.found().taken == 2)
    }

    @Test func anOfferThatRanOutCannotBeTaken() async throws {
        let test = try await TestEvent(members: 3, capacity: 1)
        for member in 0...2 { try await test.say(member, .answer(isComing: true)) }
        try await test.say(0, .answer(isComing: false))
        // The job did not run: the answer itself finds that the time is over.
        #expect(try await test.say(1, .answer(isComing: true), at: TestEvent.start + .hours(13)) == .waitlisted)
        #expect(try test.answers() == [.declined, .waitlisted, .offered])
    }

    @Test func offersEndBeforeTheStart() async throws {
        let test = try await TestEvent(members: 4, capacity: 1)
        for member in 0...2 { try await test.say(member, .answer(isComing: true)) }
        let near = TestEvent.begins - .hours(3)
        try await test.say(0, .answer(isComing: false), at: near)
        #expect(try test.store.events.invitations(of: test.event)[1].offerExpiresAt == TestEvent.begins - .hours(2))
        // Within two hours of the start nothing is offered by itself, and nobody slips past those who wait.
        let last = TestEvent.begins - .hours(1)
        _ = try await test.store.answers.passOnExpiredOffers(at: last)
        #expect(try test.answers() == [.declined, .pending, .waitlisted, .pending])
        #expect(try await test.say(3, .answer(isComing: true), at: last) == .waitlisted)
        // A host may still hold the place, out of order.
        #expect(try await test.say(3, .promote, isByHost: true, at: last) == .offered)
        await #expect(throws: Refusal.self) { try await test.say(2, .promote, isByHost: true, at: last) }
        #expect(try test.store.events.invitations(of: test.event)[3].offerExpiresAt == TestEvent.begins)
    }

    @Test func partiesGetAllPlacesOrNone() async throws {
        let test = try await TestEvent(members: 6, capacity: 2)
        for member in 0...5 { try await test.say(member, .answer(isComing: true)) }
        try await test.store.answers.setParty(
            ID(high: 5, low: 5), members: [test.members[2], test.members[4]], event: test.event, author: "Host", at: TestEvent.start)
        try await test.say(0, .answer(isComing: false))
        // One place is too little for the two: it goes to the next, the party stays where it was.
        #expect(try test.answers() == [.declined, .going, .waitlisted, .offered, .waitlisted, .waitlisted])
        try await test.setCapacity(4)
        #expect(try test.answers() == [.declined, .going, .offered, .offered, .offered, .waitlisted])
    }

    @Test func hostsSpeakForOthersButNeverOverTheCapacity() async throws {
        let test = try await TestEvent(members: 3, capacity: 1, automatic: false)
        for member in 0...1 { try await test.say(member, .answer(isComing: true)) }
        await #expect(throws: Refusal.self) { try await test.say(1, .override(isComing: true), isByHost: true) }
        await #expect(throws: Refusal.self) { try await test.setCapacity(0) }
        try await test.say(0, .answer(isComing: false))
        #expect(try test.answers() == [.declined, .waitlisted, .pending])
        // Automatic offers are off: the place stays free, and newcomers still queue.
        #expect(try await test.say(2, .answer(isComing: true)) == .waitlisted)
        #expect(try await test.say(2, .override(isComing: true), isByHost: true, at: TestEvent.begins + .hours(1)) == .going)
        await #expect(throws: Refusal.self) { try await test.say(1, .answer(isComing: false), at: TestEvent.begins + .hours(1)) }
    }

    @Test func theLogTellsEverythingAndStays() async throws {
        let test = try await TestEvent(members: 2, capacity: 1)
        try await test.say(0, .answer(isComing: true))
        try await test.say(1, .answer(isComing: true))
        try await test.say(0, .answer(isComing: false))
        let log = try test.store.events.log(of: test.event, limit: 10)
        #expect(log.map(\.action) == ["offered", "declined", "waitlisted", "going", "invited", "invited"])
        #expect(log[0].author == "Sotravel" && log[0].memberID == test.members[1])
        await #expect(throws: DatabaseFailure.self) {
            _ = try await test.database.write { try $0.run("DELETE FROM event_log") }
        }
    }

    /// Who was posted and is invited already, or is in the bin, hears nothing; where nobody is new, the list is as it was.
    @Test func onlyWhoIsNewIsInvitedAndTold() async throws {
        let test = try await TestEvent(members: 4, capacity: nil, invited: 1)
        for (index, id) in test.members.enumerated() {
            let account = ID(high: 4, low: UInt64(index))
            _ = try await test.database.write { connection in
                try connection.run(
                    "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, ?, '', 0, 0)",
                    [.blob(account.bytes), .text("m\(index)@x.example"), .text("M\(index)")])
                try connection.run("UPDATE member SET account_id = ? WHERE id = ?", [.blob(account.bytes), .blob(id.bytes)])
            }
        }
        _ = try await test.database.write { [bin = test.members[3]] connection in
            try connection.run(
                "UPDATE member SET status = 'cancelled', status_before = 'arrived', deleted_at = 1 WHERE id = ?", [.blob(bin.bytes)])
        }
        let before = try await test.found().listVersion
        let posted = [0, 1, 1, 2, 3].map { test.members[$0] }
        let invited = try await test.store.events.invite(posted, to: test.event, by: TestEvent.author, at: TestEvent.start) {
            TestEvent.token()
        }
        #expect(invited == [test.members[1], test.members[2]])
        #expect(try test.store.events.invitations(of: test.event).map(\.memberID) == Array(test.members.prefix(3)))
        #expect(try await test.found().listVersion == before + 1)
        let told = "SELECT count(*), count(DISTINCT member_id) FROM notice"
        #expect(try test.database.read { try $0.all(told, []) { "\($0.int(0)) \($0.int(1))" } } == ["2 2"])
        // Once more: nobody is new, nothing changes.
        let again = try await test.store.events.invite(posted, to: test.event, by: TestEvent.author, at: TestEvent.start) {
            TestEvent.token()
        }
        #expect(again.isEmpty)
        #expect(try await test.found().listVersion == before + 1)
        #expect(try test.database.read { try $0.all(told, []) { "\($0.int(0)) \($0.int(1))" } } == ["2 2"])
    }

    /// The issue's own case: 1,000 people, 50 places, all at once, fifty times.
    @Test(arguments: TestDatabase.rounds(50))
    func aThousandForFifty(_ round: Int) async throws {
        let test = try await TestEvent(members: 1000, capacity: 50)
        var chance = SplitMix(state: UInt64(round))
        let order = (0..<1000).shuffled(using: &chance)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for member in order { group.addTask { try await test.say(member, .answer(isComing: true)) } }
            try await group.waitForAll()
        }
        let answers = try test.answers()
        #expect(answers.count { $0 == .going } == 50 && answers.count { $0 == .waitlisted } == 950)
        // In the order of arrival, which the log keeps.
        let arrived = try test.store.events.log(of: test.event, limit: 3000).reversed().filter { $0.action != "invited" }
        #expect(arrived.prefix(50).allSatisfy { $0.action == "going" } && arrived.dropFirst(50).allSatisfy { $0.action == "waitlisted" })
        #expect(try test.waitlist() == arrived.dropFirst(50).compactMap { line in test.members.firstIndex { $0 == line.memberID } })
    }

    /// The same while the capacity goes up and down, people leave and offers run out.
    @Test(arguments: 0..<5)
    func capacityHoldsWhileEverythingMoves(_ round: Int) async throws {
        let test = try await TestEvent(members: 300, capacity: 50)
        var chance = SplitMix(state: UInt64(round))
        let order = (0..<300).shuffled(using: &chance)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for member in order {
                group.addTask {
                    try await test.say(member, .answer(isComing: true))
                    if member % 3 == 0 { try await test.say(member, .answer(isComing: false)) }
                }
            }
            for step in 0..<40 {
                group.addTask {
                    // Lowering below the places taken, and racing with another edit, are refused: that is right.
                    do { try await test.setCapacity(30 + step * 7 % 40) } catch is Refusal {}
                    _ = try await test.store.answers.passOnExpiredOffers(at: TestEvent.start + .hours(step))
                }
            }
            try await group.waitForAll()
        }
        let event = try await test.found()
        let answers = try test.answers()
        #expect(answers.count { $0.holdsSeat } == event.taken)
        #expect(event.taken <= event.fields.capacity ?? 0)
        #expect(
            answers.count { $0 == .pending } + answers.count { $0 == .declined } + answers.count { $0 == .waitlisted } + event.taken == 300)
    }
}
