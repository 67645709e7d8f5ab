/// Finds whom a row means: by id, then by email address, then by a full name that only one member has, whose phone and email do not differ.
struct MemberMatcher {
    private let byID: [ID: MemberFields]
    private let own: [OwnColumn]
    private let rule: ImportRule
    private var byEmail: [String: [ID]] = [:]
    private var byName: [String: [ID]] = [:]
    private var firstRow: [ID: Int] = [:]
    private var newPeople: [String: Int] = [:]

    init(_ existing: [(id: ID, fields: MemberFields)], own: [OwnColumn], rule: ImportRule) {
        self.own = own
        self.rule = rule
        byID = Dictionary(existing.map { ($0.id, $0.fields) }, uniquingKeysWith: { first, _ in first })
        for (id, fields) in existing {
            if !fields[.email].isEmpty { byEmail[folded(fields[.email]), default: []].append(id) }
            byName[folded(fields.fullName), default: []].append(id)
        }
    }

    /// - Parameter person: the namesake whom the row is taken for.
    mutating func outcome(of row: IncomingRow, person: ID?, line: Int) -> ImportOutcome {
        switch person.map({ Result<ID?, Reason>.success($0) }) ?? match(row) {
        case .failure(let reason): return .refused([reason.text])
        case .success(nil): return outcomeOfNew(row, line: line)
        case .success(let id?):
            if let first = firstRow[id] { return .refused(["The same person as line \(first)."]) }
            firstRow[id] = line
            let old = byID[id] ?? MemberFields()
            var new = row.merged(into: old, rule)
            let errors = new.tidy() + new.own.tidy(own)
            if !errors.isEmpty { return .refused(errors.map(sentence)) }
            let changes = old.changes(to: new)
            return changes.isEmpty && old.own == new.own ? .unchanged(id) : .changed(id, new, changes)
        }
    }

    /// Members who are called as the row is and have another email address or phone: people change both, and some share a name. The same
    /// phone or room says that it is one person; else only the host knows.
    /// - Parameter said: what the host says; nil while they say nothing.
    func namesakes(of row: IncomingRow, said: ID??) -> [Namesake] {
        guard !row.name.isEmpty, case .success(nil) = match(row) else { return [] }
        let ids = byName[folded(row.name)] ?? []
        let room = folded(row.values[.room] ?? "")
        let alike = ids.filter { hasPhone(of: row, $0) == true || !room.isEmpty && folded(byID[$0]?[.room] ?? "") == room }
        let chosen = said ?? (alike.count == 1 ? alike[0] : nil)
        return ids.map { id in
            let old = byID[id] ?? MemberFields()
            var new = row.merged(into: old, rule)
            _ = new.tidy()
            return Namesake(id: id, fields: old, isChosen: id == chosen, changes: old.changes(to: new))
        }
    }

    private func hasPhone(of row: IncomingRow, _ id: ID) -> Bool? { isSamePhone(row.values[.phone] ?? "", byID[id]?[.phone] ?? "") }

    /// Whether a member who is called as the row is cannot be told to be its person. The row's email is nobody's on the trip.
    private func differs(_ row: IncomingRow, _ id: ID) -> Bool {
        !row.email.isEmpty && byID[id]?[.email].isEmpty == false || hasPhone(of: row, id) == false
    }

    /// What a row would add, while nobody said whether it is one of its namesakes.
    func undecided(_ row: IncomingRow) -> ImportOutcome {
        var fields = row.merged(into: MemberFields())
        let errors = fields.tidy() + fields.own.tidy(own)
        return errors.isEmpty ? .undecided(fields) : .refused(errors.map(sentence))
    }

    private mutating func outcomeOfNew(_ row: IncomingRow, line: Int) -> ImportOutcome {
        var fields = row.merged(into: MemberFields())
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
        let sameName = byName[folded(row.name)] ?? []
        let possible = sameName.filter { !differs(row, $0) }
        let reached = possible.filter { hasPhone(of: row, $0) == true }
        if reached.count == 1 { return .success(reached[0]) }
        if possible.count > 1 {
            return .failure(
                Reason(text: "\(counted(possible.count, "member has", "members have")) this name: add the email address or the id."))
        }
        // One of several namesakes is asked for, even where the others are somebody else for certain.
        return .success(sameName.count == 1 ? possible.first : nil)
    }

    /// The groups that whom the row is about has and the list does not name.
    func groupsLost(_ outcome: ImportOutcome, by row: IncomingRow) -> [String] {
        switch outcome {
        case .changed(let id, _, _), .unchanged(let id): byID[id].map { row.groupsLost(of: $0, rule) } ?? []
        case .new, .undecided, .refused: []
        }
    }

    /// What a row would do in own columns.
    func ownChanges(_ outcome: ImportOutcome) -> [OwnChange] {
        let old: OwnValues
        let new: OwnValues
        switch outcome {
        case .new(let fields), .undecided(let fields): (old, new) = (OwnValues(), fields.own)
        case .changed(let id, let fields, _): (old, new) = (byID[id]?.own ?? OwnValues(), fields.own)
        case .unchanged, .refused: return []
        }
        return own.filter { old[$0] != new[$0] }.map { OwnChange(name: $0.name, from: $0.text(old[$0]), to: $0.text(new[$0])) }
    }

    private func sentence(_ error: FieldError) -> String {
        (MemberField(rawValue: error.field)?.label ?? own.first { $0.key == error.field }?.name ?? error.field) + ": " + error.said
    }
}
