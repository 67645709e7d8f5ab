import Foundation
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
    /// Whether other nodes keep anything that depends on it.
    var concernsOthers = true
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
    let engine: any Engine
    /// Whether each group meets a conflict at first.
    let runsTwice: Bool
    private let state = Mutex(State())
    /// How much the last groups were in the way of others'. Only the writer's thread uses it.
    let contention = Atomic<Int>(0)
    private let commits = Atomic<Int>(0)
    private let wake = Bell()
    private let stopped = DispatchSemaphore(value: 0)

    init(engine: any Engine, groupLimit: Int, runsTwice: Bool) {
        self.engine = engine
        self.runsTwice = runsTwice
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
        engine.hasCommitted()
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
        guard engine.refillReserve() else {
            group.lazy.filter { !$0.isUrgent }.forEach { $0.fail(DatabaseFailure.noRoom) }
            return urgent.isEmpty ? 0 : attempt(urgent)
        }
        return attempt(group) { error in
            guard !urgent.isEmpty, (error as? DatabaseFailure)?.isDiskFull == true, self.engine.releaseReserve() else { return nil }
            group.lazy.filter { !$0.isUrgent }.forEach { $0.fail(error) }
            return self.attempt(urgent)
        }
    }
}

extension Duration {
    var inMicroseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
