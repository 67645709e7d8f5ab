import Atlas
import Cryptography
import Database
import Domain
import Foundation
import Services
import Store
import TestDatabases
import Testing

/// Nodes that share a database and have a folder each: what is imported on one is on all.
@Suite struct MapFilesTests {
    private struct Stop: Error {}
    private let file: TestDatabase
    private let one: MapNode
    private let other: MapNode

    init() throws {
        file = try TestDatabase()
        (one, other) = (try MapNode("one", of: file), try MapNode("other", of: file))
    }

    private func parts() throws -> Int { try one.number("SELECT count(*) FROM map_part") }

    @Test func anImportReachesTheOtherNodeWhole() async throws {
        for node in [one, other] { #expect(try await node.settle() == []) }
        try one.makeMap("Valrosa", minute: 0)
        #expect(try await one.settle() == [.stored])
        #expect(try parts() > 3, "it is to come in several parts")
        #expect(try await other.settle() == [.fetched])
        #expect(other.name == "Valrosa" && other.bytes == one.bytes)
        #expect(other.changes == 1 && one.changes == 0)
        #expect(try other.names == ["map.atlas"] && one.names == ["map.atlas"])
        let mode = try FileManager.default.attributesOfItem(atPath: other.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // From there on nothing is read or written.
        for node in [one, other] {
            node.beforeParts { _ in throw Stop() }
            #expect(try await node.settle() == [])
        }
    }

    /// The import that ends last counts, whichever began first; what was stored before goes.
    @Test func theImportThatEndsLastWins() async throws {
        try one.makeMap("First", minute: 0)
        try await one.settle()
        try await other.settle()
        try other.makeMap("Second", minute: 10)
        #expect(try await other.settle() == [.stored])
        // One began before the other, and ends after it.
        try one.makeMap("Third", minute: 5)
        #expect(try await one.settle() == [.stored])
        #expect(try await other.settle() == [.fetched])
        #expect(one.name == "Third" && other.name == "Third" && one.bytes == other.bytes)
        #expect(try one.number("SELECT count(*) FROM map_file") == 1 && parts() == one.number("SELECT parts FROM map_file"))
        // And stays after a start of either.
        for node in [one, other] {
            node.restart()
            #expect(try await node.settle() == [])
        }
        #expect(try one.number("SELECT max(version) FROM map_file") == 3)
    }

    @Test func aNodeThatStartsFetchesWhatItsFolderLacks() async throws {
        try one.makeMap("Old", minute: 0)
        try other.makeMap("New", minute: 5)
        // The first that starts stores its map, as the database has none; the newer one takes its place; the older is replaced.
        one.restart()
        #expect(try await one.settle() == [.stored])
        other.restart()
        #expect(try await other.settle() == [.stored])
        one.restart()
        #expect(try await one.settle() == [.fetched])
        #expect(one.name == "New")
        let third = try MapNode("third", of: file)
        #expect(try await third.settle() == [.fetched])
        #expect(third.name == "New")
        // A folder of long ago.
        try third.makeMap("Very old", minute: -100)
        third.restart()
        #expect(try await third.settle() == [.fetched])
        #expect(third.name == "New")
    }

    @Test func aFileThatWasDeletedOrDamagedIsFetchedAgain() async throws {
        try one.makeMap("Valrosa", minute: 0)
        try await one.settle()
        try await other.settle()
        let whole = try #require(one.bytes)
        try FileManager.default.removeItem(atPath: other.path)
        #expect(try await other.settle() == [.fetched])
        try (whole.prefix(5000) + Data([whole[5000] ^ 1]) + whole.dropFirst(5001)).write(to: URL(filePath: other.path))
        #expect(try await other.settle() == [.fetched])
        #expect(other.bytes == whole)
    }

    // MARK: interruptions

    @Test(arguments: [0, 2]) func aFetchThatIsInterruptedStartsOver(part: Int) async throws {
        try other.makeMap("Old", minute: 0)
        try await other.settle()
        try one.makeMap("New", minute: 5)
        try await one.settle()
        other.beforeParts { if $0 == part { throw Stop() } }
        await #expect(throws: Stop.self) { try await other.settle() }
        #expect(other.name == "Old" && other.changes == 0)
        #expect(try other.names == ["map.atlas"])
        // What a killed process leaves does no harm.
        try Data("half".utf8).write(to: URL(filePath: other.path + ".fetched"))
        other.beforeParts(nil)
        other.restart()
        #expect(try await other.settle() == [.fetched])
        #expect(other.name == "New")
        #expect(try other.names == ["map.atlas"])
    }

    @Test(arguments: [0, 2]) func aStoreThatIsInterruptedStartsOver(part: Int) async throws {
        try one.makeMap("Old", minute: 0)
        try await one.settle()
        try await other.settle()
        try one.makeMap("New", minute: 5)
        one.beforeParts { if $0 == part { throw Stop() } }
        await #expect(throws: Stop.self) { try await one.settle() }
        #expect(try one.number("SELECT count(*) FROM map_file") == 1, "nothing of it stays")
        #expect(try await other.settle() == [])
        #expect(other.name == "Old" && one.name == "New")
        one.beforeParts(nil)
        #expect(try await one.settle() == [.stored])
        #expect(try await other.settle() == [.fetched])
        #expect(other.name == "New")
    }

    /// Its node was killed between the import and the last part: the next start goes on.
    @Test func anImportThatWasNotStoredIsStoredByTheNextStart() async throws {
        try one.makeMap("Old", minute: 0)
        try await one.settle()
        try one.makeMap("New", minute: 5)
        one.restart()
        #expect(try await one.settle() == [.stored])
        #expect(try await other.settle() == [.fetched])
        #expect(other.name == "New")
    }

    // MARK: damage

    /// A byte that changed in the database: the old map stays, and a new import heals it.
    @Test(arguments: ["UPDATE map_part SET bytes = ? WHERE number = 1", "DELETE FROM map_part WHERE number = 1 AND bytes <> ?"])
    func whatIsDamagedInTheDatabaseIsNotServed(damage: String) async throws {
        try other.makeMap("Old", minute: 0)
        try await other.settle()
        try one.makeMap("New", minute: 5)
        try await one.settle()
        let part = try #require(try one.store.newest().flatMap { try one.store.part(1, of: $0.id) })
        var bytes = part.bytes
        bytes[4711] ^= 1
        try await one.database.write { [bytes] in _ = try $0.run(damage, [.blob(bytes)]) }
        await #expect { try await other.settle() } throws: { "\($0)".contains("Part 1 of the map in the database is") }
        #expect(other.name == "Old" && other.changes == 0)
        #expect(try other.names == ["map.atlas"])
        try one.makeMap("New", minute: 6)
        #expect(try await one.settle() == [.stored])
        #expect(try await other.settle() == [.fetched])
        #expect(other.bytes == one.bytes)
    }

    /// Parts that are right by themselves, in a file that is not: the sum of all says so.
    @Test func partsOfAnotherFileAreNotServed() async throws {
        try one.makeMap("New", minute: 5)
        try await one.settle()
        try await one.database.write { connection in
            _ = try connection.run("UPDATE map_file SET digest = ?", [.blob([UInt8](repeating: 7, count: 32))])
        }
        await #expect { try await other.settle() } throws: { "\($0)".contains("damaged") }
        #expect(try other.bytes == nil && other.names == [])
    }

    /// Whole as it was stored, but of another version of the program.
    @Test func whatIsNoAtlasIsNotServed() async throws {
        try other.makeMap("Old", minute: 0)
        try await other.settle()
        let text = Array("no atlas, though stored as one, and long enough for a head of 512 bytes".utf8)
        let bytes = (0..<10).flatMap { _ in text }
        let (id, digest) = (ID(high: 90, low: 1), Digest.sha256(bytes))
        let now = Instant(seconds: 1_767_614_400)
        try await one.store.begin(.init(id: id, digest: digest, size: bytes.count, madeAt: now), at: now)
        try await one.store.add(MapPart(number: 0, digest: digest, bytes: bytes), to: id, at: now)
        #expect(try await one.store.finish(id, unlessAfter: nil) == .newest)
        await #expect(throws: AtlasProblem.self) { try await other.settle() }
        #expect(try other.name == "Old" && other.names == ["map.atlas"])
    }
}
