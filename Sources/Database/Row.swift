/// One row while it is stepped over; columns by position, from 0. Not to be kept.
package struct Row {
    /// SQLite's statement, or PostgreSQL's result.
    let source: OpaquePointer
    /// Counted in a result; `ofSQLite` where the statement itself stands on its row.
    let line: Int32
    static let ofSQLite: Int32 = -1

    private var isOfSQLite: Bool { line == Row.ofSQLite }
    private var cells: PostgresCells { PostgresCells(result: source, line: line) }
    private var columns: SQLiteColumns { SQLiteColumns(statement: source) }

    /// Columns count from 0, here and below.
    package func isNull(_ column: Int32) -> Bool { isOfSQLite ? columns.isNull(column) : cells.isNull(column) }
    /// 0 for NULL, as with every number here that is not optional.
    package func integer(_ column: Int32) -> Int64 { isOfSQLite ? columns.integer(column) : cells.integer(column) }
    /// As `integer`, in the type that Swift counts with.
    package func int(_ column: Int32) -> Int { Int(integer(column)) }
    /// Any number but 0 is true.
    package func boolean(_ column: Int32) -> Bool { integer(column) != 0 }
    /// 0 for NULL.
    package func real(_ column: Int32) -> Double { isOfSQLite ? columns.real(column) : cells.real(column) }
    /// Nil for NULL.
    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    /// Nil for NULL.
    package func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }
    /// "" for NULL.
    package func text(_ column: Int32) -> String { isOfSQLite ? columns.text(column) : cells.text(column) }

    /// The bytes in place, valid only inside `body`. NULL has none.
    package func withBlob<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        body(isOfSQLite ? columns.bytes(column) : cells.bytes(column))
    }

    /// A copy of the bytes. NULL has none.
    package func blob(_ column: Int32) -> [UInt8] { withBlob(column) { Array($0) } }
}
