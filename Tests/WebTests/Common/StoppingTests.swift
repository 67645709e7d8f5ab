import Logging
import Services
import Synchronization
import Testing

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}

/// Every job in the background ends when it is told to, also when it is told between two of its turns.
@Suite struct StoppingTests {
    private typealias Work = @Sendable (AppServices) async throws -> Void
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let jobs: [(name: String, work: Work)] = [
        ("positions to streams", { try await $0.hub.run() }), ("access", { try await $0.live.watch(logger: logger) }),
        ("history", { try await $0.history.run(logger: logger) }), ("answers", { try await $0.answers.run(logger: logger) }),
        ("inbox", { try await $0.live.tidy(logger: logger) }), ("boards", { try await $0.history.clearBoards(logger: logger) }),
        ("trackers of co-hosts", { try await $0.coHosts.forgetTrackers(logger: logger) }),
        ("looks at bikes", { try await $0.bikes.tellLooks(logger: logger) }),
        (
            "jobs of all nodes",
            { services in
                try await SharedJobs([{ try await services.answers.run(logger: logger) }], lease: services.lease, logger: logger).run()
            }
        ),
        ("sharing", { try await $0.sharing.run(logger: logger) }), ("deletions", { try await $0.personalData.run(logger: logger) }),
    ]

    @Test(arguments: jobs.map(\.name)) func aJobEndsThatIsCancelledBeforeItsNextTurn(_ name: String) async throws {
        let app = try await TestApp()
        let work = try #require(StoppingTests.jobs.first { $0.name == name }).work
        let isOver = Flag()
        let task = Task {
            // The job begins cancelled, as if it had been between a pause and the question whether to go on.
            try? await Task.sleep(for: .seconds(3600))
            try? await work(app.services)
            isOver.set()
        }
        task.cancel()
        for _ in 0..<1000 where !isOver.isSet { try await Task.sleep(for: .milliseconds(10)) }
        #expect(isOver.isSet, "it goes on for ever")
    }
}
