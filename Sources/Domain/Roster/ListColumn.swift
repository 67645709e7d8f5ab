/// A column of a list of members: a field that every trip has, or one of the trip's own.
package enum ListColumn: Sendable, Hashable {
    case field(MemberField)
    case own(OwnColumn)
    /// By which channels somebody is reached.
    case reach

    /// In forms and addresses.
    package var key: String {
        switch self {
        case .field(let field): field.rawValue
        case .own(let column): column.key
        case .reach: "reach"
        }
    }
    package var label: String {
        switch self {
        case .field(let field): field.label
        case .own(let column): column.name
        case .reach: Texts.said("Reached by")
        }
    }

    /// What lists show before somebody chooses, and what besides while there is room for it.
    private static let usual: [MemberField] = [.status, .groups, .room, .phone]
    private static let spare: [MemberField] = [.languages, .diet]
    private static let roomFor = 6

    /// Whether a list may be wider than 1440 pixels. Of columns of the trip's own one is known to fit.
    package static func isWide(_ shown: [ListColumn]) -> Bool {
        let ownCount = shown.count { if case .own = $0 { true } else { false } }
        return shown.count > roomFor || ownCount > 1
    }

    /// Every column that a list can show beside the name.
    package static func offered(_ own: [OwnColumn]) -> [ListColumn] {
        MemberField.listed.filter { $0 != .firstName && $0 != .lastName }.map { .field($0) } + [.reach] + own.map { .own($0) }
    }

    /// What a list shows. Columns of the trip's own that are for lists are in it until the reader takes them out.
    /// - Parameter chosen: keys as `choice` makes them; none for a reader who never chose.
    package static func shown(_ chosen: [String], own: [OwnColumn]) -> [ListColumn] {
        let fields = chosen.compactMap { MemberField(rawValue: $0) }.filter { !$0.isMedical }
        let columns = own.filter { chosen.contains($0.key) || ($0.isListed && !chosen.contains("-" + $0.key)) }
        let reach: [ListColumn] = chosen.contains(ListColumn.reach.key) ? [.reach] : []
        let isChosen = !fields.isEmpty || !reach.isEmpty || own.contains { chosen.contains($0.key) }
        let room = max(0, roomFor - usual.count - columns.count)
        return (isChosen ? fields : usual + spare.suffix(room)).map { .field($0) } + reach + columns.map { .own($0) }
    }

    /// What a reader's choice is kept as: keys of what is shown, and with a line before it each own column that is not.
    package static func choice(_ keys: [String], own: [OwnColumn]) -> [String] {
        keys.filter { key in key == ListColumn.reach.key || MemberField(rawValue: key)?.isMedical == false }
            + own.map { keys.contains($0.key) ? $0.key : "-" + $0.key }
    }
}

extension RosterRow {
    package subscript(column: ListColumn) -> String {
        switch column {
        case .field(let field): self[field]
        case .own(let column): own[column]
        case .reach: reachText
        }
    }
}
