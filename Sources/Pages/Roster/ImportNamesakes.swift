import Domain

/// Rows of a list that may be about somebody who is on the trip already: the host says so of each.
package struct ImportNamesakes: Sendable {
    package struct Row: Sendable {
        let line: Int
        let name: String
        /// What the list says of them.
        let said: String
        let field: String
        let choices: [Choice]
    }
    package struct Choice: Sendable {
        let field: String
        let value: String
        let label: String
        let hint: String
        let isChosen: Bool
    }
    /// Before the line's number, in the name of its choice.
    package static let prefix = "person"
    package static let other = "other"

    let title: String
    let note: String
    let rows: [Row]
    let more: String?

    /// Nil where the list has no such row.
    init?(_ plan: ImportPlan) {
        let found = plan.rows.filter { !$0.namesakes.isEmpty }
        guard !found.isEmpty else { return nil }
        let limit = ImportPreviewPage.partLimit
        title = Texts.said("Perhaps the same person (\(found.count))")
        let others = plan.otherCount
        let same = Texts.said("Somebody on the trip has the same name, and another email.")
        let taken = counted(
            others, "row is taken for somebody else, unless you say Same.", "rows are taken for somebody else, unless you say Same.")
        note = same + " " + (others == 0 ? Texts.said("All rows are taken for the same person.") : taken)
        rows = found.prefix(limit).map(Row.init)
        more = found.count > limit ? Texts.said("and \(found.count - limit) more rows of this kind") : nil
    }
}

extension ImportNamesakes.Row {
    init(_ row: ImportRow) {
        line = row.line
        name = cut(row.name, 100)
        let field = ImportNamesakes.prefix + String(row.line)
        self.field = field
        if case .new(let fields) = row.outcome { said = ImportParts.line(fields, row.own) } else { said = "" }
        let same = row.namesakes.map { person in
            let known = [MemberField.room, .groups, .email, .phone].map { person.fields[$0] }.filter { !$0.isEmpty }
            return ImportNamesakes.Choice(
                field: field, value: person.id.description,
                label: Texts.said("Same: \(cut(([person.fields.fullName] + known).joined(separator: " · "), 200))"),
                hint: person.changes.map(ImportParts.line).joined(separator: " · "), isChosen: person.isChosen)
        }
        let other = ImportNamesakes.Choice(
            field: field, value: ImportNamesakes.other, label: Texts.said("Somebody else"), hint: Texts.said("Added as a new person"),
            isChosen: !row.namesakes.contains(where: \.isChosen))
        choices = same + [other]
    }
}
