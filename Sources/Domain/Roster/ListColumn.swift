/// A column of a list of members: a field that every trip has, or one of the trip's own.
package enum ListColumn: Sendable, Hashable {
    case field(MemberField)
    case own(OwnColumn)

    /// In forms and addresses.
    package var key: String {
        switch self {
        case .field(let field): field.rawValue
        case .own(let column): column.key
        }
    }
    package var label: String {
        switch self {
        case .field(let field): field.label
        case .own(let column): column.name
        }
    }

    /// What lists show before somebody chooses, the last ones only while there is room for them.
    private static let usual: [MemberField] = [.status, .groups, .room, .phone, .languages, .diet]
    private static let leastUsual = 4
    /// How many columns a list has beside the name without a scroller of its own.
    package static let roomFor = 7

    /// Every column that a list can show beside the name.
    package static func offered(_ own: [OwnColumn]) -> [ListColumn] {
        MemberField.listed.filter { $0 != .firstName && $0 != .lastName }.map { .field($0) } + own.map { .own($0) }
    }

    /// What a list shows. Columns of the trip's own that are for lists are in it until the reader takes them out.
    /// - Parameter chosen: keys as `choice` makes them; none for a reader who never chose.
    package static func shown(_ chosen: [String], own: [OwnColumn]) -> [ListColumn] {
        let fields = chosen.compactMap { MemberField(rawValue: $0) }.filter { !$0.isMedical }
        let columns = own.filter { chosen.contains($0.key) || ($0.isListed && !chosen.contains("-" + $0.key)) }
        let isChosen = !fields.isEmpty || own.contains { chosen.contains($0.key) }
        let room = max(leastUsual, roomFor - columns.count)
        return (isChosen ? fields[...] : usual.prefix(room)).map { .field($0) } + columns.map { .own($0) }
    }

    /// What a reader's choice is kept as: keys of what is shown, and with a line before it each own column that is not.
    package static func choice(_ keys: [String], own: [OwnColumn]) -> [String] {
        keys.filter { key in MemberField(rawValue: key)?.isMedical == false }
            + own.map { keys.contains($0.key) ? $0.key : "-" + $0.key }
    }
}

extension RosterRow {
    package subscript(column: ListColumn) -> String {
        switch column {
        case .field(let field): self[field]
        case .own(let column): own[column]
        }
    }
}
