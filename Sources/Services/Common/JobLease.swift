import Domain
import Foundation
import Logging
import Store
import Synchronization

/// Whether this node does the jobs that are done once for all nodes. One lease is for all of them: they are light, and who does one does
/// all, so that nobody has to think of two nodes that do halves. A thread of its own renews it, which no other work holds up.
///
/// The end of a lease is the database's to say. This node counts from when it asked, by a clock that only counts on and counts on while the
/// machine sleeps, and stops a second before: so it never does jobs that another node has.
package final class JobLease: Sendable {
    /// The name of the one lease.
    package static let job = "jobs"
    /// A node that is gone is followed by another within this time and `look`.
    package static let length = Duration.seconds(6)
    static let renewal = Duration.seconds(2)
    /// How often a node without it asks for it.
    static let look = Duration.seconds(1)
    /// So long before its end the jobs are told to stop.
    static let margin = Duration.seconds(1)
    private static let countEvery = 5

    private struct State {
        /// By the clock that only counts on.
        var heldUntil: Duration?
        /// Whether its end was passed. It counts as held again only when the jobs that ran by it have ended.
        var hasLapsed = false
        var elsewhereUntil: Duration?
        var nodes = 1
        var isWanted = true
        var isOver = false
        var isAway = false

        mutating func isHeld(at time: Duration) -> Bool {
            guard let heldUntil, !hasLapsed else { return false }
            if time >= heldUntil { hasLapsed = true }
            return !hasLapsed
        }
    }
    private let store: LeaseStore
    private let uptime: @Sendable () -> Duration
    /// Of this start of the program.
    package let node: String
    private let state = Mutex(State())
    /// One statement at a time: what gives the lease back is not followed by one that takes it again.
    private let asking = Mutex(0)

    package init(store: LeaseStore, node: String, uptime: @escaping @Sendable () -> Duration) {
        (self.store, self.node, self.uptime) = (store, node, uptime)
    }

    /// Whether there may be other nodes.
    package var isShared: Bool { store.isShared }
    /// Whether this node may do jobs now. Always without other nodes.
    package var isHeld: Bool { !isShared || state.withLock { $0.isHeld(at: uptime()) } }
    /// Whether another node was lately seen to have the jobs.
    package var isElsewhere: Bool { isShared && state.withLock { $0.elsewhereUntil }.map { uptime() < $0 } ?? false }
    /// How many nodes there lately were, with this one.
    package var nodeCount: Int { state.withLock { $0.nodes } }

    // MARK: what jobs ask

    /// The lease of the job that runs; nil for what is no job, as a request.
    @TaskLocal package static var current: JobLease?

    /// Before something leaves the house that nobody can take back: a node that hung has lost its lease in the middle of a step.
    /// - Throws: if another node may have the jobs by now.
    package static func check() throws(CancellationError) {
        if let current, !current.isHeld { throw CancellationError() }
    }

    // MARK: keeping it

    /// Asks for it once, unless the jobs of before are still ending. Blocks its thread.
    package func ask() throws {
        try asking.withLock { count in
            let start = uptime()
            let isAsked = state.withLock { state in
                _ = state.isHeld(at: start)
                return state.isWanted && !state.hasLapsed
            }
            guard isAsked else { return }
            let isHeld = try store.hold(JobLease.job, node: node, for: JobLease.length)
            state.withLock { state in
                // The answer may have come after the end of the lease that it renews.
                _ = state.isHeld(at: uptime())
                if isHeld { state.heldUntil = start + JobLease.length - JobLease.margin }
                if !isHeld, state.heldUntil != nil { state.hasLapsed = true }
                state.elsewhereUntil = isHeld ? nil : start + JobLease.length
            }
            if count % JobLease.countEvery == 0 {
                let nodes = try store.nodeCount()
                state.withLock { $0.nodes = nodes }
            }
            count += 1
        }
    }

    /// After the jobs that ran by a lease have ended: the next one may be asked for.
    package func haveEnded() { state.withLock { ($0.heldUntil, $0.hasLapsed) = (nil, false) } }

    /// Ends it, so that another node has it at once, and asks for none any more. Blocks its thread.
    package func giveBack() throws {
        state.withLock { ($0.heldUntil, $0.isWanted) = (nil, false) }
        try asking.withLock { _ in try store.giveBack(JobLease.job, node: node) }
    }

    /// On a thread of its own, until `end`.
    func keep(_ logger: Logger) {
        let thread = Thread { [self] in
            while !state.withLock({ $0.isOver }) {
                askAndSay(logger)
                Thread.sleep(forTimeInterval: (isHeld ? JobLease.renewal : JobLease.look).seconds)
            }
        }
        thread.name = "lease"
        thread.stackSize = 1 << 20
        thread.start()
    }

    func end() { state.withLock { ($0.isOver, $0.isWanted) = (true, false) } }

    private func askAndSay(_ logger: Logger) {
        do {
            try ask()
            state.withLock { $0.isAway = false }
        } catch {
            let isNew = state.withLock { state in
                defer { state.isAway = true }
                return !state.isAway
            }
            if isNew { logger.failed("the lease on jobs cannot be asked for", error) }
        }
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
