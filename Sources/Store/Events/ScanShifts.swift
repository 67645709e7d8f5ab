import Domain
import Synchronization

/// By how much scans are dated later than the clock says, after it was set back below the event's newest scan. The shift stays until the
/// clock has passed that scan, so that the time between two requests counts. After a restart it begins anew behind the newest scan.
final class ScanShifts: Sendable {
    private let shifts = Mutex<[ID: Duration]>([:])

    /// - Parameter newest: when the event's newest scan was received, as it is stored.
    func shift(of event: ID, receivedAt received: Instant, after newest: Instant?) -> Duration {
        shifts.withLock { shifts in
            guard let newest, newest > received else {
                shifts[event] = nil
                return .zero
            }
            let shift = max(shifts[event] ?? .zero, newest - received + .microseconds(1))
            shifts[event] = shift
            return shift
        }
    }
}
