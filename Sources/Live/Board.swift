import Domain
import Synchronization

/// The newest fix of every member of one trip, in memory.
package final class Board: Sendable {
    private struct State {
        var entries: [ID: BoardEntry] = [:]
        var changed: Set<ID> = []
        var hidden: Set<ID> = []
        /// No longer on the trip.
        var gone: Set<ID> = []
        /// For the hosts' eyes only.
        var withheld: Set<ID> = []
        /// Whether the trip lets its travellers see each other at all.
        var isFriendly = false
        var version = 0

        func acceptsNothing(of member: ID) -> Bool { hidden.contains(member) || gone.contains(member) }

        /// Whether it moved anybody.
        mutating func accept(_ entry: BoardEntry, at now: Instant) -> Bool {
            guard !acceptsNothing(of: entry.memberID) else { return false }
            if let old = entries[entry.memberID], !State.isNewer(entry.fix, than: old.fix, at: now) {
                entries[entry.memberID]?.lastContactAt = max(old.lastContactAt, entry.lastContactAt)
                return false
            }
            entries[entry.memberID] = entry
            return true
        }

        /// Of what is stored: a fix that is ahead of now counts as older than any that is not.
        private static func isNewer(_ fix: Fix, than old: Fix, at now: Instant) -> Bool {
            let (isAhead, wasAhead) = (fix.isAhead(of: now), old.isAhead(of: now))
            return isAhead == wasAhead ? fix.time > old.time : wasAhead
        }

        /// Whether they moved the member.
        mutating func accept(_ fixes: [Fix], of member: ID, at now: Instant) -> Bool {
            guard !acceptsNothing(of: member) else { return false }
            var (entry, hasMoved) = (entries[member], false)
            for fix in fixes where entry.map({ $0.fix.time < fix.time || ($0.isAhead(of: now) && !fix.isAhead(of: now)) }) ?? true {
                if entry == nil { entry = BoardEntry(memberID: member, fix: fix, lastContactAt: now) } else { entry?.move(to: fix) }
                hasMoved = true
            }
            guard var entry else { return false }
            // A last contact far in the future dates from before the clock was set back.
            entry.lastContactAt = entry.lastContactAt > now + Fix.drift ? now : max(entry.lastContactAt, now)
            entries[member] = entry
            return hasMoved
        }
    }
    private let state = Mutex(State())

    package init() {}

    /// Counts every visible change: part of the version of pages that show positions.
    package var version: Int { state.withLock { $0.version } }
    package var count: Int { state.withLock { $0.entries.count } }

    /// Adds many entries at once, at the start; nobody counts as moved.
    package func load(_ entries: [BoardEntry], at now: Instant) {
        state.withLock { state in
            state.entries.reserveCapacity(state.entries.count + entries.count)
            for entry in entries { _ = state.accept(entry, at: now) }
            state.version += 1
        }
    }

    /// Takes a fix unless a newer one is there: late ones never move the board back. Last contact moves either way.
    package func update(_ entry: BoardEntry, at now: Instant) {
        state.withLock { state in
            guard state.accept(entry, at: now) else { return }
            state.changed.insert(entry.memberID)
            state.version += 1
        }
    }

    /// Like `update` for all fixes of a request, oldest first; an empty list is a sign of life.
    package func update(_ member: ID, with fixes: [Fix], at now: Instant) {
        state.withLock { state in
            guard state.accept(fixes, of: member, at: now) else { return }
            state.changed.insert(member)
            state.version += 1
        }
    }

    /// Removes a member at once and takes no more fixes of theirs until `show`.
    package func hide(_ member: ID) {
        state.withLock { state in
            state.hidden.insert(member)
            state.changed.remove(member)
            if state.entries.removeValue(forKey: member) != nil { state.version += 1 }
        }
    }

    /// Removes members who are no longer on the trip, and takes no fixes of theirs until they are back.
    /// - Returns: members who were on the board until now, and members who are back.
    func setGone(_ gone: Set<ID>) -> (left: [ID], back: Set<ID>) {
        state.withLock { state in
            let left = gone.filter { state.entries.removeValue(forKey: $0) != nil }
            let back = state.gone.subtracting(gone)
            if !left.isEmpty { state.version += 1 }
            state.changed.subtract(left)
            state.gone = gone
            return (Array(left), back)
        }
    }

    // MARK: what friends see

    /// - Returns: members whom friends saw until now and no longer see.
    package func setFriends(_ isFriendly: Bool, withheld: Set<ID>) -> [ID] {
        state.withLock { state in
            let seen = state.isFriendly ? state.entries.keys.filter { !state.withheld.contains($0) } : []
            if state.isFriendly != isFriendly || state.withheld != withheld { state.version += 1 }
            // Whoever comes into sight is sent with the next moves.
            let shown = state.isFriendly && isFriendly ? state.withheld.subtracting(withheld) : isFriendly ? Set(state.entries.keys) : []
            state.changed.formUnion(shown.filter { state.entries[$0] != nil })
            (state.isFriendly, state.withheld) = (isFriendly, withheld)
            return seen.filter { !isFriendly || withheld.contains($0) }
        }
    }

    /// Hides one member from friends, or stops hiding them. True if friends saw them until now.
    package func setWithheld(_ isWithheld: Bool, _ member: ID) -> Bool {
        state.withLock { state in
            state.version += 1
            guard isWithheld else {
                if state.withheld.remove(member) != nil, state.entries[member] != nil { state.changed.insert(member) }
                return false
            }
            return state.withheld.insert(member).inserted && state.isFriendly && state.entries[member] != nil
        }
    }

    /// The positions that travellers may see of each other.
    package func friendEntries() -> [ID: BoardEntry] {
        state.withLock { state in state.isFriendly ? state.entries.filter { !state.withheld.contains($0.key) } : [:] }
    }

    /// The friends nearest to a place who were there since an instant, nearest first. Checks everybody once and copies only the result,
    /// because it runs for every position of every phone.
    package func nearestFriends(to place: Coordinates, but member: ID, since: Instant, limit: Int) -> [BoardEntry] {
        let narrowing = place.longitudeScale
        return state.withLock { state in
            guard state.isFriendly else { return [] }
            var nearest: [(distance: Double, id: ID)] = []
            for (id, entry) in state.entries where id != member && entry.fix.time > since && !state.withheld.contains(id) {
                let north = entry.fix.coordinates.latitude - place.latitude
                let east = (entry.fix.coordinates.longitude - place.longitude) * narrowing
                let distance = north * north + east * east
                if nearest.count == limit, let last = nearest.last, last.distance <= distance { continue }
                nearest.insert((distance, id), at: nearest.firstIndex { $0.distance > distance } ?? nearest.endIndex)
                if nearest.count > limit { nearest.removeLast() }
            }
            return nearest.compactMap { state.entries[$0.id] }
        }
    }

    func isSeenByFriends(_ members: [ID]) -> Set<ID> {
        state.withLock { state in state.isFriendly ? Set(members).subtracting(state.withheld) : [] }
    }

    // MARK: off and on

    /// Takes their fixes again. They appear with the next one.
    package func show(_ member: ID) { _ = state.withLock { $0.hidden.remove(member) } }

    /// Forgets a member's position; the next fix brings them back. For a revoked tracker or deleted history.
    package func forget(_ member: ID) {
        state.withLock { state in
            state.changed.remove(member)
            if state.entries.removeValue(forKey: member) != nil { state.version += 1 }
        }
    }

    /// Their newest fix, for staff; nil if there is none or they are hidden.
    package func entry(_ member: ID) -> BoardEntry? { state.withLock { $0.entries[member] } }
    /// Everybody's newest fix, for staff.
    package func entries() -> [ID: BoardEntry] { state.withLock { $0.entries } }
    /// Those of some members, in the order in which they are named. Who has none is left out.
    package func entries(of members: some Sequence<ID>) -> [BoardEntry] {
        state.withLock { state in members.compactMap { state.entries[$0] } }
    }

    /// Everybody who moved since the last call.
    package func drainChanges() -> [BoardEntry] {
        state.withLock { state in
            let entries = state.changed.compactMap { state.entries[$0] }
            state.changed.removeAll(keepingCapacity: true)
            return entries
        }
    }
}
