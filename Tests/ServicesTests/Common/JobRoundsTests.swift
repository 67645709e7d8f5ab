import Domain
import Services
import Testing

/// What is noted of a job's rounds.
@Suite struct JobRoundsTests {
    private struct Broken: Error {}
    private let rounds = JobRounds(system: SystemInputs(now: { Instant(seconds: 1000) }, uptime: { .seconds(5) }, randomBytes: { _ in [] }))
    private func record(_ kind: JobKind) -> JobRecord? { rounds.all.first { $0.kind == kind } }

    @Test func eachJobStandsOnceBeforeItRan() {
        #expect(rounds.all.map(\.kind) == JobKind.allCases)
        #expect(rounds.all.allSatisfy { $0.begunAt == nil && $0.ranAt == nil })
    }

    @Test func aRoundIsNotedForItsOwnJob() async throws {
        let work = rounds.noting(.bins) { [rounds] in
            #expect(rounds.all.first { $0.kind == .bins }?.begunAt == Instant(seconds: 1000))
            // Other tasks of the job are its own as well.
            try await withThrowingTaskGroup { group in
                group.addTask { try await JobRounds.round {} }
                try await group.waitForAll()
            }
        }
        try await work()
        let bins = try #require(record(.bins))
        #expect(bins.ranAt == Instant(seconds: 1000) && bins.length == .zero && !bins.hasFailed && bins.begunAt == nil)
        #expect(record(.bikes)?.ranAt == nil)
    }

    @Test func aFailureIsNotedAndACancelledRoundIsNone() async throws {
        let failing = rounds.noting(.bikes) { try await JobRounds.round { () async throws -> Void in throw Broken() } }
        await #expect(throws: Broken.self) { try await failing() }
        #expect(record(.bikes)?.hasFailed == true && record(.bikes)?.failedAt != nil)
        let ended = rounds.noting(.places) { try await JobRounds.round { () async throws -> Void in throw CancellationError() } }
        await #expect(throws: CancellationError.self) { try await ended() }
        #expect(record(.places)?.ranAt == nil && record(.places)?.hasFailed == false)
    }

    /// A test or a request that does a job's work once is no job.
    @Test func workOutsideOfJobsIsNotNoted() async throws {
        #expect(try await JobRounds.round { 7 } == 7)
        #expect(rounds.all.allSatisfy { $0.ranAt == nil })
    }
}
