import Database
import Domain
import Foundation
import Logging
import Services
import Store
import Synchronization
import TestDatabases
import Testing

/// What happens to a map that is under way to or from the database while another one comes.
@Suite struct MapFilesAtOnceTests {
    private struct Stop: Error {}
    private let one: MapNode
    private let other: MapNode

    init() throws {
        let file = try TestDatabase()
        (one, other) = (try MapNode("one", of: file), try MapNode("other", of: file))
    }

    /// Before that part `body` runs, once.
    private func before(_ part: Int, of node: MapNode, _ body: @escaping @Sendable () async throws -> Void) {
        let isDone = Mutex(false)
        node.beforeParts { number in
            let isFirst = isDone.withLock { isDone in
                defer { if number == part { isDone = true } }
                return number == part && !isDone
            }
            guard isFirst else { return }
            let (done, failure) = (DispatchSemaphore(value: 0), Failure())
            Task.detached {
                do { try await body() } catch { failure.error.withLock { $0 = error } }
                done.signal()
            }
            done.wait()
            if let error = failure.error.withLock({ $0 }) { throw error }
        }
    }

    private final class Failure: Sendable { let error = Mutex<(any Error)?>(nil) }

    @Test(arguments: [1, 3]) func aNewerImportWhileFetchingIsFetchedInstead(part: Int) async throws {
        try one.makeMap("New", minute: 0)
        try await one.settle()
        before(part, of: other) { [one] in
            try one.makeMap("Newer", minute: 5)
            try await one.settle()
        }
        #expect(try await other.settle() == [.again, .fetched])
        #expect(other.name == "Newer" && other.bytes == one.bytes)
        #expect(try other.names == ["map.atlas"])
    }

    /// The import into the folder ends after the other one, and wins.
    @Test(arguments: [0, 3]) func anImportIntoTheFolderThatFetchesStays(part: Int) async throws {
        try one.makeMap("New", minute: 5)
        try await one.settle()
        before(part, of: other) { [other] in try other.makeMap("Own", minute: 0) }
        #expect(try await other.settle() == [.again, .stored])
        #expect(other.name == "Own")
        #expect(try await one.settle() == [.fetched])
        #expect(one.name == "Own")
    }

    @Test func anImportIntoTheFolderThatStoresFollows() async throws {
        try one.makeMap("New", minute: 0)
        before(2, of: one) { [one] in try one.makeMap("Newer", minute: 5) }
        #expect(try await one.settle() == [.stored, .stored])
        #expect(try await other.settle() == [.fetched])
        #expect(other.name == "Newer" && one.name == "Newer")
    }

    @Test func ofTwoThatStoreAtOnceTheLastOneWinsWhole() async throws {
        try one.makeMap("Last", minute: 0)
        try other.makeMap("First", minute: 5)
        before(2, of: one) { [other] in try await other.settle() }
        #expect(try await one.settle() == [.stored])
        #expect(try await other.settle() == [.fetched])
        #expect(other.name == "Last" && other.bytes == one.bytes)
        #expect(try one.number("SELECT count(*) FROM map_file") == 1)
    }

    /// Both had the same file before they had the same database.
    @Test func theSameFileIsStoredOnce() async throws {
        try one.makeMap("Same", minute: 0)
        try FileManager.default.copyItem(atPath: one.path, toPath: other.path)
        for node in [one, other] { node.restart() }
        before(2, of: one) { [other] in
            let done = try await other.settle()
            #expect(done == [.stored])
        }
        #expect(try await one.settle() == [.again])
        #expect(one.name == "Same" && other.name == "Same" && one.changes == 0 && other.changes == 0)
        #expect(try one.number("SELECT count(*) FROM map_file") == 1 && one.number("SELECT max(version) FROM map_file") == 1)
    }

    /// As the command does it, whose import may have begun before the one that is stored.
    @Test func whatACommandImportsIsStoredWhateverIsThere() async throws {
        try one.makeMap("Stored", minute: 5)
        try await one.settle()
        try other.makeMap("Imported", minute: 0)
        other.restart()
        try await other.files.storeImport()
        #expect(try await one.settle() == [.fetched])
        #expect(one.name == "Imported" && other.name == "Imported")
    }

    // MARK: the job

    private func until(_ isSo: () -> Bool) async throws {
        for _ in 0..<3000 {
            if isSo() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("it never came")
    }

    @Test func theJobBringsAnImportToTheOtherNodeAndEnds() async throws {
        let logger = Logger(label: "test")
        let jobs = [one, other].map { node in Task { [files = node.files] in await files.run(logger: logger) } }
        try one.makeMap("New", minute: 0)
        one.files.look()
        try await until { other.name == "New" && other.changes == 1 }
        #expect(one.files.problem == nil && other.files.problem == nil)
        jobs.forEach { $0.cancel() }
        for job in jobs { await job.value }
    }

    @Test func theJobTellsWhatItCannotDo() async throws {
        let logger = Logger(label: "test")
        one.beforeParts { _ in throw Stop() }
        try one.makeMap("New", minute: 0)
        let job = Task { [files = one.files] in await files.run(logger: logger) }
        try await until { one.files.problem != nil }
        #expect(try one.store.newest() == nil)
        job.cancel()
        await job.value
    }
}
