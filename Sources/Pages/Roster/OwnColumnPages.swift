import Domain

/// A trip's own columns: which there are, in their order, and a form for one more.
package struct OwnColumnsPage: Page {
    package struct Row: Sendable {
        let name: String
        let kind: String
        /// What may be chosen; nil for other kinds.
        let choices: String?
        let chips: [String]
        let filled: String
        let edit: Link
        let move: Link
        let delete: Link
        let isFirst: Bool
        let isLast: Bool
        /// What goes with the column.
        let loss: String
    }
    package struct Gone: Sendable {
        let name: String
        let text: String
        let restore: Link
    }
    let layout: Layout
    let count: String
    let rows: [Row]
    var isEmpty: Bool { rows.isEmpty }
    /// For one more; nil where there is no room.
    let form: FormPage?
    let gone: [Gone]
    var hasGone: Bool { !gone.isEmpty }

    /// - Parameter typed: of the form for one more, as it was filled.
    package init(layout tripLayout: TripLayout, overview: OwnColumnOverview, typed: OwnColumn?, errors: [FieldError]) {
        layout = tripLayout.layout
        let (slug, trip, now) = (tripLayout.slug, tripLayout.trip, tripLayout.now)
        let columns = overview.columns
        count = Texts.said("\(columns.count) of \(OwnColumn.limit) columns")
        rows = columns.enumerated().map { index, entry in
            OwnColumnsPage.row(entry.column, entry.valueCount, slug, isFirst: index == 0, isLast: index == columns.count - 1)
        }
        form =
            columns.count >= OwnColumn.limit
            ? nil
            : FormPage(
                layout: tripLayout.layout, heading: "Add a column", action: Path.ownColumns(slug),
                fields: OwnColumnForm.fields(typed, errors: errors), submit: "Add the column")
        gone = overview.deleted.map { id, name, count, until in
            let day = EventText(zone: trip.zone, now: now).moment(until)
            return Gone(
                name: name, text: Texts.said("\(counted(count, "value")), can be brought back until \(day)"),
                restore: Path.restoreOwnColumn(slug, id))
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterOwnColumns(self, &out) }

    private static func row(_ column: OwnColumn, _ count: Int, _ slug: String, isFirst: Bool, isLast: Bool) -> Row {
        Row(
            name: column.name, kind: Texts.said(text: column.kind.label),
            choices: column.kind == .choice ? column.choices.joined(separator: " · ") : nil,
            chips: [column.isListed ? Texts.said("In the list") : Texts.said("On the member page only")]
                + (column.isSeenBySelf ? [Texts.said("Shown to the person")] : []),
            filled: count == 0 ? Texts.said("Nobody yet") : Texts.said("Filled in for \(counted(count, "person", "people"))"),
            edit: Path.ownColumn(slug, column.id), move: Path.moveOwnColumn(slug, column.id), delete: Path.deleteOwnColumn(slug, column.id),
            isFirst: isFirst, isLast: isLast,
            loss: count == 0
                ? Texts.said("Nothing is filled in yet.")
                : Texts.said("\(counted(count, "value goes", "values go")) with it. You can bring it back for 30 days."))
    }

    /// What a host just deleted, with the way back.
    package static func deleted(_ name: String, _ count: Int, _ id: ID, _ slug: String) -> Flash {
        let text =
            count == 0
            ? Texts.said("Column “\(name)” deleted") : Texts.said("Column “\(name)” deleted with \(counted(count, "value"))")
        return Flash(text, undo: Path.restoreOwnColumn(slug, id))
    }
}

/// The form of one column, and the fields that columns add to a member's form.
package enum OwnColumnForm {
    /// - Parameter column: nil for an empty form.
    static func fields(_ column: OwnColumn?, errors: [FieldError]) -> [FormField] {
        [
            FormField(
                "name", "Name", column?.name ?? "", hint: "For example Shoe size, Ski pass, Paid.", errors: errors,
                isRequired: true),
            FormField("kind", "Kind", (column?.kind ?? .text).rawValue, kind: .choice, errors: errors)
                .offering(OwnColumn.Kind.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }),
            FormField(
                "choices", "Choices", column?.choices.joined(separator: "\n") ?? "", kind: .text,
                hint: "For the kind “Choice”: each on its own line, in the order in which they are sorted.", errors: errors,
                isRequired: true),
            FormField(
                "listed", "Show it in the list and on paper", column?.isListed ?? true ? "on" : "", kind: .tick,
                hint: "Otherwise it is on the member page only.", errors: errors),
            FormField(
                "seen", "Show it to the person", column?.isSeenBySelf ?? false ? "on" : "", kind: .tick,
                hint: "In their profile, and in the data that they download. Otherwise it is a note among hosts and moderators.",
                errors: errors),
        ]
    }

    package static func page(layout: Layout, slug: String, column: OwnColumn, complaint: Complaint) -> FormPage {
        FormPage(
            layout: layout, heading: "Edit column", action: Path.ownColumn(slug, column.id),
            fields: fields(column, errors: complaint.errors), submit: "Save"
        )
        .with(hidden: [("version", String(column.version))])
        .with(other: ("Cancel", Path.ownColumns(slug)))
        .with(problem: complaint.problem)
    }

    /// What a host types into the columns for one member.
    package static func values(_ columns: [OwnColumn], _ values: OwnValues, errors: [FieldError]) -> [FormField] {
        columns.map { column in
            let value = values[column]
            // A browser's date field shows nothing of what is no date.
            let isDay = column.kind == .date && (value.isEmpty || Day(value) != nil)
            let kind: FormField.Kind = column.kind == .choice ? .choice : isDay ? .date : .line
            return FormField(column.key, column.name, value, kind: kind, errors: errors)
                .offering(column.kind == .choice ? choices(column, value) : [])
        }
    }

    /// What was typed comes back, also where it is none of them.
    private static func choices(_ column: OwnColumn, _ value: String) -> [(String, String)] {
        let isOffered = column.choices.contains(value) || value.isEmpty
        return [("", "–")] + ((isOffered ? [] : [value]) + column.choices).map { ($0, $0) }
    }

    /// What stands in the columns for one member, as their page shows it.
    static func facts(_ columns: [OwnColumn], _ values: OwnValues) -> [MemberPage.Fact] {
        columns.filter { !values[$0].isEmpty }.map { MemberPage.Fact(label: $0.name, text: $0.text(values[$0]), link: nil) }
    }
}
