import Domain

package struct ImportPage: Page {
    let frame: Frame
    let action: Link
    let text: String
    let problem: String?
    let columns: String
    package init(frame: Frame, slug: String, text: String, errors: [FieldError]) {
        self.frame = frame
        action = Path.rosterFile(slug, "/import")
        self.text = text
        problem = errors.isEmpty ? nil : errors.map(\.message).joined(separator: " ")
        columns = MemberField.allCases.map { $0.label.lowercased() }.joined(separator: ", ")
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterImport(self, &out) }
}

package struct ImportPreviewPage: Page {
    package struct Column: Sendable {
        let name: String
        let header: String
        let sample: String
        let choices: [FormField.Choice]
    }
    package struct Row: Sendable {
        let number: Int
        let name: String
        let lines: [String]
    }
    package struct Part: Sendable {
        let title: String
        let style: String
        let rows: [Row]
        let more: String?
    }
    /// A preview of thousands of rows is still a page: each part shows this many.
    private static let partLimit = 300

    let frame: Frame
    let problem: String?
    let summary: String
    let columns: [Column]
    let parts: [Part]
    let id: String
    let version: Int
    let clearsEmpty: Bool
    let action: Link
    let cancel: Link
    let confirmLabel: String
    let canConfirm: Bool
    let hidden: [RosterPage.Hidden]

    package init(
        frame: Frame, trip: Trip, id: ID, table: ImportTable, columns matched: [ImportColumn], clearsEmpty: Bool,
        plan: ImportPlan, problem: String?
    ) {
        self.frame = frame
        self.problem = problem
        summary = "\(plan.newCount) new, \(plan.changedCount) changed, \(plan.unchangedCount) unchanged, \(plan.refusedCount) refused"
        columns = zip(table.header, matched).enumerated().map { index, pair in
            Column(
                name: "column\(index)", header: pair.0.isEmpty ? "Column \(index + 1)" : pair.0,
                sample: table.rows.lazy.compactMap { index < $0.count && !$0[index].isEmpty ? $0[index] : nil }.first ?? "",
                choices: ImportColumn.choices.map {
                    FormField.Choice(value: $0.key, label: $0.label, isSelected: $0 == pair.1)
                })
        }
        parts = ImportPreviewPage.parts(plan)
        self.id = id.description
        version = trip.rosterVersion
        self.clearsEmpty = clearsEmpty
        action = Path.rosterFile(trip.fields.slug, "/import/\(id)")
        cancel = Path.roster(trip.fields.slug)
        let count = plan.newCount + plan.changedCount
        canConfirm = count > 0
        confirmLabel = count == 1 ? "Save 1 member" : "Save \(count) members"
        hidden =
            matched.enumerated().map { .init(name: "column\($0.offset)", value: $0.element.key) }
            + (clearsEmpty ? [.init(name: "clears_empty", value: "on")] : [])
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterImportPreview(self, &out) }

    private static func parts(_ plan: ImportPlan) -> [Part] {
        var refused: [Row] = [], added: [Row] = [], changed: [Row] = [], unchanged: [Row] = []
        for row in plan.rows {
            switch row.outcome {
            case .refused(let reasons): refused.append(Row(number: row.number, name: row.name, lines: reasons))
            case .new(let fields):
                let lines = MemberField.listed.filter { !fields[$0].isEmpty && $0 != .firstName && $0 != .lastName }
                    .map { "\($0.label): \(fields[$0])" }
                added.append(Row(number: row.number, name: fields.fullName, lines: [lines.joined(separator: " · ")]))
            case .changed(_, let fields, let changes):
                let lines = changes.map { change in
                    change.field.isMedical
                        ? "Medical notes change"
                        : "\(change.field.label): \(change.from.isEmpty ? "–" : change.from) → \(change.to.isEmpty ? "–" : change.to)"
                }
                changed.append(Row(number: row.number, name: fields.fullName, lines: lines))
            case .unchanged: unchanged.append(Row(number: row.number, name: row.name, lines: []))
            }
        }
        return [
            part("Refused", "bad", refused), part("New", "ok", added), part("Changed", "warn", changed),
            part("Unchanged", "", unchanged),
        ].filter { !$0.rows.isEmpty }
    }

    private static func part(_ title: String, _ style: String, _ rows: [Row]) -> Part {
        let more = rows.count > partLimit ? "and \(rows.count - partLimit) more rows of this kind" : nil
        return Part(title: "\(title) (\(rows.count))", style: style, rows: Array(rows.prefix(partLimit)), more: more)
    }
}
