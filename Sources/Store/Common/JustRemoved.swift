import Domain
import Synchronization

/// What was removed a moment ago, so that it is brought back with one press. It lasts for minutes, and no longer than the program runs:
/// later there is no way back, and no page offers one.
final class JustRemoved<Thing: Sendable>: Sendable {
    /// Whoever wants something back says so at once.
    private static var most: Int { 100 }
    private static var lasts: Duration { .minutes(10) }
    private let things = Mutex<[(id: ID, at: Instant, thing: Thing)]>([])

    func keep(_ thing: Thing, _ id: ID, at now: Instant) {
        things.withLock { things in
            things.removeAll { $0.id == id || now - $0.at >= JustRemoved.lasts }
            things.append((id, now, thing))
            if things.count > JustRemoved.most { things.removeFirst() }
        }
    }

    func find(_ id: ID, at now: Instant) -> Thing? {
        things.withLock { things in
            things.removeAll { now - $0.at >= JustRemoved.lasts }
            return things.first { $0.id == id }?.thing
        }
    }

    /// It is back.
    func forget(_ id: ID) { things.withLock { things in things.removeAll { $0.id == id } } }
}
