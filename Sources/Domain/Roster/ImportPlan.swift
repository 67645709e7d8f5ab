/// What one incoming row would do.
package enum ImportOutcome: Sendable, Equatable {
    case new(MemberFields)
    case changed(ID, MemberFields, [FieldChange])
    case unchanged(ID)
    case refused([String])
}

/// What becomes of one row of an import.
package struct ImportRow: Sendable {
    /// The line of the file; 1 is the first.
    package let line: Int
    package let name: String
    package let outcome: ImportOutcome
    /// What it would do in the trip's own columns.
    package let own: [OwnChange]
    /// The cells that their fields do not take, each with its words and the reason: the row goes without them.
    package let untaken: [String]

    /// Why all of it is refused; nil where it is taken.
    package var refusal: [String]? { if case .refused(let reasons) = outcome { reasons } else { nil } }
    /// What has to be mended before all of it is taken.
    package var problems: [String] { refusal ?? untaken }
}

/// One own column that differs, as people read it.
package struct OwnChange: Sendable, Equatable {
    package let name: String
    package let from: String
    package let to: String
}

/// The preview of an import: nothing is saved until the host confirms it.
package struct ImportPlan: Sendable {
    package let rows: [ImportRow]

    package var newCount: Int { rows.count { if case .new = $0.outcome { true } else { false } } }
    package var changedCount: Int { rows.count { if case .changed = $0.outcome { true } else { false } } }
    package var unchangedCount: Int { rows.count { if case .unchanged = $0.outcome { true } else { false } } }
    /// How many would be in a group no longer, since a list's groups are all that a person has.
    package var leavingCount: Int {
        rows.count { row in
            guard case .changed(_, _, let changes) = row.outcome, let groups = changes.first(where: { $0.field == .groups }) else {
                return false
            }
            let kept = Set(GroupNames.split(groups.to).map(folded))
            return GroupNames.split(groups.from).contains { !kept.contains(folded($0)) }
        }
    }
    package var refusedCount: Int { rows.count { $0.refusal != nil } }
    /// Rows that are refused, or taken without a cell.
    package var problemCount: Int { rows.count { !$0.problems.isEmpty } }

    /// - Parameters:
    ///   - existing: every member of the trip, medical notes included.
    ///   - clearsEmpty: whether an empty cell empties the field; else it leaves it.
    package init(
        table: ImportTable, columns: [ImportColumn], existing: [(id: ID, fields: MemberFields)], clearsEmpty: Bool
    ) {
        let own = columns.compactMap(\.ownColumn)
        var matcher = MemberMatcher(existing, own: own)
        let order = ImportOrder(header: table.header, columns: columns)
        rows = table.rows.map { row in
            var incoming = IncomingRow(cells: row.cells, order: order)
            let untaken = row.problem == nil ? incoming.leaveOutUntaken(own) : []
            let outcome = row.problem.map { .refused([$0]) } ?? matcher.outcome(of: incoming, line: row.line, clearsEmpty: clearsEmpty)
            return ImportRow(
                line: row.line, name: incoming.name, outcome: outcome, own: matcher.ownChanges(outcome), untaken: untaken)
        }
    }
}

/// The cells of one row by field.
private struct IncomingRow {
    var id: String?
    var values: [MemberField: String] = [:]
    private var own: [OwnColumn: String] = [:]

    init(cells: [String], order: ImportOrder) {
        var (whole, mobile) = ("", "")
        for step in order.steps where step.index < cells.count {
            let cell = cells[step.index]
            switch step.column {
            case .ignored, .newColumn: continue
            case .own(let column): if own[column, default: ""].isEmpty { own[column] = tidyLine(cell) }
            case .id: id = cell
            case .fullName: if whole.isEmpty { whole = tidyLine(cell) }
            case .field(let field): take(cell, for: field)
            }
            if mobile.isEmpty, let label = step.label, ImportHeaders.isMobile(cells[label]) { mobile = cell }
        }
        if !mobile.isEmpty { values[.phone] = GoogleList.cell(mobile, for: .phone) }
        let isNamed = values[.firstName]?.isEmpty == false || values[.lastName]?.isEmpty == false
        if !whole.isEmpty, !isNamed { (values[.firstName], values[.lastName]) = WholeName.split(whole) }
    }

    /// The first filled cell of a field counts; of groups, all.
    private mutating func take(_ cell: String, for field: MemberField) {
        let cell = GoogleList.cell(cell, for: field)
        guard let old = values[field], !old.isEmpty else {
            values[field] = cell
            return
        }
        if field == .groups, !cell.isEmpty { values[field] = old + ";" + cell }
    }

