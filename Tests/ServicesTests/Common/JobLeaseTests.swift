import Database
import Domain
import Foundation
import Logging
import Services
import Store
import Synchronization
import TestDatabases
import Testing

/// Jobs that are done once for all nodes.
@Suite struct JobLeaseTests {
    /// A node with a clock of its own.
    private final class Node: Sendable {
        let lease: JobLease
        private let database: AppDatabase
        private let starts = Atomic(0)
        private let ends = Atomic(0)

        init(_ name: String, _ file: TestDatabase, ahead: Duration = .zero) throws {
            database = try file.open(runsWritesTwice: false)
            let clock = Shift(ahead)
            shift = clock
            lease = JobLease(store: LeaseStore(database), node: name, uptime: { SystemInputs.uptime() + clock.value })
        }

        deinit { try? database.close() }

        private let shift: Shift
        /// As when the machine was suspended, or the program stopped.
        func sleep(_ time: Duration) { shift.add(time) }

        var jobs: SharedJobs {
            SharedJobs(
                [
                    { [self] in
                        starts.add(1, ordering: .relaxed)
                        defer { ends.add(1, ordering: .relaxed) }
                        while true { try await Task.sleep(for: .milliseconds(10)) }
                    }
                ], lease: lease, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }
        var startCount: Int { starts.load(ordering: .relaxed) }
        var isRunning: Bool { starts.load(ordering: .relaxed) > ends.load(ordering: .relaxed) }
    }

    private final class Shift: Sendable {
        private let time: Mutex<Duration>
        init(_ time: Duration) { self.time = Mutex(time) }
        var value: Duration { time.withLock { $0 } }
        func add(_ more: Duration) { time.withLock { $0 += more } }
    }

    private let file: TestDatabase
    init() throws { file = try TestDatabase() }

    private func until(_ what: Comment, _ isSo: () throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(240)
        while try !isSo() {
            try #require(ContinuousClock.now < end, what)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test(.enabled(if: TestDatabase.isOnServer), arguments: [Duration.zero, .minutes(5), .minutes(-5)])
    func oneNodeHasThemWhateverItsClockShows(ahead: Duration) throws {
        let (first, second) = (try Node("first", file), try Node("second", file, ahead: ahead))
        #expect(!first.lease.isHeld && !first.lease.isElsewhere, "nobody has asked")
        try first.lease.ask()
        try second.lease.ask()
        #expect(first.lease.isHeld && !first.lease.isElsewhere)
        #expect(!second.lease.isHeld && second.lease.isElsewhere)
        try first.lease.giveBack()
        #expect(!first.lease.isHeld)
        try second.lease.ask()
        #expect(second.lease.isHeld && !second.lease.isElsewhere)
        try first.lease.ask()
        #expect(!first.lease.isHeld, "who gave it back asks no more")
    }

    /// Before the database gives the lease to anybody else, the node knows that it has none.
    @Test(.enabled(if: TestDatabase.isOnServer)) func aNodeThatSleptHasNoneAndDoesNothing() throws {
        let (first, second) = (try Node("first", file), try Node("second", file))
        try first.lease.ask()
        try JobLease.$current.withValue(first.lease) { try JobLease.check() }
        first.sleep(JobLease.length - .milliseconds(500))
        try second.lease.ask()
        #expect(second.lease.isElsewhere, "it has half a second left")
        #expect(throws: CancellationError.self) { try JobLease.$current.withValue(first.lease) { try JobLease.check() } }
        #expect(!first.lease.isHeld)
        try first.lease.ask()
        #expect(!first.lease.isHeld, "its jobs of before have not ended")
        first.lease.haveEnded()
        try first.lease.ask()
        #expect(first.lease.isHeld)
        // What no job does needs no lease.
        try JobLease.check()
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func theyRunOnOneNodeAndGoOverToAnother() async throws {
        let (first, second) = (try Node("first", file), try Node("second", file))
        let (jobs, others) = (first.jobs, second.jobs)
        let running = Task { try await jobs.run() }
        try await until("the first has them") { first.isRunning }
        let waiting = Task { try await others.run() }
        // Longer than a lease lasts: it is renewed.
        try await Task.sleep(for: JobLease.length + .seconds(1))
        #expect(first.isRunning && first.startCount == 1 && second.startCount == 0)
        let start = ContinuousClock.now
        jobs.leave()
        try await until("the second has them") { second.isRunning }
        #expect(!first.isRunning, "they ended before")
        #expect(ContinuousClock.now - start < JobLease.length, "it did not wait for the end of the lease")
        // As a stop does.
        waiting.cancel()
        running.cancel()
        try await waiting.value
        try await running.value
        #expect(!second.isRunning)
        let third = try Node("third", file)
        try third.lease.ask()
        #expect(third.lease.isHeld, "given back")
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func aNodeThatWakesStopsThemAndBeginsAgainOnce() async throws {
        let node = try Node("first", file)
        let jobs = node.jobs
        let running = Task { try await jobs.run() }
        try await until("it has them") { node.isRunning }
        node.sleep(.minutes(1))
        try await until("they are begun anew") { node.startCount == 2 && node.isRunning }
        running.cancel()
        try await running.value
        #expect(!node.isRunning && node.startCount == 2)
    }

    @Test(.enabled(if: !TestDatabase.isOnServer)) func withoutOtherNodesTheyRunAsLongAsTheProgram() async throws {
        let node = try Node("first", file)
        let jobs = node.jobs
        let running = Task { try await jobs.run() }
        try await until("they run") { node.isRunning }
        node.sleep(.minutes(1))
        jobs.leave()
        try await Task.sleep(for: .milliseconds(300))
        #expect(node.isRunning && node.startCount == 1 && node.lease.isHeld)
        running.cancel()
        try await running.value
        #expect(!node.isRunning)
    }
}
