import Database
import Domain
import Foundation
import Store
import Synchronization
import TestDatabases
import Testing

/// The case machine against a model in plain words, and two moderators at once.
@Suite struct CaseModelTests {
    private final class CaseFixture: Sendable {
        let database: AppDatabase
        let cases: CaseStore
        let messages: MessageStore
        let log: ModerationLog
        let trip = ID(high: 1, low: 0)
        let author = ID(high: 2, low: 1)
        private let file: TestDatabase
        private let count = Mutex(UInt64(100))

        init() async throws {
            file = try TestDatabase()
            database = try file.open()
            (cases, messages, log) = (CaseStore(database), MessageStore(database), ModerationLog(database))
            let front = Stores(database)
            var fields = TripFields()
            (fields.name, fields.slug, fields.endDay) = ("Trip", "trip", Day(number: 30_000))
            try await front.trips.add(fields, id: trip, by: .commandLine, at: Instant(seconds: 0))
            var batch = RosterStore.Batch()
            for index in 1...6 {
                var member = MemberFields()
                (member[.firstName], member[.status]) = ("P\(index)", "arrived")
                batch.added.append(.init(id: ID(high: 2, low: UInt64(index)), fields: member))
            }
            _ = try await front.roster.apply(batch, trip: trip, by: .commandLine, at: Instant(seconds: 0), newID: { self.newID() })
            for (index, name) in ["Mo", "Lee"].enumerated() {
                try await database.write { connection in
                    _ = try connection.run(
                        "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, ?, '', 0, 0)",
                        [.blob(self.moderator(index).account.bytes), .text(name + "@x.example"), .text(name)])
                }
            }
        }

        deinit { try? database.close() }

        @Sendable func newID() -> ID {
            count.withLock {
                $0 += 1
                return ID(high: 9, low: $0)
            }
        }
        func moderator(_ index: Int) -> CaseStore.Moderator {
            let id = ID(high: 5, low: UInt64(index))
            return .init(account: id, author: Author(id: id, name: ["Mo", "Lee"][index]), member: nil)
        }
        func write(_ text: String, at now: Instant) async throws -> Int {
            try await messages.send(
                .init(conversation: trip, trip: trip, member: author, clientID: newID(), text: text, replyTo: nil, state: .visible), at: now
            ).number
        }
        func report(_ number: Int, by reporter: Int, words: String = "", at now: Instant) async throws -> ID {
            try await cases.file(
                .init(reporter: ID(high: 2, low: UInt64(reporter)), rule: nil, reason: "spam", text: words, isUrgent: false),
                on: .init(kind: .message, message: number, member: author, conversation: trip, snapshot: "x", place: "y"), trip: trip,
                by: .commandLine, at: now, newID: newID)
        }
        func plan(_ actions: [PlannedAction], _ version: Int) -> CaseStore.Plan {
            .init(actions: actions, reason: "because", sentence: "", version: version, tripEnd: Instant(seconds: 9_999_999))
        }
        func undo(_ line: Int, by index: Int, at now: Instant) async throws {
            _ = try await cases.undo(line, trip: trip, reason: "", by: moderator(index), at: now, newID: newID)
        }
        func lastUndone() throws -> Int? {
            try log.entries(trip: trip, action: .undo, member: nil, before: nil, limit: 1).first?.undoes
        }
        func lostAppeals() throws -> Int {
            let lost = try database.read {
                try $0.one(
                    """
                    SELECT count(*) FROM appeal a JOIN moderation_case k ON k.id = a.case_id
                    WHERE a.decided_at IS NULL AND k.closed_at IS NOT NULL
                    """,
                    []
                ) { $0.int(0) }
            }
            return try #require(lost)
        }
        func state(_ number: Int) throws -> ChatMessage.State { try #require(try messages.find(number, conversation: trip)).state }
    }

    /// What a person who kept the books by hand would write down.
    private struct CaseModel {
        var state = ChatMessage.State.visible
        /// One at most is open on a subject.
        var open: ID?
        /// By case and reporter: who says the same once more says nothing new.
        var words: [String: String] = [:]
        var mutes: Set<Int> = []
        var undoable: [(number: Int, action: ModerationAction, changed: Bool, id: ID)] = []
        var lines = 0
    }

    /// One walk through what may happen to a message, with the book beside it.
    private struct Walk {
        let fixture: CaseFixture
        var chance: SplitMix
        var now = Instant(seconds: 1000)
        var model = CaseModel()
        /// The newest case, and the message that it is about.
        var id: ID?
        var number = 0

        mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

        mutating func report() async throws {
            let (reporter, words) = (2 + random(5), ["rude", "ruder"][random(2)])
            let joined = try await fixture.report(number, by: reporter, words: words, at: now)
            #expect(model.open == nil || joined == model.open)
            let before = model.words.updateValue(words, forKey: "\(joined) \(reporter)")
            (id, model.open, model.lines) = (joined, joined, model.lines + (before == words ? 0 : 1))
        }

        mutating func decide(_ id: ID) async throws {
            let version = try fixture.cases.find(id, trip: fixture.trip)?.version ?? 0
            let actions = [
                [PlannedAction(.remove)], [.init(.mute, minutes: 10)], [.init(.remove), .init(.mute, minutes: 60)], [.init(.dismiss)],
                [.init(.warn)],
            ]
            let chosen = actions[random(actions.count)]
            let isStale = random(4) == 0
            let plan = fixture.plan(chosen, isStale ? version - 1 : version)
            do {
                _ = try await fixture.cases.apply(plan, to: id, trip: fixture.trip, by: fixture.moderator(0), at: now, newID: fixture.newID)
                #expect(model.open == id && !isStale)
                try note(chosen, of: id)
            } catch Refusal.conflict {
                #expect(model.open != id || isStale)
            }
        }

