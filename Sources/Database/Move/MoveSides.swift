/// A database in one transaction, as a move reads it.
protocol MoveReader {
    /// Calls `body` for every row, one after the other; what it throws ends the reading, and the transaction too.
    func each(_ sql: String, _ body: (Row) throws -> Void) throws
    /// The highest number that the engine itself remembers to have given; 0 if it does not.
    func rememberedNumber(_ table: MovedTable) throws -> Int64
}

extension MoveReader {
    /// The first value of the first row; 0 if there is none.
    func number(_ sql: String) throws -> Int64 {
        var number: Int64 = 0
        try each(sql) { number = $0.integer(0) }
        return number
    }
}

/// A database in one transaction, as a move fills it.
protocol MoveWriter: MoveReader {
    func run(_ sql: String) throws
    /// Puts rows into a table that has none: those that the closure hands on.
    func write(_ table: MovedTable, _ rows: (_ add: ([Value]) throws -> Void) throws -> Void) throws
    /// Whether numbers are given once only.
    func keepsNumbers(of table: MovedTable) -> Bool
    /// Rows get numbers after this one from now on.
    func remember(_ number: Int64, of table: MovedTable) throws
    /// Called when all rows are there: makes sure that what they refer to is there too.
    func join(_ tables: [MovedTable]) throws
}

/// Where a move leads.
protocol MoveTarget {
    /// Refuses what is not empty. Everything that `body` writes is there when this returns, and nothing of it if this throws or the process
    /// ends before.
    func fill(_ tables: [MovedTable], _ body: (any MoveWriter) throws -> Void) throws
}

extension MoveTarget {
    /// - Parameter name: of the database, for a sentence.
    func refuseIfFilled(_ tables: [MovedTable], _ reader: any MoveReader, _ name: String) throws {
        for table in tables where try !table.isAtItsBeginning(on: reader) {
            throw MoveRefusal(
                "\(name) is not empty: there are rows in “\(table.name)”. Everything can be moved into an empty database only.")
        }
    }
}

/// Why nothing was moved, in sentences for the terminal.
package struct MoveRefusal: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
