/// What people are sorted into.
package enum LaneKind: String, Sendable { case group, room }

/// A group or a room with its places or beds: one column of those that stand side by side.
package struct Lane: Sendable, Equatable {
    package let kind: LaneKind
    package let name: String
    /// Places or beds; nil where nobody has said how many.
    package let capacity: Int?
    /// As a host named it, of a group; empty where its name says it.
    package let category: String
    /// Of a group, if it has one.
    package let leader: LaneLeader?
    package init(kind: LaneKind, name: String, capacity: Int?, category: String = "", leader: LaneLeader? = nil) {
        self.kind = kind
        self.leader = leader
        self.name = name
        self.capacity = capacity
        self.category = category
    }

    package static let capacities = 1...999
    package static let categoryLimit = 30
}

/// Who leads a group.
package struct LaneLeader: Sendable, Equatable {
    package let id: ID
    /// Empty while they are in the bin.
    package let name: String
    package init(id: ID, name: String) {
        self.id = id
        self.name = name
    }
}

/// What a lane said when a form about it was opened, each value as the form carries it.
package struct SeenLane: Sendable, Equatable {
    package let capacity: String
    package let category: String
    /// A member's number, empty for nobody.
    package let leader: String
    package init(capacity: String, category: String, leader: String) {
        (self.capacity, self.category, self.leader) = (capacity, category, leader)
    }
    package init(_ lane: Lane) {
        self.init(
            capacity: lane.capacity.map(String.init) ?? "", category: lane.category, leader: lane.leader?.id.description ?? "")
    }

    /// Places or beds; nil where nobody had said how many.
    package var places: Int? { capacity.whole(in: Lane.capacities) }
}

/// A room that a host said something about. Who sleeps in it is in the members' field.
package struct Room: Sendable, Equatable {
    package let name: String
    package let beds: Int?
    package init(name: String, beds: Int?) {
        self.name = name
        self.beds = beds
    }
}

/// Which lanes stand side by side, for a person is in one of them at a time. The raw value is in addresses and in wishes.
package enum LaneSetKey: RawRepresentable, Hashable, Sendable {
    case rooms
    /// By their folded category; the empty one has the groups that go with no others.
    case groups(String)

    private static let reserved: Set<String> = ["all", "other", "rooms"]

    package init?(rawValue: String) {
        switch rawValue {
        case "": return nil
        case "rooms": self = .rooms
        case "other": self = .groups("")
        default: self = .groups(folded(tidyLine(rawValue.hasPrefix("~") ? String(rawValue.dropFirst()) : rawValue)))
        }
    }

    package var rawValue: String {
        switch self {
        case .rooms: "rooms"
        case .groups(let category) where category.isEmpty: "other"
        case .groups(let category): LaneSetKey.reserved.contains(category) || category.hasPrefix("~") ? "~" + category : category
        }
    }
    package var kind: LaneKind { self == .rooms ? .room : .group }
}

/// The lanes of one key, in order of name.
package struct LaneSet: Sendable, Equatable {
    package let key: LaneSetKey
    /// "Bus", "Rooms".
    package let label: String
    package let lanes: [Lane]

    /// Whether people ride in them: "Bus", "Reisebus", "Autobús", "Coach".
    package var isOfBuses: Bool {
        guard case .groups(let category) = key else { return false }
        return category.hasSuffix("bus") || ["buses", "coach", "coaches", "van", "vans"].contains(category)
    }

    /// The lane of that name, whatever its case.
    package func lane(_ name: String) -> Lane? {
        let wanted = folded(name)
        return lanes.first { folded($0.name) == wanted }
    }

    /// What the next lane could be called: "Bus 3" after "Bus 2". Nil where the names are not numbered.
    package var nextName: String? {
        let numbers = lanes.compactMap { lane -> Int? in
            let rest = lane.name.dropFirst(label.count)
            return folded(String(lane.name.prefix(label.count))) == folded(label) ? rest.filter { $0 != " " }.whole(in: 0...9998) : nil
        }
        return numbers.max().map { (label.isEmpty ? "" : label + " ") + String($0 + 1) }
    }

    /// Every set of a trip: the groups by category, those that go with no others, the rooms.
    /// - Parameter rows: of whom rooms are read that have no row of their own.
    package static func all(groups: [Group], rooms: [Room], rows: [RosterRow]) -> [LaneSet] {
        all(of: groups) + [LaneSet(key: .rooms, label: "", lanes: lanes(of: rooms, rows))]
    }

    /// Those of groups.
    package static func all(of groups: [Group]) -> [LaneSet] {
        let shared = wordsOfSeveral(groups)
        var found: [String: (label: String, lanes: [Lane])] = [:]
        for group in groups.sortedNaturally(by: { folded($0.name) }) {
            let (key, label) = category(of: group, shared: shared)
            found[key, default: (label, [])].lanes.append(
                Lane(
                    kind: .group, name: group.name, capacity: group.places, category: group.category,
                    leader: group.leaderID.map { LaneLeader(id: $0, name: group.leaderName) }))
        }
        let sets = found.filter { !$0.key.isEmpty }.sortedNaturally(by: \.key)
            .map { LaneSet(key: .groups($0.key), label: $0.value.label, lanes: $0.value.lanes) }
        let others = found[""].map { [LaneSet(key: .groups(""), label: "", lanes: $0.lanes)] } ?? []
        return sets + others
    }

    /// Rooms with a row, and those in which somebody sleeps.
    private static func lanes(of rooms: [Room], _ rows: [RosterRow]) -> [Lane] {
        var found: [String: Lane] = [:]
        for room in rooms { found[folded(room.name)] = Lane(kind: .room, name: room.name, capacity: room.beds) }
        for row in rows where !row.isGone && !row[.room].isEmpty {
            let key = folded(row[.room])
            if found[key] == nil { found[key] = Lane(kind: .room, name: row[.room], capacity: nil) }
        }
        return found.sortedNaturally(by: \.key).map(\.value)
    }

    // MARK: categories

    /// The key and the label of a group's set. Without a category of the hosts' choosing it is the first word, where the rest is a number
    /// or another group begins with it too.
    private static func category(of group: Group, shared: Set<String>) -> (key: String, label: String) {
        if !group.category.isEmpty { return (folded(group.category), group.category) }
        let word = firstWord(group.name)
        return shared.contains(folded(word)) ? (folded(word), word) : ("", "")
    }

    private static func wordsOfSeveral(_ groups: [Group]) -> Set<String> {
        var (counts, shared): ([String: Int], Set<String>) = ([:], [])
        for group in groups {
            let word = firstWord(group.name)
            let rest = group.name.dropFirst(word.count)
            let isNumbered = rest.contains { $0.isNumber } && rest.allSatisfy { $0.isNumber || $0 == " " }
            counts[folded(word), default: 0] += isNumbered && group.category.isEmpty ? 2 : 1
            if !group.category.isEmpty { shared.insert(folded(group.category)) }
        }
        return shared.union(counts.filter { $0.value > 1 && !$0.key.isEmpty }.keys)
    }

    /// "Bus" of "Bus 2" and of "Bus2".
    private static func firstWord(_ name: String) -> String {
        let word = name.prefix { $0 != " " }
        let bare = word.reversed().drop { $0.isNumber }.reversed()
        return bare.isEmpty ? String(word) : String(bare)
    }
}
