/// A column that hosts add to the roster of one trip: shoe sizes, ski passes, who has paid.
package struct OwnColumn: Sendable, Hashable {
    /// What stands in its cells.
    package enum Kind: String, Sendable, CaseIterable {
        case text, choice, number, date

        package var label: String {
            switch self {
            case .text: Texts.said("Text")
            case .choice: Texts.said("Choice")
            case .number: Texts.said("Number")
            case .date: Texts.said("Date")
            }
        }
    }
    /// Of one trip.
    package static let limit = 12
    /// Characters.
    package static let nameLimit = 40
    package static let choiceLimit = 30
    /// How long a deleted column can be brought back.
    package static let keptDays = 30

    package let id: ID
    package var name: String
    package var kind: Kind
    /// In the order in which they are offered and sorted; empty for any other kind.
    package var choices: [String]
    /// In the list and on paper; else on the member's page alone.
    package var isListed: Bool
    /// In the profile of the member whom it is about, and in the data that they download.
    package var isSeenBySelf: Bool
    /// The roster version that last changed it: an edit that started from an older one is a conflict.
    package let version: Int

    package init(id: ID, name: String, kind: Kind, choices: [String], isListed: Bool, isSeenBySelf: Bool, version: Int) {
        self.id = id
        self.name = name
        self.kind = kind
        self.choices = choices
        self.isListed = isListed
        self.isSeenBySelf = isSeenBySelf
        self.version = version
    }

    /// In forms, addresses and column choices.
    package var key: String { "own-\(id)" }

    /// Tidies what was typed and says what does not hold, by the fields of the column's form.
    /// - Parameter others: the trip's other columns.
    package mutating func tidy(besides others: [OwnColumn]) -> [FieldError] {
        var check = Validation()
        name = tidyLine(name)
        check.require(
            !name.isEmpty && name.count <= OwnColumn.nameLimit, "name",
            "Between 1 and \(grouped(OwnColumn.nameLimit)) characters, this has \(grouped(name.count)).")
        check.require(name.isEmpty || name.contains { $0.isLetter || $0.isNumber }, "name", "The name needs at least one letter or digit.")
        check.require(!ImportHeaders.isTaken(name), "name", "Every member already has this field. Choose another name.")
        check.require(
            !others.contains { $0.id != id && ImportHeaders.isSame($0.name, name) }, "name",
            "Another column of this trip has this name. Choose another one.")
        choices = kind == .choice ? OwnColumn.split(choices.joined(separator: "\n")) : []
        check.require(kind != .choice || !choices.isEmpty, "choices", "Type at least one choice, each on its own line.")
        check.require(
            choices.count <= OwnColumn.choiceLimit, "choices", "At most \(OwnColumn.choiceLimit) choices, this has \(choices.count).")
        check.require(choices.allSatisfy { $0.count <= 60 }, "choices", "A choice has at most 60 characters.")
        check.require(
            !choices.contains(OwnChoice.nothing) && !choices.contains(OwnChoice.anything), "choices",
            "A sign alone cannot be a choice. Type a word.")
        return check.errors
    }

    /// A choice in each line, tidied, each once.
    private static func split(_ text: String) -> [String] {
        var seen = Set<String>()
        return text.split(whereSeparator: \.isNewline).map { tidyLine(String($0)) }.filter {
            !$0.isEmpty && seen.insert(folded($0)).inserted
        }
    }

    /// A name that no other column has, for one that a list brings along.
    package static func freeName(_ header: String, besides others: [OwnColumn]) -> String {
        let name = String(tidyLine(header).prefix(nameLimit - 3))
        let names = [name] + (2...99).map { "\(name) \($0)" }
        return names.first { name in !ImportHeaders.isTaken(name) && !others.contains { ImportHeaders.isSame($0.name, name) } } ?? name
    }
}

/// How the audit trail calls a column: by its id, so that it is found again, and by the name that it had.
extension OwnColumn {
    private static let mark = "own:"

    package var trailName: String { OwnColumn.mark + "\(id):\(name)" }

    /// Nil for what is no such name.
    package static func trailed(_ field: String) -> (id: ID, name: String)? {
        guard field.hasPrefix(mark) else { return nil }
        let parts = field.dropFirst(mark.count).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let id = ID(String(parts[0])) else { return nil }
        return (id, String(parts[1]))
    }
}

extension AuditChange {
    /// The field as pages call it.
    package var label: String? { MemberField(rawValue: field)?.label ?? OwnColumn.trailed(field)?.name }
}

/// What a list is narrowed by: one of a column's choices, `+` for any value, `-` for none.
package struct OwnChoice: Sendable, Equatable {
    package static let nothing = "-"
    package static let anything = "+"
    package let column: OwnColumn
    package let value: String
    package init(_ column: OwnColumn, _ value: String) {
        self.column = column
        self.value = value
    }

    /// Nil where the column knows no such value.
    package init?(_ column: OwnColumn, asked value: String) {
        let isSign = value == OwnChoice.nothing || value == OwnChoice.anything
        guard isSign || (column.kind == .choice && column.choices.contains(value)) else { return nil }
        self.init(column, value)
    }

    func holds(for values: OwnValues) -> Bool {
        switch value {
        case OwnChoice.nothing: values[column].isEmpty
        case OwnChoice.anything: !values[column].isEmpty
        default: values[column] == value
        }
    }
}

extension RosterFilter {
    /// Own columns that the list is narrowed or sorted by.
    package var asked: Set<ID> {
        let narrowing = Set(chosen.map(\.column.id))
        return if case .own(let column) = sort { narrowing.union([column.id]) } else { narrowing }
    }
}
