import Domain

/// What a list is narrowed by in an own column: its choices, or whether anything stands in it.
package struct OwnFilter: Sendable {
    let name: String
    let label: String
    let choices: [FormField.Choice]
    let isInForce: Bool

    private static var signs: [(String, String)] {
        [(OwnChoice.anything, Texts.said("Filled in")), (OwnChoice.nothing, Texts.said("Not filled in"))]
    }

    /// As paper says it.
    static func words(_ choice: OwnChoice) -> String {
        "\(choice.column.name): \(signs.first { $0.0 == choice.value }?.1 ?? choice.value)"
    }

    init(_ column: OwnColumn, _ filter: RosterFilter) {
        (name, label) = (column.key, column.name)
        let (offered, chosen) = (column.kind == .choice ? column.choices : [], filter.chosen.first { $0.column.id == column.id })
        isInForce = chosen != nil
        choices = RosterPage.choices(
            Texts.said("\(column.name): any"), offered.map { ($0, $0) } + OwnFilter.signs,
            chosen?.value)
    }
}

extension RosterPage {
    /// What a list is sorted by, in the middle of a sentence. Hosts' own names stay as they are.
    static func name(_ sort: RosterFilter.Sort) -> String {
        if case .own(let column) = sort { column.name } else { Texts.said(text: sort.label.lowercased()) }
    }
}

extension RosterFilter.Sort {
    init(_ column: ListColumn) {
        self =
            switch column {
            case .field(let field): .column(field)
            case .own(let column): .own(column)
            case .reach: .reach
            }
    }
}
