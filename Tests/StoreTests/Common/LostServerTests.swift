import Database
import Foundation
import Synchronization
import TestDatabases
import Testing

/// A server of PostgreSQL that goes away, and what is lost on the way to it.
@Suite(.enabled(if: TestDatabase.isOnServer), .serialized) struct LostServerTests {
    private let file: TestDatabase
    private let proxy: PostgresProxy
    private let database: AppDatabase
    private let other: AppDatabase

    init() throws {
        file = try TestDatabase()
        proxy = try file.proxy()
        database = try file.open(through: proxy)
        other = try file.open()
    }

    private func close() {
        proxy.stop()
        [database, other].forEach { file.close($0) }
    }

    private static let add = "INSERT INTO fix_inbox (fixes) VALUES (?)"
    private static let others = "datname = current_database() AND pid <> pg_backend_pid()"
    private static let count = "SELECT count(*) FROM fix_inbox"

    private func stored() throws -> Int? { try other.read { try $0.one(LostServerTests.count) { $0.int(0) } } }

    private func add() async throws { try await database.write { _ = try $0.run(LostServerTests.add, [.blob([1])]) } }

    /// All sessions of the database but the one that asks.
    private func endAll() throws {
        let sql = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE \(LostServerTests.others)"
        _ = try other.read { try $0.one(sql) { $0.int(0) } }
    }

    @Test func whatWasEndedInTheMiddleIsRunAgain() async throws {
        defer { close() }
        let runs = Mutex(0)
        try await database.write { connection in
            _ = try connection.run(LostServerTests.add, [.blob([1])])
            runs.withLock { $0 += 1 }
            if runs.withLock({ $0 == 2 }) { try endAll() }
            _ = try connection.run(LostServerTests.add, [.blob([2])])
        }
        #expect(runs.withLock { $0 } == 3)
        #expect(try stored() == 2)
    }

    /// The server has stored it, and its answer is lost: it is asked, and nothing is stored twice.
    @Test func aCommitWithoutAnswerCounts() async throws {
        defer { close() }
        try await add()
        let runs = Mutex(0)
        proxy.loseAnswer(to: "COMMIT")
        try await database.write { connection in
            runs.withLock { $0 += 1 }
            _ = try connection.run(LostServerTests.add, [.blob([1])])
        }
        #expect(runs.withLock { $0 } == 2)
        #expect(try stored() == 2)
    }

    /// A commit that ended before anything was stored is run again.
    @Test func aCommitThatWasInVainIsRunAgain() async throws {
        defer { close() }
        try await other.write { connection in
            _ = try connection.run("CREATE SEQUENCE tries")
            // The first commit ends its own session.
            _ = try connection.run(
                """
                CREATE FUNCTION end_first() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('tries') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                    RETURN NULL;
                END $$
                """)
            _ = try connection.run(
                """
                CREATE CONSTRAINT TRIGGER end_first AFTER INSERT ON fix_inbox DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION end_first()
                """)
        }
        try await add()
        #expect(try stored() == 1)
        #expect(try other.read { try $0.one("SELECT last_value FROM tries") { $0.int(0) } } == 2)
    }

    /// Nobody can be asked: its writer hears that it may be stored, and it is not run again.
    @Test func whatNobodyKnowsIsSaid() async throws {
        defer { close() }
        try await add()
        let runs = Mutex(0)
        proxy.loseAnswer(to: "COMMIT", staysAway: true)
        await #expect {
            try await database.write { connection in
                runs.withLock { $0 += 1 }
                _ = try connection.run(LostServerTests.add, [.blob([1])])
            }
        } throws: {
            ($0 as? DatabaseFailure)?.mayBeStored == true
        }
        #expect(runs.withLock { $0 } == 2)
        #expect(try stored() == 2)
        proxy.start()
    }

    /// Hundreds of requests wait for nobody while the server is away, and find it by themselves when it is back.
    @Test(.timeLimit(.minutes(1))) func whoeverAsksWhileItIsAwayHearsSoAtOnce() async throws {
        defer { close() }
        #expect(try database.read { try $0.one(LostServerTests.count) { $0.int(0) } } == 0)
        proxy.stop()
        let start = ContinuousClock.now
        for _ in 0..<300 {
            #expect {
                try database.read { try $0.one(LostServerTests.count) { $0.int(0) } }
            } throws: {
                ($0 as? DatabaseFailure)?.isUnreachable == true
            }
        }
        await #expect(throws: DatabaseFailure.self) { try await add() }
        #expect(ContinuousClock.now - start < .seconds(2))
        proxy.start()
        let back = ContinuousClock.now
        while (try? database.read { try $0.one(LostServerTests.count) { $0.int(0) } }) == nil, ContinuousClock.now - back < .seconds(10) {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(ContinuousClock.now - back < .seconds(2))
        try await add()
        #expect(try stored() == 1)
    }

    /// A row that somebody holds for long holds up whoever needs it for seconds, and nobody else.
    @Test(.timeLimit(.minutes(1))) func aStuckLockEndsTheWait() async throws {
        defer { close() }
        try await add()
        let (held, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = Task.detached { [other] in
            try await other.write { connection in
                _ = try connection.run("UPDATE fix_inbox SET fixes = ?", [.blob([2])])
                held.signal()
                // The server ends a transaction in which nothing happens for five seconds.
                for _ in 0..<90 {
                    if done.wait(timeout: .now() + 0.1) == .success { break }
                    _ = try connection.one("SELECT 1") { $0.int(0) }
                }
            }
        }
        await Task.detached { held.wait() }.value
        let start = ContinuousClock.now
        async let free: Void = add()
        await #expect {
            try await database.write { _ = try $0.run("UPDATE fix_inbox SET fixes = ?", [.blob([3])]) }
        } throws: {
            ($0 as? DatabaseFailure)?.isBusy == true
        }
        try await free
        #expect(ContinuousClock.now - start < .seconds(9))
        // It runs twice.
        for _ in 0..<2 { done.signal() }
        _ = try? await holder.value
    }

    /// A table that another program changed: what is prepared for it is prepared anew.
    @Test func aTableThatChangedIsReadAnew() async throws {
        defer { close() }
        try await add()
        let all = "SELECT * FROM fix_inbox"
        #expect(try database.read { try $0.all(all) { $0.int(0) }.count } == 1)
        _ = try await database.write { try $0.all(all) { $0.int(0) }.count }
        try await other.write { _ = try $0.run("ALTER TABLE fix_inbox ADD COLUMN extra BIGINT") }
        #expect(try database.read { try $0.all(all) { $0.isNull(2) } } == [true])
        // In the middle of a transaction too.
        let seen = try await database.write { connection in
            _ = try connection.one(LostServerTests.count) { $0.int(0) }
            return try connection.all(all) { $0.isNull(2) }
        }
        #expect(seen == [true])
    }

    @Test func closingClosesWhatIsInUse() async throws {
        defer { close() }
        let (reading, closed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = Task.detached { [database] in
            try database.read { connection in
                _ = try connection.one(LostServerTests.count) { $0.int(0) }
                reading.signal()
                closed.wait()
            }
        }
        await Task.detached { reading.wait() }.value
        try database.close()
        closed.signal()
        try await reader.value
        #expect(throws: (any Error).self) { try database.read { try $0.one(LostServerTests.count) { $0.int(0) } } }
        let open = "SELECT count(*) FROM pg_stat_activity WHERE \(LostServerTests.others)"
        let start = ContinuousClock.now
        // The other one's writer stays.
        while try other.read({ try $0.one(open) { $0.int(0) } }) != 1, ContinuousClock.now - start < .seconds(5) {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(ContinuousClock.now - start < .seconds(5))
    }
}
