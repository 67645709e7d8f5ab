import Domain
import Synchronization

/// The latest time that it can be after the clock was set back, because the clock may have been right before. Fixes that phones date by
/// that time are not from the future.
final class LatestTime: Sendable {
    /// Any phone's clock may be off by less than `least`; a clock that was right is never set back by more than `longest`. After a day it
    /// is known which time holds.
    private static let (least, longest) = (Duration.minutes(1), Duration.hours(24))
    /// What the clock showed, and when that was.
    private let shown: Mutex<(time: Instant, at: ContinuousClock.Instant)>
    init(_ now: Instant) { shown = Mutex((now, .now)) }

    /// Notes what the clock shows, and returns the latest that it may be. A machine that was just switched on may know no time yet.
    func noted(_ now: Instant) -> Instant {
        guard now >= FixRefusal.earliest else { return Instant(microseconds: .max) }
        let moment = ContinuousClock.now
        return shown.withLock { shown in
            let passed = moment - shown.at
            let latest = shown.time + passed
            let step = latest - now
            guard step < LatestTime.least || step > LatestTime.longest || passed > LatestTime.longest else { return latest }
            shown = (now, moment)
            return now
        }
    }
}
