import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

@Suite struct FixStoreTests {
    let now = Instant(seconds: 1_767_621_802)
    func id(_ number: UInt64) -> ID { ID(high: number, low: number) }

    /// A trip (1) with member (2) and tracker (3).
    func newStore(isFile: Bool = false) async throws -> (TestDatabase, AppDatabase, Stores) {
        let folder = try TestDatabase(isFile: isFile)
        let database = try folder.open()
        let store = Stores(database)
        var fields = TripFields()
        (fields.name, fields.slug) = ("T", "tt")
        try await store.trips.add(fields, id: id(1), by: .commandLine, at: now)
        var member = MemberFields()
        (member[.firstName], member[.status]) = ("Ada", "arrived")
        var batch = RosterStore.Batch()
        batch.added = [.init(id: id(2), fields: member)]
        _ = try await store.roster.apply(batch, trip: id(1), by: .commandLine, at: now, newID: { self.id(99) })
        try await store.trackers.addMany(
            [
                Tracker(
                    id: id(3), memberID: id(2), label: "P", token: String(repeating: "t", count: 22), createdAt: now, revokedAt: nil,
                    lastContactAt: nil)
            ],
            at: now)
        return (folder, database, store)
    }

    func add(_ store: Stores, _ offsets: [Int], receivedAt: Int, remark: TrackerRemark? = nil) async throws {
        try await store.fixes.add(batch(offsets, receivedAt: receivedAt, remark: remark))
    }

    func batch(_ offsets: [Int], receivedAt: Int, remark: TrackerRemark? = nil) -> FixBatch {
        let fixes = offsets.map {
            Fix(time: now + .seconds($0), coordinates: Coordinates(clampedLatitude: 46, longitude: 7 + Double($0) / 1e4))
        }
        return FixBatch(trackerID: id(3), receivedAt: now + .seconds(receivedAt), format: .traccar, fixes: fixes, remark: remark)
    }

