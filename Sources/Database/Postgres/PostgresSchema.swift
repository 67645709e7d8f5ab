import GRDB

/// The schema in PostgreSQL: the same tables under the same numbers. What the first 53 migrations made is read from a new SQLite
/// database in memory and written in PostgreSQL's words, so that there is one list of migrations and no second text of it. Those after
/// them run here too, in a database that is new as in one that is not: both become the same.
enum PostgresSchema {
    /// No database of PostgreSQL is older.
    private static let base = 53
    /// Any number that nothing else locks in this database.
    private static let lock = 7_261_930_114
    private static let list = "CREATE TABLE IF NOT EXISTS schema_migration (number BIGINT PRIMARY KEY, name TEXT NOT NULL)"
    private static let messageLock = 7_261_930_116

    /// All or nothing. Nodes that start at once wait for one another.
    static func apply(_ migrations: [Migration], to connection: Connection) throws {
        try connection.run("BEGIN")
        do {
            try connection.run("SELECT pg_advisory_xact_lock(?)", [Value(lock)])
            try connection.run(list)
            let applied = try Migration.applied(of: migrations, connection)
            if applied.isEmpty {
                try makeAnew(connection, migrations)
            } else {
                guard applied.isSuperset(of: 1...base) else { throw OlderSchema(applied: applied.max() ?? 0) }
                try migrate(migrations.filter { !applied.contains($0.number) }, connection)
            }
            if migrations.contains(where: { $0.number == PostgresNews.since }) { try PostgresNews.forget(connection) }
            try connection.run("COMMIT")
        } catch {
            if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
            throw error
        }
    }

    private static func migrate(_ pending: [Migration], _ connection: Connection) throws {
        for migration in pending where migration.number > base { try PostgresMigration.apply(migration, to: connection) }
    }

    static func makeAnew(_ connection: Connection, _ migrations: [Migration] = Migration.all) throws {
        try connection.run(list)
        for statement in functions { try connection.run(statement) }
        try DatabaseQueue().writeWithoutTransaction { database in
            let model = Connection(session: .sqlite(database))
            try Migration.apply(migrations.filter { $0.number <= base }, to: model)
            let texts = try model.all("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'trigger' ORDER BY rowid") {
                (name: $0.text(0), sql: $0.text(1))
            }
            // What the full-text table of SQLite is made of has no counterpart.
            let foreign = ["message_search", "sqlite_", "schema_migration"]
            let own = texts.filter { text in !foreign.contains { text.name.hasPrefix($0) } }
            for text in own { try connection.run(PostgresTable.translated(text.sql)) }
            let tables = own.filter { $0.sql.hasPrefix("CREATE TABLE") }
            for table in tables { try copy(table.name, from: model, to: connection) }
            for table in tables {
                for reference in PostgresTable.references(table.sql, of: table.name) { try connection.run(reference) }
            }
            try copy("schema_migration", from: model, to: connection)
        }
        for statement in searchIndex + inOrder + guards { try connection.run(statement) }
        try migrate(migrations, connection)
    }

    /// Rows that migrations put into new tables.
    private static func copy(_ table: String, from model: Connection, to connection: Connection) throws {
        let columns = try model.all("SELECT name, type FROM pragma_table_info(?)", [.text(table)]) { (name: $0.text(0), type: $0.text(1)) }
        let rows = try model.all("SELECT * FROM \(table)") { row in
            columns.indices.map { index -> Value in
                let column = Int32(index)
                if row.isNull(column) { return .null }
                return switch columns[index].type {
                case "INTEGER": .integer(row.integer(column))
                case "REAL": .real(row.real(column))
                case "BLOB": .blob(row.blob(column))
                default: .text(row.text(column))
                }
            }
        }
        let names = columns.map(\.name).joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        for row in rows { try connection.run("INSERT INTO \(table) (\(names)) VALUES (\(marks))", row) }
    }

    /// What SQLite has and PostgreSQL lacks. The greater and the smaller of two numbers are NULL if one is.
    private static let functions = [
        "CREATE FUNCTION max(BIGINT, BIGINT) RETURNS BIGINT LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT greatest($1, $2)'",
        "CREATE FUNCTION min(BIGINT, BIGINT) RETURNS BIGINT LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT least($1, $2)'",
        "CREATE FUNCTION instr(TEXT, TEXT) RETURNS BIGINT LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT strpos($1, $2)::BIGINT'",
        "CREATE FUNCTION hex(BYTEA) RETURNS TEXT LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT upper(encode($1, ''hex''))'",
        """
        CREATE FUNCTION group_concat_step(TEXT, TEXT, TEXT) RETURNS TEXT LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS
            'SELECT CASE WHEN $2 IS NULL THEN $1 WHEN $1 IS NULL THEN $2 ELSE $1 || $3 || $2 END'
        """,
        "CREATE AGGREGATE group_concat(TEXT, TEXT) (SFUNC = group_concat_step, STYPE = TEXT)",
    ]

