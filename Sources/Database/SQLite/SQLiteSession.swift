import GRDB
import GRDBSQLite

/// Statements on one of GRDB's connections.
struct SQLiteSession {
    private let database: GRDB.Database

    init(_ database: GRDB.Database) { self.database = database }

    func run(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> Int {
        try step(sql, values) { _ in false }
        return Int(sqlite3_changes(database.sqliteConnection))
    }

    func insert(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> Int? {
        try run(sql, values) == 0 ? nil : Int(sqlite3_last_insert_rowid(database.sqliteConnection))
    }

    func step(_ sql: String, _ values: [Value], _ row: (Row) throws(DatabaseFailure) -> Bool) throws(DatabaseFailure) {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        try bind(values, to: statement)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: if try !row(Row(source: statement, line: Row.ofSQLite)) { return }
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
        let code = sqlite3_extended_errcode(database.sqliteConnection)
        let message = String(cString: sqlite3_errmsg(database.sqliteConnection))
        return DatabaseFailure(kind: .init(sqlite: code), code: "SQLite \(code)", message: message, sql: sql)
    }
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

extension DatabaseFailure.Kind {
    init(sqlite code: Int32) {
        self =
            switch code {
            // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY: macros that Swift does not import.
            case 2067, 1555: .unique
            default:
                switch code & 0xFF {
                case SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN: .full
                case SQLITE_BUSY, SQLITE_LOCKED: .busy
                default: .other
                }
            }
    }
}

/// The columns of the row that a statement stands on.
struct SQLiteColumns {
    let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
}
