import Database
import Domain
import Foundation
import Store
import Synchronization
import Testing

private final class Collector: FixCollector {
    private let commits = Mutex<[(commit: Int, isFailed: Bool)]>([])
    var heard: [(commit: Int, isFailed: Bool)] { commits.withLock { $0 } }
    func commitDidFinish(_ commit: Int, _ error: (any Error)?) { commits.withLock { $0.append((commit, error != nil)) } }
}

/// On their way into the history.
extension FixStoreTests {
    func rows(_ database: AppDatabase, _ table: String) throws -> Int {
        try database.read { try $0.one("SELECT count(*) FROM \(table)") { $0.int(0) } } ?? -1
    }

    func fixesInRuns(_ database: AppDatabase) throws -> Int {
        try database.read { try $0.one("SELECT coalesce(sum(length(fixes)), 0) / 67 FROM fix_run") { $0.int(0) } } ?? -1
    }

    @Test func fewFixesWaitInTheInboxUntilSomebodyReads() async throws {
        let (folder, database, store) = try await newStore()
        for second in 0..<5 { try await add(store, [second], receivedAt: second) }
        #expect(try fixesInRuns(database) == 0 && rows(database, "fix_inbox") == 5)
        #expect(try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 100).count == 5)
        #expect(try fixesInRuns(database) == 5 && rows(database, "fix_inbox") == 0)
        // What lies together anyway is not written twice.
        try await add(store, Array(10..<20), receivedAt: 20)
        #expect(try fixesInRuns(database) == 15 && rows(database, "fix_inbox") == 0)
        try database.close()
        _ = folder
    }

    @Test func whatACrashLeftInTheInboxIsThereAfterTheStart() async throws {
        let (folder, database, store) = try await newStore()
        try await add(store, [1, 2], receivedAt: 3)
        try await add(store, [3], receivedAt: 4)
        let left = try database.read { try $0.all("SELECT fixes FROM fix_inbox") { $0.blob(0) } }
        #expect(left.count == 2)
        try database.close()
        let again = try folder.open()
        let second = Stores(again)
        #expect(try await second.fixes.newest(at: now + .minutes(10)).map(\.entry.fix.time) == [now + .seconds(3)])
        // As if the crash had come between the table and the emptying of the inbox.
        try await again.append { for bytes in left { try $0.run("INSERT INTO fix_inbox (fixes) VALUES (?)", [.blob(bytes)]) } }
        try again.close()
        let third = Stores(try folder.open())
        #expect(try await third.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 100).count == 3)
    }

    @Test func everythingKnownOfAFixGoesThroughTheInbox() async throws {
        let (folder, database, store) = try await newStore()
        let place = Coordinates(clampedLatitude: -46.123456789, longitude: 179.5)
        var fixes = [
            Fix(time: now, coordinates: place),
            Fix(time: now + .milliseconds(1), coordinates: place, accuracy: 0, altitude: -3.5, speed: 0.25, heading: 359.9, battery: 0),
            Fix(time: now + .seconds(1), coordinates: place, accuracy: 12, battery: 100),
        ]
        (fixes[1].isCharging, fixes[1].isMoving, fixes[1].trigger) = (true, false, .other)
        (fixes[2].isCharging, fixes[2].isMoving, fixes[2].trigger) = (false, true, .ping)
        let formats = [TrackerFormat.osmand, .overland, .unknown]
        for (number, fix) in fixes.enumerated() {
            let receivedAt = now + .seconds(10 - number)
            try await store.fixes.add(
                FixBatch(trackerID: id(3), receivedAt: receivedAt, format: formats[number], fixes: [fix], remark: nil))
        }
        #expect(try rows(database, "fix_inbox") == 3)
        #expect(try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 9) == fixes)
        let requests = try await store.fixes.day(tracker: id(3), since: now, TrackerDayFilter(), limit: 9).requests
        #expect(requests.map(\.fixes) == fixes.map { [$0] })
        #expect(requests.map(\.format) == formats)
        #expect(requests.map(\.receivedAt) == [10, 9, 8].map { now + .seconds($0) })
        #expect(requests.map(\.stored) == [1, 1, 1])
        try database.close()
        _ = folder
    }

    @Test func bytesThatNobodyCanReadAreNoReasonToForgetThem() async throws {
        let (folder, database, store) = try await newStore()
        try await database.append { _ = try $0.run("INSERT INTO fix_inbox (fixes) VALUES (?)", [.blob([1, 2, 3])]) }
        await #expect(throws: (any Error).self) { try await store.fixes.newest(at: now + .minutes(10)) }
        #expect(try rows(database, "fix_inbox") == 1)
        try database.close()
        _ = folder
    }

