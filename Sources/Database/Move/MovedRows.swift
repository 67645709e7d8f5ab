import GRDBSQLite

/// Reading a table row by row, in the order of its key.
extension MovedTable {
    func each(on reader: any MoveReader, _ body: (Row) throws -> Void) throws {
        try reader.each("SELECT \(columnNames) FROM \(name) ORDER BY \(keyNames)", body)
    }

    func count(on reader: any MoveReader) throws -> Int { Int(try reader.number("SELECT count(*) FROM \(name)")) }

    func digest(on reader: any MoveReader) throws -> TableDigest {
        var maker = TableDigest.Maker()
        try each(on: reader) { maker.add(try values($0)) }
        return maker.digest
    }

    /// Whether it has what the migrations put in and nothing else.
    func isAtItsBeginning(on reader: any MoveReader) throws -> Bool {
        try count(on: reader) == beginning.rows && digest(on: reader) == beginning
    }

    /// The highest number that a row ever had, as far as the engine remembers; 0 if none had one.
    func highestNumber(on reader: any MoveReader) throws -> Int64 {
        guard let numbering else { return 0 }
        return max(0, try reader.number("SELECT max(\(numbering)) FROM \(name)"), try reader.rememberedNumber(self))
    }

    /// The values of a row, in the form that both engines have them in.
    func values(_ row: Row) throws(MoveFlaw) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(columns.count)
        for index in columns.indices { values.append(try value(row, index)) }
        return values
    }

    private func value(_ row: Row, _ index: Int) throws(MoveFlaw) -> Value {
        let column = Int32(index)
        guard !row.isNull(column) else {
            if key.contains(index) { throw flaw(row, index, "is empty, though it is of the key") }
            return .null
        }
        let kind = columns[index].kind
        guard row.holds(kind, column) else { throw flaw(row, index, "holds a value of another kind than \(kind.rawValue)") }
        switch kind {
        case .integer: return .integer(row.integer(column))
        case .blob: return .blob(row.blob(column))
        case .real:
            let number = row.real(column)
            if number.isNaN { throw flaw(row, index, "holds what is no number (NaN), which SQLite cannot store") }
            // SQLite has no zero with a sign.
            return .real(number == 0 ? 0 : number)
        case .text:
            guard let text = row.withBlob(column, { String(validating: $0, as: UTF8.self) }) else {
                throw flaw(row, index, "holds a text that is not UTF-8")
            }
            if text.utf8.contains(0) { throw flaw(row, index, "holds the character U+0000, which PostgreSQL cannot store") }
            return .text(text)
        }
    }

    private func flaw(_ row: Row, _ index: Int, _ what: String) -> MoveFlaw {
        let key = key.map { "\(columns[$0].name) = \(shown(row, $0))" }.joined(separator: " and ")
        return MoveFlaw(description: "\(name).\(columns[index].name), in the row where \(key), \(what).")
    }

    /// A value of the key, as SQL has it.
    private func shown(_ row: Row, _ index: Int) -> String {
        let column = Int32(index)
        if row.isNull(column) { return "NULL" }
        if row.holds(.integer, column) && columns[index].kind == .integer { return String(row.integer(column)) }
        if row.holds(.text, column) && columns[index].kind == .text { return "'\(row.text(column))'" }
        return "x'" + row.blob(column).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
}

/// A value that cannot be stored on both engines.
struct MoveFlaw: Error, CustomStringConvertible {
    let description: String
}

extension Row {
    /// Whether a value that is not NULL is of its column's kind. SQLite lets most tables hold others.
    fileprivate func holds(_ kind: MovedTable.Kind, _ column: Int32) -> Bool {
        guard line == Row.ofSQLite else { return true }
        let found = sqlite3_column_type(source, column)
        return switch kind {
        case .integer: found == SQLITE_INTEGER
        case .real: found == SQLITE_FLOAT
        case .text: found == SQLITE_TEXT
        case .blob: found == SQLITE_BLOB
        }
    }
}
