import GRDB

/// One connection inside one transaction. SQL is the subset that SQLite 3.40 and PostgreSQL 15 share (docs/architecture.md).
package struct Connection {
    enum Session {
        case sqlite(GRDB.Database)
        case postgres(PostgresSession)
    }
    let session: Session
    /// Where a write notes what others have to hear; nil on a connection that only reads.
    var notes: ChangeNotes?

    /// Notes what open pages have to hear of once this transaction is stored.
    package func note(_ change: Change) { notes?.add(change) }

    /// Whether this database has other nodes, who hear what is noted for them.
    package var hasOthers: Bool {
        if case .postgres = session { true } else { false }
    }

    /// Notes what the other nodes of this database are to hear soon and may miss: of positions, the newest counts.
    package func noteForOthers(_ bytes: [UInt8]) { notes?.addForOthers(bytes) }

    /// Runs a statement for its effect. Returns the number of rows changed.
    @discardableResult
    package func run(_ sql: String, _ values: [Value] = []) throws(DatabaseFailure) -> Int {
        switch session {
        case .sqlite(let database): try SQLiteSession(database).run(sql, values)
        case .postgres(let session): try session.run(sql, values)
        }
    }

    /// Runs an INSERT of one row into a table that numbers its rows. Returns the new number; nil if there was a conflict and it did
    /// nothing. SQLite makes and drops a table of its own for every `RETURNING`, which costs as much as the row.
    package func insert(_ sql: String, _ values: [Value] = []) throws(DatabaseFailure) -> Int? {
        switch session {
        case .sqlite(let database): try SQLiteSession(database).insert(sql, values)
        case .postgres(let session): try session.insert(sql, values)
        }
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
        switch session {
        case .sqlite(let database): try SQLiteSession(database).step(sql, values, row)
        case .postgres(let session): try session.step(sql, values, row)
        }
    }

    /// After a wait for somebody else's lock: the rest of the transaction waits for nobody that long, while it holds up others.
    func hurry() throws(DatabaseFailure) {
        if case .postgres(let session) = session { _ = try session.run("SET LOCAL lock_timeout = '100ms'", []) }
    }

    /// Whether a row in the way was met that may be another node's of just now. With one writer every row is seen.
    var hasMetUnique: Bool {
        switch session {
        case .sqlite: false
        case .postgres(let session): session.hasMetUnique
        }
    }

    /// How many statements were run on this session that may have changed something. Counted where savepoints are spared.
    var changeCount: Int {
        switch session {
        case .sqlite: 0
        case .postgres(let session): session.changeCount
        }
    }

    /// Whether a statement of the transaction under way has failed, so that it can only be taken back.
    var hasFailed: Bool {
        switch session {
        case .sqlite: false
        case .postgres(let session): session.hasFailed
        }
    }

    /// Whether a transaction is under way, be it one that has failed.
    var isInTransaction: Bool {
        switch session {
        case .sqlite(let database): database.isInsideTransaction
        case .postgres(let session): session.isInTransaction
        }
    }
}