    /// Words of messages without large letters and marks, as SQLite's `unicode61 remove_diacritics 2` folds them. `search_query` reads the
    /// form that `MessageStore.search` writes: "\"fondue\"* \"tonight\"*".
    private static let searchIndex = [
        """
        CREATE FUNCTION search_words(text TEXT) RETURNS TEXT[] LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE AS $$
            SELECT regexp_split_to_array(btrim(regexp_replace(regexp_replace(
                normalize(lower(text COLLATE "und-x-icu"), NFD), '[\\u0300-\\u036f]', '', 'g'),
                '[^[:alnum:]]+' COLLATE "und-x-icu", ' ', 'g')), ' ') $$
        """,
        """
        CREATE FUNCTION search_query(text TEXT) RETURNS TSQUERY LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE AS $$
            SELECT string_agg(quote_literal(word) || ':*', ' & ')::TSQUERY FROM unnest(search_words(text)) word WHERE word <> '' $$
        """,
        "CREATE TABLE message_search (rowid BIGINT PRIMARY KEY, words TSVECTOR NOT NULL)",
        "CREATE INDEX message_search_words ON message_search USING gin (words)",
        """
        CREATE FUNCTION search_progress_moves() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO message_search SELECT number, array_to_tsvector(array_remove(search_words(text), '')) FROM message
            WHERE number > old.indexed_to AND number <= new.indexed_to;
            RETURN NULL;
        END $$
        """,
        """
        CREATE FUNCTION message_search_follows() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
            IF TG_OP = 'DELETE' THEN DELETE FROM message_search WHERE rowid = old.number;
            ELSE UPDATE message_search SET words = array_to_tsvector(array_remove(search_words(new.text), '')) WHERE rowid = new.number;
            END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER search_progress_moves AFTER UPDATE OF indexed_to ON search_progress
        FOR EACH ROW EXECUTE FUNCTION search_progress_moves()
        """,
        "CREATE TRIGGER message_search_delete AFTER DELETE ON message FOR EACH ROW EXECUTE FUNCTION message_search_follows()",
        "CREATE TRIGGER message_search_update AFTER UPDATE OF text ON message FOR EACH ROW EXECUTE FUNCTION message_search_follows()",
    ]

    /// Numbers of messages are committed in their order: whoever has seen one has seen all before it. Pages ask for what comes after the last
    /// one they have; the search index, read positions and notices go on from the last one they saw. A number is taken when a row is
    /// inserted and a transaction may end long after another that took a later one, so before its first message each waits for those that
    /// have inserted some. The trigger is the statement's, as a row has its number before the row's triggers.
    private static let inOrder = [
        """
        CREATE FUNCTION message_in_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
            PERFORM pg_advisory_xact_lock(\(messageLock));
            RETURN NULL;
        END $$
        """,
        "CREATE TRIGGER message_in_order BEFORE INSERT ON message FOR EACH STATEMENT EXECUTE FUNCTION message_in_order()",
    ]

    /// Logs are append-only: only with a trip or an event that is being deleted do they go. In `audit` words may be withdrawn, no more.
    private static let guards =
        [
            """
            CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
            END $$
            """,
            """
            CREATE FUNCTION keep_until_trip_is_deleted() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                IF EXISTS (SELECT 1 FROM trip WHERE id = old.trip_id AND deleted_at IS NOT NULL) THEN RETURN old; END IF;
                RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
            END $$
            """,
            """
            CREATE FUNCTION keep_until_event_is_deleted() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                IF EXISTS (SELECT 1 FROM event e JOIN trip t ON t.id = e.trip_id
                    WHERE e.id = old.event_id AND (e.deleted_at IS NOT NULL OR t.deleted_at IS NOT NULL)) THEN RETURN old; END IF;
                RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
            END $$
            """,
            """
            CREATE FUNCTION let_words_be_withdrawn() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                IF (new.sequence, new.at, new.actor_id, new.actor_name, new.trip_id, new.roster_version, new.action, new.subject_id,
                    new.subject_name, jsonb_array_length(new.changes::JSONB)) IS DISTINCT FROM
                    (old.sequence, old.at, old.actor_id, old.actor_name, old.trip_id, old.roster_version, old.action, old.subject_id,
                    old.subject_name, jsonb_array_length(old.changes::JSONB))
                    OR EXISTS (SELECT 1 FROM jsonb_array_elements(new.changes::JSONB) WITH ORDINALITY n (value, place)
                        JOIN jsonb_array_elements(old.changes::JSONB) WITH ORDINALITY o (value, place) ON o.place = n.place
                        WHERE n.value ->> 'field' IS DISTINCT FROM o.value ->> 'field'
                            OR n.value ->> 'from' <> '' OR n.value ->> 'to' <> '')
                THEN RAISE EXCEPTION 'audit is append-only'; END IF;
                RETURN new;
            END $$
            """,
        ]
        + [
            ("event_log", "UPDATE", "refuse_change"), ("event_log", "DELETE", "keep_until_event_is_deleted"),
            ("moderation_log", "UPDATE", "refuse_change"), ("moderation_log", "DELETE", "keep_until_trip_is_deleted"),
            ("audit", "UPDATE", "let_words_be_withdrawn"), ("audit", "DELETE", "keep_until_trip_is_deleted"),
        ].map { table, change, function in
            "CREATE TRIGGER \(table)_no_\(change.lowercased()) BEFORE \(change) ON \(table) FOR EACH ROW EXECUTE FUNCTION \(function)()"
        }
}

/// There is none but by hand: the first schema in PostgreSQL had number 53.
struct OlderSchema: Error, CustomStringConvertible {
    let applied: Int
    var description: String { "The database has schema \(applied), which no Sotravel made in PostgreSQL. Make a new database." }
}
