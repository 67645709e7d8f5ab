/// What one incoming row would do.
package enum ImportOutcome: Sendable, Equatable {
    case new(MemberFields)
    case changed(ID, MemberFields, [FieldChange])
    case unchanged(ID)
    /// As it would be added; it may be about somebody who is on the trip, and only the host knows.
    case undecided(MemberFields)
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
    /// Who on the trip is called the same and has another email address or phone; nobody where the row says whom it means.
    package let namesakes: [Namesake]
    /// Whether the host says that it is none of them.
    package let isSomebodyElse: Bool
    /// Groups of the person that the list does not name: they leave them where its groups replace theirs.
    let groupsLost: [String]

    /// As whom it would add or change; nil where it does neither.
    var fields: MemberFields? {
        switch outcome {
        case .new(let fields), .undecided(let fields), .changed(_, let fields, _): fields
        case .unchanged, .refused: nil
        }
    }
    /// Why all of it is refused; nil where it is taken.
    package var refusal: [String]? { if case .refused(let reasons) = outcome { reasons } else { nil } }
    package var isUndecided: Bool { if case .undecided = outcome { true } else { false } }
    /// What has to be mended before all of it is taken.
    package var problems: [String] { refusal ?? untaken }
}

/// Somebody on the trip who could be the person of a row, or is only called the same.
package struct Namesake: Sendable {
    package let id: ID
    package let fields: MemberFields
    /// Whether the row is taken for them.
    package let isChosen: Bool
    /// What the row would change of them, except in the trip's own columns.
    package let changes: [FieldChange]
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
    /// Who is in which group and room now, and would be.
    private let before: LaneCounts
    private let after: LaneCounts

    package var newCount: Int { rows.count { if case .new = $0.outcome { true } else { false } } }
    package var changedCount: Int { rows.count { if case .changed = $0.outcome { true } else { false } } }
    package var unchangedCount: Int { rows.count { if case .unchanged = $0.outcome { true } else { false } } }
    /// Whom each group would lose where the list's groups replace those that people have, from the one that loses most.
    package var leaving: [(group: String, names: [String])] {
        var (names, left) = ([String: String](), [String: [String]]())
        for row in rows {
            for group in row.groupsLost {
                names[folded(group)] = names[folded(group)] ?? group
                left[folded(group), default: []].append(row.name)
            }
        }
        return left.map { (group: names[$0] ?? $0, names: $1) }
            .sorted { ($1.names.count, naturalKey($0.group)) < ($0.names.count, naturalKey($1.group)) }
    }
    /// Rows of which nobody said whether they are somebody who is on the trip: nothing is saved before.
    package var undecided: [ImportRow] { rows.filter(\.isUndecided) }
    /// The lanes that the list would make too full.
    package func overfull(_ lanes: [Lane]) -> [Overfull] { after.overfull(lanes, before: before) }
    package var refusedCount: Int { rows.count { $0.refusal != nil } }
    /// Whether a row is taken without more than one of its cells.
    package var losesSeveral: Bool { rows.contains { $0.refusal == nil && $0.untaken.count > 1 } }
    /// Rows that are refused, or taken without a cell.
    package var problemCount: Int { rows.count { !$0.problems.isEmpty } }

    /// - Parameters:
    ///   - existing: every member of the trip, medical notes included.
    ///   - groups: of the trip, also those in which nobody is.
    ///   - persons: whom the host takes a line for that has namesakes; `.some(nil)` is somebody else. What was not said
    ///     is decided here where it can be known, and left to the host where not.
    package init(
        table: ImportTable, columns: [ImportColumn], existing: [(id: ID, fields: MemberFields)], rule: ImportRule,
        groups: [String] = [], persons: [Int: ID?] = [:]
    ) {
        let own = columns.compactMap(\.ownColumn)
        var matcher = MemberMatcher(existing, own: own, rule: rule)
        let order = ImportOrder(header: table.header, columns: columns)
        let read = table.rows.map { IncomingRow(cells: $0.cells, order: order) }
        let commas = CommaGroups(read.compactMap { $0.values[.groups] }, existing: groups + existing.flatMap(\.fields.groupNames))
        rows = zip(table.rows, read).map { row, read in
            var incoming = read
            incoming.values[.groups] = read.values[.groups].map(commas.apart)
            let untaken = row.problem == nil ? incoming.leaveOutUntaken(own) : []
            let namesakes = row.problem == nil ? matcher.namesakes(of: incoming, said: persons[row.line]) : []
            let outcome =
                row.problem.map { .refused([$0]) }
                ?? ImportPlan.outcome(incoming, namesakes, &matcher, persons[row.line], line: row.line)
            return ImportRow(
                line: row.line, name: incoming.name, outcome: outcome, own: matcher.ownChanges(outcome), untaken: untaken,
                namesakes: namesakes, isSomebodyElse: !namesakes.isEmpty && persons[row.line] == .some(nil),
                groupsLost: matcher.groupsLost(outcome, by: incoming))
        }
        (before, after) = ImportPlan.counts(rows, existing)
    }

    /// A row keeps its namesakes also where it is refused: what was chosen of it has to come along with the form that saves.
    private static func outcome(
        _ row: IncomingRow, _ namesakes: [Namesake], _ matcher: inout MemberMatcher, _ said: ID??, line: Int
    ) -> ImportOutcome {
        let person = namesakes.first(where: \.isChosen)?.id
        if !namesakes.isEmpty, person == nil, said != .some(nil) { return matcher.undecided(row) }
        return matcher.outcome(of: row, person: person, line: line)
    }

    private static func counts(_ rows: [ImportRow], _ existing: [(id: ID, fields: MemberFields)]) -> (LaneCounts, LaneCounts) {
        var (before, after) = (LaneCounts(), LaneCounts())
        var changed: [ID: MemberFields] = [:]
        for row in rows {
            switch row.outcome {
            case .new(let fields): after.add(fields)
            case .changed(let id, let fields, _): changed[id] = fields
            case .unchanged, .undecided, .refused: continue
            }
        }
        for (id, fields) in existing {
            before.add(fields)
            after.add(changed[id] ?? fields)
        }
        return (before, after)
    }
}
