import Domain
import Synchronization

/// A clock that stands still until it is moved, and chance that repeats.
final class FrozenClock: Sendable {
    typealias State = (now: Instant, seed: UInt64, uptime: Duration)
    private let state: Mutex<State>
    init(_ state: State = (Instant(seconds: 1_767_621_802), 42, .zero)) { self.state = Mutex(state) }
    var current: State { state.withLock { $0 } }
    var now: Instant { state.withLock { $0.now } }
    var uptime: Duration { state.withLock { $0.uptime } }
    func pass(_ duration: Duration) {
        step(duration)
        state.withLock { $0.uptime += duration }
    }
    /// The time of day is set; none passes.
    func step(_ duration: Duration) { state.withLock { $0.now = $0.now + duration } }
    func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state.seed = state.seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state.seed >> 33)
            }
        }
    }
}

/// Who asks in the access matrix.
enum TestUser: String, CaseIterable, Sendable {
    case nobody, travellerOfAnotherTrip, traveller, hostOfAnotherTrip, medic, moderator, host, admin, withoutTrip
}
