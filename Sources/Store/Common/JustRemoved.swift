import Domain
import Synchronization

/// What was removed a moment ago, so that it is brought back with one press. It lasts as long as the program runs: later there is no way
/// back, and no page offers one.
final class JustRemoved<Thing: Sendable>: Sendable {
    /// Whoever wants something back says so at once.
    private static var most: Int { 100 }
    private let things = Mutex<[(id: ID, thing: Thing)]>([])

    func keep(_ thing: Thing, _ id: ID) {
        things.withLock { things in
            things.removeAll { $0.id == id }
            things.append((id, thing))
            if things.count > JustRemoved.most { things.removeFirst() }
        }
    }

    subscript(_ id: ID) -> Thing? { things.withLock { things in things.first { $0.id == id }?.thing } }

    /// It is back.
    func forget(_ id: ID) { things.withLock { things in things.removeAll { $0.id == id } } }
}
