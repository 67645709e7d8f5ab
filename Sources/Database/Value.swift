import GRDB
import GRDBSQLite

/// What can be bound to a statement.
package enum Value: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    package init(_ value: Int) { self = .integer(Int64(value)) }
    package init(_ value: Bool) { self = .integer(value ? 1 : 0) }
    package init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
}

/// One row while it is stepped over; columns by position, from 0. Not to be kept.
package struct Row {
    let statement: OpaquePointer

    /// Columns count from 0, here and below.
    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    /// 0 for NULL, as with every number here that is not optional.
    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    /// As `integer`, in the type that Swift counts with.
    package func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
    /// Any number but 0 is true.
    package func boolean(_ column: Int32) -> Bool { sqlite3_column_int(statement, column) != 0 }
    /// 0 for NULL.
    package func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
    /// Nil for NULL.
    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    /// Nil for NULL.
    package func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    /// "" for NULL.
    package func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes in place, valid only inside `body`. NULL has none.
    package func withBlob<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        let start = sqlite3_column_blob(statement, column)
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// A copy of the bytes. NULL has none.
    package func blob(_ column: Int32) -> [UInt8] { withBlob(column) { Array($0) } }
}

/// Tells SQLite to copy bound values: the Swift value may be gone when the statement runs.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

private func sqlite3_bind(_ text: String, to statement: OpaquePointer, at position: Int32) -> Int32 {
    var copy = text
    return copy.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text(statement, position, $0.baseAddress ?? UnsafePointer(bitPattern: 1), Int32($0.count), transient)
        }
    }
}

/// One connection inside one transaction. SQL is the subset that SQLite 3.40 and PostgreSQL 15 share (docs/architecture.md).
package struct Connection {
    let database: GRDB.Database

    /// Runs a statement for its effect. Returns the number of rows changed.
    @discardableResult
    package func run(_ sql: String, _ values: [Value] = []) throws(DatabaseFailure) -> Int {
        try step(sql, values) { _ in false }
        return Int(sqlite3_changes(database.sqliteConnection))
    }

    /// Runs an INSERT of one row into a table that numbers its rows. Returns the new number; nil if there was a conflict and it did
    /// nothing. SQLite makes and drops a table of its own for every `RETURNING`, which costs as much as the row.
    package func insert(_ sql: String, _ values: [Value] = []) throws(DatabaseFailure) -> Int? {
        try run(sql, values) == 0 ? nil : Int(sqlite3_last_insert_rowid(database.sqliteConnection))
    }

    /// Calls `body` for every row.
    package func each(_ sql: String, _ values: [Value] = [], _ body: (Row) -> Void) throws(DatabaseFailure) {
        try step(sql, values) { row in
            body(row)
            return true
        }
    }

    /// Calls `body` for every row until it says false; what it throws ends the reading.
    package func eachUntil(_ sql: String, _ values: [Value] = [], _ body: (Row) throws(DatabaseFailure) -> Bool) throws(DatabaseFailure) {
        try step(sql, values, body)
    }

    /// Reads every row into a value, in the order of the rows.
    package func all<T>(_ sql: String, _ values: [Value] = [], _ read: (Row) -> T) throws(DatabaseFailure) -> [T] {
        var result: [T] = []
        try each(sql, values) { result.append(read($0)) }
        return result
    }

    /// Reads the first row; nil if there is none.
    package func one<T>(_ sql: String, _ values: [Value] = [], _ read: (Row) -> T) throws(DatabaseFailure) -> T? {
        var result: T?
        try step(sql, values) { row in
            result = read(row)
            return false
        }
        return result
    }

    private func step(_ sql: String, _ values: [Value], _ row: (Row) throws(DatabaseFailure) -> Bool) throws(DatabaseFailure) {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        try bind(values, to: statement)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: if try !row(Row(statement: statement)) { return }
            case SQLITE_DONE: return
            default: throw failure(sql)
            }
        }
    }

    private func prepared(_ sql: String) throws(DatabaseFailure) -> OpaquePointer {
        do {
            return try database.cachedStatement(sql: sql).sqliteStatement
        } catch {
            throw failure(sql)
        }
    }

    private func bind(_ values: [Value], to statement: OpaquePointer) throws(DatabaseFailure) {
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(statement, position)
                case .integer(let number): sqlite3_bind_int64(statement, position, number)
                case .real(let number): sqlite3_bind_double(statement, position, number)
                case .text(let text): sqlite3_bind(text, to: statement, at: position)
                case .blob(let bytes): sqlite3_bind_blob(statement, position, bytes, Int32(bytes.count), transient)
                }
            if code != SQLITE_OK { throw failure("binding \(position)") }
        }
    }

    private func failure(_ sql: String) -> DatabaseFailure {
        DatabaseFailure(
            code: sqlite3_extended_errcode(database.sqliteConnection),
            message: String(cString: sqlite3_errmsg(database.sqliteConnection)), sql: sql)
    }
}

/// What SQLite said. The values bound are never in it.
package struct DatabaseFailure: Error, CustomStringConvertible {
    package let code: Int32
    package let message: String
    package let sql: String

    /// No room, or a file that cannot be written: writing fails now and may work again later.
    package var isDiskFull: Bool { [SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN].contains(code & 0xFF) }
    /// For writes that can wait, while the last space is kept for urgent ones.
    static let noRoom = DatabaseFailure(code: SQLITE_FULL, message: "the room that is left is kept for what is urgent", sql: "")
    package var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
    /// SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY: macros that Swift does not import.
    package var isUniqueViolation: Bool { code == 2067 || code == 1555 }
    package var description: String { "SQLite \(code): \(message) in \(sql.prefix(200))" }
}