        private mutating func note(_ chosen: [PlannedAction], of id: ID) throws {
            for (line, action) in zip(try fixture.log.entries(case: id).suffix(chosen.count), chosen) {
                let changed = action.action == .remove && model.state == .visible
                if changed { model.state = .removed }
                if action.action == .mute { model.mutes.insert(line.number) }
                model.undoable.append((line.number, action.action, changed, id))
            }
            (model.open, model.lines) = (nil, model.lines + chosen.count)
        }

        mutating func undo() async throws {
            guard !model.undoable.isEmpty else { return }
            let index = random(model.undoable.count)
            let (line, action, changed, of) = model.undoable[index]
            try await fixture.undo(line, by: 1, at: now)
            if action == .remove, changed { model.state = .visible }
            model.mutes.remove(line)
            model.undoable.remove(at: index)
            // What another removal took away comes back with that one alone; here there is one at a time.
            model.lines += 1
            model.open = model.open ?? of
            #expect(try #require(try fixture.cases.find(of, trip: fixture.trip)).closedAt == nil || model.open != of)
        }

        func compare() throws {
            #expect(try fixture.state(number) == model.state)
            let lifted = try fixture.database.read { connection in
                try connection.all("SELECT log_number FROM restriction WHERE lifted_at IS NULL") { $0.int(0) }
            }
            #expect(Set(lifted) == model.mutes)
            #expect(try fixture.log.entries(trip: fixture.trip, action: nil, member: nil, before: nil, limit: 1000).count == model.lines)
        }
    }

    @Test(arguments: TestDatabase.rounds(UInt64(20))) func agreesWithTheModel(_ seed: UInt64) async throws {
        let fixture = try await CaseFixture()
        var walk = Walk(fixture: fixture, chance: SplitMix(state: seed &+ 77))
        walk.number = try await fixture.write("words", at: walk.now)
        for _ in 0..<60 {
            walk.now = walk.now + .seconds(walk.random(900))
            switch (walk.random(6), walk.id) {
            case (0, _): try await walk.report()
            case (1...2, .some(let id)): try await walk.decide(id)
            case (3...4, .some): try await walk.undo()
            case (5, .some):
                guard let line = try fixture.lastUndone() else { continue }
                let now = walk.now
                await #expect(throws: Refusal.self) { try await fixture.undo(line, by: 1, at: now) }
            default: continue
            }
            try walk.compare()
        }
    }

    private func trying(_ body: () async throws -> Void) async throws {
        do { try await body() } catch is Refusal {}
    }

    /// Whatever is reported, decided, taken back and decided again: an appeal that waits is in the queue.
    @Test(arguments: TestDatabase.rounds(UInt64(30))) func everyAppealThatWaitsIsInAnOpenCase(_ seed: UInt64) async throws {
        let fixture = try await CaseFixture()
        var chance = SplitMix(state: seed &+ 4711)
        func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
        let plans = [[PlannedAction(.remove), .init(.mute, minutes: 10)], [.init(.warn)], [.init(.dismiss)]]
        var (now, cases): (Instant, [ID]) = (Instant(seconds: 1000), [])
        let number = try await fixture.write("words", at: now)
        for _ in 0..<80 {
            now = now + .seconds(random(900))
            let lines = try fixture.log.entries(trip: fixture.trip, action: nil, member: nil, before: nil, limit: 1000)
            let against = lines.filter(\.action.isAgainstAuthor).map(\.number)
            let line = against.isEmpty ? 0 : against[random(against.count)]
            let index = random(2)
            let moderator = fixture.moderator(index)
            switch random(6) {
            case 0:
                let id = try await fixture.report(number, by: 2 + random(5), at: now)
                if !cases.contains(id) { cases.append(id) }
            case 1, 2:
                guard !cases.isEmpty else { continue }
                let id = cases[random(cases.count)]
                let version = try #require(try fixture.cases.find(id, trip: fixture.trip)).version
                try await trying {
                    _ = try await fixture.cases.apply(
                        fixture.plan(plans[random(3)], version), to: id, trip: fixture.trip, by: moderator, at: now, newID: fixture.newID)
                }
            case 3:
                try await trying {
                    try await fixture.cases.appeal(line, text: "no", by: fixture.author, author: .commandLine, trip: fixture.trip, at: now)
                }
            case 4:
                try await trying {
                    _ = try await fixture.cases.decideAppeal(
                        line, isGranted: random(2) == 0, reason: "", trip: fixture.trip, by: moderator, at: now, newID: fixture.newID)
                }
            default: try await trying { try await fixture.undo(line, by: index, at: now) }
            }
            #expect(try fixture.lostAppeals() == 0)
        }
    }

    /// A thousand cases, two moderators on each at the same moment.
    @Test func twoModeratorsNeverBothDecide() async throws {
        let fixture = try await CaseFixture()
        let now = Instant(seconds: 5000)
        for round in 0..<1000 {
            let number = try await fixture.write("words \(round)", at: now)
            let id = try await fixture.report(number, by: 2, at: now)
            let version = try #require(try fixture.cases.find(id, trip: fixture.trip)).version
            let results = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<2 {
                    group.addTask {
                        do {
                            let plan = fixture.plan([index == 0 ? PlannedAction(.remove) : PlannedAction(.dismiss)], version)
                            _ = try await fixture.cases.apply(
                                plan, to: id, trip: fixture.trip, by: fixture.moderator(index), at: now, newID: fixture.newID)
                            return true
                        } catch { return false }
                    }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(results.count { $0 } == 1)
            let lines = try fixture.log.entries(case: id)
            #expect(lines.count == 2)
            let state = try fixture.state(number)
            #expect((lines.last?.action == .remove) == (state == .removed))
        }
    }
}
