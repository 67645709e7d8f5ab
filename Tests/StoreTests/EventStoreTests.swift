import Database
import Domain
import Foundation
import Store
import Testing

/// A trip with members and one published event for all of them, over a real database file.
private final class Fair: Sendable {
    let folder: URL
    let database: Database
    let store: StoreFront
    let trip = ID(high: 1, low: 1)
    let event = ID(high: 2, low: 1)
    let members: [ID]
    static let start = Instant(seconds: 1_767_600_000)
    static let begins = start + .hours(72)
    private static let author = Author(id: nil, name: "Host")

    init(members count: Int, capacity: Int?, automatic: Bool = true) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fair-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try Database(path: folder.appending(path: "test.sqlite").path)
        store = StoreFront(database)
        members = (0..<count).map { ID(high: 3, low: UInt64($0)) }
        var trip = TripFields()
        (trip.name, trip.slug, trip.endDay) = ("Trip", "trip", Day(number: 30_000))
        try await store.trips.add(trip, id: self.trip, by: Fair.author, at: Fair.start)
        var batch = RosterStore.Batch()
        for (index, id) in members.enumerated() {
            var fields = MemberFields()
            (fields[.firstName], fields[.status]) = ("Member \(padded(index, 5))", "arrived")
            batch.added.append(.init(id: id, fields: fields))
        }
        _ = try await store.roster.apply(batch, trip: self.trip, by: Fair.author, at: Fair.start, newID: { ID(high: 9, low: 9) })
        try await store.events.add(
            Fair.fields(capacity, automatic), id: event, trip: self.trip, creator: nil, by: Fair.author, at: Fair.start)
        var guests = EventStore.Guests(audience: .everyone)
        guests.members = members
        try await store.events.publish(try await found(), to: guests, by: Fair.author, at: Fair.start) { Fair.token() }
    }

    deinit {
        try? database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    static func token() -> String { UUID().uuidString }

    static func fields(_ capacity: Int?, _ automatic: Bool) -> EventFields {
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint, fields.startsAt) = ("Walk", "Lake", "Door", begins)
        (fields.capacity, fields.offersAutomatically) = (capacity, automatic)
        return fields
    }

    func found() async throws -> Event { try #require(try store.events.find(event, trip: trip)) }

    @discardableResult
    func say(_ member: Int, _ wish: AnswerStore.Wish, isByHost: Bool = false, at now: Instant = start) async throws -> RSVP {
        try await store.answers.apply(wish, event: event, member: members[member], isByHost: isByHost, author: "M", at: now)
    }

    func setCapacity(_ capacity: Int?, at now: Instant = start) async throws {
        let old = try await found()
        var new = old.fields
        new.capacity = capacity
        try await store.events.update(old, to: new, asksAgain: false, changes: [], by: Fair.author, at: now)
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
        let fair = try await Fair(members: 6, capacity: 2)
        #expect(try await fair.say(0, .answer(isComing: true)) == .going)
        #expect(try await fair.say(1, .answer(isComing: true)) == .going)
        for member in 2...4 { #expect(try await fair.say(member, .answer(isComing: true)) == .waitlisted) }
        #expect(try await fair.say(2, .answer(isComing: true)) == .waitlisted)
        #expect(try fair.waitlist() == [2, 3, 4])
        // A freed place is held for the first; a newcomer does not slip in.
        #expect(try await fair.say(0, .answer(isComing: false)) == .declined)
        #expect(try fair.answers() == [.declined, .going, .offered, .waitlisted, .waitlisted, .pending])
        #expect(try await fair.say(5, .answer(isComing: true)) == .waitlisted)
        // It runs out after twelve hours and goes to the one after.
        let later = Fair.start + .hours(12)
        let changed = try await fair.store.answers.settleDue(at: later)
        #expect(changed.map(\.event) == [fair.event] && changed.map(\.trip) == [fair.trip])
        #expect(try fair.answers() == [.declined, .going, .pending, .offered, .waitlisted, .waitlisted])
        #expect(try await fair.say(3, .answer(isComing: true), at: later) == .going)
        // Who let an offer run out queues at the end.
        #expect(try await fair.say(2, .answer(isComing: true), at: later) == .waitlisted)
        #expect(try fair.waitlist() == [4, 5, 2])
        #expect(try await fair.found().taken == 2)
    }

    @Test func anOfferThatRanOutCannotBeTaken() async throws {
        let fair = try await Fair(members: 3, capacity: 1)
        for member in 0...2 { try await fair.say(member, .answer(isComing: true)) }
        try await fair.say(0, .answer(isComing: false))
        // The job did not run: the answer itself finds that the time is over.
        #expect(try await fair.say(1, .answer(isComing: true), at: Fair.start + .hours(13)) == .waitlisted)
        #expect(try fair.answers() == [.declined, .waitlisted, .offered])
    }

    @Test func offersEndBeforeTheStart() async throws {
        let fair = try await Fair(members: 4, capacity: 1)
        for member in 0...2 { try await fair.say(member, .answer(isComing: true)) }
        let near = Fair.begins - .hours(3)
        try await fair.say(0, .answer(isComing: false), at: near)
        #expect(try fair.store.events.invitations(of: fair.event)[1].offerExpiresAt == Fair.begins - .hours(2))
        // Within two hours of the start nothing is offered by itself, and nobody slips past those who wait.
        let last = Fair.begins - .hours(1)
        _ = try await fair.store.answers.settleDue(at: last)
        #expect(try fair.answers() == [.declined, .pending, .waitlisted, .pending])
        #expect(try await fair.say(3, .answer(isComing: true), at: last) == .waitlisted)
        // A host may still hold the place, out of order.
        #expect(try await fair.say(3, .promote, isByHost: true, at: last) == .offered)
        await #expect(throws: Refusal.self) { try await fair.say(2, .promote, isByHost: true, at: last) }
        #expect(try fair.store.events.invitations(of: fair.event)[3].offerExpiresAt == Fair.begins)
    }

    @Test func partiesGetAllPlacesOrNone() async throws {
        let fair = try await Fair(members: 6, capacity: 2)
        for member in 0...5 { try await fair.say(member, .answer(isComing: true)) }
        try await fair.store.answers.setParty(
            ID(high: 5, low: 5), members: [fair.members[2], fair.members[4]], event: fair.event, author: "Host", at: Fair.start)
        try await fair.say(0, .answer(isComing: false))
        // One place is too little for the two: it goes to the next, the party stays where it was.
        #expect(try fair.answers() == [.declined, .going, .waitlisted, .offered, .waitlisted, .waitlisted])
        try await fair.setCapacity(4)
        #expect(try fair.answers() == [.declined, .going, .offered, .offered, .offered, .waitlisted])
    }

    @Test func hostsSpeakForOthersButNeverOverTheCapacity() async throws {
        let fair = try await Fair(members: 3, capacity: 1, automatic: false)
        for member in 0...1 { try await fair.say(member, .answer(isComing: true)) }
        await #expect(throws: Refusal.self) { try await fair.say(1, .override(isComing: true), isByHost: true) }
        await #expect(throws: Refusal.self) { try await fair.setCapacity(0) }
        try await fair.say(0, .answer(isComing: false))
        #expect(try fair.answers() == [.declined, .waitlisted, .pending])
        // Automatic offers are off: the place stays free, and newcomers still queue.
        #expect(try await fair.say(2, .answer(isComing: true)) == .waitlisted)
        #expect(try await fair.say(2, .override(isComing: true), isByHost: true, at: Fair.begins + .hours(1)) == .going)
        await #expect(throws: Refusal.self) { try await fair.say(1, .answer(isComing: false), at: Fair.begins + .hours(1)) }
    }

    @Test func theLogTellsEverythingAndStays() async throws {
        let fair = try await Fair(members: 2, capacity: 1)
        try await fair.say(0, .answer(isComing: true))
        try await fair.say(1, .answer(isComing: true))
        try await fair.say(0, .answer(isComing: false))
        let log = try fair.store.events.log(of: fair.event, limit: 10)
        #expect(log.map(\.action) == ["offered", "declined", "waitlisted", "going", "invited", "invited"])
        #expect(log[0].author == "Sotravel" && log[0].memberID == fair.members[1])
        await #expect(throws: DatabaseFailure.self) {
            _ = try await fair.database.write { try $0.run("DELETE FROM event_log") }
        }
    }

    /// The issue's own case: 1,000 people, 50 places, all at once, fifty times.
    @Test(arguments: 0..<50)
    func aThousandForFifty(_ round: Int) async throws {
        let fair = try await Fair(members: 1000, capacity: 50)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for member in (0..<1000).shuffled() { group.addTask { try await fair.say(member, .answer(isComing: true)) } }
            try await group.waitForAll()
        }
        let answers = try fair.answers()
        #expect(answers.count { $0 == .going } == 50 && answers.count { $0 == .waitlisted } == 950)
        // In the order of arrival, which the log keeps.
        let arrived = try fair.store.events.log(of: fair.event, limit: 3000).reversed().filter { $0.action != "invited" }
        #expect(arrived.prefix(50).allSatisfy { $0.action == "going" } && arrived.dropFirst(50).allSatisfy { $0.action == "waitlisted" })
        #expect(try fair.waitlist() == arrived.dropFirst(50).compactMap { line in fair.members.firstIndex { $0 == line.memberID } })
    }

    /// The same while the capacity goes up and down, people leave and offers run out.
    @Test(arguments: 0..<5)
    func capacityHoldsWhileEverythingMoves(_ round: Int) async throws {
        let fair = try await Fair(members: 300, capacity: 50)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for member in (0..<300).shuffled() {
                group.addTask {
                    try await fair.say(member, .answer(isComing: true))
                    if member % 3 == 0 { try await fair.say(member, .answer(isComing: false)) }
                }
            }
            for step in 0..<40 {
                group.addTask {
                    // Lowering below the places taken, and racing with another edit, are refused: that is right.
                    do { try await fair.setCapacity(30 + step * 7 % 40) } catch is Refusal {}
                    _ = try await fair.store.answers.settleDue(at: Fair.start + .hours(step))
                }
            }
            try await group.waitForAll()
        }
        let event = try await fair.found()
        let answers = try fair.answers()
        #expect(answers.count { $0.holdsPlace } == event.taken)
        #expect(event.taken <= event.fields.capacity ?? 0)
        #expect(
            answers.count { $0 == .pending } + answers.count { $0 == .declined } + answers.count { $0 == .waitlisted } + event.taken == 300)
    }
}

