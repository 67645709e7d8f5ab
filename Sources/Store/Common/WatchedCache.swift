import Database
import Synchronization

/// Values that are read again only where a commit changed what they are made of, and then by one reader while the others wait for it.
package final class WatchedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Slot: Sendable {
        let kept = Mutex<(count: Int, value: Value)?>(nil)
    }
    private let watch: TableWatch
    private let limit: Int
    private let slots = Mutex<[Key: Slot]>([:])

    package init(_ watch: TableWatch, limit: Int) { (self.watch, self.limit) = (watch, limit) }

    package func value(for key: Key, load: () throws -> Value) throws -> Value {
        let slot = slots.withLock { slots in
            if let known = slots[key] { return known }
            if slots.count >= limit { slots.removeAll() }
            let slot = Slot()
            slots[key] = slot
            return slot
        }
        return try slot.kept.withLock { kept in
            let count = watch.count
            if let kept, kept.count == count { return kept.value }
            let value = try load()
            kept = (count, value)
            return value
        }
    }
}
