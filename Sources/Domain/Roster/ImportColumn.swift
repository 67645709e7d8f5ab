/// What a column of the incoming table is taken for.
package enum ImportColumn: Sendable, Hashable {
    case ignored
    case id
    /// "Ada Example" or "Example, Ada": see `WholeName`.
    case fullName
    case field(MemberField)
    /// One of the trip's own.
    case own(OwnColumn)
    /// Kept as a text column of the trip's own, named as in the list.
    case newColumn

    package var key: String {
        switch self {
        case .ignored: ""
        case .id: "id"
        case .fullName: "full_name"
        case .field(let field): field.rawValue
        case .own(let column): column.key
        case .newColumn: "new"
        }
    }
    package init(key: String, own: [OwnColumn] = []) {
        self =
            switch key {
            case "id": .id
            case "full_name": .fullName
            case "new": .newColumn
            default: MemberField(rawValue: key).map { .field($0) } ?? own.first { $0.key == key }.map { .own($0) } ?? .ignored
            }
    }
    package var label: String {
        switch self {
        case .ignored: "Leave out"
        case .id: "Sotravel id"
        case .fullName: "Full name"
        case .field(let field): field.label
        case .own(let column): column.name
        case .newColumn: Texts.said("Keep as a new column")
        }
    }
    private static let known: [ImportColumn] = [.ignored, .id, .fullName] + MemberField.allCases.map { .field($0) }
    /// What a host may take a column for.
    package static func choices(_ own: [OwnColumn]) -> [ImportColumn] {
        [.ignored, .newColumn] + own.map { .own($0) } + known.dropFirst()
    }

    package var ownColumn: OwnColumn? { if case .own(let column) = self { column } else { nil } }

    /// Where to find who the row is about.
    package var isName: Bool { self == .fullName || self == .field(.firstName) || self == .field(.lastName) }

    /// What the columns are by their names. Several may be one field: the first filled one counts, see `ImportOrder`.
    /// - Parameter own: a header that is named like one of them is that one.
    package static func match(_ header: [String], own: [OwnColumn] = []) -> [ImportColumn] {
        let known = header.map { name in
            own.first { ImportHeaders.isSame($0.name, name) }.map { .own($0) } ?? ImportHeaders.meaning(of: name)?.column ?? .ignored
        }
        let bare = bareName(besides: known)
        return zip(header, known).map { ImportHeaders.isBareName($0) ? bare : $1 }
    }

    /// "Name" beside "Vorname" is the family's, "Nom" beside "Cognoms" the given one; alone or beside both it is the whole name.
    private static func bareName(besides known: [ImportColumn]) -> ImportColumn {
        let (hasFirst, hasLast) = (known.contains(.field(.firstName)), known.contains(.field(.lastName)))
        return hasFirst == hasLast ? .fullName : hasFirst ? .field(.lastName) : .field(.firstName)
    }
}

/// What the mapping does with a table, in words for the host.
package struct ImportMapping: Sendable, Equatable {
    package let columns: [ImportColumn]
    /// Whether the host has seen and applied it; else it is a guess.
    package let isApplied: Bool
    /// Names of columns that hold something and are taken for nothing.
    package let leftOut: [String]
    /// Indices of columns whose meaning nobody knows.
    package let unknown: [Int]
    /// Columns that hold something, by their place.
    package let filled: Set<Int>

    /// - Parameter applied: what the host chose; nil guesses from the names.
    package init(_ table: ImportTable, applied: [ImportColumn]?, own: [OwnColumn] = []) {
        let chosen = applied.map { Array($0.prefix(table.header.count)) } ?? ImportColumn.match(table.header, own: own)
        let columns = chosen + Array(repeating: .ignored, count: table.header.count - chosen.count)
        let filled = ImportMapping.filled(table)
        let left = columns.indices.filter { index in
            columns[index] == .ignored && filled.contains(index) && !ImportHeaders.isProblem(table.header[index])
        }
        self.columns = columns
        self.filled = filled
        isApplied = applied != nil
        leftOut = left.map { ImportMapping.name(table.header, $0) }
        unknown = left.filter { !ImportHeaders.isBeside(table.header[$0]) }
    }

    package var namesNobody: Bool { !columns.contains(where: \.isName) }
    /// Whether the host has to look at the columns before anything else.
    package var isAsked: Bool { !isApplied && (!unknown.isEmpty || namesNobody) }
    /// Fields that several filled columns are taken for.
    package var shared: [ImportColumn] {
        ImportColumn.choices(Set(columns.compactMap(\.ownColumn)).sorted { $0.name < $1.name }).filter { choice in
            choice != .ignored && choice != .newColumn && columns.indices.count { columns[$0] == choice && filled.contains($0) } > 1
        }
    }

    /// What a column is called on the page; one without a name is "Column 3". The index counts from 0.
    package static func name(_ header: [String], _ index: Int) -> String {
        header[index].isEmpty ? "Column \(index + 1)" : tidyLine(header[index])
    }

    private static func filled(_ table: ImportTable) -> Set<Int> {
        var filled = Set<Int>()
        for row in table.rows where filled.count < table.header.count {
            for index in row.cells.indices.prefix(table.header.count) where !row.cells[index].isEmpty { filled.insert(index) }
        }
        return filled
    }
}

/// In which order the columns of a table are asked: preferred ones first, so that the first filled cell of a field counts.
struct ImportOrder {
    struct Step {
        let index: Int
        let column: ImportColumn
        /// Index of the column before, if it says in every row which kind of phone this is, as in Google's contacts.
        let label: Int?
    }
    let steps: [Step]

    init(header: [String], columns: [ImportColumn]) {
        let ranked = columns.indices.filter { columns[$0] != .ignored }
            .map { (index: $0, rank: ImportHeaders.meaning(of: header[$0])?.rank ?? .max) }
        steps = ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { index, _ in
            let hasLabel = columns[index] == .field(.phone) && index > 0 && ImportHeaders.isLabel(header[index - 1])
            return Step(index: index, column: columns[index], label: hasLabel ? index - 1 : nil)
        }
    }
}
