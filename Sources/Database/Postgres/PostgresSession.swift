import CLibPQ
import Synchronization

/// One connection to a server, opened when it is first needed and again after it was lost. One thread uses it at a time: whoever took it
/// out of the pool.
final class PostgresSession: Sendable {
    private struct State {
        /// Addresses are numbers here: pointers may not pass between threads. 0 while there is no connection.
        var connection: UInt = 0
        /// By text: what is prepared for which types of values.
        var prepared: [String: [(types: [Oid], name: String)]] = [:]
        var preparedCount = 0
        /// By table: the column that numbers its rows; "" for none.
        var numbering: [String: String] = [:]
        /// In the transaction under way, be it that somebody has caught it.
        var hasMetUnique = false
    }
    /// Texts are the program's own. Lists of different lengths make texts of their own, which must not add up.
    private static let mostPrepared = 1000
    private let address: String
    private let state = Mutex(State())

    /// - Parameter address: as libpq takes it: "postgresql://…", or "host=… dbname=…".
    init(address: String) { self.address = address }

    deinit { close() }

    func close() {
        state.withLock { state in
            PQfinish(OpaquePointer(bitPattern: state.connection))
            state = State()
        }
    }

    /// Whether a row in the way of another was met in the transaction under way.
    var hasMetUnique: Bool { state.withLock { $0.hasMetUnique } }

    /// Whether a transaction is under way, be it one that has failed.
    var isInTransaction: Bool {
        state.withLock { state in
            guard let connection = OpaquePointer(bitPattern: state.connection) else { return false }
            return [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(connection))
        }
    }

    func run(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> Int {
        let result: OpaquePointer
        let isOpen = state.withLock { $0.connection != 0 }
        do {
            result = try execute(sql, values)
        } catch  where error.isUnreachable && isOpen && sql.hasPrefix("BEGIN") {
            // A server that was restarted has closed what was open: whoever begins opens it again.
            result = try execute(sql, values)
        }
        defer { PQclear(result) }
        // After a failure a commit is a rollback, and no error.
        if sql == "COMMIT", String(cString: PQcmdStatus(result)) != sql {
            throw DatabaseFailure(kind: .aborted, code: "PostgreSQL", message: "rolled back: an earlier statement failed", sql: sql)
        }
        return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

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

    private func execute(_ sql: String, _ values: [Value]) throws(DatabaseFailure) -> OpaquePointer {
        let result = try state.withLock { (state) throws(DatabaseFailure) -> UInt in
            // Within a transaction that was lost nothing goes on.
            let connection = try opened(&state, mayOpen: sql.hasPrefix("BEGIN"))
            if sql.hasPrefix("BEGIN") { state.hasMetUnique = false }
            if PostgresSQL.isCommand(sql) { return try checked(PQexec(connection, sql), connection, &state, sql) }
            let parameters = PostgresParameters(values)
            let name = try prepared(sql, parameters.types, connection, &state)
            let result = parameters.withPointers { values, lengths, formats in
                PQexecPrepared(connection, name, Int32(parameters.types.count), values, lengths, formats, 1)
            }
            return try checked(result, connection, &state, sql)
        }
        guard let result = OpaquePointer(bitPattern: result) else { throw PostgresSession.lost("no result", sql) }
        return result
    }

    private func opened(_ state: inout State, mayOpen: Bool) throws(DatabaseFailure) -> OpaquePointer {
        if let open = OpaquePointer(bitPattern: state.connection) { return open }
        guard mayOpen else { throw PostgresSession.lost("the connection was lost", "") }
        state = State()
        // A server that is gone is noticed within seconds, and one of our own that hangs holds up nobody for long. What the address says
        // itself comes later and counts.
        let options: KeyValuePairs = [
            "connect_timeout": "2", "tcp_user_timeout": "5000", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
            "options": "-c idle_in_transaction_session_timeout=10s", "application_name": "sotravel", "client_encoding": "UTF8",
            "dbname": address,
        ]
        let connection = PostgresSession.withTexts(options.map(\.key)) { keys in
            PostgresSession.withTexts(options.map(\.value)) { values in PQconnectdbParams(keys, values, 1) }
        }
        guard let connection else { throw PostgresSession.lost("no memory for a connection", "") }
        guard PQstatus(connection) == CONNECTION_OK else {
            defer { PQfinish(connection) }
            throw PostgresSession.lost(String(cString: PQerrorMessage(connection)), "")
        }
        // Notices would go to the standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        state.connection = UInt(bitPattern: connection)
        return connection
    }

    /// Texts that end with a 0, and a list of them that ends with nil.
    private static func withTexts<T>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> T) -> T {
        let bytes = texts.flatMap { Array($0.utf8CString) }
        let starts = texts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8CString.count) }.dropLast()
        return bytes.withUnsafeBufferPointer { all in
            (starts.map { start in all.baseAddress.map { $0 + start } } + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }

    private func prepared(
        _ sql: String, _ types: [Oid], _ connection: OpaquePointer, _ state: inout State
    ) throws(DatabaseFailure) -> String {
        if let known = state.prepared[sql]?.first(where: { $0.types == types }) { return known.name }
        if state.preparedCount == PostgresSession.mostPrepared {
            PQclear(OpaquePointer(bitPattern: try checked(PQexec(connection, "DEALLOCATE ALL"), connection, &state, sql)))
            (state.prepared, state.preparedCount) = ([:], 0)
        }
        let name = "s\(state.preparedCount)"
        let result = PQprepare(connection, name, PostgresSQL.translated(sql), Int32(types.count), types)
        PQclear(OpaquePointer(bitPattern: try checked(result, connection, &state, sql)))
        state.prepared[sql, default: []].append((types, name))
        state.preparedCount += 1
        return name
    }

    /// The result's address, if it is one of success.
    private func checked(
        _ result: OpaquePointer?, _ connection: OpaquePointer, _ state: inout State, _ sql: String
    ) throws(DatabaseFailure) -> UInt {
        if let result, [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) { return UInt(bitPattern: result) }
        defer { PQclear(result) }
        guard PQstatus(connection) == CONNECTION_OK else {
            let message = String(cString: PQerrorMessage(connection))
            PQfinish(connection)
            state = State()
            throw PostgresSession.lost(message, sql)
        }
        // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY, macros that Swift does not import. The details of an error have values of rows.
        let (code, message) = (PostgresSession.field("C", of: result), PostgresSession.field("M", of: result))
        let kind = DatabaseFailure.Kind(sqlState: code)
        if kind == .unique { state.hasMetUnique = true }
        throw DatabaseFailure(kind: kind, code: "PostgreSQL \(code)", message: message, sql: sql)
    }

    private static func field(_ letter: Unicode.Scalar, of result: OpaquePointer?) -> String {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) } ?? ""
    }

    private static func lost(_ message: String, _ sql: String) -> DatabaseFailure {
        DatabaseFailure(kind: .unreachable, code: "PostgreSQL", message: message, sql: sql)
    }
}

extension DatabaseFailure.Kind {
    /// PostgreSQL, Appendix A: error codes.
    init(sqlState: String) {
        self =
            switch sqlState {
            case "23505": .unique
            case "40001", "40P01": .conflict
            case "53100": .full
            case "53300", "55P03", "57014": .busy
            case "25P02": .aborted
            default: sqlState.hasPrefix("08") || sqlState.hasPrefix("57P") || sqlState == "25006" ? .unreachable : .other
            }
    }
}