// MARK: against a model

/// The rules in the plainest words: one list of people, one waitlist.
private struct Model {
    var capacity: Int
    let automatic: Bool
    var answers: [RSVP]
    var waitlist: [Int] = []
    var expiry: [Int: Instant] = [:]
    var taken: Int { answers.count { $0 == .going || $0 == .offered } }

    mutating func settle(_ now: Instant) {
        for member in answers.indices.sorted(by: { (expiry[$0]?.microseconds ?? 0, $0) < (expiry[$1]?.microseconds ?? 0, $1) }) {
            if let end = expiry[member], end <= now { (answers[member], expiry[member]) = (.pending, nil) }
        }
        let end = min(now + .hours(12), Fair.begins - .hours(2))
        guard automatic, end > now else { return }
        while taken < capacity, !waitlist.isEmpty {
            let next = waitlist.removeFirst()
            (answers[next], expiry[next]) = (.offered, end)
        }
    }

    mutating func take(_ member: Int, _ rsvp: RSVP) {
        waitlist.removeAll { $0 == member }
        (answers[member], expiry[member]) = (rsvp, nil)
    }

    /// Nil where the program must refuse.
    mutating func answer(_ member: Int, coming: Bool, _ now: Instant) -> RSVP? {
        guard now <= Fair.begins else { return nil }
        settle(now)
        if !coming {
            take(member, .declined)
        } else if answers[member] == .offered {
            take(member, .going)
        } else if answers[member] == .pending || answers[member] == .declined {
            let isOpen = automatic && now < Fair.begins - .hours(2)
            if taken < capacity, isOpen || waitlist.isEmpty {
                take(member, .going)
            } else {
                answers[member] = .waitlisted
                waitlist.append(member)
            }
        }
        settle(now)
        return answers[member]
    }

