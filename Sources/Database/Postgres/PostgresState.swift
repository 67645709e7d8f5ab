import CLibPQ
import Foundation

/// What a session knows of its connection, which is in libpq's pipeline mode: statements are sent together, and then answered one by one.
struct PostgresState {
    /// Addresses are numbers here: pointers may not pass between threads. 0 while there is no connection.
    var connection: UInt = 0
    /// By table: the column that numbers its rows; "" for none.
    var numbering: [String: String] = [:]
    /// Statements that the next one takes along.
    var waiting: [PostgresCommand] = []
    private(set) var changeCount = 0
    /// Whether a row was met that is in the way, in the transaction under way, be it that somebody has caught it.
    private(set) var hasMetUnique = false
    /// By what the transaction under way is found again.
    private(set) var mark: PostgresMark?
    private var needsMark = false
    /// By text: what is prepared for which types of values.
    private var prepared: [String: [(types: [Oid], name: String)]] = [:]
    private var preparedCount = 0
    /// Whether the answer to the end of a transaction is still to be read.
    private var isUnread = false

    /// Texts are the program's own. Lists of different lengths make texts of their own, which must not add up.
    private static let mostPrepared = 1000
    /// Milliseconds. A server that is there ends a statement itself before that; of one that is patient nobody knows how long it takes.
    private let longestAnswer: Int32

    init(isPatient: Bool) { longestAnswer = isPatient ? -1 : 40_000 }

    /// Whether nothing of a transaction has been sent yet.
    var isBeginning: Bool { waiting.first?.sql.hasPrefix("BEGIN") == true }

    var isInTransaction: Bool {
        if isBeginning { return true }
        guard !isUnread, let connection = OpaquePointer(bitPattern: connection) else { return false }
        return [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(connection))
    }

    var hasFailed: Bool { isInTransaction && PQtransactionStatus(OpaquePointer(bitPattern: connection)) == PQTRANS_INERROR }

    mutating func close() {
        PQfinish(OpaquePointer(bitPattern: connection))
        let count = changeCount
        self = PostgresState(isPatient: longestAnswer < 0)
        changeCount = count
    }

    /// A savepoint that nothing was done in is never sent.
    mutating func add(_ sql: String, _ values: [Value]) {
        let command = PostgresCommand(sql: sql, parameters: PostgresParameters(values))
        if sql.hasPrefix("BEGIN") {
            (waiting, mark, hasMetUnique) = ([command], nil, false)
            needsMark = !sql.hasSuffix("READ ONLY")
        } else if let last = waiting.last?.sql, last.hasPrefix("SAVEPOINT "), sql.hasSuffix(last.dropFirst("SAVEPOINT".count)), sql != last
        {
            if sql.hasPrefix("RELEASE") { waiting.removeLast() }
        } else {
            waiting.append(command)
        }
    }

    /// True if there was nothing else of the transaction, and nobody is to be told of it.
    mutating func forgetsBeginning(isEnding: Bool = false) -> Bool {
        guard isBeginning, !isEnding || !waiting.contains(where: \.isOfChanges) else { return false }
        waiting = []
        return true
    }

    /// Ends the transaction without waiting for an answer: whoever comes next reads it, and hears if the connection was lost.
    mutating func end(_ sql: String) {
        guard !forgetsBeginning() else { return }
        waiting = []
        guard !isUnread, let connection = OpaquePointer(bitPattern: connection) else { return }
        isUnread = true
        PostgresCommand(sql: sql).send(connection)
        PQpipelineSync(connection)
    }

    // MARK: sending and reading

