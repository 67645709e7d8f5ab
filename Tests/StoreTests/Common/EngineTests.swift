import Database
import Foundation
import TestDatabases
import Testing

/// What each engine has to do alike.
@Suite struct EngineTests {
    private static let addTrip =
        """
        INSERT INTO trip (id, slug, name, place, start_day, end_day, time_zone, base_name, meeting_information, emergency_numbers,
            nearby_radius, fresh_minutes, stale_minutes, history_days, shares_friends, roster_changed_at, created_at)
        VALUES (?, 'x', 'X', '', 1, 2, 'UTC', '', '', '', 1, 1, 2, 1, 0, 0, 0)
        """
    private static let trip = Value.blob([UInt8](repeating: 7, count: 16))

    @Test func valuesComeBackAsTheyWent() throws {
        let file = try TestDatabase()
        let database = try file.open()
        defer { file.close(database) }
        let text = "It's \"Zürich\" 🚠?\n"
        let values: [Value] = [
            .integer(.min), .integer(.max), .real(-0.1), .text(text), .text(""), .blob([0, 255, 39]), .blob([]), .null, .integer(1),
        ]
        let row = try database.read {
            try $0.one("SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? = 1", values) { row in
                (
                    [row.integer(0), row.integer(1)], row.real(2), [row.text(3), row.text(4)], [row.blob(5), row.blob(6)],
                    (0..<9).map { row.isNull($0) }, row.boolean(8)
                )
            }
        }
        let found = try #require(row)
        #expect(found.0 == [.min, .max])
        #expect(found.1 == -0.1)
        #expect(found.2 == [text, ""])
        #expect(found.3 == [[0, 255, 39], []])
        #expect(found.4 == [false, false, false, false, false, false, false, true, false])
        #expect(found.5)
    }

    /// A value is one kind in one call and NULL in the next; sums and averages have types of their own.
    @Test func theSameStatementTakesDifferentKinds() async throws {
        let file = try TestDatabase()
        let database = try file.open()
        defer { file.close(database) }
        try await database.write { _ = try $0.run(EngineTests.addTrip, [EngineTests.trip]) }
        for latitude in [Value.null, .real(46.5), .integer(46), .null] {
            let changed = try await database.write {
                try $0.run("UPDATE trip SET base_latitude = ?1, base_longitude = ?1 WHERE slug = 'x'", [latitude])
            }
            #expect(changed == 1)
        }
        let sum = try database.read {
            try $0.one("SELECT sum(end_day), avg(end_day), max(end_day, 9), base_latitude FROM trip GROUP BY id") {
                ($0.int(0), $0.real(1), $0.int(2), $0.isNull(3))
            }
        }
        #expect(try #require(sum) == (2, 2, 9, true))
    }

    @Test func aNumberedRowTellsItsNumber() async throws {
        let file = try TestDatabase()
        let database = try file.open()
        defer { file.close(database) }
        let add = { @Sendable (connection: Connection) in
            try connection.insert(
                "INSERT INTO audit (at, actor_name, action, subject_id, subject_name, changes) VALUES (0, 'a', 'x', ?, '', '[]')",
                [EngineTests.trip])
        }
        let first = try #require(try await database.write { try add($0) })
        let second = try #require(try await database.write { try add($0) })
        #expect(second > first)
        #expect(try database.read { try $0.one("SELECT max(sequence) FROM audit") { $0.int(0) } } == second)
    }

