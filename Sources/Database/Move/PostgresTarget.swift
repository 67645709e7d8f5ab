/// PostgreSQL's side of a move.
extension PostgresBulk: MoveReader {
    func rememberedNumber(_ table: MovedTable) throws -> Int64 {
        guard let column = table.numbering else { return 0 }
        var sequence = ""
        try each("SELECT pg_get_serial_sequence('\(table.name)', '\(column)')") { sequence = $0.text(0) }
        guard !sequence.isEmpty else { return 0 }
        // A sequence that gave nothing yet says what it will give first.
        return try number("SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM \(sequence)")
    }
}

/// A database on a server, which is filled in one transaction.
struct PostgresTarget: MoveTarget {
    let address: String

    func fill(_ tables: [MovedTable], _ body: (any MoveWriter) throws -> Void) throws {
        let bulk = try PostgresBulk(address: address)
        defer { bulk.close() }
        try AppDatabase(postgresql: address, readers: 1, isNode: false).close()
        try bulk.run("BEGIN")
        try refuseIfFilled(tables, bulk, "The database")
        try body(try PostgresWriter(bulk, tables))
        try bulk.run("COMMIT")
    }
}

/// References and triggers are away until all rows are there: each row would have to be looked up, and logs refuse changes.
private struct PostgresWriter: MoveWriter {
    private struct Reference {
        let table: String
        let name: String
        let definition: String
    }
    private let bulk: PostgresBulk
    private let references: [Reference]

    init(_ bulk: PostgresBulk, _ tables: [MovedTable]) throws {
        self.bulk = bulk
        var found: [Reference] = []
        let query =
            """
            SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
            WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace ORDER BY 1, 2
            """
        try bulk.each(query) { found.append(Reference(table: $0.text(0), name: $0.text(1), definition: $0.text(2))) }
        references = found
        for reference in references { try bulk.run("ALTER TABLE \(reference.table) DROP CONSTRAINT \(reference.name)") }
        for table in tables {
            try bulk.run("ALTER TABLE \(table.name) DISABLE TRIGGER USER")
            if table.beginning.rows > 0 { try bulk.run("DELETE FROM \(table.name)") }
        }
    }

    func each(_ sql: String, _ body: (Row) throws -> Void) throws { try bulk.each(sql, body) }
    func rememberedNumber(_ table: MovedTable) throws -> Int64 { try bulk.rememberedNumber(table) }
    func run(_ sql: String) throws { try bulk.run(sql) }
    func keepsNumbers(of table: MovedTable) -> Bool { true }

    func write(_ table: MovedTable, _ rows: (_ add: ([Value]) throws -> Void) throws -> Void) throws {
        try bulk.copy(into: "\(table.name) (\(table.columnNames))", rows)
    }

    /// Unlike setval, this is undone with the transaction.
    func remember(_ number: Int64, of table: MovedTable) throws {
        guard let column = table.numbering else { return }
        try bulk.run("ALTER TABLE \(table.name) ALTER COLUMN \(column) RESTART WITH \(max(0, min(number, .max - 1)) + 1)")
    }

    func join(_ tables: [MovedTable]) throws {
        for reference in references {
            try bulk.run("ALTER TABLE \(reference.table) ADD CONSTRAINT \(reference.name) \(reference.definition)")
        }
        for table in tables { try bulk.run("ALTER TABLE \(table.name) ENABLE TRIGGER USER") }
        // The first plans of the server would be made without knowing how many rows there are.
        for table in tables { try bulk.run("ANALYZE \(table.name)") }
    }
}
