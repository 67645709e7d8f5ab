import Domain

/// Rows of a list that may be about somebody who is on the trip already: the host says so of each.
package struct ImportNamesakes: Sendable {
    package struct Row: Sendable {
        let line: Int
        let name: String
        /// What the list says of them besides; nil for a name alone.
        let said: String?
        let field: String
        let choices: [Choice]
        /// What was not said when it was to be saved.
        let problem: String?
    }
    package struct Choice: Sendable {
        let field: String
        let value: String
        let name: String
        /// Groups, room and how to reach them, by which a host knows who is here.
        let known: String?
        /// What the row would change of them.
        let changes: String?
        /// What is chosen, beside the person.
        let pick: String
        let isChosen: Bool
    }
    /// Before the line's number, in the name of its choice.
    package static let prefix = "person"
    package static let other = "other"

    let title: String
    let note: String
    let rows: [Row]

    /// All of them, however many: none can be saved that nobody can decide. Nil where the list has no such row.
    /// - Parameter isAsked: whether it was to be saved before all was said.
    init?(_ plan: ImportPlan, isAsked: Bool) {
        let found = plan.rows.filter { !$0.namesakes.isEmpty }
        guard !found.isEmpty else { return nil }
        title = Texts.said("Perhaps the same person (\(found.count))")
        let undecided = plan.undecided.count
        let same = Texts.said("Somebody on the trip has the same name, and another email or phone.")
        let asked = counted(undecided, "row waits for you to say who it is.", "rows wait for you to say who they are.")
        note = same + " " + (undecided == 0 ? Texts.said("Every row has its answer; change it if it is wrong.") : asked)
        rows = found.map { Row($0, isAsked: isAsked) }
    }
}

extension ImportNamesakes.Row {
    init(_ row: ImportRow, isAsked: Bool) {
        line = row.line
        name = cut(row.name, 100)
        let field = ImportNamesakes.prefix + String(row.line)
        self.field = field
        let words =
            switch row.outcome {
            case .new(let fields), .undecided(let fields): ImportParts.line(fields, row.own)
            case .refused(let reasons): Texts.said("Refused: \(reasons.joined(separator: " "))")
            case .changed, .unchanged: ""
            }
        said = words.isEmpty ? nil : words
        problem = isAsked && row.isUndecided ? Texts.said("Say who it is.") : nil
        let same = row.namesakes.map { person in
            let changes = person.changes.map(ImportParts.line).joined(separator: " · ")
            return ImportNamesakes.Choice(
                field: field, value: person.id.description, name: cut(person.fields.fullName, 100),
                known: ImportNamesakes.Row.known(person.fields), changes: changes.isEmpty ? nil : changes,
                pick: Texts.said("The same person"), isChosen: person.isChosen)
        }
        let other = ImportNamesakes.Choice(
            field: field, value: ImportNamesakes.other, name: Texts.said("Somebody else"), known: nil, changes: nil,
            pick: Texts.said("Add a new person"), isChosen: row.isSomebodyElse)
        choices = same + [other]
    }

    private static func known(_ fields: MemberFields) -> String? {
        let room = fields[.room].isEmpty ? "" : Texts.said("Room \(fields[.room])")
        let known = [fields[.groups], room, fields[.phone], fields[.email]].filter { !$0.isEmpty }
        return known.isEmpty ? nil : cut(known.joined(separator: " · "), 200)
    }
}
