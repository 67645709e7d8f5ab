import Domain
import OpeningHours
import Synchronization

/// Opening hours of an atlas, each text read once: when it is first asked for. Many places have the same.
final class HoursShelf: Sendable {
    private let atlas: AtlasFile
    private let read = Mutex<[UInt32: Hours]>([:])
    /// What they said, for places in one country. Beyond a week nobody plans.
    let memo = HoursMemo(days: 8)

    init(_ atlas: AtlasFile) { self.atlas = atlas }

    /// - Parameter start: of the text in the atlas; 0 for none.
    func find(_ start: UInt32) -> Hours? {
        guard start != 0 else { return nil }
        if let found = read.withLock({ $0[start] }) { return found }
        let hours = Hours(atlas.text(start))
        read.withLock { $0[start] = hours }
        return hours
    }
}
