import Logging
import Synchronization

/// The jobs that are done once for all nodes: they run while this node has the lease. Without other nodes they run as long as the program.
package final class SharedJobs: Sendable {
    package typealias Work = @Sendable () async throws -> Void
    /// How soon a lease that was got or lost is seen.
    private static let tick = Duration.milliseconds(100)
    /// For so long the lease waits for jobs to end before the program does. What comes later asks before it does anything
    /// (`JobLease.check`).
    private static let patience = Duration.seconds(1)
    private let lease: JobLease
    private let jobs: [Work]
    private let logger: Logger
    private let isLeaving = Atomic(false)
    private let haveEnded = Atomic(false)

    /// - Parameter jobs: each runs until it is cancelled, and may be begun again after that.
    package init(_ jobs: [Work], lease: JobLease, logger: Logger) {
        (self.jobs, self.lease, self.logger) = (jobs, lease, logger)
    }

    /// Where there are other nodes, ends the jobs and gives the lease back, before the rest of the program ends.
    package func leave() { isLeaving.store(true, ordering: .relaxed) }

    /// Whether jobs go on here.
    private var mayRun: Bool { !Task.isCancelled && !isLeaving.load(ordering: .relaxed) }

    /// Until the task is cancelled.
    package func run() async throws {
        guard lease.isShared else { return try await runAll() }
        lease.keep(logger)
        defer { lease.end() }
        while mayRun {
            guard lease.isHeld else {
                try? await Task.sleep(for: SharedJobs.tick)
                continue
            }
            logger.notice("this node does the jobs of all nodes", metadata: ["node": "\(lease.node)"])
            try await runWhileHeld()
            logger.notice("this node does the jobs of all nodes no more", metadata: ["node": "\(lease.node)"])
        }
        lease.end()
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }

    private func runWhileHeld() async throws {
        haveEnded.store(false, ordering: .relaxed)
        let work = Task {
            defer { haveEnded.store(true, ordering: .relaxed) }
            try await runAll()
        }
        while mayRun, lease.isHeld, !haveEnded.load(ordering: .relaxed) { try? await Task.sleep(for: SharedJobs.tick) }
        work.cancel()
        guard !mayRun else {
            defer { lease.haveEnded() }
            return try await SharedJobs.end(of: work)
        }
        let late = Task { if (try? await Task.sleep(for: SharedJobs.patience)) != nil { giveBack() } }
        defer {
            late.cancel()
            giveBack()
        }
        try await SharedJobs.end(of: work)
    }

    private static func end(of work: Task<Void, any Error>) async throws {
        do { try await work.value } catch is CancellationError {}
    }

    private func giveBack() {
        do { try lease.giveBack() } catch {
            logger.failed("the lease on jobs is not given back, and runs out", error)
        }
    }

    private func runAll() async throws {
        try await JobLease.$current.withValue(lease) {
            try await withThrowingTaskGroup { group in
                for job in jobs { group.addTask { do { try await job() } catch is CancellationError {} } }
                try await group.waitForAll()
            }
        }
    }
}