    mutating func promote(_ member: Int, _ now: Instant) -> RSVP? {
        var next = self
        next.settle(now)
        guard next.answers[member] == .waitlisted, next.taken < capacity, now < Fair.begins else { return nil }
        next.take(member, .offered)
        next.expiry[member] = min(now + .hours(12), Fair.begins)
        next.settle(now)
        self = next
        return answers[member]
    }
}

@Suite struct EventPropertyTests {
    @Test(arguments: 0..<40)
    func randomSequencesMatchTheModel(_ seed: UInt64) async throws {
        var random = SplitMix(state: seed &* 7919 &+ 1)
        let (count, capacity, automatic) = (8, Int.random(in: 1...4, using: &random), Bool.random(using: &random))
        let fair = try await Fair(members: count, capacity: capacity, automatic: automatic)
        var model = Model(capacity: capacity, automatic: automatic, answers: .init(repeating: .pending, count: count))
        var now = Fair.start
        for step in 0..<120 {
            let member = Int.random(in: 0..<count, using: &random)
            var (expected, found): (RSVP?, RSVP?)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4:
                let coming = Int.random(in: 0..<3, using: &random) > 0
                expected = model.answer(member, coming: coming, now)
                found = try await refusable { try await fair.say(member, .answer(isComing: coming), at: now) }
            case 5:
                expected = model.promote(member, now)
                found = try await refusable { try await fair.say(member, .promote, isByHost: true, at: now) }
            case 6:
                let wanted = Int.random(in: 1...6, using: &random)
                if wanted >= model.taken { model.capacity = wanted; model.settle(now) }
                do { try await fair.setCapacity(wanted, at: now) } catch is Refusal {}
            case 7:
                _ = try await fair.store.answers.settleDue(at: now)
                if model.expiry.values.contains(where: { $0 <= now }) { model.settle(now) }
            default: now = now + .minutes(Int.random(in: 1...400, using: &random))
            }
            #expect(found == expected, "seed \(seed), step \(step)")
            #expect(try fair.answers() == model.answers, "seed \(seed), step \(step)")
            #expect(try fair.waitlist() == model.waitlist, "seed \(seed), step \(step)")
            #expect(try await fair.found().taken == model.taken)
        }
    }

    private func refusable(_ work: () async throws -> RSVP) async throws -> RSVP? {
        do { return try await work() } catch is Refusal { return nil }
    }
}

/// Chance that repeats (splitmix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
