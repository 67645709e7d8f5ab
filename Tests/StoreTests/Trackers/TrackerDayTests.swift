import Database
import Domain
import Store
import Testing

/// What the tracker doctor reads.
@Suite struct TrackerDayTests {
    private let rooms = FixStoreTests()
    private var now: Instant { rooms.now }
    private var tracker: ID { rooms.id(3) }

    private func day(_ store: Stores, since: Int = 0, problems: Bool = false, before: Instant? = nil, limit: Int = 50) async throws
        -> TrackerDay
    {
        var filter = TrackerDayFilter()
        (filter.isProblemsOnly, filter.before) = (problems, before)
        return try await store.fixes.day(tracker: tracker, since: now + .seconds(since), filter, limit: limit)
    }

    @Test func aDayHasWhatWasStoredAndWhatWasNot() async throws {
        let (folder, database, store) = try await rooms.newStore()
        try await rooms.add(store, [1, 2, 3], receivedAt: 5)
        var raw = RawFix()
        (raw.time, raw.latitude, raw.longitude) = (now, 0, 0)
        (raw.battery, raw.isCharging, raw.isMoving, raw.trigger) = (140, true, false, .hand)
        let refused = RefusedFix(raw: raw, refusal: .nullIsland)
        try await rooms.add(
            store, [4], receivedAt: 6,
            remark: TrackerRemark(summary: "1 position stored; refused: x", isProblem: true, refused: Array(repeating: refused, count: 9)))
        try await rooms.add(store, [], receivedAt: 7, remark: TrackerRemark(summary: "a sign of life", isProblem: false))
        let everything = try await day(store)
        #expect(everything.requests.map(\.stored) == [0, 1, 3])
        #expect(everything.requests[1].remark?.refused == Array(repeating: refused, count: TrackerRemark.refusedKept))
        #expect(everything.requests[2].fixes.map { ($0.time - now).components.seconds } == [1, 2, 3])
        let problems = try await day(store, problems: true)
        #expect(problems.requests.map(\.receivedAt) == [now + .seconds(6)])
        #expect(try await day(store, since: 7).requests.map(\.receivedAt) == [now + .seconds(7)])
        let newest = try await day(store, limit: 2)
        #expect(newest.hasOlder && newest.requests.count == 2)
        let oldest = try await day(store, before: newest.requests[1].receivedAt, limit: 2)
        #expect(!oldest.hasOlder && oldest.requests.map(\.stored) == [3])
        var hour = TrackerHour(start: Instant(seconds: now.seconds / 3600 * 3600))
        (hour.requests, hour.stored, hour.remarks) = (3, 4, 2)
        #expect(everything.hours == [hour])
        try database.close()
        _ = folder
    }

    /// Whatever a phone sends, so much is kept; what is not is counted.
    @Test func theNewestRemarksAreKeptAndAllAreCounted() async throws {
        let (folder, database, store) = try await rooms.newStore()
        for number in 0..<620 {
            try await rooms.add(store, [], receivedAt: 10 + number / 2, remark: TrackerRemark(summary: "\(number)", isProblem: true))
        }
        let kept = try database.read { try $0.one("SELECT count(*) FROM tracker_request") { $0.int(0) } } ?? 0
        #expect((FixStore.remarksKept..<FixStore.remarksKept + 50).contains(kept))
        let first = try await day(store)
        #expect(first.requests.prefix(3).map { $0.remark?.summary } == ["619", "618", "617"])
        let (remarks, requests) = (first.hours.map(\.remarks).reduce(0, +), first.hours.map(\.requests).reduce(0, +))
        #expect(remarks == 620)
        #expect(requests == 620)
        try database.close()
        _ = folder
    }

    @Test func positionsThatComeAgainAreCountedOnce() async throws {
        let (folder, database, store) = try await rooms.newStore()
        try await rooms.add(store, [1, 2], receivedAt: 3)
        try await rooms.add(store, [2, 4], receivedAt: 5)
        try await store.fixes.merge()
        try await rooms.add(store, [1, 2, 9], receivedAt: 10)
        try await rooms.add(store, Array(1...12), receivedAt: 20)
        let hours = try await day(store).hours
        let (repeats, stored) = (hours.map(\.repeats).reduce(0, +), hours.map(\.stored).reduce(0, +))
        #expect(repeats == 7)
        #expect(stored == 12)
        try database.close()
        _ = folder
    }

    @Test func whatIsOlderThanADayGoesButTheLastWord() async throws {
        let (folder, database, store) = try await rooms.newStore()
        let remark = TrackerRemark(summary: "x", isProblem: false)
        for second in [1, 2, 3] { try await rooms.add(store, [], receivedAt: second, remark: remark) }
        try await store.fixes.forgetRequests(before: now + .hours(25))
        let left = try database.read { try $0.all("SELECT received_at FROM tracker_request") { $0.integer(0) } }
        #expect(left == [(now + .seconds(3)).microseconds])
        #expect(try database.read { try $0.one("SELECT count(*) FROM tracker_hour") { $0.int(0) } } == 0)
        #expect(try await store.fixes.day(tracker: tracker, since: now + .hours(1), TrackerDayFilter(), limit: 9).requests.isEmpty)
        try database.close()
        _ = folder
    }
}
