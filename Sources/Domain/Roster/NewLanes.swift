/// Groups and rooms that the trip would get by a list: one that is meant for another is easily overlooked.
package struct NewLanes: Sendable {
    package struct Alike: Sendable, Equatable {
        package let name: String
        /// One that there is, or another new one.
        package let other: String
    }
    package let groups: [String]
    package let rooms: [String]
    /// New ones that differ from another only in blanks and signs.
    package let alike: [Alike]

    package init(_ plan: ImportPlan, _ lanes: [Lane]) {
        func known(_ kind: LaneKind) -> [String] { lanes.filter { $0.kind == kind }.map(\.name) }
        let fields = plan.rows.compactMap(\.fields)
        groups = NewLanes.new(fields.flatMap(\.groupNames), known(.group))
        rooms = NewLanes.new(fields.map { $0[.room] }, known(.room))
        alike = NewLanes.alike(groups, known(.group)) + NewLanes.alike(rooms, known(.room))
    }

    private static func new(_ names: [String], _ known: [String]) -> [String] {
        var seen = Set(known.map(folded) + [""])
        return names.filter { seen.insert(folded($0)).inserted }.sorted { naturalKey(folded($0)) < naturalKey(folded($1)) }
    }

    private static func alike(_ new: [String], _ known: [String]) -> [Alike] {
        func bare(_ name: String) -> String { folded(name).filter { $0.isLetter || $0.isNumber } }
        var first = Dictionary(known.map { (bare($0), $0) }, uniquingKeysWith: { first, _ in first })
        first[""] = nil
        return new.compactMap { name in
            let key = bare(name)
            guard !key.isEmpty else { return nil }
            if let other = first[key] { return Alike(name: name, other: other) }
            first[key] = name
            return nil
        }
    }
}

/// A cell with several groups and commas between them: "Bus 1, Bus 3". A name may hold a comma too, so they are taken apart only
/// where each part is a group of the trip or of another cell.
struct CommaGroups {
    /// Groups of the trip, folded: one that is called as a cell stays as it is.
    private let existing: Set<String>
    private let known: Set<String>

    init(_ cells: [String], existing: [String]) {
        self.existing = Set(existing.map(folded))
        known = self.existing.union(cells.flatMap(GroupNames.split).map(folded))
    }

    func apart(_ cell: String) -> String {
        guard cell.utf8.contains(UInt8(ascii: ",")) else { return cell }
        let names = GroupNames.split(cell).flatMap { name -> [String] in
            let parts = name.split(separator: ",").map { tidyLine(String($0)) }.filter { !$0.isEmpty }
            let isSeveral = !existing.contains(folded(name)) && !parts.isEmpty && parts.allSatisfy { known.contains(folded($0)) }
            return isSeveral ? parts : [name]
        }
        return GroupNames.join(names)
    }
}
