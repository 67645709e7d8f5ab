import Domain
import Synchronization

/// By how much scans are dated later than the clock says after it was set back below an event's newest scan, until the clock has passed
/// that scan. Meanwhile the time between scans is measured by a clock that only counts on: a second step, forward or back, adds nothing.
/// After a restart the time begins anew behind the newest scan.
final class ScanShifts: Sendable {
    /// Requests that are stored in another order than they arrived in are no step: each such scan is put behind the newest by itself.
    private static let least = Duration.milliseconds(500)
    /// By event: the time of a scan received at uptime zero.
    private let origins = Mutex<[ID: Instant]>([:])

    /// - Parameters:
    ///   - received: by the clock, at `uptime`.
    ///   - newest: when the event's newest scan was received, as it is stored.
    ///   - isKept: whether a scan with this shift follows; otherwise nothing changes.
    func shift(of event: ID, receivedAt received: Instant, uptime: Duration, after newest: Instant?, isKept: Bool) -> Duration {
        origins.withLock { origins in
            guard let newest, newest > received else {
                if isKept { origins[event] = nil }
                return .zero
            }
            let next = newest + .microseconds(1)
            let known = origins[event]
            guard known != nil || newest - received >= ScanShifts.least else { return next - received }
            let origin = known ?? next - uptime
            if isKept { origins[event] = origin }
            return origin + uptime - received
        }
    }
}
