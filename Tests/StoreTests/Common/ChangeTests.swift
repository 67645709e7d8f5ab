import Database
import Domain
import Foundation
import Store
import Synchronization
import TestDatabases
import Testing

/// What stores note is heard once it is stored, on every node, in one order.
@Suite(.timeLimit(.minutes(2))) struct ChangeTests {
    private let people: TestPeople
    private let nodes: TestNodes
    private let heard: [Heard]
    private let trip: ID

    init() async throws {
        people = try await TestPeople()
        // Of a file of SQLite there is one.
        nodes = try TestNodes(people.file, count: TestDatabase.isOnServer ? 3 : 1)
        trip = people.trip
        heard = try nodes.databases.map { try Heard($0) }
    }

    /// What one node has heard so far.
    final class Heard: Sendable {
        struct Begin {
            let epoch: String?
            let place: UInt64
        }
        private let state = Mutex<(begin: Begin?, news: [TripNews])>((nil, []))

        init(_ database: AppDatabase) throws {
            try ChangeStore(database).follow { [weak self] epoch, place in
                self?.state.withLock { $0.begin = Begin(epoch: epoch, place: place) }
            } _: { [weak self] news in
                self?.state.withLock { $0.news.append(news) }
            }
        }

        var begin: Begin? { state.withLock { $0.begin } }
        var changes: [(place: UInt64, change: TripChange, isOwn: Bool)] { state.withLock { $0.news.flatMap(\.changes) } }
        var fixes: [(tracker: ID, fix: Fix, receivedAt: Instant)] { state.withLock { $0.news.flatMap(\.fixes) } }

        func until(_ isSo: (Heard) -> Bool) async throws {
            for _ in 0..<1000 where !isSo(self) { try await Task.sleep(for: .milliseconds(10)) }
            try #require(isSo(self))
        }
    }

    private func say(_ number: Int, on node: Int = 0) async throws {
        try await ChangeStore(nodes.databases[node]).note([.message(number, in: trip, trip)])
    }

    @Test func aChangeComesAsItWasNoted() async throws {
        let change = TripChange(
            .told, trip: trip, number: -3, ids: [ID(high: 1, low: 2), ID(high: .max, low: 0)], data: .object { $0.add("it's", "\\x’") })
        try await ChangeStore(nodes.databases[0]).note([change])
        for (node, heard) in heard.enumerated() {
            try await heard.until { $0.changes.count == 1 }
            #expect(heard.changes.first?.change == change)
            #expect(heard.changes.first?.isOwn == (node == 0))
        }
    }

    /// Each node writes at once with the others.
    @Test func allNodesHearAllInOneOrder() async throws {
        let count = 40
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes.databases.indices {
                group.addTask { [self] in for number in 0..<count { try await say(node * 1000 + number, on: node) } }
            }
            try await group.waitForAll()
        }
        let all = nodes.databases.count * count
        for heard in heard { try await heard.until { $0.changes.count == all } }
        let places = heard[0].changes.map(\.place)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
        for other in heard.dropFirst() {
            #expect(other.changes.map(\.place) == places && other.changes.map(\.change) == heard[0].changes.map(\.change))
            #expect(other.begin?.epoch == heard[0].begin?.epoch)
        }
        for node in nodes.databases.indices {
            let own = heard[0].changes.map(\.change.number).filter { $0 / 1000 == node }
            #expect(own == own.sorted())
        }
    }

    @Test func whatIsTakenBackIsNotHeard() async throws {
        let (database, trip) = (nodes.databases[0], trip)
        struct Refused: Error {}
        // Together in one commit: the refused one takes nothing of the others with it.
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try? await database.write { connection in
                        connection.note(
                            Change(kind: "message", trip: trip.bytes, number: Int64(number), ids: trip.bytes, data: []))
                        _ = try connection.run("UPDATE trip SET version = version WHERE id = ?", [.blob(trip.bytes)])
                        if number % 2 == 1 { throw Refused() }
                    }
                }
            }
        }
        try await say(100)
        for heard in heard {
            try await heard.until { $0.changes.last?.change.number == 100 }
            #expect(heard.changes.map(\.change.number).sorted() == Array(stride(from: 0, to: 20, by: 2)) + [100])
        }
    }

    /// Whoever hears of a message reads it.
    @Test func whatIsHeardIsThere() async throws {
        let draft = MessageStore.Draft(
            conversation: trip, trip: trip, member: TestPeople.member("host"), clientID: ID(high: 90, low: 1), text: "we are there",
            replyTo: nil,
            state: .visible)
        let (number, _) = try await nodes.stores[0].messages.send(draft, at: TestPeople.noon)
        for (heard, store) in zip(heard, nodes.stores) {
            try await heard.until { $0.changes.count == 1 }
            #expect(heard.changes.first?.change == .message(number, in: trip, trip))
            #expect(try store.messages.find(number, conversation: trip)?.text == "we are there")
        }
    }

    /// The server ends the connections on which nodes listen; each reads on by itself.
    @Test(.enabled(if: TestDatabase.isOnServer)) func withoutABellAllIsHeardWithinASecondOrSo() async throws {
        try await say(1)
        for heard in heard { try await heard.until { $0.changes.count == 1 } }
        for number in 2...6 {
            try people.file.say(
                """
                DO $$ BEGIN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'sotravel bell'; END $$
                """)
            try await say(number, on: number % nodes.databases.count)
        }
        for heard in heard {
            try await heard.until { $0.changes.count == 6 }
            #expect(heard.changes.map(\.change.number) == Array(1...6))
        }
    }

    /// A ring takes a lock of the whole server: at most four a second and node, however many write.
    @Test(.enabled(if: TestDatabase.isOnServer)) func aNodeRingsAtMostFourTimesASecond() async throws {
        let listener = PostgresRings(people.file.address)
        let start = ContinuousClock.now
        while start.duration(to: .now) < .seconds(2) { try await say(1) }
        let seconds = start.duration(to: .now) / .seconds(1)
        let rings = listener.counted()
        #expect(rings >= 1 && Double(rings) <= seconds * 4 + 2, "\(rings) in \(seconds) s")
    }

    /// Positions are heard by the others alone: whoever stored them has them.
    @Test(.enabled(if: TestDatabase.isOnServer)) func positionsOfOtherNodesAreHeard() async throws {
        let tracker = ID(high: 6, low: 1)
        try await nodes.stores[0].trackers.addMany(
            [
                Tracker(
                    id: tracker, memberID: TestPeople.member("host"), label: "", token: String(repeating: "t", count: 22),
                    createdAt: TestPeople.noon, revokedAt: nil,
                    lastContactAt: nil)
            ],
            at: TestPeople.noon)
        let place = try #require(Coordinates(latitude: 46.4, longitude: 9.2))
        func fixes(_ count: Int, from second: Int64) -> [Fix] {
            (0..<count).map { Fix(time: TestPeople.noon + .seconds(second + Int64($0)), coordinates: place) }
        }
        for (count, second) in [(1, Int64(0)), (20, 100)] {
            try await nodes.stores[0].fixes.add(
                FixBatch(
                    trackerID: tracker, receivedAt: TestPeople.noon, format: .owntracks, fixes: fixes(count, from: second), remark: nil))
        }
        // Merged or not: what is heard does not depend on it.
        try await nodes.stores[0].fixes.merge()
        for heard in heard.dropFirst() {
            try await heard.until { $0.fixes.count == 21 }
            #expect(heard.fixes.map(\.fix.time).sorted() == (fixes(1, from: 0) + fixes(20, from: 100)).map(\.time))
            #expect(heard.fixes.allSatisfy { $0.tracker == tracker && $0.receivedAt == TestPeople.noon })
        }
        #expect(heard[0].fixes.isEmpty)
    }
}
