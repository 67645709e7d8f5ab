import CLibPQ

/// Connections of libpq.
enum PostgresLink {
    /// For how long a statement may take, in milliseconds, before the server ends it. Whoever waits for the row that somebody else's
    /// transaction holds waits less: other nodes hold theirs for a moment.
    private static let timeouts = "-c statement_timeout=30s -c lock_timeout=2s "
    /// A node that hangs in a transaction keeps its locks that long. What begins none says no isolation, and must conflict with nothing.
    private static let rest = """
        -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 \
        -c idle_in_transaction_session_timeout=5s -c default_transaction_isolation=read\\ committed
        """

    /// - Parameter isPatient: for work that may take long and runs before anything else.
    static func open(
        _ address: String, lock: PostgresLock = .none, isPatient: Bool, isPipelined: Bool = true
    ) throws(DatabaseFailure) -> OpaquePointer {
        // A server that is gone is noticed within seconds, and one of our own that hangs holds up nobody for long. What the address says
        // itself comes later and counts. Of several servers the one that takes writes is meant.
        let options: KeyValuePairs = [
            "connect_timeout": "2", "tcp_user_timeout": "5000", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
            "target_session_attrs": "read-write",
            "options": (isPatient ? "" : timeouts) + rest, "application_name": "sotravel",
            "client_encoding": "UTF8", "dbname": address,
        ]
        let connection = withTexts(options.map(\.key)) { keys in
            withTexts(options.map(\.value)) { values in PQconnectdbParams(keys, values, 1) }
        }
        guard let connection else { throw lost("no memory for a connection", "") }
        do throws(DatabaseFailure) {
            guard PQstatus(connection) == CONNECTION_OK else { throw lost(String(cString: PQerrorMessage(connection)), "") }
            // Notices would go to the standard error.
            PQsetNoticeProcessor(connection, { _, _ in }, nil)
            try take(lock, connection)
            guard !isPipelined || PQenterPipelineMode(connection) == 1 else { throw lost(String(cString: PQerrorMessage(connection)), "") }
            return connection
        } catch {
            PQfinish(connection)
            throw error
        }
    }

    private static func take(_ lock: PostgresLock, _ connection: OpaquePointer) throws(DatabaseFailure) {
        guard let statement = lock.statement else { return }
        let result = PQexec(connection, statement)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw failure(result, statement) }
        guard PQgetvalue(result, 0, 0).map({ String(cString: $0) }) == "t" else { throw lock.refusal }
    }

    /// Whether the server may answer soon: it does not yet, or it is just starting. Not so if it refuses the name or the password.
    static func isStillAway(_ address: String) -> Bool {
        let result = withTexts(["connect_timeout", "dbname"]) { keys in
            withTexts(["2", address]) { values in PQpingParams(keys, values, 1) }
        }
        return result == PQPING_NO_RESPONSE || result == PQPING_REJECT
    }

    static func lost(_ message: String, _ sql: String) -> DatabaseFailure {
        DatabaseFailure(kind: .unreachable, code: "PostgreSQL", message: message, sql: sql)
    }

    static func failure(_ result: OpaquePointer?, _ sql: String) -> DatabaseFailure {
        // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY, macros that Swift does not import. The details of an error have values of rows.
        let (code, message) = (field("C", of: result), field("M", of: result))
        // PG_DIAG_SOURCE_FUNCTION: the table has changed since the statement was prepared. Of this error there is no code of its own.
        let isStale = code == "26000" || (code == "0A000" && field("R", of: result) == "RevalidateCachedQuery")
        return DatabaseFailure(
            kind: isStale ? .stale : .init(sqlState: code), code: "PostgreSQL \(code)", message: message, sql: sql)
    }

    private static func field(_ letter: Unicode.Scalar, of result: OpaquePointer?) -> String {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) } ?? ""
    }

    /// Texts that end with a 0, and a list of them that ends with nil.
    private static func withTexts<T>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> T) -> T {
        let bytes = texts.flatMap { Array($0.utf8CString) }
        let starts = texts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8CString.count) }.dropLast()
        return bytes.withUnsafeBufferPointer { all in
            (starts.map { start in all.baseAddress.map { $0 + start } } + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
        }
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
            default:
                ["08", "57P"].contains { sqlState.hasPrefix($0) } || ["25006", "25P03"].contains(sqlState) ? .unreachable : .other
            }
    }
}