    var name: String {
        [values[.firstName] ?? "", values[.lastName] ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
    var email: String { folded(values[.email] ?? "") }

    /// Leaves out the cells that their fields do not take, so that the rest of the row is. A name stays: without it the row is nobody.
    /// - Returns: the words of each such cell, and why it is not taken.
    mutating func leaveOutUntaken(_ columns: [OwnColumn]) -> [String] {
        var fields = merged(into: MemberFields(), clearsEmpty: false)
        let known = fields.tidy().compactMap { error -> String? in
            guard let field = MemberField(rawValue: error.field), field != .firstName, field != .lastName,
                let cell = values.removeValue(forKey: field)
            else { return nil }
            let name = Texts.said(text: field.label)
            return field.isMedical ? Texts.said("\(name) not taken. \(error.said)") : IncomingRow.untaken(name, cell, error)
        }
        let added = fields.own.tidy(columns).compactMap { error -> String? in
            let column = columns.first { $0.key == error.field }
            guard let column, let cell = own.removeValue(forKey: column) else { return nil }
            return IncomingRow.untaken(column.name, cell, error)
        }
        return known + added
    }

    private static func untaken(_ name: String, _ cell: String, _ error: FieldError) -> String {
        Texts.said("\(name) not taken: “\(String(tidyLine(cell).prefix(60)))”. \(error.said)")
    }

    func merged(into fields: MemberFields, clearsEmpty: Bool) -> MemberFields {
        var merged = fields
        for (field, value) in values where clearsEmpty || !value.isEmpty { merged[field] = value }
        for (column, value) in own where clearsEmpty || !value.isEmpty { merged.own[column] = value }
        return merged
    }
}

/// Finds whom a row means: by id, then by email address, then by a full name that only one member has.
private struct MemberMatcher {
    private let byID: [ID: MemberFields]
    private let own: [OwnColumn]
    private var byEmail: [String: [ID]] = [:]
    private var byName: [String: [ID]] = [:]
    private var firstRow: [ID: Int] = [:]
    private var newPeople: [String: Int] = [:]

    init(_ existing: [(id: ID, fields: MemberFields)], own: [OwnColumn]) {
        self.own = own
        byID = Dictionary(existing.map { ($0.id, $0.fields) }, uniquingKeysWith: { first, _ in first })
        for (id, fields) in existing {
            if !fields[.email].isEmpty { byEmail[folded(fields[.email]), default: []].append(id) }
            byName[folded(fields.fullName), default: []].append(id)
        }
    }

    mutating func outcome(of row: IncomingRow, line: Int, clearsEmpty: Bool) -> ImportOutcome {
        switch match(row) {
        case .failure(let reason): return .refused([reason.text])
        case .success(nil): return outcomeOfNew(row, line: line)
        case .success(let id?):
            if let first = firstRow[id] { return .refused(["The same person as line \(first)."]) }
            firstRow[id] = line
            let old = byID[id] ?? MemberFields()
            var new = row.merged(into: old, clearsEmpty: clearsEmpty)
            let errors = new.tidy() + new.own.tidy(own)
            if !errors.isEmpty { return .refused(errors.map(sentence)) }
            let changes = old.changes(to: new)
            return changes.isEmpty && old.own == new.own ? .unchanged(id) : .changed(id, new, changes)
        }
    }

    private mutating func outcomeOfNew(_ row: IncomingRow, line: Int) -> ImportOutcome {
        var fields = row.merged(into: MemberFields(), clearsEmpty: true)
        let errors = fields.tidy() + fields.own.tidy(own)
        if !errors.isEmpty { return .refused(errors.map(sentence)) }
        let key = row.email.isEmpty ? "name:" + folded(fields.fullName) : "email:" + row.email
        if let first = newPeople[key] { return .refused(["The same person as line \(first)."]) }
        newPeople[key] = line
        return .new(fields)
    }

    private struct Reason: Error { let text: String }

    private func match(_ row: IncomingRow) -> Result<ID?, Reason> {
        if let text = row.id, !text.isEmpty {
            guard let id = ID(text), byID[id] != nil else {
                return .failure(Reason(text: "No member of this trip has the id \(text.prefix(40))."))
            }
            return .success(id)
        }
        if !row.email.isEmpty, let ids = byEmail[row.email] {
            if ids.count == 1 { return .success(ids[0]) }
            let named = ids.filter { folded(byID[$0]?.fullName ?? "") == folded(row.name) }
            return named.count == 1
                ? .success(named[0])
                : .failure(Reason(text: counted(ids.count, "member has", "members have") + " this email address: add the id."))
        }
        let sameName = (byName[folded(row.name)] ?? []).filter { id in
            row.email.isEmpty || (byID[id]?[.email].isEmpty ?? true)
        }
        if sameName.count > 1 {
            return .failure(
                Reason(text: "\(counted(sameName.count, "member has", "members have")) this name: add the email address or the id."))
        }
        return .success(sameName.first)
    }

    /// What a row would do in own columns.
    func ownChanges(_ outcome: ImportOutcome) -> [OwnChange] {
        let old: OwnValues
        let new: OwnValues
        switch outcome {
        case .new(let fields): (old, new) = (OwnValues(), fields.own)
        case .changed(let id, let fields, _): (old, new) = (byID[id]?.own ?? OwnValues(), fields.own)
        case .unchanged, .refused: return []
        }
        return own.filter { old[$0] != new[$0] }.map { OwnChange(name: $0.name, from: $0.text(old[$0]), to: $0.text(new[$0])) }
    }

    private func sentence(_ error: FieldError) -> String {
        (MemberField(rawValue: error.field)?.label ?? own.first { $0.key == error.field }?.name ?? error.field) + ": " + error.said
    }
}
