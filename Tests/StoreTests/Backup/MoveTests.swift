import Database
import Foundation
import TestDatabases
import Testing

/// Everything goes from one database into another. On PostgreSQL the way leads there and back, else over another file.
@Suite struct MoveTests {
    private struct Stop: Error {}

    /// A file with rows in every table, and what is to be filled.
    private struct Places {
        let source: TestDatabase
        let middle: TestDatabase
        var from: Move.Place { .file(source.path) }
        var to: Move.Place { get throws { try middle.serverAddress().map { .server($0) } ?? .file(middle.path) } }
        /// Where a second move leads.
        var end: String { source.folder.appending(path: "end.sqlite").path }

        /// Made once.
        private static let filled = Task {
            let file = try TestDatabase(isFile: true)
            let database = try file.open()
            try await AwkwardRows.fill(database)
            try await database.write { connection in
                // Indexes what is there, as the server does.
                _ = try connection.run("UPDATE search_progress SET indexed_to = (SELECT max(number) FROM message)")
                _ = try connection.run("DELETE FROM account_notice WHERE number = (SELECT max(number) FROM account_notice)")
            }
            try database.close()
            return file
        }

        init() async throws {
            source = try TestDatabase(isFile: true)
            middle = try TestDatabase()
            try FileManager.default.copyItem(atPath: try await Places.filled.value.path, toPath: source.path)
        }

        func move() throws -> Move.Summary { try Move(from: from, to: to).run() }
    }

    @Test func everythingComesBackAsItWent() async throws {
        let places = try await Places()
        let before = try Dump.of(places.source.path)
        let summary = try places.move()
        #expect(summary.tables.count > 100 && summary.tables.allSatisfy { $0.rows > 0 })
        #expect(summary.rows == before.count { !$0.hasPrefix("sqlite_sequence") })
        if let address = try places.middle.serverAddress() { #expect(try AppDatabase.complaints(postgresql: address) == []) }
        let back = try Move(from: places.to, to: .file(places.end)).run()
        #expect(back.rows == summary.rows)
        #expect(try Dump.of(places.end) == before)
        #expect(try Dump.of(places.source.path) == before)
        #expect(try AppDatabase.complaints(path: places.end).isEmpty)
    }

    /// Neither the number of a row that is gone, nor one that is there.
    @Test func numbersAreNotGivenAgain() async throws {
        let places = try await Places()
        func number(_ sql: String) throws -> Int {
            try #require(try AppDatabase.look(at: places.source.path) { try $0.one(sql) { $0.int(0) } })
        }
        let highest = try number("SELECT seq FROM sqlite_sequence WHERE name = 'account_notice'")
        let audit = try number("SELECT max(sequence) FROM audit")
        _ = try places.move()
        let database = try places.middle.open()
        defer { places.middle.close(database) }
        let notice = try await database.write { connection in
            try connection.insert(
                """
                INSERT INTO account_notice (account_id, kind, detail, user_agent, address, at)
                SELECT id, 'x', '', '', '', 0 FROM account LIMIT 1
                """)
        }
        let entry = try await database.write { connection in
            try connection.insert(
                "INSERT INTO audit (at, actor_name, action, subject_id, subject_name, changes) VALUES (0, '', 'x', ?, '', '[]')",
                [.blob([])])
        }
        // On PostgreSQL each write is run twice, and takes a number each time.
        #expect((highest + 1...highest + 2).contains(try #require(notice)))
        #expect((audit + 1...audit + 2).contains(try #require(entry)))
    }

    @Test func wordsAreFoundAndLogsStayGuarded() async throws {
        let places = try await Places()
        let database = try places.source.open()
        try await database.write { connection in
            _ = try connection.run("UPDATE message SET text = 'Fondue tonight', state = 'visible'")
        }
        try database.close()
        _ = try places.move()
        let moved = try places.middle.open()
        defer { places.middle.close(moved) }
        let query = "SELECT count(*) FROM message_search s WHERE s.message_search MATCH ?"
        let messages = try moved.read { try $0.one("SELECT count(*) FROM message") { $0.int(0) } }
        #expect(try moved.read { try $0.one(query, [.text("\"fondue\"*")]) { $0.int(0) } } == messages)
        for refused in ["UPDATE event_log SET note = 'x'", "DELETE FROM trip"] {
            await #expect(throws: DatabaseFailure.self, "\(refused)") { try await moved.write { _ = try $0.run(refused) } }
        }
    }

    /// Wherever it stops, nothing is there, and the next one comes through.
    @Test(arguments: [Move.Progress.Step.reading, .copying, .joining, .comparing]) func anInterruptedMoveStartsOver(
        step: Move.Progress.Step
    ) async throws {
        let places = try await Places()
        let before = try Dump.of(places.source.path)
        #expect(throws: Stop.self) {
            try Move(from: places.from, to: places.to) { progress in
                if progress.step == step, ["", "help_case"].contains(progress.table) { throw Stop() }
            }.run()
        }
        #expect(!FileManager.default.fileExists(atPath: places.middle.path + ".incoming"))
        // Its schema may be there.
        let middle = try places.middle.open()
        #expect(try middle.read { try $0.one("SELECT count(*) FROM trip") { $0.int(0) } } == 0)
        try middle.close()
        _ = try places.move()
        _ = try Move(from: places.to, to: .file(places.end)).run()
        #expect(try Dump.of(places.end) == before)
    }