    @Test func fixesComeWhileOthersReadAndNoneIsLostOrDoubled() async throws {
        let (folder, database, store) = try await newStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for phone in 0..<20 {
                group.addTask { for number in 0..<50 { try await add(store, [phone * 50 + number], receivedAt: 2000) } }
            }
            group.addTask {
                for _ in 0..<30 { _ = try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 10_000) }
            }
            try await group.waitForAll()
        }
        let track = try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 10_000)
        #expect(track.map { Int(($0.time - now).components.seconds) } == Array(0..<1000))
        #expect(try rows(database, "fix_inbox") == 0)
        try database.close()
        _ = folder
    }

    /// Four collectors at once, each of which hears of each of its commits once, in order, and of no other's.
    @Test(.timeLimit(.minutes(3))) func collectorsHearOfEachOfTheirCommitsOnce() async throws {
        let (folder, database, store) = try await newStore()
        let collectors = (0..<4).map { _ in Collector() }
        let joined = await withTaskGroup(of: (Int, Set<Int>).self, returning: [Int: Set<Int>].self) { group in
            for (number, collector) in collectors.enumerated() {
                group.addTask {
                    var commits = Set<Int>()
                    for second in 0..<500 {
                        commits.insert(store.fixes.addPlain(batch([number * 500 + second], receivedAt: 2000), by: collector))
                        if second % 50 == number { try? await Task.sleep(for: .milliseconds(number)) }
                    }
                    return (number, commits)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        try await store.fixes.merge()
        for (number, collector) in collectors.enumerated() {
            let commits = try #require(joined[number])
            while collector.heard.count < commits.count { try await Task.sleep(for: .milliseconds(1)) }
            #expect(collector.heard.map(\.commit) == commits.sorted())
            #expect(collector.heard.allSatisfy { !$0.isFailed })
        }
        #expect(Set(joined.values.joined()).count < 500, "few commits for 2000 fixes")
        let track = try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 10_000)
        #expect(track.count == 2000)
        try database.close()
        _ = folder
    }

    @Test(.timeLimit(.minutes(3))) func collectorsHearOfWhatCouldNotBeStored() async throws {
        let (folder, database, store) = try await newStore()
        try await database.append { _ = try $0.run("DROP TABLE fix_inbox") }
        let collector = Collector()
        let first = store.fixes.addPlain(batch([1], receivedAt: 2), by: collector)
        while collector.heard.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let second = store.fixes.addPlain(batch([1], receivedAt: 2), by: collector)
        while collector.heard.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(collector.heard.map(\.commit) == [first, second] && first < second)
        #expect(collector.heard.allSatisfy { $0.isFailed })
        #expect(store.fixes.pendingWrites == 0)
        try database.close()
        _ = folder
    }

    @Test func whoAskedToBeDeletedLeavesNothingInTheInbox() async throws {
        let (folder, database, store) = try await newStore()
        try await add(store, [1], receivedAt: 2)
        let erasure = Erasure(due: now + .days(7), askedBy: "", hostName: "")
        _ = try await store.deletion.request(id(2), name: "Ada", trip: id(1), erasure, by: .commandLine, at: now)
        try await store.fixes.merge()
        try await store.deletion.cancel(id(2), name: "Ada", trip: id(1), by: .commandLine, at: now)
        #expect(try await store.fixes.track(member: id(2), from: now, to: now + .hours(1), limit: 9).isEmpty)
        #expect(try rows(database, "fix_inbox") == 0)
        try database.close()
        _ = folder
    }

    /// Neither in the history nor where it lay before: pages that are free keep no positions.
    @Test func deletedPositionsAreNotLeftInTheFile() async throws {
        let (folder, database, store) = try await newStore(isFile: true)
        for second in 0..<200 { try await add(store, [second], receivedAt: second) }
        try await store.fixes.merge()
        let trace = withUnsafeBytes(of: (7 + 150 / 1e4).bitPattern.littleEndian) { Data($0) }
        func isInFile() throws -> Bool { try Data(contentsOf: URL(filePath: folder.path)).range(of: trace) != nil }
        try database.close()
        #expect(try isInFile())
        let again = try folder.open()
        #expect(try await Stores(again).fixes.deleteHistory(trip: id(1), before: now + .hours(1)) == 200)
        try again.close()
        #expect(try !isInFile())
    }
}
