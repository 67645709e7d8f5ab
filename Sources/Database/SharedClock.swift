import Foundation
import Synchronization

/// By how much a machine's clock is behind that of the database's server, which is the one clock of all nodes: what one of them dates,
/// another one compares.
package final class SharedClock: Sendable {
    /// Clocks that differ by less are taken as equal, so that time does not tremble with each measurement.
    package static let tolerance = Duration.milliseconds(500)
    /// A slower answer says too little of when it was given.
    package static let patience = Duration.seconds(1)
    /// So often it is asked how the clocks differ, of the times that it could be.
    private static let turns = 60
    private let microseconds = Atomic<Int64>(0)
    private let asked = Atomic<Int>(0)

    package init() {}

    /// What is added to the machine's time.
    package var offset: Duration { .microseconds(microseconds.load(ordering: .relaxed)) }

    /// Takes a measurement.
    /// - Parameters:
    ///   - time: the server's, in microseconds since 1970.
    ///   - start: the machine's as it asked, and `end` as it was answered.
    package func take(_ time: Int64, asked start: Int64, answered end: Int64) {
        let (trip, overflows) = end.subtractingReportingOverflow(start)
        guard !overflows, (0...SharedClock.patience.inMicroseconds).contains(trip) else { return }
        let (new, isFar) = time.subtractingReportingOverflow(start + trip / 2)
        let old = microseconds.load(ordering: .relaxed)
        guard !isFar, (new &- old).magnitude > SharedClock.tolerance.inMicroseconds.magnitude else { return }
        microseconds.store(new, ordering: .relaxed)
    }

    /// Asks the server, every half minute of those in which it is called.
    /// - Parameter ask: the server's time; nil where the database is on this machine.
    func measure(_ ask: () throws -> Int64?) {
        guard asked.add(1, ordering: .relaxed).oldValue.isMultiple(of: SharedClock.turns) else { return }
        let start = SharedClock.machine()
        guard let time = try? ask() else { return }
        take(time, asked: start, answered: SharedClock.machine())
    }

    private static func machine() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
