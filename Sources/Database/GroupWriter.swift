import Foundation
import GRDB
import Synchronization

struct WriteJob: Sendable {
    /// Whether it may run without a savepoint of its own.
    let isAtomic: Bool
    /// Whether it may use the reserve on the disk.
    var isUrgent = false
    /// How long it may wait for others to share its commit.
    var maxDelay: Duration = .zero
    /// It carries the writes of many senders, and whoever made it says when they are enough (`commitNow`). Other jobs have one sender each.
    var isForMany = false
    let run: @Sendable (Connection) throws -> Outcome
    let fail: @Sendable (any Error) -> Void

    struct Outcome {
        /// Whether cached reads may depend on what was written.
        let changesMore: Bool
        /// Runs after the commit.
        let acknowledge: @Sendable () -> Void
    }
}

/// What the writer has done since the start.
package struct WriteStatistics: Sendable {
    package var commits = 0
    package var jobs = 0
    package var failures = 0
    /// Microseconds spent in transactions.
    package var busy: Int64 = 0
}

/// One thread that owns the write connection. What arrives while a commit runs joins the next one and is
/// acknowledged after it: on a disk with 5 ms flushes 164 writes a second one by one, 12,000 in groups.
final class GroupWriter: Sendable {
    private let groupLimit: Int
    private struct State {
        var jobs: [WriteJob] = []
        /// When the commit has to begin: at the earliest end of a job's delay.
        var deadline = ContinuousClock.now
        /// When the thread wakes by itself; nil while it is awake.
        var sleepsUntil: ContinuousClock.Instant?
        /// The longest delay in the last group.
        var maxDelay = Duration.zero
        /// How many senders lately waited or had a write in a commit at once; falls slowly.
        var senderCount = 0
        /// Half of the senders are stored while the other half sends: no delay lasts longer than until so many wait.
        var fullGroupCount: Int { max(1, senderCount / 2) }
        var isStopping = false
        var statistics = WriteStatistics()
    }
    private enum Step {
        case commit([WriteJob])
        case sleep(Duration)
        case stop
    }
    private static let longSleep = Duration.seconds(3600)
    private let pool: DatabasePool
    private let checkpointer: Checkpointer
    private let reserve: Reserve
    private let state = Mutex(State())
    private let commits = Atomic<Int>(0)
    private let wake = Bell()
    private let stopped = DispatchSemaphore(value: 0)

