import CLibPQ

/// A statement that is said once: nothing is prepared for it.
struct PostgresCommand {
    let sql: String
    var parameters = PostgresParameters([])

    /// Whether others hear of something by it.
    var isOfChanges: Bool { PostgresChanges.isStatement(sql) }

    /// What cannot be sent is noticed when its answer is missing.
    func send(_ connection: OpaquePointer) {
        let types = parameters.types
        parameters.withPointers { values, lengths, formats in
            _ = PQsendQueryParams(connection, sql, Int32(types.count), types, values, lengths, formats, 1)
        }
    }
}
