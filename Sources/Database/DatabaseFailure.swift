/// What the engine said. The values bound are never in it.
package struct DatabaseFailure: Error, CustomStringConvertible {
    /// What a caller can do something about; `other` is a mistake of the program.
    enum Kind: Sendable {
        case full, busy, unique, conflict, unreachable, other
        /// The connection was lost at the commit: what was written may be stored all the same.
        case unknown
        /// What the session has prepared does not fit any more; a new session's will.
        case stale
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
    package var isConflict: Bool { kind == .conflict || kind == .stale }
    /// The server of the database does not answer. What was written may be stored all the same if `mayBeStored`.
    package var isUnreachable: Bool { kind == .unreachable || mayBeStored }
    /// The connection was lost at the commit, and the server could not be asked what became of it.
    package var mayBeStored: Bool { kind == .unknown }
    /// Whether nothing more can be done in the transaction.
    var endsTransaction: Bool { isConflict || isUnreachable || kind == .aborted }
    /// Whether nothing more can be done in the session.
    var endsSession: Bool { isUnreachable || kind == .stale }

    func with(kind: Kind) -> DatabaseFailure { DatabaseFailure(kind: kind, code: code, message: message, sql: sql) }
    /// In one line.
    package var description: String {
        let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "\(code): \(words)" + (sql.isEmpty ? "" : " in \(sql.prefix(200))")
    }

    /// For writes that can wait, while the last space is kept for urgent ones.
    static let noRoom = DatabaseFailure(kind: .full, code: "reserve", message: "the room that is left is kept for what is urgent", sql: "")
    /// What has to be run again without a word of the engine: in tests at the end of a transaction, and where two inserted the same.
    static let conflict = DatabaseFailure(kind: .conflict, code: "again", message: "as if another had written", sql: "")
}
