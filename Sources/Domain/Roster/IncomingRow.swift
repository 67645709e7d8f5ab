/// The cells of one row by field.
struct IncomingRow {
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
        var fields = merged(into: MemberFields(), ImportRule(clearsEmpty: false))
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

    /// - Parameter rule: what becomes of what is there; nil for somebody new.
    func merged(into fields: MemberFields, _ rule: ImportRule? = nil) -> MemberFields {
        var merged = fields
        let clearsEmpty = rule?.clearsEmpty ?? true
        for (field, value) in values where clearsEmpty || !value.isEmpty { merged[field] = value }
        for (column, value) in own where clearsEmpty || !value.isEmpty { merged.own[column] = value }
        if let rule, !rule.replacesGroups, let groups = values[.groups] { merged[.groups] = fields[.groups] + ";" + groups }
        return merged
    }

    /// The groups of somebody that the list does not name, and which they leave where its groups replace theirs.
    func groupsLost(of fields: MemberFields, _ rule: ImportRule) -> [String] {
        guard let groups = values[.groups], rule.clearsEmpty || !groups.isEmpty else { return [] }
        let kept = Set(GroupNames.split(groups).map(folded))
        return GroupNames.split(fields[.groups]).filter { !kept.contains(folded($0)) }
    }
}
