import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

/// The rules of answers in the plainest words: who said what, one waitlist.
private struct AnswerModel {
    var capacity: Int
    let automatic: Bool
    var begins = TestEvent.begins
    var isCancelled = false
    var answers: [Int: RSVP]
    var waitlist: [Int] = []
    var expiry: [Int: Instant] = [:]
    /// Who is going and was asked to say so again.
    var asked: Set<Int> = []
    var taken: Int { answers.values.count { $0 == .going || $0 == .offered } }

    mutating func settle(_ now: Instant) {
        guard !isCancelled else { return }
        for (member, end) in expiry.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) where end <= now {
            (answers[member], expiry[member]) = (.pending, nil)
        }
        let end = min(now + .hours(12), begins - .hours(2))
        guard automatic, end > now else { return }
        while taken < capacity, !waitlist.isEmpty {
            let next = waitlist.removeFirst()
            (answers[next], expiry[next]) = (.offered, end)
        }
    }

    mutating func take(_ member: Int, _ rsvp: RSVP) {
        waitlist.removeAll { $0 == member }
        (answers[member], expiry[member]) = (rsvp, nil)
        asked.remove(member)
    }

    /// Nil where the program must refuse.
    mutating func answer(_ member: Int, coming: Bool, _ now: Instant) -> RSVP? {
        guard !isCancelled, now <= begins, answers[member] != nil else { return nil }
        settle(now)
        if !coming {
            take(member, .declined)
        } else if answers[member] == .offered || answers[member] == .going {
            take(member, .going)
        } else if answers[member] == .pending || answers[member] == .declined {
            let isOpen = automatic && now < begins - .hours(2)
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
        guard !isCancelled else { return nil }
        var next = self
        next.settle(now)
        guard next.answers[member] == .waitlisted, next.taken < capacity, now < begins else { return nil }
        next.take(member, .offered)
        next.expiry[member] = min(now + .hours(12), begins)
        next.settle(now)
        self = next
        return answers[member]
    }

    mutating func move(to start: Instant, asksAgain: Bool, _ now: Instant) {
        begins = start
        if asksAgain { asked = Set(answers.filter { $0.value == .going }.keys) }
        let limit = start - .hours(2)
        expiry = expiry.mapValues { min($0, limit > now ? limit : start) }
        settle(now)
    }
}

/// Ticks in the plainest words: played back from the first to the last, each moves one person.
private struct ScanModel {
    struct Tick {
        let id: ID
        let list: Int
        let member: Int
        let isIn: Bool
        let at: Instant
        let got: Instant
        var isUndone = false
    }
    /// Lists 0 and 1 exclude each other; 2 stands alone.
    static let sets = [0, 0, 1]
    var ticks: [Tick] = []

    func status(_ member: Int, on list: Int) -> String {
        var place: (list: Int, isIn: Bool)?
        for tick in ticks.sorted(by: { ($0.at, $0.got, $0.id) < ($1.at, $1.got, $1.id) })
        where !tick.isUndone && tick.member == member && ScanModel.sets[tick.list] == ScanModel.sets[list] {
            place = (tick.list, tick.isIn)
        }
        guard let place else { return "awaited" }
        return place.list == list ? (place.isIn ? "present" : "out") : place.isIn ? "elsewhere" : "awaited"
    }
}

/// One event, its model, and the chance that drives both.
private struct ModelRun {
    let test: TestEvent
    let lists: [CheckInList]
    var random: SplitMix
    var answers: AnswerModel
    var scans = ScanModel()
    var now = TestEvent.start
    var made: UInt64 = 0

    init(seed: UInt64) async throws {
        random = SplitMix(state: seed &* 7919 &+ 1)
        let (capacity, automatic) = (Int.random(in: 1...4, using: &random), Bool.random(using: &random))
        test = try await TestEvent(members: 12, capacity: capacity, automatic: automatic, invited: 8)
        answers = AnswerModel(
            capacity: capacity, automatic: automatic, answers: .init(uniqueKeysWithValues: (0..<8).map { ($0, .pending) }))
        let event = test.event
        lists = ScanModel.sets.enumerated().map { index, set in
            CheckInList(id: ID(high: 7, low: UInt64(index)), eventID: event, name: "List \(index)", exclusiveSet: set == 0 ? "bus" : "")
        }
        try await test.store.checkIn.add(lists, to: try await test.found(), by: TestEvent.author, at: TestEvent.start)
    }

    mutating func step() async throws {
        let member = Int.random(in: 0..<12, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<36: try await answer(member)
        case 36..<42:
            try await say(.promote, of: member, expected: answers.promote(member, now), isByHost: true)
        case 42..<48: try await resize()
        case 48..<52: try await move()
        case 52..<56:
            _ = try await test.store.answers.passOnExpiredOffers(at: now)
            if answers.expiry.values.contains(where: { $0 <= now }) { answers.settle(now) }
        case 56..<60:
            try await test.invite(member, at: now)
            answers.answers[member] = answers.answers[member] ?? .pending
        case 60..<78: try await tick(member)
        case 78..<83: try await undo()
        case 83:
            if !answers.isCancelled, Int.random(in: 0..<3, using: &random) == 0 {
                try await test.cancel(at: now)
                answers.isCancelled = true
            }
        default: now = now + .minutes(Int.random(in: 1...400, using: &random))
        }
    }