    /// What a process that was killed leaves.
    @Test func leavingsOfAMoveAreWrittenAnew() async throws {
        let places = try await Places()
        try Data("half a file".utf8).write(to: URL(filePath: places.end + ".incoming"))
        try Data("its journal".utf8).write(to: URL(filePath: places.end + ".incoming-journal"))
        _ = try Move(from: places.from, to: .file(places.end)).run()
        #expect(try Dump.of(places.end) == Dump.of(places.source.path))
        #expect(!FileManager.default.fileExists(atPath: places.end + ".incoming-journal"))
    }

    @Test func aTargetThatIsNotEmptyIsRefused() async throws {
        let places = try await Places()
        let middle = try places.middle.open()
        try await middle.write { _ = try $0.run("INSERT INTO server_setting (name, value) VALUES ('x', 'y')") }
        try middle.close()
        let refusal = #expect(throws: MoveRefusal.self) { try places.move() }
        #expect(try #require(refusal).description.contains("is not empty: there are rows in “server_setting”"))
        let again = try places.middle.open()
        #expect(try again.read { try $0.one("SELECT value FROM server_setting") { $0.text(0) } } == "y")
        try again.close()
    }

    @Test func anEmptySourceIsRefused() throws {
        let source = try TestDatabase()
        let target = try TestDatabase(isFile: true)
        try source.open().close()
        let place = try source.serverAddress().map { Move.Place.server($0) } ?? .file(source.path)
        #expect(throws: MoveRefusal.self) { try Move(from: place, to: .file(target.path)).run() }
        #expect(throws: MoveRefusal.self) { try Move(from: .file(target.path), to: place).run() }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    /// All of it before anything is written, with the keys of the rows.
    @Test func whatCannotBeStoredThereIsNamed() async throws {
        let source = try TestDatabase(isFile: true)
        let database = try source.open()
        try await database.write { connection in
            let add = "INSERT INTO server_setting (name, value) VALUES (?, "
            _ = try connection.run(add + "?)", [.text("nul"), .text("a\0b")])
            _ = try connection.run(add + "CAST(x'ff' AS TEXT))", [.text("bytes")])
            _ = try connection.run(add + "x'00')", [.text("blob")])
            _ = try connection.run("INSERT INTO job_report (name, ran_at, summary) VALUES ('job', 'soon', '')")
        }
        try database.close()
        let refusal = #expect(throws: MoveRefusal.self) {
            try Move(from: .file(source.path), to: .file(source.path + ".other")).run()
        }
        let text = try #require(refusal).description
        #expect(text.contains("server_setting.value, in the row where name = 'nul', holds the character U+0000"))
        #expect(text.contains("server_setting.value, in the row where name = 'bytes', holds a text that is not UTF-8"))
        #expect(text.contains("server_setting.value, in the row where name = 'blob', holds a value of another kind than TEXT"))
        #expect(text.contains("job_report.ran_at, in the row where name = 'job', holds a value of another kind than INTEGER"))
        #expect(!FileManager.default.fileExists(atPath: source.path + ".other"))
    }
}
