import Database
import Testing

/// Rows for every table of SQLite that its rules allow, and odd beyond that. What a rule forbids is drawn again.
struct AwkwardRows {
    private struct Column {
        let name: String
        let kind: String
        let isKey: Bool
        /// A key too: SQLite would take NULL.
        let isNeeded: Bool
    }
    /// Columns, and those of the table that they refer to.
    private struct Reference {
        let table: String
        var pairs: [(own: String, other: String, kind: String)] = []
        func has(_ column: String) -> Bool { pairs.contains { $0.own == column } }
    }

    static let tables =
        """
        SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'message!_search%' ESCAPE '!'
            AND name NOT IN ('sqlite_sequence', 'sqlite_stat1', 'schema_migration', 'search_progress', 'map_file', 'map_part')
        ORDER BY rowid
        """
    private static let rowsOfEach = 4
    private let connection: Connection

    static func fill(_ database: AppDatabase) async throws {
        try await database.write { try AwkwardRows(connection: $0).fill() }
    }

    private func fill() throws {
        var left = try connection.all(AwkwardRows.tables) { (name: $0.text(0), sql: $0.text(1)) }
        // What a table refers to may come later in the list.
        while !left.isEmpty {
            let missing = try left.filter { try !fill($0.name, $0.sql) }
            try #require(missing.count < left.count, "no rows for \(missing.map(\.name))")
            left = missing
        }
    }

    /// False if nothing could be put in.
    private func fill(_ table: String, _ sql: String) throws -> Bool {
        let columns = try connection.all("SELECT name, type, pk, pk > 0 OR \"notnull\" FROM pragma_table_info(?)", [.text(table)]) {
            Column(name: $0.text(0), kind: $0.text(1), isKey: $0.boolean(2), isNeeded: $0.boolean(3))
        }
        let references = try references(of: table)
        let needed = references.filter { reference in columns.contains { $0.isNeeded && reference.has($0.name) } }
        for reference in needed where try connection.one("SELECT 1 FROM \(reference.table) LIMIT 1", [], { _ in true }) == nil {
            return false
        }
        let words = sql.matches(of: /'([^']*)'/).map { String($0.1) }
        var rows = 0
        while try rows < AwkwardRows.rowsOfEach && insert(table, columns, references, words) { rows += 1 }
        return rows > 0
    }

    /// False if no row could be found that the rules allow.
    private func insert(_ table: String, _ columns: [Column], _ references: [Reference], _ words: [String]) throws -> Bool {
        var row = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, value($0, words)) })
        let (names, marks) = (columns.map(\.name).joined(separator: ", "), columns.map { _ in "?" }.joined(separator: ", "))
        for attempt in 0..<1000 {
            if attempt.isMultiple(of: 20) { for reference in references { try refer(reference, columns, &row) } }
            do {
                try connection.run("INSERT INTO \(table) (\(names)) VALUES (\(marks))", columns.map { row[$0.name] ?? .null })
                return true
            } catch {
                // The message says the rule, and the rule its columns.
                let named = error.message.split { !$0.isLetter && $0 != "_" }
                let concerned = columns.filter { named.contains(Substring($0.name)) }
                for column in concerned.isEmpty ? columns : concerned where !references.contains(where: { $0.has(column.name) }) {
                    row[column.name] = value(column, words)
                }
                for reference in references where concerned.contains(where: { reference.has($0.name) }) {
                    try refer(reference, columns, &row)
                }
            }
        }
        return false
    }

    private func references(of table: String) throws -> [Reference] {
        var found: [Int: Reference] = [:]
        let query =
            """
            SELECT k.id, k."table", k."from", k."to", c.type FROM pragma_foreign_key_list(?) k
            JOIN pragma_table_info(k."table") c ON c.name = k."to"
            """
        try connection.each(query, [.text(table)]) { row in
            found[row.int(0), default: Reference(table: row.text(1))].pairs.append((row.text(2), row.text(3), row.text(4)))
        }
        return Array(found.values)
    }

    /// Takes any row of the other table, or none if there is none or none is needed.
    private func refer(_ reference: Reference, _ columns: [Column], _ row: inout [String: Value]) throws {
        for pair in reference.pairs { row[pair.own] = .null }
        let isNeeded = columns.contains { $0.isNeeded && reference.has($0.name) }
        guard isNeeded || Bool.random() else { return }
        let names = reference.pairs.map(\.other).joined(separator: ", ")
        let found = try connection.one("SELECT \(names) FROM \(reference.table) ORDER BY random() LIMIT 1") { other in
            reference.pairs.indices.map { index -> Value in
                switch reference.pairs[index].kind {
                case "BLOB": .blob(other.blob(Int32(index)))
                case "INTEGER": .integer(other.integer(Int32(index)))
                default: .text(other.text(Int32(index)))
                }
            }
        }
        for (pair, value) in zip(reference.pairs, found ?? []) { row[pair.own] = value }
    }

    /// - Parameter words: what the table's rules name.
    private func value(_ column: Column, _ words: [String]) -> Value {
        if !column.isKey && Int.random(in: 0..<4) == 0 { return .null }
        let bytes = { (count: Int) in Value.blob((0..<count).map { _ in .random(in: 0...255) }) }
        let odd = ["", "it's", "a\tb\\N\n\r\"", "Zürich 🚠👩‍👩‍👧", "\u{FEFF}\u{10FFFF}e\u{301}", "\\.", String(repeating: "ß", count: 30)]
        return switch column.kind {
        case "INTEGER" where column.isKey: .integer(Bool.random() ? .random(in: 1...3) : .random(in: 4...1_000_000))
        case "INTEGER":
            .integer(
                [0, 1, 1, 2, 3, 250, -1, -.random(in: 2...99), .min, .max, (1 << 53) + 1, 1_700_000_000_000_000].randomElement() ?? 0)
        case "REAL": .real([0, -0.0, 46.5, -1.25, 0.1, 1e308, .leastNonzeroMagnitude, .infinity, 90].randomElement() ?? 0)
        case "BLOB": [bytes(16), bytes(16), bytes(32), bytes(67), .blob([]), .blob([0, 255, 92])].randomElement() ?? .null
        default: .text((words + odd + odd.map { $0 + String(UInt64.random(in: .min ... .max)) }).randomElement() ?? "")
        }
    }
}

/// Everything that a file of SQLite has, as SQL writes it.
enum Dump {
    static func of(_ path: String) throws -> [String] {
        try AppDatabase.look(at: path) { connection in
            let tables = try connection.all(AwkwardRows.tables) { $0.text(0) } + ["search_progress", "sqlite_sequence"]
            return try tables.flatMap { table in
                let columns = try connection.all("SELECT name FROM pragma_table_info(?) ORDER BY pk, cid", [.text(table)]) { $0.text(0) }
                let cells = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
                return try connection.all("SELECT \(cells) FROM \(table) ORDER BY 1") { "\(table): \($0.text(0))" }
            }
        }
    }
}
