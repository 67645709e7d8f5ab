import Domain

/// The rows of a preview by what happens to them.
struct ImportParts {
    private var refused: [ImportPreviewPage.Row] = []
    /// They are among the others too, as what is saved of them.
    private var incomplete: [ImportPreviewPage.Row] = []
    private var added: [ImportPreviewPage.Row] = []
    private var changed: [ImportPreviewPage.Row] = []
    private var unchanged: [ImportPreviewPage.Row] = []
    private let losesSeveral: Bool

    init(_ plan: ImportPlan) {
        losesSeveral = plan.losesSeveral
        for row in plan.rows {
            if row.refusal == nil, !row.untaken.isEmpty { ImportParts.add(row.line, row.name, row.untaken, to: &incomplete) }
            // They stand in a part of their own, with the choice.
            if !row.namesakes.isEmpty { continue }
            switch row.outcome {
            case .refused(let reasons): ImportParts.add(row.line, row.name, reasons, to: &refused)
            case .new(let fields):
                ImportParts.add(row.line, fields.fullName, ImportParts.lines(fields, row.own), to: &added)
            case .changed(_, let fields, let changes):
                ImportParts.add(row.line, fields.fullName, changes.map(ImportParts.line) + row.own.map(ImportParts.line), to: &changed)
            case .undecided: continue
            case .unchanged: ImportParts.add(row.line, row.name, [], to: &unchanged)
            }
        }
    }

    private static func add(
        _ line: Int, _ name: String, _ lines: @autoclosure () -> [String], to rows: inout [ImportPreviewPage.Row]
    ) {
        let isShown = rows.count < ImportPreviewPage.partLimit
        rows.append(.init(line: line, name: isShown ? cut(name, 100) : "", lines: isShown ? lines() : []))
    }

    private static func lines(_ fields: MemberFields, _ own: [OwnChange]) -> [String] {
        [remark(fields), line(fields, own)].compactMap(\.self).filter { !$0.isEmpty }
    }

    /// A row without a first name is often a cell that slipped, and is somebody else than the "Ada Example" whom it may mean.
    private static func remark(_ fields: MemberFields) -> String? {
        guard fields[.firstName].isEmpty else { return nil }
        return Texts.said("No first name: “\(cut(fields[.lastName], 60))” is taken as the last name.")
    }

    static func line(_ fields: MemberFields, _ own: [OwnChange]) -> String {
        let known = MemberField.allCases.filter { !fields[$0].isEmpty && $0 != .firstName && $0 != .lastName }
            .map { $0.isMedical ? Texts.said("Medical notes") : "\(Texts.said(text: $0.label)): \(value($0, fields[$0]))" }
        return (known + own.map { "\($0.name): \(cut($0.to, 200))" }).joined(separator: " · ")
    }

    private static func line(_ change: OwnChange) -> String {
        "\(change.name): \(change.from.isEmpty ? "–" : change.from) → \(change.to.isEmpty ? "–" : change.to)"
    }

    static func line(_ change: FieldChange) -> String {
        func value(_ text: String) -> String { text.isEmpty ? "–" : ImportParts.value(change.field, text) }
        return change.field.isMedical
            ? Texts.said("Medical notes change") : "\(Texts.said(text: change.field.label)): \(value(change.from)) → \(value(change.to))"
    }

    /// A status is a word of ours; all else was typed.
    private static func value(_ field: MemberField, _ text: String) -> String {
        field == .status ? Texts.said(text: MemberStatus(rawValue: text)?.label ?? text) : cut(text, 200)
    }

    func parts() -> [ImportPreviewPage.Part] {
        [
            part("Refused", "bad", "Problem", refused),
            part(losesSeveral ? "Taken, with values left out" : "Taken, with one value left out", "warn", "Not taken", incomplete),
            part("New", "ok", "As it is read", added),
            part("Changed", "warn", "Change", changed), part("Unchanged", "", "Change", unchanged),
        ].filter { !$0.rows.isEmpty }
    }

    private func part(
        _ title: String, _ style: String, _ what: String, _ rows: [ImportPreviewPage.Row]
    ) -> ImportPreviewPage.Part {
        let limit = ImportPreviewPage.partLimit
        let more = rows.count > limit ? Texts.said("and \(rows.count - limit) more rows of this kind") : nil
        return .init(
            title: "\(Texts.said(text: title)) (\(rows.count))", style: style, what: Texts.said(text: what),
            rows: Array(rows.prefix(limit)), more: more)
    }
}
