import Synchronization

/// Answers by class of status since the start.
package final class WebMetrics: Sendable {
    private let counts = Mutex<[Int: Int]>([:])
    package init() {}
    func count(_ status: Int) { counts.withLock { $0[status / 100, default: 0] += 1 } }
    var byClass: [Int: Int] { counts.withLock { $0 } }
}
