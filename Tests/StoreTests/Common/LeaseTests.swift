import Database
import Domain
import Foundation
import Store
import Synchronization
import TestDatabases
import Testing

/// The lease on jobs that are done once for all nodes. Its time is the database server's.
@Suite struct LeaseTests {
    private static let job = "a job"
    private let file: TestDatabase
    private let nodes: TestNodes
    init() throws {
        file = try TestDatabase()
        nodes = try TestNodes(file)
    }

    private func hold(_ node: Int, for duration: Duration = .seconds(60)) throws -> Bool {
        try nodes.stores[node].leases.hold(LeaseTests.job, node: "node \(node)", for: duration)
    }

    /// Milliseconds until its end, by the server's clock.
    private func rest() throws -> Int {
        try nodes.number("SELECT (until - CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)) / 1000 FROM job_lease")
    }

    @Test(.enabled(if: !TestDatabase.isOnServer)) func withOneProcessItIsAlwaysHeldAndNothingIsWritten() throws {
        let before = nodes.databases.map(\.statistics.commits)
        for node in [0, 1, 0] { #expect(try hold(node)) }
        try nodes.stores[0].leases.giveBack(LeaseTests.job, node: "node 0")
        #expect(nodes.databases.map(\.statistics.commits) == before)
        #expect(try nodes.number("SELECT count(*) FROM sqlite_master WHERE name = 'job_lease'") == 0)
        #expect(!nodes.stores[0].leases.isShared)
        #expect(try nodes.stores[0].leases.nodeCount() == 1)
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func oneNodeHasItAsLongAsItIsRenewed() async throws {
        #expect(try hold(0, for: .seconds(2)))
        for _ in 0..<6 {
            #expect(try !hold(1, for: .seconds(2)))
            try await Task.sleep(for: .milliseconds(500))
            #expect(try hold(0, for: .seconds(2)), "renewed")
        }
        #expect(nodes.stores[0].leases.isShared)
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func anotherNodeTakesItWhenItIsNotRenewed() async throws {
        let start = ContinuousClock.now
        #expect(try hold(0, for: .milliseconds(700)))
        while try !hold(1) {
            try #require(ContinuousClock.now - start < .seconds(20), "it never ended")
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(ContinuousClock.now - start >= .milliseconds(690))
        #expect(try !hold(0), "whoever comes back finds it taken")
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func itIsGivenBackAtOnceByWhoeverHasIt() throws {
        #expect(try hold(0))
        try nodes.stores[1].leases.giveBack(LeaseTests.job, node: "node 1")
        #expect(try !hold(1), "who does not have it gives nothing back")
        try nodes.stores[0].leases.giveBack(LeaseTests.job, node: "node 0")
        #expect(try hold(1))
        #expect(try !hold(0))
    }

    /// Nodes whose clocks differ agree on it, as none of them says what time it is.
    @Test(.enabled(if: TestDatabase.isOnServer)) func itsEndIsByTheClockOfTheServer() throws {
        #expect(try hold(0, for: .seconds(60)))
        #expect((50_000...60_000).contains(try rest()))
    }

    /// As after a failover to a server whose clock is behind: nobody waits for minutes.
    @Test(.enabled(if: TestDatabase.isOnServer)) func anEndThatNoLeaseReachesCountsAsNone() throws {
        #expect(try hold(0, for: .seconds(60)))
        try file.say("UPDATE job_lease SET until = until + 300000000")
        #expect(try hold(1, for: .seconds(60)))
        #expect((50_000...60_000).contains(try rest()))
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func ofManyWhoAskAtOnceOneGetsIt() async throws {
        for round in 0..<5 {
            let job = "job \(round)"
            let got = try await withThrowingTaskGroup(of: Bool.self) { group in
                for (node, store) in nodes.stores.enumerated() {
                    group.addTask { try store.leases.hold(job, node: "node \(node)", for: .seconds(60)) }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(got == 1)
        }
    }

    /// Whoever only looks, as a command does, has no lease, and counts while it has the database open.
    @Test(.enabled(if: TestDatabase.isOnServer)) func nodesAreCountedWhileTheyAreThere() throws {
        let leases = nodes.stores[0].leases
        let before = try leases.nodeCount()
        #expect(before >= 2)
        let third = try file.open()
        #expect(try leases.nodeCount() == before + 1)
        try third.close()
        let end = ContinuousClock.now + .seconds(20)
        while try leases.nodeCount() != before, ContinuousClock.now < end { usleep(20_000) }
        #expect(try leases.nodeCount() == before)
    }
}
