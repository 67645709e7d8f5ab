import SwiftCSV

/// A table of text as it came in: the header, the rows, and which delimiter they were read with.
package struct ImportTable: Sendable, Equatable {
    package static let byteLimit = 5_000_000
    package static let rowLimit = 5_000
    package static let columnLimit = 100

    package let header: [String]
    package let rows: [[String]]

    package init(header: [String], rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    /// Reads CSV text. Throws `.invalid` on the field "file" with what is wrong and where.
    package init(csv text: String) throws(Refusal) {
        guard text.utf8.count <= ImportTable.byteLimit * 2 else { throw .tooLarge("The list has more than 5 MB.") }
        guard text.utf8.lazy.filter({ $0 == UInt8(ascii: "\"") }).count % 2 == 0 else {
            throw .invalid([FieldError("file", "A quoted cell is opened and never closed: check the quotation marks.")])
        }
        var records: [[String]]
        do {
            let table = try CSV<Enumerated>(
                string: "\n" + text, delimiter: .character(ImportTable.delimiter(of: text)), loadColumns: false)
            records = table.rows
        } catch {
            throw .invalid([
                FieldError("file", "The quotation marks do not match: a quoted cell is followed by other text.")
            ])
        }
        records = records.map { $0.map { RosterCSV.unguarded(tidyText($0)) } }
        let filled = records.filter { $0.contains { !$0.isEmpty } }
        guard let header = filled.first, filled.count > 1 else {
            throw .invalid([FieldError("file", "No rows found: the first line names the columns, people follow.")])
        }
        guard header.count <= ImportTable.columnLimit else {
            throw .invalid([FieldError("file", "\(header.count) columns: at most \(ImportTable.columnLimit).")])
        }
        guard filled.count - 1 <= ImportTable.rowLimit else {
            throw .tooLarge("\(filled.count - 1) rows: at most 5,000 fit into one import. Split the list.")
        }
        self.init(header: header, rows: Array(filled.dropFirst()))
    }

    /// The candidate that the first line holds most often outside quotes.
    static func delimiter(of text: String) -> Character {
        var counts: [Character: Int] = [:]
        var isQuoted = false
        for character in text.drop(while: \.isNewline) {
            if character == "\"" { isQuoted.toggle() }
            if character.isNewline, !isQuoted { break }
            if !isQuoted, ",;\t".contains(character) { counts[character, default: 0] += 1 }
        }
        return [",", ";", "\t"].max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? ","
    }
}

/// What a column of the incoming table is taken for.
package enum ImportColumn: Sendable, Hashable {
    case ignored
    case id
    /// "Ada Example", split at the last space.
    case fullName
    case field(MemberField)

    package var key: String {
        switch self {
        case .ignored: ""
        case .id: "id"
        case .fullName: "full_name"
        case .field(let field): field.rawValue
        }
    }
    package init(key: String) {
        self =
            key == "id"
            ? .id
            : key == "full_name" ? .fullName : MemberField(rawValue: key).map { .field($0) } ?? .ignored
    }
    package var label: String {
        switch self {
        case .ignored: "Leave out"
        case .id: "Sotravel id"
        case .fullName: "Full name"
        case .field(let field): field.label
        }
    }
    package static let choices: [ImportColumn] = [.ignored, .id, .fullName] + MemberField.allCases.map { .field($0) }

    /// By the column's name, without case, accents and punctuation.
    package init(header: String) {
        let name = folded(header).filter { $0.isLetter || $0.isNumber }
        self = ImportColumn.synonyms.first { $0.value.contains(name) }?.key ?? .ignored
    }

    /// Each column once: the second that reads like one already taken is left out.
    package static func match(_ header: [String]) -> [ImportColumn] {
        var taken = Set<ImportColumn>()
        return header.map {
            let column = ImportColumn(header: $0)
            return taken.insert(column).inserted ? column : .ignored
        }
    }

    private static let synonyms: [ImportColumn: Set<String>] = [
        .id: ["id", "sotravelid", "memberid"],
        .fullName: ["name", "fullname", "participant", "traveller", "traveler", "guest", "member", "person"],
        .field(.firstName): ["firstname", "first", "givenname", "given", "forename", "christianname"],
        .field(.lastName): ["lastname", "last", "surname", "familyname", "family"],
        .field(.status): ["status", "state", "booking", "bookingstatus"],
        .field(.groups): ["groups", "group", "team", "bus", "class", "skiclass"],
        .field(.room): ["room", "roomnumber", "roomno", "bedroom", "cabin"],
        .field(.email): ["email", "emailaddress", "mail", "mailaddress"],
        .field(.phone): ["phone", "phonenumber", "mobile", "mobilephone", "cell", "cellphone", "telephone", "tel"],
        .field(.telegram): ["telegram", "telegramname", "telegramuser", "telegramusername", "telegramhandle"],
        .field(.ability): ["ability", "level", "skill", "skilevel", "skill level", "experience"],
        .field(.languages): ["languages", "language", "speaks", "spokenlanguages"],
        .field(.diet): ["diet", "dietary", "dietaryrequirements", "dietaryneeds", "food", "meal", "allergies"],
        .field(.emergencyName): [
            "emergencyname", "emergencycontact", "emergencycontactname", "nextofkin", "contactperson", "incaseofemergency",
        ],
        .field(.emergencyPhone): [
            "emergencyphone", "emergencynumber", "emergencycontactphone", "emergencycontactnumber", "nextofkinphone",
        ],
        .field(.attention): ["attention", "attentionmark", "flag", "important"],
        .field(.hostNotes): ["hostnotes", "notes", "note", "comment", "comments", "remarks", "remark"],
        .field(.medicalNotes): ["medicalnotes", "medical", "medicalinformation", "health", "healthnotes", "conditions"],
    ]
}

/// What one incoming row would do.
package enum ImportOutcome: Sendable, Equatable {
    case new(MemberFields)
    case changed(ID, MemberFields, [FieldChange])
    case unchanged(ID)
    case refused([String])
}

package struct ImportRow: Sendable {
    /// 1 is the first row below the header.
    package let number: Int
    package let name: String
    package let outcome: ImportOutcome
}

/// The preview of an import: nothing is saved until the host confirms it.
package struct ImportPlan: Sendable {
    package let rows: [ImportRow]

    package var newCount: Int { rows.count { if case .new = $0.outcome { true } else { false } } }
    package var changedCount: Int { rows.count { if case .changed = $0.outcome { true } else { false } } }
    package var unchangedCount: Int { rows.count { if case .unchanged = $0.outcome { true } else { false } } }
    package var refusedCount: Int { rows.count { if case .refused = $0.outcome { true } else { false } } }

    /// - Parameters:
    ///   - existing: every member of the trip, medical notes included.
    ///   - clearsEmpty: whether an empty cell empties the field; else it leaves it.
    package init(
        table: ImportTable, columns: [ImportColumn], existing: [(id: ID, fields: MemberFields)], clearsEmpty: Bool
    ) {
        var matcher = MemberMatcher(existing)
        rows = table.rows.enumerated().map { index, cells in
            let incoming = IncomingRow(cells: cells, columns: columns)
            let outcome = matcher.outcome(of: incoming, number: index + 1, clearsEmpty: clearsEmpty)
            return ImportRow(number: index + 1, name: incoming.name, outcome: outcome)
        }
    }
}

/// The cells of one row by field.
private struct IncomingRow {
    var id: String?
    var values: [MemberField: String] = [:]

    init(cells: [String], columns: [ImportColumn]) {
        for (cell, column) in zip(cells, columns) {
            switch column {
            case .ignored: continue
            case .id: id = cell
            case .fullName:
                let words = tidyLine(cell).split(separator: " ")
                values[.firstName] = words.dropLast(words.count > 1 ? 1 : 0).joined(separator: " ")
                values[.lastName] = words.count > 1 ? String(words[words.count - 1]) : ""
            case .field(let field): values[field] = cell
            }
        }
    }

    var name: String {
        [values[.firstName] ?? "", values[.lastName] ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
    var email: String { folded(values[.email] ?? "") }

    func merged(into fields: MemberFields, clearsEmpty: Bool) -> MemberFields {
        var merged = fields
        for (field, value) in values where clearsEmpty || !value.isEmpty { merged[field] = value }
        return merged
    }
}

/// Finds whom a row means: by id, then by email address, then by a full name that only one member has.
private struct MemberMatcher {
    private let byID: [ID: MemberFields]
    private var byEmail: [String: [ID]] = [:]
    private var byName: [String: [ID]] = [:]
    private var firstRow: [ID: Int] = [:]
    private var newPeople: [String: Int] = [:]

    init(_ existing: [(id: ID, fields: MemberFields)]) {
        byID = Dictionary(existing.map { ($0.id, $0.fields) }, uniquingKeysWith: { first, _ in first })
        for (id, fields) in existing {
            if !fields[.email].isEmpty { byEmail[folded(fields[.email]), default: []].append(id) }
            byName[folded(fields.fullName), default: []].append(id)
        }
    }

    mutating func outcome(of row: IncomingRow, number: Int, clearsEmpty: Bool) -> ImportOutcome {
        switch match(row) {
        case .failure(let reason): return .refused([reason.text])
        case .success(nil): return outcomeOfNew(row, number: number)
        case .success(let id?):
            if let first = firstRow[id] { return .refused(["The same person as row \(first)."]) }
            firstRow[id] = number
            let old = byID[id] ?? MemberFields()
            var new = row.merged(into: old, clearsEmpty: clearsEmpty)
            let errors = new.tidy()
            if !errors.isEmpty { return .refused(errors.map(MemberMatcher.sentence)) }
            let changes = old.changes(to: new)
            return changes.isEmpty ? .unchanged(id) : .changed(id, new, changes)
        }
    }

    private mutating func outcomeOfNew(_ row: IncomingRow, number: Int) -> ImportOutcome {
        var fields = row.merged(into: MemberFields(), clearsEmpty: true)
        let errors = fields.tidy()
        if !errors.isEmpty { return .refused(errors.map(MemberMatcher.sentence)) }
        let key = row.email.isEmpty ? "name:" + folded(fields.fullName) : "email:" + row.email
        if let first = newPeople[key] { return .refused(["The same person as row \(first)."]) }
        newPeople[key] = number
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
                ? .success(named[0]) : .failure(Reason(text: "\(ids.count) members have this email address: add the id."))
        }
        let sameName = (byName[folded(row.name)] ?? []).filter { id in
            row.email.isEmpty || (byID[id]?[.email].isEmpty ?? true)
        }
        if sameName.count > 1 {
            return .failure(Reason(text: "\(sameName.count) members have this name: add the email address or the id."))
        }
        return .success(sameName.first)
    }

    private static func sentence(_ error: FieldError) -> String {
        (MemberField(rawValue: error.field)?.label ?? error.field) + ": " + error.message
    }
}
