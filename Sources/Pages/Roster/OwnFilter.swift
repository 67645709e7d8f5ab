import Domain

/// The choices of an own column, to narrow a list by.
package struct OwnFilter: Sendable {
    let name: String
    let label: String
    let choices: [FormField.Choice]

    init(_ column: OwnColumn, _ filter: RosterFilter) {
        (name, label) = (column.key, column.name)
        choices = RosterPage.choices(
            "\(column.name): any", column.choices.map { ($0, $0) } + [(OwnChoice.nothing, Texts.said("Not filled in"))],
            filter.chosen.first { $0.column.id == column.id }?.value)
    }
}

extension RosterPage {
    /// What a list is sorted by, in the middle of a sentence. Hosts' own names stay as they are.
    static func name(_ sort: RosterFilter.Sort) -> String {
        if case .own(let column) = sort { column.name } else { sort.label.lowercased() }
    }
}

extension RosterFilter.Sort {
    init(_ column: ListColumn) {
        self =
            switch column {
            case .field(let field): .column(field)
            case .own(let column): .own(column)
            }
    }
}
