import CLibPQ
import Synchronization

/// One connection to a server, opened when it is first needed and again after it was lost. One thread uses it at a time: whoever took it
/// out of the pool. What begins a transaction or sets a savepoint goes to the server together with the next statement.
final class PostgresSession: Sendable {
    private let address: String
    private let reach: PostgresReach
    private let lock: PostgresLock
    private let isPatient: Bool
    /// Whose commits it makes: then it asks after a lost connection what became of one. Nil for others.
    private let node: String?
    private let state: Mutex<PostgresState>

    /// - Parameters:
    ///   - address: as libpq takes it: "postgresql://…", or "host=… dbname=…".
    ///   - isPatient: its statements may take as long as they need.
    init(
        address: String, reach: PostgresReach = PostgresReach(), lock: PostgresLock = .none, isPatient: Bool = false,
        node: String? = nil
    ) {
        self.address = address
        self.reach = reach
        self.lock = lock
        self.isPatient = isPatient
        self.node = node
        state = Mutex(PostgresState(isPatient: isPatient))
    }

    deinit { close() }

    func close() { state.withLock { $0.close() } }

    /// Whether a row in the way of another was met in the transaction under way.
    var hasMetUnique: Bool { state.withLock { $0.hasMetUnique } }

    /// How many statements were run that may have changed something.
    var changeCount: Int { state.withLock { $0.changeCount } }

    /// Whether a statement of the transaction under way has failed.
    var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Whether a transaction is under way, be it one that has failed.
    var isInTransaction: Bool { state.withLock { $0.isInTransaction } }

    func run(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> Int {
        if PostgresSQL.canWait(sql) {
            state.withLock { $0.add(sql, values) }
            return 0
        }
        switch sql {
        case "COMMIT": try commit()
        case "ROLLBACK": state.withLock { $0.end(sql) }
        default:
            let result = try execute(sql, values)
            defer { PQclear(result) }
            return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
        }
        return 0
    }

    /// Ends a transaction that has only read: nobody waits for the answer.
    func endReading() { state.withLock { $0.end("COMMIT") } }

    func insert(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> Int? {
        let column = try numberingColumn(PostgresSQL.insertedTable(sql))
        let result = try execute(column.isEmpty ? sql : "\(sql) RETURNING \(column)", values)
        defer { PQclear(result) }
        return PQntuples(result) == 0 ? nil : Int(PostgresCells(result: result, line: 0).integer(0))
    }

    /// The whole result is in memory before the first row is handed on.
    func step(_ sql: String, _ values: [Value], _ row: (Row) throws(DatabaseFailure) -> Bool) throws(DatabaseFailure) {
        let result = try execute(sql, values)
        defer { PQclear(result) }
        for line in 0..<PQntuples(result) where try !row(Row(source: result, line: line)) { return }
    }

    /// One statement in a transaction of its own, which begins and ends on the server alone.
    /// - Returns: the number of rows changed.
    func alone(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> Int {
        let result = try executeAlone(sql, values)
        defer { PQclear(result) }
        return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// The same, for what it answers.
    func stepAlone(_ sql: String, _ row: (Row) -> Void) throws(DatabaseFailure) {
        let result = try executeAlone(sql, [])
        defer { PQclear(result) }
        for line in 0..<PQntuples(result) { row(Row(source: result, line: line)) }
    }

    private func executeAlone(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> OpaquePointer {
        let parameters = PostgresParameters(values)
        let result = try state.withLock { (state) throws(DatabaseFailure) -> UInt in
            if state.connection == 0 { state.connection = UInt(bitPattern: try connect()) }
            do throws(DatabaseFailure) {
                return try state.exchange(sql, parameters, marks: false)
            } catch {
                if error.endsSession { state.close() }
                throw error
            }
        }
        guard let result = OpaquePointer(bitPattern: result) else { throw PostgresLink.lost("no result", sql) }
        return result
    }

    private func connect() throws(DatabaseFailure) -> OpaquePointer {
        try reach.connect { () throws(DatabaseFailure) in try PostgresLink.open(address, lock: lock, isPatient: isPatient) }
    }

    private func numberingColumn(_ table: String) throws(DatabaseFailure) -> String {
        if let known = state.withLock({ $0.numbering[table] }) { return known }
        var column = ""
        try step("SELECT attname::text FROM pg_attribute WHERE attrelid = ?::text::regclass AND attidentity <> ''", [.text(table)]) { row in
            column = row.text(0)
            return false
        }
        state.withLock { $0.numbering[table] = column }
        return column
    }

    private func commit() throws(DatabaseFailure) {
        let (isEmpty, mark) = state.withLock { ($0.forgetsBeginning(isEnding: true), $0.mark) }
        if isEmpty { return }
        do {
            let result = try execute("COMMIT", [])
            defer { PQclear(result) }
            // After a failure a commit is a rollback, and no error.
            if String(cString: PQcmdStatus(result)) == "COMMIT" { return }
        } catch {
            guard error.mayBeStored, let node, let mark, let isStored = mark.isStored(by: node, asking: self) else { throw error }
            // Where nothing of it is stored, it may be run again.
            guard isStored else { throw error.with(kind: .conflict) }
            return
        }
        throw DatabaseFailure(kind: .aborted, code: "PostgreSQL", message: "rolled back: an earlier statement failed", sql: "COMMIT")
    }

    private func execute(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> OpaquePointer {
        let parameters = PostgresParameters(values)
        let result = try state.withLock { (state) throws(DatabaseFailure) -> UInt in
            let mayBeLost = state.isBeginning && state.connection != 0
            do throws(DatabaseFailure) {
                return try exchange(sql, parameters, &state)
            } catch  where mayBeLost && error.endsSession && state.connection == 0 {
                // A server that was restarted has closed what was open. Nothing of this transaction is stored: it begins in a new session.
                return try exchange(sql, parameters, &state)
            }
        }
        guard let result = OpaquePointer(bitPattern: result) else { throw PostgresLink.lost("no result", sql) }
        return result
    }

    private func exchange(_ sql: String, _ parameters: PostgresParameters, _ state: inout PostgresState) throws(DatabaseFailure) -> UInt {
        if state.connection == 0 {
            // Within a transaction that was lost nothing goes on.
            guard state.isBeginning else { throw PostgresLink.lost("the connection was lost", sql) }
            state.connection = UInt(bitPattern: try connect())
        }
        let beginning = state.isBeginning ? state.waiting : []
        do {
            return try state.exchange(sql, parameters, marks: node != nil)
        } catch {
            if error.endsSession {
                state.close()
                state.waiting = beginning
            }
            throw error
        }
    }
}
