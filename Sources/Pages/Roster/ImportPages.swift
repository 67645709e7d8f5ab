import Domain

package struct ImportPage: Page {
    let layout: Layout
    let action: Link
    let text: String
    let problem: String?
    let columns: String
    package init(layout: Layout, slug: String, text: String, errors: [FieldError]) {
        self.layout = layout
        action = Path.importRoster(slug)
        self.text = text
        problem = errors.isEmpty ? nil : errors.said
        columns = MemberField.allCases.map { Texts.said(text: $0.label.lowercased()) }.joined(separator: ", ")
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterImport(self, &out) }
}

/// Which column is what: asked where nobody knows, offered else.
package struct ImportMappingForm: Sendable {
    package struct Column: Sendable {
        let name: String
        let header: String
        let samples: [String]
        let isUnknown: Bool
        let choices: [FormField.Choice]
        /// What it does that one would not expect.
        let note: String?
    }
    /// Columns that nobody has to look at.
    package struct Fold: Sendable {
        let title: String
        let columns: [Column]
    }
    /// How many values of a column are shown.
    private static let sampleLimit = 3

    let action: Link
    let version: Int
    /// How the list was read for the page.
    let shown: String
    /// Those that nobody knows; all that have values where each is known.
    let first: [Column]
    let folds: [Fold]
    let clearsEmpty: Bool

    init(_ preview: ImportPreview, action: Link, version: Int) {
        self.action = action
        self.version = version
        shown = ImportReading(columns: preview.mapping.columns, rule: preview.rule).text
        clearsEmpty = preview.rule.clearsEmpty
        let (table, mapping) = (preview.table, preview.mapping)
        let columns = table.header.indices.map { index in
            (index: index, column: ImportMappingForm.column(index, preview))
        }
        let filled = columns.filter { mapping.filled.contains($0.index) }.map(\.column)
        let empty = columns.filter { !mapping.filled.contains($0.index) }.map(\.column)
        let unknown = filled.filter(\.isUnknown)
        first = unknown.isEmpty ? filled : unknown
        let recognised = unknown.isEmpty ? [] : filled.filter { !$0.isUnknown }
        folds = [
            Fold(title: Texts.said("\(counted(recognised.count, "column")) recognised"), columns: recognised),
            Fold(title: Texts.said("\(counted(empty.count, "column")) without a value"), columns: empty),
        ].filter { !$0.columns.isEmpty }
    }

    private static func column(_ index: Int, _ preview: ImportPreview) -> Column {
        let (table, mapping, own) = (preview.table, preview.mapping, preview.own)
        var samples: [String] = []
        for row in table.rows where samples.count < sampleLimit && index < row.cells.count {
            let sample = cut(row.cells[index], 60)
            if !sample.isEmpty, !samples.contains(sample) { samples.append(sample) }
        }
        return Column(
            name: "column\(index)", header: cut(ImportMapping.name(table.header, index), 60), samples: samples,
            isUnknown: !mapping.isApplied && mapping.unknown.contains(index),
            choices: ImportColumn.choices(own).map {
                FormField.Choice(value: $0.key, label: Texts.said(text: $0.label), isSelected: $0 == mapping.columns[index])
            },
            note: mapping.columns[index] != .field(.groups)
                ? nil
                : preview.rule.replacesGroups
                    ? Texts.said("Replaces all groups that a person has.") : Texts.said("Is added to the groups that a person has."))
    }
}

