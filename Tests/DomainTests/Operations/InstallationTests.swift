import Domain
import Testing

/// What admins are asked to look at, and what is said to be unknown.
@Suite struct InstallationTests {
    private let now = Instant(seconds: 1_800_000_000)

    private func record(_ kind: JobKind, begun: Duration?, ran: Duration?, failed: Bool = false) -> JobRecord {
        var record = JobRecord(kind)
        (record.begunAt, record.ranAt, record.hasFailed) = (begun.map { now - $0 }, ran.map { now - $0 }, failed)
        return record
    }

    @Test func aJobThatRunsIsGood() {
        #expect(record(.bikes, begun: .hours(2), ran: .seconds(1)).state(isElsewhere: false, at: now) == .good)
        #expect(record(.history, begun: .hours(3), ran: .minutes(59)).state(isElsewhere: false, at: now) == .good)
    }

    @Test func aJobThatFailedOrIsQuietNeedsALook() {
        #expect(record(.bikes, begun: .hours(2), ran: .seconds(1), failed: true).state(isElsewhere: false, at: now) == .needsLook)
        #expect(record(.bikes, begun: .hours(2), ran: .minutes(5)).state(isElsewhere: false, at: now) == .needsLook)
        #expect(record(.history, begun: .hours(9), ran: .hours(3)).state(isElsewhere: false, at: now) == .needsLook)
    }

    /// A node that has just taken the jobs over knows nothing of the rounds of another one.
    @Test func whatWasNotSeenIsNotGuessed() {
        #expect(record(.bikes, begun: .seconds(1), ran: nil).state(isElsewhere: false, at: now) == .unknown)
        #expect(record(.bikes, begun: .seconds(1), ran: .hours(3)).state(isElsewhere: false, at: now) == .good)
        #expect(record(.bikes, begun: nil, ran: nil).state(isElsewhere: false, at: now) == .unknown)
        #expect(record(.bikes, begun: nil, ran: .hours(3)).state(isElsewhere: true, at: now) == .elsewhere)
        #expect(record(.sharing, begun: nil, ran: nil).state(isElsewhere: true, at: now) == .unknown)
    }

    @Test func aChannelIsWrongWhenMoreFailsThanGoesOut() {
        #expect(ChannelHealth(.push, isOn: true, waiting: 3, failed: 1, accepted: 20).state == .good)
        #expect(ChannelHealth(.push, isOn: true, failed: 3, accepted: 2).state == .needsLook)
        #expect(ChannelHealth(.push, isOn: true, failed: 1, accepted: 0).state == .good)
        #expect(ChannelHealth(.push, isOn: true, waiting: 3, late: 1).state == .needsLook)
        #expect(ChannelHealth(.push, isOn: false).state == .off)
        #expect(ChannelHealth(.push, isOn: false, waiting: 1).state == .needsLook)
        #expect(LetterHealth(isOn: true, waiting: 1, failed: 0).state == .good)
        #expect(LetterHealth(isOn: true, waiting: 0, failed: 1).state == .needsLook)
    }

    @Test func aDiskOfUnknownRoomIsUnknown() {
        func disk(_ free: Int64?) -> HealthState { StorageFacts(isServer: false, size: nil, free: free, unsaved: 0).disk }
        #expect(disk(nil) == .unknown && disk(StorageFacts.least - 1) == .needsLook && disk(StorageFacts.least) == .good)
        #expect(StorageFacts(isServer: false, size: nil, free: nil, unsaved: 1).writing == .needsLook)
    }

    @Test func somebodyHasToDoTheJobs() {
        func jobs(_ here: Bool, _ elsewhere: Bool) -> HealthState {
            ProcessFacts(schema: 1, startedAt: now, node: "a", nodeCount: 2, doesJobs: here, isElsewhere: elsewhere).jobs
        }
        #expect(jobs(true, false) == .good && jobs(false, true) == .elsewhere && jobs(false, false) == .needsLook)
    }
}
