import Database
import Domain
import Foundation
import Store
import Synchronization
import Testing

/// The case machine against a model in plain words, and two moderators at once.
@Suite struct CaseModelTests {
    private final class Bench: Sendable {
        let database: AppDatabase
        let cases: CaseStore
        let messages: MessageStore
        let log: ModerationLog
        let trip = ID(high: 1, low: 0)
        let author = ID(high: 2, low: 1)
        let path: String
        private let count = Mutex(UInt64(100))

        init() async throws {
            path = FileManager.default.temporaryDirectory.appending(path: "cases-\(UUID().uuidString).sqlite").path
            database = try AppDatabase(path: path)
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

        deinit { try? FileManager.default.removeItem(atPath: path) }

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
                .init(conversation: trip, member: author, clientID: newID(), text: text, replyTo: nil, state: .visible), at: now
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
    private struct Book {
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
        let bench: Bench
        var chance: SplitMix
        var (now, book) = (Instant(seconds: 1000), Book())
        /// The newest case, and the message that it is about.
        var id: ID?
        var number = 0

        mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

        mutating func report() async throws {
            let (reporter, words) = (2 + random(5), ["rude", "ruder"][random(2)])
            let joined = try await bench.report(number, by: reporter, words: words, at: now)
            #expect(book.open == nil || joined == book.open)
            let before = book.words.updateValue(words, forKey: "\(joined) \(reporter)")
            (id, book.open, book.lines) = (joined, joined, book.lines + (before == words ? 0 : 1))
        }

        mutating func decide(_ id: ID) async throws {
            let version = try bench.cases.find(id, trip: bench.trip)?.version ?? 0
            let actions = [
                [PlannedAction(.remove)], [.init(.mute, minutes: 10)], [.init(.remove), .init(.mute, minutes: 60)], [.init(.dismiss)],
                [.init(.warn)],
            ]
            let chosen = actions[random(actions.count)]
            let isStale = random(4) == 0
            let plan = bench.plan(chosen, isStale ? version - 1 : version)
            do {
                _ = try await bench.cases.apply(plan, to: id, trip: bench.trip, by: bench.moderator(0), at: now, newID: bench.newID)
                #expect(book.open == id && !isStale)
                try note(chosen, of: id)
            } catch Refusal.conflict {
                #expect(book.open != id || isStale)
            }
        }

        private mutating func note(_ chosen: [PlannedAction], of id: ID) throws {
            for (line, action) in zip(try bench.log.entries(case: id).suffix(chosen.count), chosen) {
                let changed = action.action == .remove && book.state == .visible
                if changed { book.state = .removed }
                if action.action == .mute { book.mutes.insert(line.number) }
                book.undoable.append((line.number, action.action, changed, id))
            }
            (book.open, book.lines) = (nil, book.lines + chosen.count)
        }

        mutating func undo() async throws {
            guard !book.undoable.isEmpty else { return }
            let index = random(book.undoable.count)
            let (line, action, changed, of) = book.undoable[index]
            try await bench.undo(line, by: 1, at: now)
            if action == .remove, changed { book.state = .visible }
            book.mutes.remove(line)
            book.undoable.remove(at: index)
            // What another removal took away comes back with that one alone; here there is one at a time.
            book.lines += 1
            book.open = book.open ?? of
            #expect(try #require(try bench.cases.find(of, trip: bench.trip)).closedAt == nil || book.open != of)
        }

        func compare() throws {
            #expect(try bench.state(number) == book.state)
            let lifted = try bench.database.read { connection in
                try connection.all("SELECT log_number FROM restriction WHERE lifted_at IS NULL") { $0.int(0) }
            }
            #expect(Set(lifted) == book.mutes)
            #expect(try bench.log.entries(trip: bench.trip, action: nil, member: nil, before: nil, limit: 1000).count == book.lines)
        }
    }

    @Test(arguments: 0..<20) func agreesWithTheModel(_ seed: UInt64) async throws {
        let bench = try await Bench()
        var walk = Walk(bench: bench, chance: SplitMix(state: seed &+ 77))
        walk.number = try await bench.write("words", at: walk.now)
        for _ in 0..<60 {
            walk.now = walk.now + .seconds(walk.random(900))
            switch (walk.random(6), walk.id) {
            case (0, _): try await walk.report()
            case (1...2, .some(let id)): try await walk.decide(id)
            case (3...4, .some): try await walk.undo()
            case (5, .some):
                guard let line = try bench.lastUndone() else { continue }
                let now = walk.now
                await #expect(throws: Refusal.self) { try await bench.undo(line, by: 1, at: now) }
            default: continue
            }
            try walk.compare()
        }
    }

    private func trying(_ body: () async throws -> Void) async throws {
        do { try await body() } catch is Refusal {}
    }

    /// Whatever is reported, decided, taken back and decided again: an appeal that waits is in the queue.
    @Test(arguments: 0..<30) func everyAppealThatWaitsIsInAnOpenCase(_ seed: UInt64) async throws {
        let bench = try await Bench()
        var chance = SplitMix(state: seed &+ 4711)
        func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
        let plans = [[PlannedAction(.remove), .init(.mute, minutes: 10)], [.init(.warn)], [.init(.dismiss)]]
        var (now, cases): (Instant, [ID]) = (Instant(seconds: 1000), [])
        let number = try await bench.write("words", at: now)
        for _ in 0..<80 {
            now = now + .seconds(random(900))
            let lines = try bench.log.entries(trip: bench.trip, action: nil, member: nil, before: nil, limit: 1000)
            let against = lines.filter(\.action.isAgainstAuthor).map(\.number)
            let line = against.isEmpty ? 0 : against[random(against.count)]
            let index = random(2)
            let moderator = bench.moderator(index)
            switch random(6) {
            case 0:
                let id = try await bench.report(number, by: 2 + random(5), at: now)
                if !cases.contains(id) { cases.append(id) }
            case 1, 2:
                guard !cases.isEmpty else { continue }
                let id = cases[random(cases.count)]
                let version = try #require(try bench.cases.find(id, trip: bench.trip)).version
                try await trying {
                    _ = try await bench.cases.apply(
                        bench.plan(plans[random(3)], version), to: id, trip: bench.trip, by: moderator, at: now, newID: bench.newID)
                }
            case 3:
                try await trying {
                    try await bench.cases.appeal(line, text: "no", by: bench.author, author: .commandLine, trip: bench.trip, at: now)
                }
            case 4:
                try await trying {
                    _ = try await bench.cases.decideAppeal(
                        line, isGranted: random(2) == 0, reason: "", trip: bench.trip, by: moderator, at: now, newID: bench.newID)
                }
            default: try await trying { try await bench.undo(line, by: index, at: now) }
            }
            #expect(try bench.lostAppeals() == 0)
        }
    }

    /// A thousand cases, two moderators on each at the same moment.
    @Test func twoModeratorsNeverBothDecide() async throws {
        let bench = try await Bench()
        let now = Instant(seconds: 5000)
        for round in 0..<1000 {
            let number = try await bench.write("words \(round)", at: now)
            let id = try await bench.report(number, by: 2, at: now)
            let version = try #require(try bench.cases.find(id, trip: bench.trip)).version
            let results = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<2 {
                    group.addTask {
                        do {
                            let plan = bench.plan([index == 0 ? PlannedAction(.remove) : PlannedAction(.dismiss)], version)
                            _ = try await bench.cases.apply(
                                plan, to: id, trip: bench.trip, by: bench.moderator(index), at: now, newID: bench.newID)
                            return true
                        } catch { return false }
                    }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(results.count { $0 } == 1)
            let lines = try bench.log.entries(case: id)
            #expect(lines.count == 2)
            let state = try bench.state(number)
            #expect((lines.last?.action == .remove) == (state == .removed))
        }
    }
}