    init(pool: DatabasePool, checkpointer: Checkpointer, reserve: Reserve, groupLimit: Int) {
        self.reserve = reserve
        self.pool = pool
        self.checkpointer = checkpointer
        self.groupLimit = groupLimit
        let thread = Thread { [self] in loop() }
        thread.name = "writer"
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Raised by every commit that cached reads may depend on, before it is acknowledged.
    var generation: Int { commits.load(ordering: .acquiring) }
    func raiseGeneration() { commits.add(1, ordering: .acquiringAndReleasing) }

    var pendingCount: Int { state.withLock { $0.jobs.count } }
    var statistics: WriteStatistics { state.withLock { $0.statistics } }

    func add(_ job: WriteJob) {
        let deadline = ContinuousClock.now + job.maxDelay
        let (isStopping, wakes) = state.withLock { state in
            if state.isStopping { return (true, false) }
            if state.jobs.isEmpty || deadline < state.deadline { state.deadline = deadline }
            state.jobs.append(job)
            if !job.isForMany, state.jobs.count >= state.fullGroupCount { state.deadline = min(state.deadline, .now) }
            return (false, GroupWriter.endsSleep(state.deadline, &state))
        }
        if isStopping { return job.fail(CancellationError()) }
        if wakes { wake.ring() }
    }

    /// Commits what waits without more delay.
    func commitNow() {
        let wakes = state.withLock { state in
            state.deadline = .now
            return GroupWriter.endsSleep(state.deadline, &state)
        }
        if wakes { wake.ring() }
    }

    /// Whether the thread would sleep beyond the deadline; if so, it counts as awake from now on.
    private static func endsSleep(_ deadline: ContinuousClock.Instant, _ state: inout State) -> Bool {
        guard let end = state.sleepsUntil, deadline < end else { return false }
        state.sleepsUntil = nil
        return true
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        wake.ring()
        stopped.wait()
    }

    private func loop() {
        while true {
            switch state.withLock({ next(&$0) }) {
            case .commit(let group): commit(group)
            case .sleep(let duration): wake.wait(duration)
            case .stop: return _ = stopped.signal()
            }
        }
    }

    private func next(_ state: inout State) -> Step {
        let now = ContinuousClock.now
        state.sleepsUntil = nil
        if state.jobs.isEmpty, state.isStopping { return .stop }
        if state.jobs.isEmpty || (state.deadline > now && !state.isStopping) {
            // While jobs may be delayed, the thread wakes by itself in time for the next: waking it costs a tenth of a commit.
            let end = !state.jobs.isEmpty ? state.deadline : now + (state.maxDelay > .zero ? state.maxDelay : GroupWriter.longSleep)
            state.maxDelay = .zero
            state.sleepsUntil = end
            return .sleep(now.duration(to: end))
        }
        let group = Array(state.jobs.prefix(groupLimit))
        state.jobs.removeFirst(group.count)
        state.maxDelay = group.map(\.maxDelay).max() ?? .zero
        return .commit(group)
    }

    private func commit(_ group: [WriteJob]) {
        let start = ContinuousClock.now
        let failed = group.count - committed(group)
        let senders = group.count { !$0.isForMany }
        pool.writeWithoutTransaction { checkpointer.advance($0) }
        state.withLock {
            $0.statistics.commits += 1
            $0.statistics.jobs += group.count
            $0.statistics.failures += failed
            $0.statistics.busy += (ContinuousClock.now - start).inMicroseconds
            $0.senderCount = max(senders + $0.jobs.count { !$0.isForMany }, $0.senderCount * 99 / 100)
        }
    }

    /// If the disk is full, urgent jobs are tried again with the reserve, and other jobs are refused until the reserve is whole again.
    /// Returns how many jobs succeeded.
    private func committed(_ group: [WriteJob]) -> Int {
        let urgent = group.filter(\.isUrgent)
        guard reserve.refill() else {
            group.lazy.filter { !$0.isUrgent }.forEach { $0.fail(DatabaseFailure.noRoom) }
            return urgent.isEmpty ? 0 : attempt(urgent)
        }
        return attempt(group) { error in
            guard !urgent.isEmpty, (error as? DatabaseFailure)?.isDiskFull == true, self.reserve.release() else { return nil }
            group.lazy.filter { !$0.isUrgent }.forEach { $0.fail(error) }
            return self.attempt(urgent)
        }
    }

    /// One transaction. Every job hears how it went, unless `instead` has taken care of all of them.
    private func attempt(_ group: [WriteJob], instead: (any Error) -> Int? = { _ in nil }) -> Int {
        do {
            let outcome = try transaction(group)
            if outcome.changesMore { raiseGeneration() }
            outcome.acknowledgements.forEach { $0() }
            outcome.failures.forEach { $0.0.fail($0.1) }
            return group.count - outcome.failures.count
        } catch {
            if let count = instead(error) { return count }
            group.forEach { $0.fail(error) }
            return 0
        }
    }

    private struct Outcome {
        var acknowledgements: [@Sendable () -> Void] = []
        var failures: [(WriteJob, any Error)] = []
        var changesMore = false
    }

    private func transaction(_ group: [WriteJob]) throws -> Outcome {
        var outcome = Outcome()
        try pool.writeWithoutTransaction { database in
            let connection = Connection(database: database)
            try connection.run("BEGIN IMMEDIATE")
            do {
                for job in group {
                    do {
                        let done = try run(job, on: connection)
                        outcome.acknowledgements.append(done.acknowledge)
                        // A refused job changes nothing, so guessing at secrets does not invalidate caches.
                        if done.changesMore { outcome.changesMore = true }
                    } catch {
                        // On a full disk SQLite rolls back the whole transaction by itself. If it did not, the transaction is given up all
                        // the same where the reserve may help.
                        guard database.isInsideTransaction, !(job.isUrgent && (error as? DatabaseFailure)?.isDiskFull == true) else {
                            throw error
                        }
                        outcome.failures.append((job, error))
                    }
                }
                try connection.run("COMMIT")
            } catch {
                if database.isInsideTransaction { _ = try? connection.run("ROLLBACK") }
                throw error
            }
        }
        return outcome
    }

    /// In a savepoint, so that one job's failure takes nothing of its neighbours with it.
    private func run(_ job: WriteJob, on connection: Connection) throws -> WriteJob.Outcome {
        if job.isAtomic { return try job.run(connection) }
        try connection.run("SAVEPOINT job")
        do {
            let outcome = try job.run(connection)
            try connection.run("RELEASE job")
            return outcome
        } catch {
            if connection.database.isInsideTransaction {
                try connection.run("ROLLBACK TO job")
                try connection.run("RELEASE job")
            }
            throw error
        }
    }
}

extension Duration {
    var inMicroseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
