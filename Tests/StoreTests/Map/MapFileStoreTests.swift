import Database
import Domain
import Store
import TestDatabases
import Testing

/// The map's file for all nodes, in parts.
@Suite struct MapFileStoreTests {
    private let file: TestDatabase
    private let database: AppDatabase
    private let store: MapFileStore
    private let now = Instant(seconds: 1_767_614_400)

    init() throws {
        file = try TestDatabase()
        database = try file.open()
        store = MapFileStore(database)
    }

    private func id(_ number: Int) -> ID { ID(high: 80, low: UInt64(number)) }
    private func digest(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }
    private func part(_ number: Int, _ byte: UInt8) -> MapPart {
        MapPart(number: number, digest: digest(byte &+ 100), bytes: [byte, UInt8(number), 0, 255])
    }

    /// Three parts, of which some are there.
    private func begin(
        _ number: Int, byte: UInt8? = nil, parts: Range<Int> = 0..<3, at time: Instant? = nil, madeAt: Instant? = nil
    ) async throws {
        let byte = byte ?? UInt8(number)
        let draft = MapFileStore.Draft(
            id: id(number), digest: digest(byte), size: 2 * MapFileStore.partSize + 1, madeAt: madeAt ?? now)
        #expect(draft.parts == 3)
        try await store.begin(draft, at: time ?? now)
        for part in parts { try await store.add(self.part(part, byte), to: id(number), at: time ?? now) }
    }

    private func count(_ table: String) throws -> Int {
        try database.read { try $0.one("SELECT count(*) FROM \(table)") { $0.int(0) } ?? -1 }
    }

    @Test func aFileCountsOnceAllItsPartsAreThere() async throws {
        defer { file.close(database) }
        try await begin(1, parts: 0..<2)
        #expect(try store.newest() == nil)
        #expect(try await store.finish(id(1), unlessAfter: nil) == .lost)
        #expect(try await store.finish(id(9), unlessAfter: nil) == .lost, "there is none")
        #expect(try store.newest() == nil)
        try await store.add(part(2, 1), to: id(1), at: now)
        #expect(try await store.finish(id(1), unlessAfter: 0) == .newest)
        let expected = StoredMap(id: id(1), version: 1, digest: digest(1), size: 2 * MapFileStore.partSize + 1, parts: 3, madeAt: now)
        #expect(try store.newest() == expected)
        for number in 0..<3 { #expect(try store.part(number, of: id(1)) == part(number, 1)) }
        #expect(try store.part(3, of: id(1)) == nil)
    }

    /// Whichever began first; and it counts as made after the other one.
    @Test func theOneThatEndsLastIsTheNewest() async throws {
        defer { file.close(database) }
        try await begin(1, madeAt: now)
        try await begin(2, madeAt: now + .minutes(5))
        #expect(try await store.finish(id(2), unlessAfter: nil) == .newest)
        #expect(try await store.finish(id(1), unlessAfter: nil) == .newest)
        let newest = try #require(try store.newest())
        #expect(newest.id == id(1) && newest.version == 2 && newest.madeAt > now + .minutes(5))
    }

    @Test func oneOfAnEarlierDecisionAndOneWithTheSameBytesDoNotReplaceIt() async throws {
        defer { file.close(database) }
        for number in 1...3 { try await begin(number, byte: number == 3 ? 1 : nil) }
        #expect(try await store.finish(id(1), unlessAfter: 0) == .newest)
        #expect(try await store.finish(id(2), unlessAfter: 0) == .late)
        #expect(try await store.finish(id(3), unlessAfter: nil) == .same)
        #expect(try store.newest()?.id == id(1))
        #expect(try await store.finish(id(2), unlessAfter: 1) == .newest)
    }

    @Test func whatIsNoUseGoesAndTheNewestStays() async throws {
        defer { file.close(database) }
        for number in 1...2 {
            try await begin(number)
            #expect(try await store.finish(id(number), unlessAfter: nil) == .newest)
        }
        try await begin(3, parts: 0..<1, at: now - .minutes(11))
        try await begin(4, parts: 0..<0, at: now - .minutes(11))
        // Began long ago, and goes on.
        try await begin(5, parts: 0..<0, at: now - .minutes(11))
        try await store.add(part(0, 5), to: id(5), at: now - .minutes(9))
        #expect(Set(try store.leftovers(at: now)) == [id(1), id(3), id(4)])
        for id in try store.leftovers(at: now) { try await store.remove(id) }
        try await store.remove(id(2))
        #expect(try store.leftovers(at: now).isEmpty)
        #expect(try count("map_file") == 2 && count("map_part") == 4)
        #expect(try store.newest()?.id == id(2))
        // What was given up and is not cannot go on.
        await #expect(throws: DatabaseFailure.self) { try await store.add(part(1, 3), to: id(3), at: now) }
    }

    /// More parts than are removed at once.
    @Test func aLargeFileGoesInSteps() async throws {
        defer { file.close(database) }
        let draft = MapFileStore.Draft(id: id(1), digest: digest(1), size: 70 * MapFileStore.partSize, madeAt: now)
        try await store.begin(draft, at: now)
        for number in 0..<70 { try await store.add(part(number, 1), to: id(1), at: now) }
        #expect(try count("map_part") == 70)
        try await store.remove(id(1))
        #expect(try count("map_part") == 0 && count("map_file") == 0)
    }

    /// Parts make nobody's kept pages anew; a new map does.
    @Test(.enabled(if: TestDatabase.isOnServer)) func otherNodesNoticeTheFileAndNotItsParts() async throws {
        let other = try file.open()
        defer { [database, other].forEach { file.close($0) } }
        try await begin(1, parts: 0..<1)
        #expect(try MapFileStore(other).newest() == nil)
        // Connections that are new count as others once.
        while try other.noticeOtherProcesses() {}
        for number in 1..<3 { try await store.add(part(number, 1), to: id(1), at: now) }
        #expect(try !other.noticeOtherProcesses())
        #expect(try await store.finish(id(1), unlessAfter: nil) == .newest)
        #expect(try other.noticeOtherProcesses())
        #expect(try MapFileStore(other).newest()?.id == id(1))
    }

    @Test func ofTwoNodesThatFinishAtOnceOneIsTheLast() async throws {
        defer { file.close(database) }
        let nodes = try TestNodes(file)
        for number in 0...1 { try await begin(number + 1) }
        let endings = try await nodes.meet(before: "map_file") { store, node in
            try await store.mapFiles.finish(ID(high: 80, low: UInt64(node + 1)), unlessAfter: nil)
        }
        #expect(endings.successes() == [.newest, .newest])
        #expect(try nodes.number("SELECT count(DISTINCT version) FROM map_file") == 2)
        #expect(try store.newest()?.version == 2)
    }

    /// Two that start with a map each while the database has none.
    @Test func ofTwoNodesThatFindNoneOneStoresIts() async throws {
        defer { file.close(database) }
        let nodes = try TestNodes(file)
        for number in 0...1 { try await begin(number + 1) }
        let endings = try await nodes.meet(before: "map_file") { store, node in
            try await store.mapFiles.finish(ID(high: 80, low: UInt64(node + 1)), unlessAfter: 0)
        }
        #expect(Set(endings.successes().map { "\($0)" }) == ["newest", "late"])
        #expect(try store.newest()?.version == 1)
    }
}