    /// Sends what waits and the statement, and reads all answers. Returns the address of the statement's own.
    mutating func exchange(_ sql: String, _ parameters: PostgresParameters, marks: Bool) throws(DatabaseFailure) -> UInt {
        guard let connection = OpaquePointer(bitPattern: connection) else { throw PostgresLink.lost("no connection", sql) }
        try readEnd(connection)
        var commands = waiting
        // What asks reads, and before it takes its turn a transaction must not.
        if marks, needsMark, sql != PostgresSQL.takingTurns {
            commands.insert(PostgresCommand(sql: PostgresMark.question), at: isBeginning ? 1 : 0)
            needsMark = false
        }
        if preparedCount == PostgresState.mostPrepared {
            commands.append(PostgresCommand(sql: "DEALLOCATE ALL"))
            (prepared, preparedCount) = ([:], 0)
        }
        waiting = []
        if !sql.hasPrefix("SELECT") { changeCount += 1 }
        for command in commands { command.send(connection) }
        let newName = send(sql, parameters, connection)
        PQpipelineSync(connection)
        var failure: DatabaseFailure?
        for command in commands {
            let answer = self.answer(connection, after: failure)
            defer { PQclear(answer) }
            // Without it the transaction is not what the program takes it for.
            note(&failure, answer, connection, command.sql) { $0.endsTransaction || $0.isBusy ? $0 : $0.with(kind: .aborted) }
            if command.sql == PostgresMark.question { mark = answer.flatMap { PostgresMark($0) } }
        }
        if let newName {
            let answer = self.answer(connection, after: failure)
            defer { PQclear(answer) }
            note(&failure, answer, connection, sql)
            if failure == nil { keep(newName, sql, parameters.types) }
        }
        let answer = self.answer(connection, after: failure)
        note(&failure, answer, connection, sql)
        if failure?.isUnreachable != true { PQclear(PQgetResult(connection)) }
        guard let failure else { return UInt(bitPattern: answer) }
        PQclear(answer)
        if failure.isUniqueViolation { hasMetUnique = true }
        throw failure.isUnreachable && sql == "COMMIT" ? failure.with(kind: .unknown) : failure
    }

    private mutating func keep(_ name: String, _ sql: String, _ types: [Oid]) {
        prepared[sql, default: []].append((types, name))
        preparedCount += 1
    }

    /// The name under which the statement is prepared first; nil if it was already, or is not.
    private func send(_ sql: String, _ parameters: PostgresParameters, _ connection: OpaquePointer) -> String? {
        if PostgresSQL.isCommand(sql) {
            PostgresCommand(sql: sql).send(connection)
            return nil
        }
        let (types, count) = (parameters.types, Int32(parameters.types.count))
        let known = prepared[sql]?.first { $0.types == types }?.name
        let name = known ?? "s\(preparedCount)"
        if known == nil { PQsendPrepare(connection, name, PostgresSQL.translated(sql), count, types) }
        parameters.withPointers { values, lengths, formats in
            _ = PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)
        }
        return known == nil ? name : nil
    }

    /// The answer to what `end` sent.
    private mutating func readEnd(_ connection: OpaquePointer) throws(DatabaseFailure) {
        guard isUnread else { return }
        isUnread = false
        let answer = self.answer(connection)
        defer { PQclear(answer) }
        PQclear(PQgetResult(connection))
        // Whoever cannot end a transaction is of no use for the next.
        guard answer != nil, PQresultStatus(answer) == PGRES_COMMAND_OK else {
            throw PostgresLink.lost(String(cString: PQerrorMessage(connection)), "")
        }
    }

    /// The answer to one statement; nil if the connection was lost, and none is waited for then.
    private func answer(_ connection: OpaquePointer, after failure: DatabaseFailure? = nil) -> OpaquePointer? {
        if failure?.isUnreachable == true { return nil }
        while PQisBusy(connection) == 1 {
            var waiting = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, longestAnswer)
            if count == 0 || (count < 0 && errno != EINTR) { return nil }
            if count > 0, PQconsumeInput(connection) == 0 { break }
        }
        let first = PQgetResult(connection)
        while first != nil, let more = PQgetResult(connection) { PQclear(more) }
        return first
    }

    private func note(
        _ failure: inout DatabaseFailure?, _ answer: OpaquePointer?, _ connection: OpaquePointer, _ sql: String,
        _ adapted: (DatabaseFailure) -> DatabaseFailure = { $0 }
    ) {
        guard failure == nil else { return }
        if let answer, [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(answer)) { return }
        if answer == nil || PQstatus(connection) != CONNECTION_OK {
            failure = adapted(PostgresLink.lost(String(cString: PQerrorMessage(connection)), sql))
        } else {
            failure = adapted(PostgresLink.failure(answer, sql))
        }
    }
}