    @Test func duplicatesAreDroppedAndLateOnesKept() async throws {
        let (folder, database, store) = try await newStore()
        try await add(store, [10, 20], receivedAt: 21)
        try await add(store, [20, 5], receivedAt: 22)
        let track = try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 100)
        #expect(track.map { ($0.time - now).components.seconds } == [5, 10, 20])
        #expect(try await store.fixes.newest(at: now + .hours(48)).map(\.entry.fix.time) == [now + .seconds(20)])
        #expect(try await store.fixes.newest(member: id(2), at: now + .hours(48))?.fix.time == now + .seconds(20))
        try database.close()
        _ = folder
    }

    /// In the same run and in a run of its own.
    @Test(arguments: [1_000, 90_000]) func aPlaceFromATimeAheadCountsOnlyWhereThereIsNoOther(ahead: Int) async throws {
        let (folder, database, store) = try await newStore()
        try await add(store, [ahead], receivedAt: 5)
        #expect(try await store.fixes.newest(member: id(2), at: now + .seconds(5))?.fix.time == now + .seconds(ahead))
        try await add(store, [10, 20], receivedAt: 21)
        #expect(try await store.fixes.newest(member: id(2), at: now + .seconds(21))?.fix.time == now + .seconds(20))
        #expect(try await store.fixes.newest(at: now + .seconds(21)).map(\.entry.fix.time) == [now + .seconds(20)])
        #expect(try await store.fixes.newest(member: id(2), at: now + .hours(48))?.fix.time == now + .seconds(ahead))
        try database.close()
        _ = folder
    }

    @Test func trailsHoldAPlaceAMinuteHoweverOftenPhonesSend() async throws {
        let (folder, database, store) = try await newStore()
        try await add(store, Array(stride(from: 0, to: 600, by: 2)), receivedAt: 600)
        let trails = try await store.fixes.trails(trip: id(1), of: [id(2)], since: now + .minutes(2), steps: 30)
        let offsets = trails.map { trail in trail.places.map { Int((($0.longitude - 7) * 1e4).rounded()) } }
        #expect(offsets == [[120, 180, 240, 300, 360, 420, 480, 540]])
        #expect(try await store.fixes.trails(trip: id(1), of: [id(2)], since: now, steps: 3)[0].places.count == 4)
        // Neither of others, nor of who stands nowhere else.
        #expect(try await store.fixes.trails(trip: id(1), of: [id(9)], since: now, steps: 30).isEmpty)
        #expect(try await store.fixes.trails(trip: id(1), of: [id(2)], since: now + .minutes(9) + .seconds(30), steps: 30).isEmpty)
        try database.close()
        _ = folder
    }

    @Test func historyIsDeleted() async throws {
        let (folder, database, store) = try await newStore()
        try await add(store, Array(0..<100), receivedAt: 100)
        #expect(try await store.fixes.deleteHistory(trip: id(1), before: now + .seconds(50)) == 50)
        #expect(try await store.fixes.deleteHistory(trip: id(7), before: now + .days(1)) == 0)
        #expect(try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 1000).count == 50)
        try database.close()
        _ = folder
    }

    // MARK: runs

    /// Fixes in any order, alone and in batches, some twice: the first of a moment counts, and runs never overlap.
    @Test(arguments: TestDatabase.rounds(12)) func theHistoryIsWhatCameFirst(seed: Int) async throws {
        let (folder, database, store) = try await newStore()
        var random = SplitMix(state: UInt64(seed))
        var expected: [Int: Int] = [:]
        for round in 0..<60 {
            let count = [1, 1, 1, 3, 12, 140].randomElement(using: &random) ?? 1
            // Mostly going on, sometimes from a phone that had no signal for long.
            let start = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 0..<1_000, using: &random) : round * 16
            let offsets = (0..<count).map { start + $0 * Int.random(in: 1...2, using: &random) }.shuffled(using: &random)
            try await add(store, offsets, receivedAt: 2_000 + round)
            for offset in offsets where expected[offset] == nil { expected[offset] = 2_000 + round }
            if round % 7 == 0 { try await store.fixes.merge() }
        }
        let track = try await store.fixes.track(member: id(2), from: now, to: now + .hours(2), limit: 10_000)
        #expect(track.map { Int(($0.time - now).components.seconds) } == expected.keys.sorted())
        let newest = try #require(expected.keys.max())
        #expect(try await store.fixes.newest(member: id(2), at: now + .hours(48))?.lastContactAt == now + .seconds(expected[newest] ?? 0))
        let middle = expected.keys.sorted()[expected.count / 2]
        let part = try await store.fixes.track(member: id(2), from: now + .seconds(middle), to: now + .seconds(middle + 50), limit: 5)
        let wanted = expected.keys.sorted().filter { (middle...middle + 50).contains($0) }.suffix(5)
        #expect(part.map { Int(($0.time - now).components.seconds) } == Array(wanted))
        let runs = try database.read {
            try $0.all("SELECT first_at, last_at, length(fixes) / 67 FROM fix_run ORDER BY first_at") {
                ($0.integer(0), $0.integer(1), $0.int(2))
            }
        }
        #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.1 < $1.0 })
        #expect(runs.allSatisfy { (1...59).contains($0.2) })
        try database.close()
        _ = folder
    }

    /// Runs of one fix each, of two trackers.
    @Test func historyIsDeletedInPortions() async throws {
        let (folder, database, store) = try await newStore()
        let start = now
        try await database.write { connection in
            try connection.run(
                "INSERT INTO tracker (id, member_id, label, token, created_at) VALUES (?, ?, 'Q', ?, 0)",
                [.id(ID(high: 4, low: 4)), .id(ID(high: 2, low: 2)), .text(String(repeating: "u", count: 22))])
            for number in 0..<1_602 {
                let time = (start + .seconds(number / 2)).microseconds
                let bytes = withUnsafeBytes(of: time.littleEndian) { Array($0) } + [UInt8](repeating: 0, count: 59)
                try connection.run(
                    "INSERT INTO fix_run (tracker_id, first_at, last_at, received_at, fixes) VALUES (?, ?, ?, 0, ?)",
                    [.id(number % 2 == 0 ? ID(high: 3, low: 3) : ID(high: 4, low: 4)), .integer(time), .integer(time), .blob(bytes)])
            }
        }
        var counts: [Int] = []
        while counts.last != 0 { counts.append(try await store.fixes.deleteHistory(trip: id(1), before: now + .seconds(800))) }
        #expect(counts == [1_500, 100, 0])
        let left = try database.read { try $0.all("SELECT first_at FROM fix_run") { $0.integer(0) } }
        #expect(left == [(now + .seconds(800)).microseconds, (now + .seconds(800)).microseconds])
        try database.close()
        _ = folder
    }

    @Test func historyIsDeletedWithinARun() async throws {
        let (folder, database, store) = try await newStore()
        try await add(store, Array(0..<10), receivedAt: 10)
        #expect(try await store.fixes.deleteHistory(trip: id(1), before: now + .seconds(4)) == 4)
        #expect(try await store.fixes.deleteHistory(trip: id(1), before: now + .seconds(4)) == 0)
        let track = try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 100)
        #expect(track.map { Int(($0.time - now).components.seconds) } == Array(4..<10))
        try database.close()
        _ = folder
    }

    @Test func rowsOfAnOlderVersionBecomeRuns() async throws {
        let (folder, database, store) = try await newStore()
        try await add(store, [30], receivedAt: 30)
        let (start, tracker) = (now, Value.blob(id(3).bytes))
        try await database.append { connection in
            for second in [10, 20, 30] {
                try connection.run(
                    "INSERT INTO fix_before_runs VALUES (?, ?, ?, 'osmand', 46, 7.5, 12, NULL, 0.5, NULL, 80)",
                    [tracker, .integer((start + .seconds(second)).microseconds), .integer((start + .seconds(second + 1)).microseconds)])
            }
        }
        let track = try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 100)
        #expect(track.map { Int(($0.time - now).components.seconds) } == [10, 20, 30])
        let place = Coordinates(clampedLatitude: 46, longitude: 7.5)
        #expect(track[0] == Fix(time: now + .seconds(10), coordinates: place, accuracy: 12, speed: 0.5, battery: 80))
        #expect(try rows(database, "fix_before_runs") == 0)
        try database.close()
        _ = folder
    }
}
