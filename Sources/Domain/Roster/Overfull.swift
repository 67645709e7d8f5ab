/// A lane with more people than places or beds.
package struct Overfull: Sendable, Equatable {
    package let lane: Lane
    package let count: Int

    /// Nil where there is room, or nobody has said how much there is.
    package init?(_ lane: Lane, count: Int) {
        guard let capacity = lane.capacity, count > capacity else { return nil }
        self.lane = lane
        self.count = count
    }
    package var capacity: Int { lane.capacity ?? 0 }
}

/// How many people are in each lane. Who has cancelled or left needs no place.
package struct LaneCounts: Sendable {
    /// By kind and folded name.
    private var counts: [LaneKind: [String: Int]] = [:]

    package init() {}
    package init(_ rows: [RosterRow]) {
        for row in rows where !row.isGone { add(room: row[.room], groups: row.groupNames) }
    }

    package mutating func add(_ fields: MemberFields) {
        guard fields.status != .cancelled, fields.status != .left else { return }
        add(room: fields[.room], groups: fields.groupNames)
    }

    private mutating func add(room: String, groups: [String]) {
        if !room.isEmpty { counts[.room, default: [:]][folded(room), default: 0] += 1 }
        for name in Set(groups.map(folded)) { counts[.group, default: [:]][name, default: 0] += 1 }
    }

    package subscript(lane: Lane) -> Int { counts[lane.kind]?[folded(lane.name)] ?? 0 }

    /// The lanes that are too full, and fuller than they were.
    package func overfull(_ lanes: [Lane], before: LaneCounts) -> [Overfull] {
        lanes.compactMap { self[$0] > before[$0] ? Overfull($0, count: self[$0]) : nil }
    }
}

extension AuditEntry {
    /// The lanes into which the change put its subject, by kind and folded name.
    package var lanesEntered: [LaneKind: Set<String>] {
        var entered: [LaneKind: Set<String>] = [:]
        for change in changes {
            switch MemberField(rawValue: change.field) {
            case .room where !change.to.isEmpty && folded(change.to) != folded(change.from):
                entered[.room, default: []].insert(folded(change.to))
            case .groups:
                let new = Set(GroupNames.split(change.to).map(folded)).subtracting(GroupNames.split(change.from).map(folded))
                entered[.group, default: []].formUnion(new)
            default: continue
            }
        }
        return entered
    }
}
