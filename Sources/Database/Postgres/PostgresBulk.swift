import CLibPQ

/// A connection for work on whole tables while nobody else uses the database: statements take as long as they need, rows come one after the
/// other and go in by COPY. One thread uses it, and after an error nobody.
final class PostgresBulk {
    /// As many bytes are sent at once.
    private static let piece = 1 << 18
    private var connection: OpaquePointer?

    /// Nobody else has the database open until this is closed.
    /// - Parameter address: as libpq takes it.
    init(address: String) throws {
        connection = PostgresBulk.open(address)
        guard PQstatus(connection) == CONNECTION_OK else { throw lost("") }
        // Notices would go to the standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        PQsetClientEncoding(connection, "UTF8")
        for setting in ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] { try run("SET \(setting) = 0") }
        var isAlone = false
        try each(PostgresLock.alone.statement ?? "") { isAlone = $0.boolean(0) }
        guard isAlone else { throw PostgresLock.alone.refusal }
    }

    deinit { close() }

    /// Of several servers the one that takes writes is meant.
    private static func open(_ address: String) -> OpaquePointer? {
        "target_session_attrs".withCString { name in
            "read-write".withCString { value in
                "dbname".withCString { database in
                    address.withCString { PQconnectdbParams([name, database, nil], [value, $0, nil], 1) }
                }
            }
        }
    }

    /// What was not committed is undone. Whoever opens the database after this finds nobody there.
    func close() {
        if [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(connection)) { PQclear(PQexec(connection, "ROLLBACK")) }
        if PQtransactionStatus(connection) == PQTRANS_IDLE { PQclear(PQexec(connection, "SELECT pg_advisory_unlock_all()")) }
        PQfinish(connection)
        connection = nil
    }

    func run(_ sql: String) throws(DatabaseFailure) {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else { throw failure(result, sql) }
    }

    /// Calls `body` for every row as it comes.
    func each(_ sql: String, _ body: (Row) throws -> Void) throws {
        guard PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 1 else { throw lost(sql) }
        PQsetSingleRowMode(connection)
        while let result = PQgetResult(connection) {
            defer { PQclear(result) }
            do {
                switch PQresultStatus(result) {
                case PGRES_SINGLE_TUPLE: try body(Row(source: result, line: 0))
                case PGRES_TUPLES_OK: continue
                default: throw failure(result, sql)
                }
            } catch {
                cancel()
                throw error
            }
        }
    }

    /// COPY in PostgreSQL's binary form (its manual, "COPY", "Binary Format").
    /// - Parameters:
    ///   - table: with the names of its columns: "trip (id, name)".
    ///   - rows: hands on one row after the other.
    func copy(into table: String, _ rows: (_ add: ([Value]) throws -> Void) throws -> Void) throws {
        let sql = "COPY \(table) FROM STDIN (FORMAT binary)"
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COPY_IN else { throw failure(result, sql) }
        var buffer = PostgresCopyBuffer()
        do {
            try rows { values in
                buffer.add(values)
                if buffer.bytes.count >= PostgresBulk.piece { try send(&buffer, sql) }
            }
        } catch {
            PQputCopyEnd(connection, "stopped")
            skip()
            throw error
        }
        buffer.end()
        try send(&buffer, sql)
        guard PQputCopyEnd(connection, nil) == 1 else { throw lost(sql) }
        while let result = PQgetResult(connection) {
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure(result, sql) }
        }
    }

    /// The rows that are still to come are many, maybe.
    private func cancel() {
        let handle = PQgetCancel(connection)
        defer { PQfreeCancel(handle) }
        var message = [CChar](repeating: 0, count: 256)
        PQcancel(handle, &message, Int32(message.count))
        skip()
    }

    private func skip() {
        while let result = PQgetResult(connection) { PQclear(result) }
    }

    private func send(_ buffer: inout PostgresCopyBuffer, _ sql: String) throws(DatabaseFailure) {
        let isSent = buffer.bytes.withUnsafeBytes {
            PQputCopyData(connection, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count)) == 1
        }
        guard isSent else { throw lost(sql) }
        buffer.bytes.removeAll(keepingCapacity: true)
    }

    private func lost(_ sql: String) -> DatabaseFailure { PostgresLink.lost(String(cString: PQerrorMessage(connection)), sql) }

    private func failure(_ result: OpaquePointer?, _ sql: String) -> DatabaseFailure {
        PQstatus(connection) == CONNECTION_OK ? PostgresLink.failure(result, sql) : lost(sql)
    }
}

/// Rows on their way into a table.
private struct PostgresCopyBuffer {
    /// Begins with the signature, and two numbers of 32 bits that say that nothing is special.
    var bytes: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

    mutating func add(_ values: [Value]) {
        append(Int16(values.count))
        for value in values {
            switch value {
            case .null: append(-1 as Int32)
            case .integer(let number):
                append(8 as Int32)
                append(number)
            case .real(let number):
                append(8 as Int32)
                append(number.bitPattern)
            case .text(let text):
                append(Int32(clamping: text.utf8.count))
                bytes.append(contentsOf: text.utf8)
            case .blob(let blob):
                append(Int32(clamping: blob.count))
                bytes.append(contentsOf: blob)
            }
        }
    }

    mutating func end() { append(-1 as Int16) }

    private mutating func append<T: FixedWidthInteger>(_ number: T) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