    /// What was read before another wrote is read anew: nothing is lost.
    @Test func twoWritersOfOneRowLoseNothing() async throws {
        let file = try TestDatabase()
        let databases = [try file.open(), try file.open()]
        defer { databases.forEach { file.close($0) } }
        try await databases[0].write { _ = try $0.run(EngineTests.addTrip, [EngineTests.trip]) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for database in databases {
                group.addTask {
                    for _ in 0..<50 {
                        try await database.write { connection in
                            let version = try connection.one("SELECT version FROM trip WHERE slug = 'x'") { $0.int(0) } ?? 0
                            try connection.run("UPDATE trip SET version = ? WHERE slug = 'x'", [Value(version + 1)])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try databases[0].read { try $0.one("SELECT version FROM trip") { $0.int(0) } } == 101)
    }

    @Test func aReadSeesOneMoment() async throws {
        let file = try TestDatabase()
        let database = try file.open()
        defer { file.close(database) }
        try await database.write { _ = try $0.run(EngineTests.addTrip, [EngineTests.trip]) }
        let count = "SELECT count(*) FROM trip WHERE version = 1"
        let before = DispatchSemaphore(value: 0)
        let written = DispatchSemaphore(value: 0)
        let reading = Task.detached {
            try database.read { connection in
                let first = try connection.one(count) { $0.int(0) }
                before.signal()
                written.wait()
                return (first, try connection.one(count) { $0.int(0) })
            }
        }
        await Task.detached { before.wait() }.value
        try await database.write { _ = try $0.run("UPDATE trip SET version = 2") }
        written.signal()
        let seen = try await reading.value
        #expect(seen.0 == 1 && seen.1 == 1)
        #expect(try database.read { try $0.one(count) { $0.int(0) } } == 0)
    }

    /// Of the logs nothing is changed and nothing goes, but words that are withdrawn.
    @Test func logsOnlyGrow() async throws {
        let file = try TestDatabase()
        let database = try file.open()
        defer { file.close(database) }
        try await database.write { connection in
            let changes = #"[{"field":"name","from":"a","to":"b"}]"#
            _ = try connection.run(
                "INSERT INTO audit (at, actor_name, action, subject_id, subject_name, changes) VALUES (0, '', 'x', ?, '', ?)",
                [EngineTests.trip, .text(changes)])
        }
        let refused = [
            "UPDATE audit SET action = 'y'", "UPDATE audit SET changes = '[]'", "DELETE FROM audit",
            #"UPDATE audit SET changes = '[{"field":"name","from":"","to":"c"}]'"#,
        ]
        for sql in refused {
            await #expect(throws: DatabaseFailure.self, "\(sql)") { try await database.write { _ = try $0.run(sql) } }
        }
        try await database.write { _ = try $0.run(#"UPDATE audit SET changes = '[{"field":"name","from":"","to":""}]'"#) }
        #expect(try database.read { try $0.one("SELECT count(*) FROM audit WHERE action = 'x'") { $0.int(0) } } == 1)
    }

    /// Failures are logged: they say what went wrong, and no value.
    @Test func failuresHoldNoValues() async throws {
        let file = try TestDatabase()
        let database = try file.open()
        defer { file.close(database) }
        func add(_ email: String, isAdmin: Int) async throws {
            try await database.write { connection in
                _ = try connection.run(
                    "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, ?, '', ?, 0)",
                    [.blob((0..<16).map { _ in .random(in: 0...255) }), .text(email), .text("Secret Name"), Value(isAdmin)])
            }
        }
        try await add("secret@x.example", isAdmin: 0)
        for isAdmin in [0, 7] {
            await #expect {
                try await add("secret@x.example", isAdmin: isAdmin)
            } throws: { error in
                !"\(error)".localizedCaseInsensitiveContains("secret") && (error as? DatabaseFailure)?.isUniqueViolation == (isAdmin == 0)
            }
        }
    }

    /// Kept pages last until another process writes, whatever kind of write that is; what it stores for many senders, or puts in order,
    /// is in none.
    @Test func aNodeNoticesTheOthersAndNotItself() async throws {
        let file = try TestDatabase()
        let (own, other) = (try file.open(), try file.open())
        defer { [own, other].forEach { file.close($0) } }
        try await own.write { _ = try $0.run(EngineTests.addTrip, [EngineTests.trip]) }
        try await other.append { _ = try $0.run("UPDATE trip SET version = 2") }
        // Connections that are new count as others once.
        while try own.noticeOtherProcesses() {}
        for number in 3..<9 {
            try await own.write { connection in
                try connection.run("UPDATE trip SET version = ?", [Value(number)])
                _ = try connection.run("UPDATE trip SET version = version WHERE version = ?", [Value(number)])
            }
            let before = own.generation
            #expect(try !own.noticeOtherProcesses() && own.generation == before)
            let writing: @Sendable (Connection) throws -> Void = { _ = try $0.run("UPDATE trip SET version = -version") }
            if number % 2 == 0 { try await other.append(writing) } else { try await other.write(writing) }
            #expect(try own.noticeOtherProcesses() && own.generation > before)
            #expect(try own.read { try $0.one("SELECT version FROM trip") { $0.int(0) } } == -number)
            #expect(try !own.noticeOtherProcesses())
        }
        guard TestDatabase.isOnServer else { return }
        let before = own.generation
        try await other.append(concernsOthers: false) { _ = try $0.run("UPDATE trip SET version = 60") }
        try await withCheckedThrowingContinuation { continuation in
            other.appendStatement(isForMany: true) {
                _ = try $0.run("INSERT INTO fix_inbox (fixes) VALUES (?)", [.blob([1])])
            } done: {
                continuation.resume(with: $0)
            }
        }
        #expect(try !own.noticeOtherProcesses() && own.generation == before)
        try file.say("UPDATE trip SET version = 70")
        #expect(try own.noticeOtherProcesses(), "somebody with a tool of PostgreSQL")
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func aConnectionThatWasLostIsOpenedAgain() async throws {
        let file = try TestDatabase()
        let (database, other) = (try file.open(), try file.open())
        defer { [database, other].forEach { file.close($0) } }
        try await database.write { _ = try $0.run(EngineTests.addTrip, [EngineTests.trip]) }
        let count = "SELECT count(*) FROM trip"
        #expect(try database.read { try $0.one(count) { $0.int(0) } } == 1)
        let ended =
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        #expect(try #require(try other.read { try $0.one(ended) { $0.int(0) } }) >= 2)
        try await database.write { _ = try $0.run("UPDATE trip SET version = 9") }
        #expect(try database.read { try $0.one(count + " WHERE version = 9") { $0.int(0) } } == 1)
        // In the middle of a read it is an error that says so.
        #expect {
            try database.read { connection in
                _ = try connection.one(count) { $0.int(0) }
                _ = try other.read { try $0.one(ended) { $0.int(0) } }
                _ = try connection.one(count) { $0.int(0) }
            }
        } throws: {
            ($0 as? DatabaseFailure)?.isUnreachable == true
        }
        #expect(try database.read { try $0.one(count) { $0.int(0) } } == 1)
    }
}
