/// The lanes of one set with the people in them, and the other sets that there are.
package struct SortedLanes: Sendable {
    package let sets: [LaneSet]
    package let current: LaneSet
    /// Who is in none of them first, then lane by lane.
    package let columns: [LaneColumn]
    package let wishes: WishCount

    /// - Parameters:
    ///   - rows: in order of name. Who has cancelled or left needs no place.
    ///   - wishes: of the whole trip; none for readers who are no hosts.
    package init(sets: [LaneSet], current: LaneSet, rows: [RosterRow], wishes: [Wish]) {
        self.sets = sets
        self.current = current
        let coming = rows.filter { !$0.isGone }
        let positions = Dictionary(firstOf: current.lanes.enumerated().map { (folded($1.name), $0) })
        let inside = Dictionary(firstOf: coming.map { ($0.id, SortedLanes.lanes(of: $0, current.key.kind, positions)) })
        let checked = WishCheck(wishes, set: current, rows: coming, inside: inside)
        func card(_ row: RosterRow, _ lane: Int?) -> LaneCard {
            let others = (inside[row.id] ?? []).filter { $0 != lane }.map { current.lanes[$0].name }
            return LaneCard(row: row, elsewhere: lane == nil ? [] : others, remarks: checked.remarks(of: row.id, in: lane))
        }
        var cards: [[LaneCard]] = current.lanes.map { _ in [] }
        var rest: [LaneCard] = []
        for row in coming {
            let lanes = inside[row.id] ?? []
            if lanes.isEmpty { rest.append(card(row, nil)) }
            for lane in lanes { cards[lane].append(card(row, lane)) }
        }
        columns = [LaneColumn(lane: nil, cards: rest)] + zip(current.lanes, cards).map { LaneColumn(lane: $0, cards: $1) }
        self.wishes = checked.count
    }

    package var unassignedCount: Int { columns[0].cards.count }

    /// Positions among the set's lanes, in their order.
    static func lanes(of row: RosterRow, _ kind: LaneKind, _ positions: [String: Int]) -> [Int] {
        let names = kind == .room ? [row[.room]] : row.groupNames
        return names.compactMap { positions[folded($0)] }.sorted()
    }
}

/// One lane with its people; without a lane, those who are in none.
package struct LaneColumn: Sendable {
    package enum Filling: Sendable, Equatable {
        case open, full
        /// By how many people more than it has room for.
        case over(Int)
    }
    package let lane: Lane?
    package let cards: [LaneCard]

    /// How many wishes the people in it break: two who are to be apart are one.
    package var broken: Int {
        let remarks = cards.flatMap(\.remarks).filter(\.isBroken)
        let apart = remarks.count { $0.kind == .apart }
        return remarks.count - apart / 2
    }
    /// Places or beds that are left; nil where nobody has said how many there are.
    package var free: Int? { lane?.capacity.map { max(0, $0 - cards.count) } }
    package var filling: Filling {
        guard let capacity = lane?.capacity, cards.count >= capacity else { return .open }
        return cards.count == capacity ? .full : .over(cards.count - capacity)
    }
}

/// A person in a lane.
package struct LaneCard: Sendable {
    package let row: RosterRow
    /// Names of other lanes of the same set that they are in as well, though one is enough.
    package let elsewhere: [String]
    package let remarks: [WishRemark]
}

/// Where people are put, as the mover saw it before.
package struct LaneMove: Sendable {
    /// Somebody, and the lane that their card stood in; empty for those who were in none.
    package struct Card: Sendable, Equatable {
        package let member: ID
        package let from: String
        package init(member: ID, from: String) {
            self.member = member
            self.from = from
        }

        /// From a form: the member's number and the lane's value.
        package init?(text: String) {
            guard let member = ID(String(text.prefix(36))), let from = LaneMove.name(String(text.dropFirst(36))) else { return nil }
            (self.member, self.from) = (member, from)
        }
        package var text: String { member.description + LaneMove.value(from) }
    }

    /// A lane as forms carry it; "-" for none.
    package static func value(_ name: String) -> String { name.isEmpty ? "-" : "=" + name }
    /// The name, empty for none; nil where nothing was chosen.
    package static func name(_ value: String) -> String? {
        value == "-" ? "" : value.hasPrefix("=") ? String(value.dropFirst()) : nil
    }
    private let kind: LaneKind
    /// Folded names of the set's lanes.
    private let names: Set<String>
    private let to: String

    /// - Parameter to: empty takes them out.
    package init(to: String, in set: LaneSet) {
        kind = set.key.kind
        names = Set(set.lanes.map { folded($0.name) })
        self.to = to
    }

    /// The fields after the move, the same if they are there already; nil if they are no longer where the mover saw them.
    package func apply(to fields: MemberFields, from: String) -> MemberFields? {
        var new = fields
        switch kind {
        case .room:
            if folded(fields[.room]) == folded(to) { return fields }
            guard folded(fields[.room]) == folded(from) else { return nil }
            new[.room] = to
        case .group:
            let groups = fields.groupNames
            let inside = Set(groups.map(folded))
            let isThere = to.isEmpty ? inside.isDisjoint(with: names) : inside.contains(folded(to))
            if isThere, from.isEmpty || !inside.contains(folded(from)) || folded(from) == folded(to) { return fields }
            guard from.isEmpty ? inside.isDisjoint(with: names) : inside.contains(folded(from)) else { return nil }
            let kept = groups.filter { folded($0) != folded(from) }
            new[.groups] = GroupNames.join(GroupNames.split(kept.joined(separator: ";") + ";" + to))
        }
        return new
    }
}
