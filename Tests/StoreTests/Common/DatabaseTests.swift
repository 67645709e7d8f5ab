import Database
import Foundation
import Synchronization
import TestDatabases
import Testing

final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "sotravel-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
    var path: String { url.appending(path: "test.sqlite").path }
}

private struct Stop: Error {}

@Suite struct DatabaseTests {
    private func account(_ number: Int) -> (String, [Value]) {
        (
            "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, 'n', 'h', 0, 0)",
            [.blob([UInt8](repeating: UInt8(number % 256), count: 14) + [UInt8(number / 256), 1]), .text("\(number)@x.example")]
        )
    }

    private func count(_ database: AppDatabase) throws -> Int {
        try database.read { try $0.one("SELECT count(*) FROM account") { $0.int(0) } ?? -1 }
    }

    /// FULL is 2. GRDB itself would set NORMAL, which lost acknowledged commits in power cuts.
    @Test func theWriterSyncsFully() throws {
        let folder = try Folder()
        let database = try AppDatabase(path: folder.path)
        #expect(try database.writerPragma("synchronous") == 2)
        #expect(try database.writerPragma("foreign_keys") == 1)
        // 2 is memory: no positions in files of the system.
        #expect(try database.writerPragma("temp_store") == 2)
        #expect(try database.read { try $0.one("PRAGMA journal_mode") { $0.text(0) } } == "wal")
        try database.close()
    }

    @Test(.timeLimit(.minutes(5))) func closingTwiceIsClosingOnce() throws {
        let folder = try Folder()
        let database = try AppDatabase(path: folder.path)
        try database.close()
        try database.close()
    }

