/// What the engine said. The values bound are never in it.
package struct DatabaseFailure: Error, CustomStringConvertible {
    /// What a caller can do something about; `other` is a mistake of the program.
    enum Kind: Sendable {
        case full, busy, unique, conflict, unreachable, other
        /// An earlier statement failed, and the transaction with it.
        case aborted
    }

    let kind: Kind
    /// The engine and its own code: "SQLite 2067", "PostgreSQL 23505".
    package let code: String
    package let message: String
    package let sql: String

    /// No room, or a file that cannot be written: writing fails now and may work again later.
    package var isDiskFull: Bool { kind == .full }
    package var isBusy: Bool { kind == .busy }
    package var isUniqueViolation: Bool { kind == .unique }
    /// Another transaction changed what this one has read, or each waits for the other: run again, it may succeed.
    package var isConflict: Bool { kind == .conflict }
    /// The server of the database does not answer. If the connection was lost at a commit, that may be stored all the same.
    package var isUnreachable: Bool { kind == .unreachable }
    /// Whether nothing more can be done in the transaction.
    var endsTransaction: Bool { [.conflict, .unreachable, .aborted].contains(kind) }
    package var description: String { "\(code): \(message) in \(sql.prefix(200))" }

    /// For writes that can wait, while the last space is kept for urgent ones.
    static let noRoom = DatabaseFailure(kind: .full, code: "reserve", message: "the room that is left is kept for what is urgent", sql: "")
    /// What has to be run again without a word of the engine: in tests at the end of a transaction, and where two inserted the same.
    static let conflict = DatabaseFailure(kind: .conflict, code: "again", message: "as if another had written", sql: "")
}
