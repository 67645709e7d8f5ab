import Database
import Domain
import Foundation
import Store
import Testing

@Suite struct FixStoreTests {
    private let now = Instant(seconds: 1_767_621_802)
    private func id(_ number: UInt64) -> ID { ID(high: number, low: number) }

    /// A trip (1) with member (2) and tracker (3).
    private func house() async throws -> (Folder, Database, StoreFront) {
        let folder = try Folder()
        let database = try Database(path: folder.path)
        let store = StoreFront(database)
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

    private func add(_ store: StoreFront, _ offsets: [Int], receivedAt: Int, remark: (summary: String, excerpt: String)? = nil) async throws
    {
        let fixes = offsets.map {
            Fix(time: now + .seconds($0), coordinates: Coordinates(clampedLatitude: 46, longitude: 7 + Double($0) / 1e4))
        }
        let batch = FixBatch(trackerID: id(3), receivedAt: now + .seconds(receivedAt), format: .traccar, fixes: fixes, remark: remark)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            store.fixes.add(batch) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    @Test func duplicatesAreDroppedAndLateOnesKept() async throws {
        let (folder, database, store) = try await house()
        try await add(store, [10, 20], receivedAt: 21)
        try await add(store, [20, 5], receivedAt: 22)
        let track = try store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 100)
        #expect(track.map { ($0.time - now).components.seconds } == [5, 10, 20])
        #expect(try store.fixes.newest().map(\.entry.fix.time) == [now + .seconds(20)])
        #expect(try store.fixes.newest(member: id(2))?.fix.time == now + .seconds(20))
        try database.close()
        _ = folder
    }

    @Test func trailsHoldAPlaceAMinuteHoweverOftenPhonesSend() async throws {
        let (folder, database, store) = try await house()
        try await add(store, Array(stride(from: 0, to: 600, by: 2)), receivedAt: 600)
        let trails = try store.fixes.trails(trip: id(1), of: [id(2)], since: now + .minutes(2), steps: 30)
        let offsets = trails.map { line in line.map { Int((($0.longitude - 7) * 1e4).rounded()) } }
        #expect(offsets == [[120, 180, 240, 300, 360, 420, 480, 540]])
        #expect(try store.fixes.trails(trip: id(1), of: [id(2)], since: now, steps: 3)[0].count == 4)
        // Neither of others, nor of who stands nowhere else.
        #expect(try store.fixes.trails(trip: id(1), of: [id(9)], since: now, steps: 30).isEmpty)
        #expect(try store.fixes.trails(trip: id(1), of: [id(2)], since: now + .minutes(9) + .seconds(30), steps: 30).isEmpty)
        try database.close()
        _ = folder
    }

    @Test func theDoctorSeesRequestsAndKeepsFifty() async throws {
        let (folder, database, store) = try await house()
        try await add(store, [1, 2, 3], receivedAt: 5)
        for number in 0..<60 { try await add(store, [], receivedAt: 10 + number, remark: ("refused: \(number)", "x")) }
        let requests = try store.fixes.requests(tracker: id(3))
        #expect(requests.count == 50)
        #expect(requests[0].summary == "refused: 59")
        #expect(try database.read { try $0.one("SELECT count(*) FROM tracker_request") { $0.int(0) } } == 50)
        try await add(store, [100, 101], receivedAt: 200)
        #expect(try store.fixes.requests(tracker: id(3))[0].summary == "2 positions stored")
        try database.close()
        _ = folder
    }

    @Test func historyIsDeleted() async throws {
        let (folder, database, store) = try await house()
        try await add(store, Array(0..<100), receivedAt: 100)
        #expect(try await store.fixes.deleteHistory(trip: id(1), before: now + .seconds(50)) == 50)
        #expect(try await store.fixes.deleteHistory(trip: id(7), before: now + .days(1)) == 0)
        #expect(try store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 1000).count == 50)
        try database.close()
        _ = folder
    }
}
