/// What SQLite's own checks find in a file, asked of a server's database: rows that cannot be read, references to nothing, indexes that are
/// not whole; and whether tables and columns are those that this program makes. Nothing of it changes anything.
struct PostgresCheck {
    private let connection: Connection

    static func complaints(address: String) throws -> [String] {
        let session = PostgresSession(address: address, isPatient: true)
        defer { session.close() }
        let check = PostgresCheck(connection: Connection(session: .postgres(session)))
        try check.connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ")
        let complaints = try check.complaints()
        try check.connection.run("ROLLBACK")
        return complaints
    }

    private func complaints() throws -> [String] {
        let isThere = try connection.one("SELECT to_regclass('schema_migration') IS NOT NULL") { $0.boolean(0) }
        guard isThere == true else { return ["this is no Sotravel database"] }
        return try unreadable() + brokenReferences() + unchecked() + brokenIndexes() + differences()
    }

    /// Reads every row of every table, whatever is kept beside it too.
    private func unreadable() throws -> [String] {
        let tables = try connection.all(
            """
            SELECT oid::REGCLASS::TEXT FROM pg_class WHERE relnamespace = current_schema()::REGNAMESPACE AND relkind = 'r' ORDER BY relname
            """
        ) { $0.text(0) }
        return try tables.compactMap { table in
            try failure("SELECT count(*) FROM \(table) x WHERE x::TEXT IS NULL", []).map { "\(table) cannot be read: \($0)" }
        }
    }

    /// The server refuses them, but not from whoever switched its triggers off.
    private func brokenReferences() throws -> [String] {
        let references = try connection.all(
            """
            SELECT o.conrelid::REGCLASS::TEXT, o.confrelid::REGCLASS::TEXT,
                string_agg(format('own.%I = other.%I', a.attname, b.attname), ' AND '),
                string_agg(format('own.%I IS NOT NULL', a.attname), ' AND ')
            FROM pg_constraint o CROSS JOIN LATERAL unnest(o.conkey, o.confkey) k (own, other)
            JOIN pg_attribute a ON a.attrelid = o.conrelid AND a.attnum = k.own
            JOIN pg_attribute b ON b.attrelid = o.confrelid AND b.attnum = k.other
            WHERE o.contype = 'f' AND o.connamespace = current_schema()::REGNAMESPACE AND o.conparentid = 0
            GROUP BY o.oid, o.conrelid, o.confrelid ORDER BY 1, 2
            """
        ) { (table: $0.text(0), other: $0.text(1), match: $0.text(2), isSet: $0.text(3)) }
        return try references.compactMap { reference in
            let count = try connection.one(
                """
                SELECT count(*) FROM \(reference.table) own
                WHERE \(reference.isSet) AND NOT EXISTS (SELECT 1 FROM \(reference.other) other WHERE \(reference.match))
                """
            ) { $0.int(0) }
            return count == 0 ? nil : "broken reference in \(reference.table) to \(reference.other), rows: \(count ?? 0)"
        }
    }

    private func unchecked() throws -> [String] {
        try connection.all(
            """
            SELECT format('a condition of %s was never checked: %s', conrelid::REGCLASS, pg_get_constraintdef(oid)) FROM pg_constraint
            WHERE connamespace = current_schema()::REGNAMESPACE AND NOT convalidated
            UNION
            SELECT format('triggers of %s are switched off', t.tgrelid::REGCLASS) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
            WHERE c.relnamespace = current_schema()::REGNAMESPACE AND t.tgenabled = 'D' ORDER BY 1
            """
        ) { $0.text(0) }
    }

    private func brokenIndexes() throws -> [String] {
        let invalid = try connection.all(
            """
            SELECT format('the index %s is not whole', indexrelid::REGCLASS) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
            WHERE c.relnamespace = current_schema()::REGNAMESPACE AND NOT (i.indisvalid AND i.indisready) ORDER BY 1
            """
        ) { $0.text(0) }
        return try invalid + disordered()
    }

    /// What the extension amcheck finds, where it is installed and this role may use it.
    private func disordered() throws -> [String] {
        let function = try connection.one(
            """
            SELECT format('%I.bt_index_check', n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
            JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname = 'bt_index_check' AND p.pronargs = 2
            WHERE e.extname = 'amcheck' AND has_function_privilege(p.oid, 'EXECUTE')
            """
        ) { $0.text(0) }
        guard let function else { return [] }
        let indexes = try connection.all(
            """
            SELECT c.oid::BIGINT, c.relname::TEXT FROM pg_class c JOIN pg_am a ON a.oid = c.relam JOIN pg_index i ON i.indexrelid = c.oid
            WHERE c.relnamespace = current_schema()::REGNAMESPACE AND c.relkind = 'i' AND a.amname = 'btree' AND i.indisvalid
            """
        ) { (number: $0.int(0), name: $0.text(1)) }
        return try indexes.compactMap { index in
            try failure("SELECT 1 FROM \(function)(?::OID::REGCLASS, TRUE)", [Value(index.number)]).map { "the index \(index.name): \($0)" }
        }
    }

    /// A schema of another number has other tables.
    private func differences() throws -> [String] {
        let applied = Set(try connection.all("SELECT number FROM schema_migration") { $0.int(0) })
        let mayMake = try connection.one("SELECT has_database_privilege(current_database(), 'CREATE')") { $0.boolean(0) } ?? false
        guard applied == Set(Migration.all.map(\.number)), mayMake else { return [] }
        return try PostgresShape(connection).complaints(wanted: .wanted(connection))
    }

    /// What the server says to a query that may fail.
    private func failure(_ sql: String, _ values: [Value]) throws -> String? {
        try connection.run("SAVEPOINT part")
        do {
            try connection.each(sql, values) { _ in }
            try connection.run("RELEASE part")
            return nil
        } catch let failure where !failure.endsTransaction {
            try connection.run("ROLLBACK TO part")
            return failure.message
        }
    }
}

/// Databases of servers beside the one that is served.
extension AppDatabase {
    /// Reads a database that stays as it is, whatever its schema.
    package static func look<T>(postgresql address: String, _ body: (Connection) throws -> T) throws -> T {
        let session = PostgresSession(address: address, isPatient: true)
        defer { session.close() }
        let connection = Connection(session: .postgres(session))
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        let result = try body(connection)
        try connection.run("COMMIT")
        return result
    }

    /// The extensions that stand in a schema of a server's database.
    package static func extensions(postgresql address: String, schema: String) throws -> [String] {
        try look(postgresql: address) { connection in
            try connection.all(
                "SELECT e.extname::TEXT FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE n.nspname = ?",
                [.text(schema)]
            ) { $0.text(0) }
        }
    }

    /// Every complaint about a server's database; empty when it is sound.
    package static func complaints(postgresql address: String) throws -> [String] { try PostgresCheck.complaints(address: address) }
}
