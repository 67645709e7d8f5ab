/// What the schema in front consists of, a line for each part. Names that the server gave by itself are not among it.
struct PostgresShape {
    /// Columns, conditions, references and triggers.
    let parts: Set<String>
    /// What somebody may add to without harm: indexes and functions.
    let helpers: Set<String>

    init(_ connection: Connection) throws {
        let found = try PostgresShape.queries.map { try connection.all($0) { $0.text(0) } }
        (parts, helpers) = (Set(found[0...2].joined()), Set(found[3...].joined()))
    }

    /// What the program makes by itself where there is nothing, made aside and thrown away with the transaction.
    static func wanted(_ connection: Connection) throws -> PostgresShape {
        try connection.run("SAVEPOINT aside")
        try connection.run("CREATE SCHEMA sotravel_check")
        _ = try connection.one("SELECT set_config('search_path', 'sotravel_check', TRUE)") { _ in }
        try PostgresSchema.makeAnew(connection)
        let shape = try PostgresShape(connection)
        try connection.run("ROLLBACK TO aside")
        return shape
    }

    /// How this one differs from the one that is wanted, in tables that the program knows.
    func complaints(wanted: PostgresShape) -> [String] {
        let tables = Set(wanted.parts.map(PostgresShape.table))
        let missing = wanted.parts.subtracting(parts).union(wanted.helpers.subtracting(helpers))
        let foreign = parts.subtracting(wanted.parts).filter { tables.contains(PostgresShape.table($0)) }
        return missing.sorted().map { "missing: \($0)" } + foreign.sorted().map { "not of this program: \($0)" }
    }

    private static func table(_ part: String) -> Substring { part.prefix { $0 != ":" } }

    /// Partitions are as their table is.
    private static let queries = [
        """
        SELECT format('%s: %s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
            CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END, CASE WHEN a.attidentity <> '' THEN ' IDENTITY' ELSE '' END,
            (SELECT ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d WHERE d.adrelid = c.oid AND d.adnum = a.attnum))
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = current_schema()::REGNAMESPACE AND c.relkind IN ('r', 'p') AND NOT c.relispartition
            AND a.attnum > 0 AND NOT a.attisdropped
        """,
        """
        SELECT format('%s: %s', c.relname, replace(pg_get_constraintdef(o.oid), format('%I.', current_schema()), ''))
        FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
        WHERE c.relnamespace = current_schema()::REGNAMESPACE AND NOT c.relispartition AND o.contype IN ('p', 'u', 'f', 'c')
        """,
        """
        SELECT format('%s: %s', c.relname, replace(pg_get_triggerdef(t.oid), format('%I.', current_schema()), ''))
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = current_schema()::REGNAMESPACE AND NOT c.relispartition AND NOT t.tgisinternal
        """,
        """
        SELECT replace(pg_get_indexdef(i.indexrelid), format('%I.', current_schema()), '')
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        WHERE c.relnamespace = current_schema()::REGNAMESPACE AND NOT c.relispartition
            AND NOT EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conindid = i.indexrelid AND o.contype IN ('p', 'u', 'x'))
        """,
        """
        SELECT format('function %s(%s): %s', proname, pg_get_function_identity_arguments(oid), prosrc)
        FROM pg_proc WHERE pronamespace = current_schema()::REGNAMESPACE
        """,
    ]
}
