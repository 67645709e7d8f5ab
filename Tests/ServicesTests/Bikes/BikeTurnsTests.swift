import Domain
import Services
import Synchronization
import Testing

/// Whoever works on a feed works alone.
@Suite struct BikeTurnsTests {
    private struct Failed: Error {}
    private final class Counts: Sendable {
        let inside = Mutex([ID: Int]())
        let done = Mutex([ID: Int]())
        let most = Mutex(0)
    }

    @Test func oneAtATimeForEachFeedAndFailuresGiveTheTurnOn() async throws {
        let (turns, counts) = (BikeTurns(), Counts())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                let feed = ID(high: 1, low: UInt64(number % 2))
                group.addTask {
                    try? await turns.run(feed) {
                        let count = counts.inside.withLock { inside in
                            inside[feed, default: 0] += 1
                            return inside[feed, default: 0]
                        }
                        counts.most.withLock { $0 = max($0, count) }
                        for _ in 0..<3 { await Task.yield() }
                        counts.inside.withLock { $0[feed, default: 0] -= 1 }
                        counts.done.withLock { $0[feed, default: 0] += 1 }
                        if number % 3 == 0 { throw Failed() }
                    }
                }
            }
        }
        #expect(counts.most.withLock { $0 } == 1 && counts.done.withLock { $0.values.sorted() } == [100, 100])
    }
}
