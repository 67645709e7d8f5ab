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
    func shift(of event: ID, receivedAt received: Instant, uptime: Duration, after newest: Instant?) -> Shift {
        guard let newest, newest > received else { return .none }
        let next = newest + .microseconds(1)
        let known = origins.withLock { $0[event] }
        // What another node has stored meanwhile may be far ahead of what is counted here: then counting begins anew behind it.
        guard let known, next - (known + uptime) < ScanShifts.least else {
            return Shift(by: next - received, origin: newest - received >= ScanShifts.least ? next - uptime : nil)
        }
        return Shift(by: known + uptime - received, origin: known)
    }

    /// Keeps what was measured, once scans with this shift are stored. What writes them may run several times before: it changes nothing here.
    func keep(_ shift: Shift, of event: ID) { origins.withLock { $0[event] = shift.origin } }

    struct Shift: Sendable {
        let by: Duration
        /// The time of a scan received at uptime zero; nil if nothing is measured.
        let origin: Instant?
        static let none = Shift(by: .zero, origin: nil)
    }
}
