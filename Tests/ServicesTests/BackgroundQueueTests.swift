import Domain
import Glibc
import Services
import Synchronization
import Testing

@Suite struct BackgroundQueueTests {
    private static func id(_ number: Int) -> ID { ID(high: 1, low: UInt64(number)) }

    /// A door at which work waits until it is opened.
    private final class Door: Sendable {
        private let state = Mutex((isOpen: false, passed: [Int]()))
        var passed: [Int] { state.withLock { $0.passed } }
        func open() { state.withLock { $0.isOpen = true } }
        func pass(_ number: Int) {
            while !state.withLock({ $0.isOpen }) { usleep(500) }
            state.withLock { $0.passed.append(number) }
        }
    }

    private static func refusal(_ background: BackgroundQueue, _ account: ID) async -> Refusal? {
        do { try await background.run(for: account) {} } catch { return error as? Refusal }
        return nil
    }

    @Test func anAccountHasOnePieceUnderWayAndOneThatWaits() async throws {
        let (background, door) = (BackgroundQueue(), Door())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for account in [1, 1, 2] {
                let waits = background.pieces
                group.addTask {
                    try await background.run(for: BackgroundQueueTests.id(account)) { door.pass(account) }
                }
                while background.pieces == waits { await Task.yield() }
            }
            guard case .unavailable = await BackgroundQueueTests.refusal(background, BackgroundQueueTests.id(1)) else {
                Issue.record("a third piece of one account was taken")
                return door.open()
            }
            door.open()
            try await group.waitForAll()
        }
        #expect(door.passed == [1, 1, 2])
        // What is done leaves room, also for what failed.
        await #expect(throws: CancellationError.self) {
            try await background.run(for: BackgroundQueueTests.id(1)) { throw CancellationError() }
        }
        for _ in 0..<5 { #expect(await BackgroundQueueTests.refusal(background, BackgroundQueueTests.id(1)) == nil) }
    }

    @Test func tooManyTogetherAreToldToComeBack() async throws {
        let (background, door) = (BackgroundQueue(), Door())
        await withTaskGroup(of: Void.self) { group in
            for account in 0..<BackgroundQueue.most {
                group.addTask { try? await background.run(for: BackgroundQueueTests.id(account)) { door.pass(account) } }
            }
            while background.pieces < BackgroundQueue.most { await Task.yield() }
            #expect(await BackgroundQueueTests.refusal(background, BackgroundQueueTests.id(999)) != nil)
            door.open()
        }
        #expect(background.pieces == 0)
    }
}