package struct ImportPreviewPage: Page {
    package struct Row: Sendable {
        let line: Int
        let name: String
        let lines: [String]
    }
    package struct Part: Sendable {
        let title: String
        let style: String
        /// What is said of each row.
        let what: String
        let rows: [Row]
        let more: String?
    }
    /// The rows that are refused or taken with one value left out, as a list.
    package struct Mend: Sendable {
        let label: String
        let download: Link
    }
    package struct Asked: Sendable {
        let sentences: [String]
        let form: ImportMappingForm
    }
    /// A preview of thousands of rows is still a page: each part shows this many.
    static let partLimit = 300

    let layout: Layout
    let problem: String?
    let summary: String
    let remarks: [String]
    let asked: Asked?
    let settled: ImportMappingForm?
    let mend: Mend?
    let groups: ImportGroups?
    /// Which groups and rooms it would make: allowed, and said.
    let newLanes: String?
    /// What it would make too full: allowed, and said.
    let overfull: String?
    let namesakes: ImportNamesakes?
    /// How many rows wait for the host to say who they are: what is pressed leads there. Nil where none does.
    let toDecide: String?
    let parts: [Part]
    let cancel: Link
    let confirmLabel: String
    let canConfirm: Bool
    /// What is not imported; nil where all of it is.
    let leftOut: String?

    package init(layout: Layout, trip: Trip, preview: ImportPreview, lanes: [Lane], problem: String?) {
        let (plan, mapping) = (preview.plan, preview.mapping)
        self.layout = layout
        self.problem = problem
        let (new, changed) = (grouped(plan.newCount), grouped(plan.changedCount))
        let (unchanged, refused) = (grouped(plan.unchangedCount), grouped(plan.refusedCount))
        let undecided = plan.undecided.count
        let known = Texts.said("\(new) new, \(changed) changed, \(unchanged) unchanged, \(refused) refused")
        summary = undecided == 0 ? known : known + ", " + Texts.said("\(grouped(undecided)) to decide")
        remarks = ImportPreviewPage.remarks(preview)
        cancel = Path.roster(trip.fields.slug)
        let form = ImportMappingForm(
            preview, action: Path.rosterImport(trip.fields.slug, preview.id), version: trip.rosterVersion)
        asked = mapping.isAsked ? Asked(sentences: ImportPreviewPage.questions(mapping, preview.table), form: form) : nil
        settled = mapping.isAsked ? nil : form
        groups = ImportGroups(preview)
        newLanes = NewLaneWords.said(NewLanes(plan, lanes))
        overfull = ImportPreviewPage.overfull(plan.overfull(lanes))
        namesakes = ImportNamesakes(plan, isAsked: problem != nil)
        toDecide = undecided == 0 ? nil : grouped(undecided)
        parts = ImportParts(plan).parts()
        let problems = plan.problemCount
        mend =
            problems == 0
            ? nil
            : Mend(
                label: Texts.said("Download \(counted(problems, "row", "rows")) to correct (CSV)"),
                download: Path.refusedRows(trip.fields.slug, preview.id))
        let count = plan.newCount + plan.changedCount
        canConfirm = count + undecided > 0
        confirmLabel = undecided > 0 ? Texts.said("Import") : Texts.said("Import \(counted(count, "person", "people"))")
        leftOut = ImportPreviewPage.leftOut(plan)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterImportPreview(self, &out) }

    private static func overfull(_ lanes: [Overfull]) -> String? {
        let said = lanes.prefix(5).map(LaneWords.wouldOverfill)
        let more = lanes.count > 5 ? [Texts.said("\(lanes.count - 5) more would be too full as well.")] : []
        return lanes.isEmpty ? nil : (said + more).joined(separator: " ")
    }

    private static func leftOut(_ plan: ImportPlan) -> String? {
        let (refused, partial) = (plan.refusedCount, plan.problemCount - plan.refusedCount)
        let rows = refused == 0 ? nil : counted(refused, "refused row is left out.", "refused rows are left out.")
        let cells =
            partial == 0
            ? nil
            : plan.losesSeveral
                ? counted(partial, "row is taken, with values left out.", "rows are taken, with values left out.")
                : counted(partial, "row is taken, with one value left out.", "rows are taken, with one value left out each.")
        return rows == nil && cells == nil ? nil : [rows, cells].compactMap(\.self).joined(separator: " ")
    }

    private static func questions(_ mapping: ImportMapping, _ table: ImportTable) -> [String] {
        var sentences: [String] = []
        let names = mapping.unknown.map { "“\(cut(ImportMapping.name(table.header, $0), 40))”" }
        if !names.isEmpty {
            let few = ImportPreviewPage.few(names, most: 5)
            sentences.append(
                Texts.said(
                    names.count == 1
                        ? "Nobody knows what \(few) is. Choose what it is, keep it as a new column, or leave it out."
                        : "Nobody knows what \(few) are. Choose what they are, keep them as new columns, or leave them out."))
        }
        if mapping.namesNobody {
            sentences.append(Texts.said("No column is taken for a name: only people who are on the roster already can be found."))
        }
        return sentences
    }

    private static func few(_ names: [String], most: Int) -> String {
        let said = names.prefix(most).joined(separator: ", ")
        return names.count > most ? Texts.said("\(said) and \(names.count - most) more") : said
    }

    private static func remarks(_ preview: ImportPreview) -> [String] {
        var remarks: [String] = []
        let left = preview.mapping.leftOut.map { cut($0, 40) }
        if !left.isEmpty {
            let columns = few(left, most: 10)
            remarks.append(Texts.said(left.count == 1 ? "The column \(columns) is left out." : "The columns \(columns) are left out."))
        }
        let added = preview.added.map { "“\($0.name)”" }.joined(separator: ", ")
        if !added.isEmpty { remarks.append(Texts.said("The trip gets new columns: \(added).")) }
        let surplus = preview.surplus.map { "“\(cut($0, 40))”" }.joined(separator: ", ")
        if !surplus.isEmpty {
            remarks.append(Texts.said("No room is left for \(surplus): a trip has at most \(OwnColumn.limit) columns of its own."))
        }
        for column in preview.mapping.shared {
            let name = Texts.said(text: column.label.lowercased())
            remarks.append(
                Texts.said(
                    column == .field(.groups)
                        ? "Several columns are \(name): they count together."
                        : "Several columns are \(name): the first that is filled counts, a mobile phone before others."))
        }
        if preview.encoding == windowsEncoding {
            remarks.append(Texts.said("Read as Windows text (Windows-1252), since it is not UTF-8: check names with accents."))
        }
        return remarks
    }
}
