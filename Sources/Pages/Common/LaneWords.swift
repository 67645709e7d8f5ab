import Domain

/// What pages say of groups and rooms that stand side by side.
enum LaneWords {
    static func label(_ set: LaneSet) -> String {
        !set.label.isEmpty ? set.label : set.key == .rooms ? Texts.said("Rooms") : Texts.said("Other groups")
    }
    static func unassigned(_ kind: LaneKind) -> String { Texts.said(kind == .room ? "No room yet" : "Not assigned") }
    /// Above its people: "Bus 2", "Room 101", "Attic".
    static func title(_ column: LaneColumn, _ kind: LaneKind) -> String {
        guard let name = column.lane?.name else { return unassigned(kind) }
        return kind == .room ? room(name) : name
    }
    /// Where the room has a number alone, it says what is counted.
    static func room(_ name: String) -> String { name.first?.isNumber == true ? Texts.said("Room \(name)") : name }
    /// "22 of 24", "3", and "nobody" for those without a place.
    static func count(_ column: LaneColumn) -> String {
        let count = column.cards.count
        if let capacity = column.lane?.capacity { return Texts.said("\(count) of \(capacity)") }
        return column.lane == nil && count == 0 ? Texts.said("nobody") : String(count)
    }
    /// Nil where nobody leads it, or who does is in the bin.
    static func leader(_ lane: Lane?) -> String? {
        guard let name = lane?.leader?.name, !name.isEmpty else { return nil }
        return name
    }
    static func capacity(_ count: Int, _ kind: LaneKind) -> String { kind == .room ? counted(count, "bed") : counted(count, "place") }

    /// Nil while there is room.
    static func full(_ count: Int, of capacity: Int) -> String? {
        count < capacity ? nil : count == capacity ? Texts.said("Full") : Texts.said("\(count - capacity) over")
    }

    static func free(_ count: Int, _ kind: LaneKind) -> String { Texts.said("\(capacity(count, kind)) free") }

    /// "Room 102 is now 5 of 4.", of a few lanes.
    static func overfull(_ lanes: [Overfull]) -> String {
        let said = lanes.prefix(3).map { Texts.said("\(name($0.lane)) is now \($0.count) of \($0.capacity).") }
        let more = lanes.count > 3 ? [Texts.said("\(lanes.count - 3) more are too full as well.")] : []
        return (said + more).joined(separator: " ")
    }

    /// "Bus 2 would have 74 people for 30 places."
    static func wouldOverfill(_ lane: Overfull) -> String {
        let people = counted(lane.count, "person", "people")
        return Texts.said("\(name(lane.lane)) would have \(people) for \(capacity(lane.capacity, lane.lane.kind)).")
    }

    private static func name(_ lane: Lane) -> String { lane.kind == .room ? room(lane.name) : lane.name }

    /// "Bus 2, 3 places free"
    static func choice(_ column: LaneColumn) -> String {
        guard let lane = column.lane else { return "" }
        let title = LaneWords.title(column, lane.kind)
        guard let free = column.free else { return title }
        return title + ", " + (free == 0 ? Texts.said("full") : LaneWords.free(free, lane.kind))
    }

    /// Nil where every wish is met.
    static func broken(_ count: Int) -> String? {
        count == 0 ? nil : count == 1 ? Texts.said("Wish not met") : counted(count, "wish not met", "wishes not met")
    }

    static func remark(_ remark: WishRemark) -> String {
        let words = Texts.said(remark.kind == .together ? "wants \(remark.name)" : "not with \(remark.name)")
        return words + (remark.lane.map { " (\($0))" } ?? "")
    }
}
