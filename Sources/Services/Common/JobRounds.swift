import Domain
import Synchronization

/// When each job of this node last ran, how long that took and whether it failed. In memory alone: after a start nothing is known yet.
package final class JobRounds: Sendable {
    /// A round that is under way.
    struct Round: Sendable {
        fileprivate let rounds: JobRounds
        fileprivate let kind: JobKind
        fileprivate let start: Duration

        func end(failed hasFailed: Bool = false) { rounds.note(self, hasFailed) }
    }
    private struct Own: Sendable {
        let rounds: JobRounds
        let kind: JobKind
    }
    /// The job that runs; nil for what is no job, as a test's call.
    @TaskLocal private static var current: Own?
    private let records = Mutex<[JobKind: JobRecord]>([:])
    private let system: SystemInputs

    package init(system: SystemInputs) { self.system = system }

    /// In the order of `JobKind`, each once.
    package var all: [JobRecord] { records.withLock { known in JobKind.allCases.map { known[$0] ?? JobRecord($0) } } }

    /// Work whose rounds are noted as those of a job.
    package func noting(_ kind: JobKind, _ work: @escaping SharedJobs.Work) -> SharedJobs.Work {
        { [self] in
            change(kind) { $0.begunAt = self.system.now() }
            defer { change(kind) { $0.begunAt = nil } }
            try await JobRounds.$current.withValue(Own(rounds: self, kind: kind)) { try await work() }
        }
    }

    /// One round of the job that runs.
    @discardableResult
    package static func round<Result>(_ body: () async throws -> Result) async throws -> Result {
        let round = begin()
        do {
            let result = try await body()
            round?.end()
            return result
        } catch {
            if !(error is CancellationError) { round?.end(failed: true) }
            throw error
        }
    }

    /// Begins a round, for jobs whose round is no function; nil outside of jobs.
    static func begin() -> Round? {
        current.map { Round(rounds: $0.rounds, kind: $0.kind, start: $0.rounds.system.uptime()) }
    }

    private func note(_ round: Round, _ hasFailed: Bool) {
        let (now, length) = (system.now(), system.uptime() - round.start)
        change(round.kind) { record in
            (record.ranAt, record.length, record.hasFailed) = (now, length, hasFailed)
            if hasFailed { record.failedAt = now }
        }
    }

    private func change(_ kind: JobKind, _ body: (inout JobRecord) -> Void) {
        records.withLock { body(&$0[kind, default: JobRecord(kind)]) }
    }
}