    private mutating func answer(_ member: Int) async throws {
        let coming = Int.random(in: 0..<3, using: &random) > 0
        try await say(.answer(isComing: coming), of: member, expected: answers.answer(member, coming: coming, now), isByHost: false)
    }

    /// - Parameter expected: nil for a refusal.
    private func say(_ command: AnswerStore.Command, of member: Int, expected: RSVP?, isByHost: Bool) async throws {
        var found: RSVP?
        do { found = try await test.say(member, command, isByHost: isByHost, at: now) } catch is Refusal {}
        #expect(found == expected)
    }

    private mutating func resize() async throws {
        let wanted = Int.random(in: 1...6, using: &random)
        if wanted >= answers.taken {
            answers.capacity = wanted
            answers.settle(now)
        }
        do { try await test.setCapacity(wanted, at: now) } catch is Refusal {}
    }

    private mutating func move() async throws {
        let (start, asks) = (answers.begins + .minutes(Int.random(in: -600...900, using: &random)), Bool.random(using: &random))
        try await test.edit(asksAgain: asks, at: now) { $0.startsAt = start }
        answers.move(to: start, asksAgain: asks, now)
    }

    /// Phones send late: the tick may be older than others that came before it, and may come twice.
    private mutating func tick(_ member: Int) async throws {
        made += 1
        let list = Int.random(in: 0..<3, using: &random)
        let tick = ScanModel.Tick(
            id: ID(high: 8, low: random.next()), list: list, member: member, isIn: Int.random(in: 0..<3, using: &random) > 0,
            at: now - .minutes(Int.random(in: 0..<5, using: &random)), got: now + .microseconds(Int(made)))
        let scan = Scan(
            id: tick.id, listID: lists[list].id, memberID: test.members[member], isIn: tick.isIn, scannedAt: tick.at,
            receivedAt: tick.got, method: .tick, author: "Host")
        for copy in 0...Int.random(in: 0...1, using: &random) {
            #expect(
                try await test.store.checkIn.record([scan], event: test.event, trip: test.trip, uptime: .zero) { TestEvent.token() }.new
                    == (copy == 0 ? [scan] : []))
        }
        scans.ticks.append(tick)
        answers.answers[member] = answers.answers[member] ?? .pending
    }

    private mutating func undo() async throws {
        guard let index = scans.ticks.indices.randomElement(using: &random) else { return }
        let undone = try await test.store.checkIn.undo(scans.ticks[index].id, event: test.event, trip: test.trip, by: "Host", at: now)
        #expect((undone == nil) == scans.ticks[index].isUndone)
        scans.ticks[index].isUndone = true
    }

    func compare(_ place: Comment) async throws {
        let (event, invitations) = (try await test.found(), try test.store.events.invitations(of: test.event))
        let number = Dictionary(uniqueKeysWithValues: test.members.enumerated().map { ($1, $0) })
        func member(_ invitation: Invitation) throws -> Int { try #require(number[invitation.memberID]) }
        #expect(try Dictionary(uniqueKeysWithValues: invitations.map { (try member($0), $0.rsvp) }) == answers.answers, place)
        #expect(try test.waitlist() == answers.waitlist, place)
        #expect(try Set(invitations.filter { $0.askedAgainAt != nil }.map(member)) == answers.asked, place)
        #expect(
            try Dictionary(uniqueKeysWithValues: invitations.compactMap { one in try one.offerExpiresAt.map { (try member(one), $0) } })
                == answers.expiry, place)
        #expect(event.taken == answers.taken && (event.state == .cancelled) == answers.isCancelled, place)
        let stored = try test.store.checkIn.scans(of: test.event)
        #expect(stored.count == scans.ticks.count, place)
        for (index, list) in lists.enumerated() {
            let attendance = Attendance(list: list, lists: lists, scans: stored)
            for member in test.members.indices {
                #expect(word(attendance[test.members[member]]) == scans.status(member, on: index), place)
            }
        }
    }

    private func word(_ status: Attendance.Status) -> String {
        switch status {
        case .awaited: "awaited"
        case .present: "present"
        case .out: "out"
        case .elsewhere: "elsewhere"
        }
    }
}

@Suite struct EventModelTests {
    /// Invite, answer, promote, edit, cancel, expire, scan, undo in random order: the program and the plain words agree after each.
    @Test(arguments: TestDatabase.rounds(UInt64(40)))
    func randomSequencesMatchTheModel(_ seed: UInt64) async throws {
        var run = try await ModelRun(seed: seed)
        for step in 0..<150 {
            try await run.step()
            try await run.compare("seed \(seed), step \(step)")
        }
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