    /// One thousand writes at once: all there, in far fewer commits; those that throw leave nothing and harm nobody.
    @Test func writesShareCommitsAndFailAlone() async throws {
        let folder = try Folder()
        let database = try AppDatabase(path: folder.path)
        let failed = Mutex(0)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    do {
                        try await database.write { connection in
                            let (sql, values) = account(number)
                            try connection.run(sql, values)
                            if number % 10 == 3 { throw Stop() }
                        }
                        return true
                    } catch { return false }
                }
            }
            for await isDone in group where !isDone { failed.withLock { $0 += 1 } }
        }
        #expect(failed.withLock { $0 } == 100)
        #expect(try count(database) == 900)
        // Writers hear of a commit before it is counted.
        try database.close()
        #expect(database.statistics.jobs == 1000)
        #expect(database.statistics.commits < 500, "\(database.statistics.commits) commits")
        #expect(try AppDatabase.complaints(path: folder.path).isEmpty)
    }

    /// However the patient and the others mix, and whether the thread is about to sleep, sleeps or works: nobody is forgotten.
    @Test(.timeLimit(.minutes(3))) func nobodyWaitsForAThreadThatSleeps() async throws {
        let file = try TestDatabase(isFile: true)
        let database = try file.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<150 {
                        let (sql, values) = account(writer * 150 + number)
                        let maxDelay = Duration.milliseconds((writer + number) % 4 * 2)
                        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                            database.appendStatement(maxDelay: maxDelay) {
                                _ = try $0.run(sql, values)
                            } done: {
                                continuation.resume(with: $0)
                            }
                            if number % 7 == writer { database.commitNow() }
                        }
                        if number % 3 == 0 { try await Task.sleep(for: .microseconds(number * 40)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try count(database) == 600)
        file.close(database)
    }

    /// The delay is an hour, and nobody else is there to share a commit with.
    @Test func aLoneSenderWaitsForNobody() async throws {
        let file = try TestDatabase(isFile: true)
        let database = try file.open()
        for number in 0..<20 {
            let (sql, values) = account(number)
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                database.appendStatement(maxDelay: .seconds(3600)) {
                    _ = try $0.run(sql, values)
                } done: {
                    continuation.resume(with: $0)
                }
            }
        }
        #expect(try count(database) == 20)
        file.close(database)
    }

    @Test func uniqueViolationsAreKnown() async throws {
        let file = try TestDatabase()
        let database = try file.open()
        let (sql, values) = account(1)
        try await database.write { _ = try $0.run(sql, values) }
        await #expect { try await database.write { _ = try $0.run(sql, values) } } throws: {
            ($0 as? DatabaseFailure)?.isUniqueViolation == true
        }
        file.close(database)
    }

    @Test func schemaHoldsItsRules() async throws {
        let folder = try Folder()
        let database = try AppDatabase(path: folder.path)
        for sql in [
            "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (x'00', 'a', 'n', 'h', 0, 0)",
            "INSERT INTO recovery_code (account_id, code_hash) VALUES (zeroblob(16), zeroblob(32))",
            "INSERT INTO audit (at, actor_name, action, subject_id, subject_name, changes) VALUES (0, '', '', x'', '', ''); ",
        ].prefix(2) {
            await #expect(throws: DatabaseFailure.self) { try await database.write { _ = try $0.run(sql) } }
        }
        try await database.write { connection in
            _ = try connection.run(
                "INSERT INTO audit (at, actor_name, action, subject_id, subject_name, changes) VALUES (0, '', '', x'', '', '[]')")
        }
        let value = "UPDATE audit SET changes = '[{\"field\":\"a\",\"from\":\"b\",\"to\":\"\"}]'"
        for sql in ["UPDATE audit SET action = 'x'", value, "DELETE FROM audit"] {
            await #expect(throws: DatabaseFailure.self) { try await database.write { _ = try $0.run(sql) } }
        }
        try database.close()
    }

    @Test(arguments: [("message", "state"), ("invitation", "rsvp")])
    func unknownStatesAreRefused(_ table: String, _ column: String) async throws {
        let folder = try Folder()
        let database = try AppDatabase(path: folder.path)
        let columns = try database.read {
            try $0.all("SELECT name, type FROM pragma_table_info(?)", [.text(table)]) { (name: $0.text(0), isBlob: $0.text(1) == "BLOB") }
        }
        let values = columns.map { $0.name == column ? "'odd'" : $0.isBlob ? "zeroblob(16)" : "1" }.joined(separator: ", ")
        let sql = "INSERT INTO \(table) (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(values))"
        await #expect { try await database.write { _ = try $0.run(sql) } } throws: {
            "\($0)".contains("CHECK constraint failed: \(column) = ")
        }
        try database.close()
    }

    @Test func generationsTellOfOtherWriters() async throws {
        let folder = try Folder()
        let (first, second) = (try AppDatabase(path: folder.path), try AppDatabase(path: folder.path))
        _ = try first.noticeOtherProcesses()
        let before = first.generation
        #expect(try first.noticeOtherProcesses() == false)
        let (sql, values) = account(1)
        try await second.write { _ = try $0.run(sql, values) }
        #expect(try first.noticeOtherProcesses())
        #expect(first.generation > before)
        try first.close()
        try second.close()
    }

    /// Four times what the journal holds before it is copied: it begins anew in time, without a stop, and a reader that held it
    /// up for a while only delays that.
    @Test func theJournalDoesNotGrowForEver() async throws {
        let folder = try Folder()
        let database = try AppDatabase(path: folder.path)
        try await database.append { _ = try $0.run("CREATE TABLE large (number INTEGER PRIMARY KEY, bytes BLOB)") }
        func size(_ suffix: String) throws -> Int {
            try FileManager.default.attributesOfItem(atPath: folder.path + suffix)[.size] as? Int ?? -1
        }
        func write(_ megabytes: Int) async throws {
            for number in 0..<megabytes {
                try await database.append {
                    _ = try $0.run(
                        "REPLACE INTO large VALUES (?, ?)", [Value(number % 30), .blob([UInt8](repeating: UInt8(number), count: 1 << 20))])
                }
            }
        }
        let reading = Task.detached {
            try database.read { connection in
                _ = try connection.one("SELECT count(*) FROM large") { $0.int(0) }
                usleep(300_000)
            }
        }
        try await write(40)
        try await reading.value
        try await write(100)
        #expect(try size("-wal") < 96 << 20)
        #expect(try size("") > 20 << 20)
        #expect(try database.read { try $0.one("SELECT count(*) FROM large") { $0.int(0) } } == 30)
        try database.close()
        #expect(try AppDatabase.complaints(path: folder.path).isEmpty)
    }

    /// Whoever copies the one file of a stopped program has everything.
    @Test func aClosedDatabaseIsOneFile() async throws {
        let folder = try Folder()
        let database = try AppDatabase(path: folder.path)
        let (sql, values) = account(1)
        try await database.write { _ = try $0.run(sql, values) }
        #expect(try count(database) == 1)
        try database.close()
        // Nor does the next start have a journal to read.
        let journal = try? FileManager.default.attributesOfItem(atPath: folder.path + "-wal")[.size] as? Int
        #expect(journal == nil || journal == 0)
        let copy = folder.url.appending(path: "copy").path
        try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
        let second = try AppDatabase(path: copy)
        #expect(try count(second) == 1)
        try second.close()
    }

    @Test func backupsAreWholeAndNewerSchemasAreRefused() async throws {
        let folder = try Folder()
        let database = try AppDatabase(path: folder.path)
        let (sql, values) = account(1)
        try await database.write { _ = try $0.run(sql, values) }
        let copy = folder.url.appending(path: "copy").path
        try database.backup(to: copy)
        #expect(try AppDatabase.complaints(path: copy).isEmpty)
        try await database.write { _ = try $0.run("INSERT INTO schema_migration (number, name) VALUES (999, 'later')") }
        try database.close()
        #expect(throws: (any Error).self) { try AppDatabase(path: folder.path) }
        try Data("not a database, but long enough to be looked at as one by those who look".utf8).write(to: URL(filePath: copy))
        #expect(throws: (any Error).self) { try AppDatabase.complaints(path: copy) }
    }
}
