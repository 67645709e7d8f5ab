/// Whether a wish is met, and where the two are: what the list of wishes says of each.
package struct WishStanding: Sendable {
    /// In the order in which a list has them.
    package enum State: Int, Sendable, CaseIterable {
        case broken
        /// One of the two has no place yet.
        case waiting
        /// One of the two does not come.
        case idle
        case met
    }
    /// Names of the lanes of a set that each of the two is in.
    package struct Place: Sendable, Equatable {
        package let set: LaneSetKey
        package let member: [String]
        package let other: [String]
        /// Where both are; nil where they are apart.
        package var shared: String? { member.first { other.contains($0) } }
    }
    package let wish: Wish
    package let state: State
    /// Where it is broken; of one that is met, where both have a place.
    package let places: [Place]
    /// Of those who have no place yet, or do not come.
    package let missing: [ID]

    /// Those that are not met come first; of one state in the order given.
    /// - Parameters:
    ///   - sets: where wishes may hold.
    ///   - rows: of the whole roster.
    package static func all(_ wishes: [Wish], sets: [LaneSet], rows: [RosterRow]) -> [WishStanding] {
        let concerned = Set(wishes.flatMap { [$0.member, $0.other] })
        let coming = Dictionary(firstOf: rows.filter { !$0.isGone && concerned.contains($0.id) }.map { ($0.id, $0) })
        let standings = wishes.map { WishStanding($0, sets: sets, coming: coming) }
        return State.allCases.flatMap { state in standings.filter { $0.state == state } }
    }

    private init(_ wish: Wish, sets: [LaneSet], coming: [ID: RosterRow]) {
        self.wish = wish
        guard let member = coming[wish.member], let other = coming[wish.other] else {
            (state, places) = (.idle, [])
            missing = [wish.member, wish.other].filter { coming[$0] == nil }
            return
        }
        let all = sets.filter { $0.key == wish.set ?? $0.key }.map { set in
            Place(set: set.key, member: WishStanding.lanes(of: member, set), other: WishStanding.lanes(of: other, set))
        }
        let known = all.filter { !$0.member.isEmpty && !$0.other.isEmpty }
        let broken = known.filter { ($0.shared == nil) == (wish.kind == .together) }
        let isWaiting = known.isEmpty && wish.kind == .together
        state = !broken.isEmpty ? .broken : isWaiting ? .waiting : .met
        places = broken.isEmpty ? known : broken
        let isPlaced = (all.contains { !$0.member.isEmpty }, all.contains { !$0.other.isEmpty })
        missing = isWaiting ? (isPlaced.0 ? [] : [wish.member]) + (isPlaced.1 ? [] : [wish.other]) : []
    }

    private static func lanes(of row: RosterRow, _ set: LaneSet) -> [String] {
        let positions = Dictionary(firstOf: set.lanes.enumerated().map { (folded($1.name), $0) })
        return SortedLanes.lanes(of: row, set.key.kind, positions).map { set.lanes[$0].name }
    }
}
