import Database
import Foundation
import TestDatabases
import Testing

/// A schema that grew and one that was made at once are the same, on each engine.
@Suite struct MigrationTests {
    /// What a later version may bring.
    private static let later = [
        Migration(
            number: 901, name: "boots",
            sql: """
                CREATE TABLE boot (
                    number INTEGER PRIMARY KEY,
                    member_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                    shelf_id BLOB REFERENCES shelf (id),
                    size REAL NOT NULL CHECK (size > 0),
                    label TEXT NOT NULL DEFAULT '' UNIQUE
                );

                CREATE TABLE shelf (id BLOB PRIMARY KEY CHECK (length(id) = 16)) STRICT, WITHOUT ROWID;

                CREATE INDEX boot_member ON boot (member_id, size) WHERE label <> '';

                """),
        Migration(
            number: 902, name: "boots by trip",
            sql: """
                ALTER TABLE boot ADD COLUMN trip_id BLOB REFERENCES trip (id);

                ALTER TABLE boot ADD COLUMN is_warm INTEGER NOT NULL DEFAULT 0 CHECK (is_warm IN (0, 1));

                INSERT INTO job_report (name, ran_at, summary) VALUES ('boots', 1, '');

                UPDATE job_report SET summary = 'none' WHERE name = 'boots';

                DROP INDEX boot_member;

                """),
        Migration(
            number: 903, name: "boots without shelves",
            sql: """
                CREATE TABLE boot_new (
                    number INTEGER PRIMARY KEY,
                    member_id BLOB NOT NULL REFERENCES member (id) ON DELETE CASCADE,
                    size REAL NOT NULL CHECK (size > 0),
                    label TEXT NOT NULL DEFAULT '' UNIQUE,
                    trip_id BLOB REFERENCES trip (id),
                    is_warm INTEGER NOT NULL DEFAULT 0 CHECK (is_warm IN (0, 1))
                );

                DROP TABLE boot;

                ALTER TABLE boot_new RENAME TO boot;

                DROP TABLE shelf;

                CREATE TRIGGER boot_stays BEFORE DELETE ON boot BEGIN SELECT RAISE(ABORT, 'stays'); END;

                """,
            postgres: """
                ALTER TABLE boot DROP COLUMN shelf_id;

                DROP TABLE shelf;

                CREATE TRIGGER boot_stays BEFORE DELETE ON boot FOR EACH ROW EXECUTE FUNCTION refuse_change();

                """),
    ]
    private static let broken = Migration(number: 904, name: "broken", sql: "CREATE TABLE half (x INTEGER);\n\nUPDATE half SET y = 1;\n\n")

    /// Everything that a database is made of, a line each.
    private func catalogue(_ database: AppDatabase) throws -> [String] {
        let queries =
            TestDatabase.isOnServer
            ? [
                """
                SELECT concat_ws(' ', c.relname, c.relkind, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid))
                FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
                """,
                """
                SELECT concat_ws(' ', c.relname, a.attnum - (SELECT count(*) FROM pg_attribute g WHERE g.attrelid = a.attrelid
                    AND g.attisdropped AND g.attnum < a.attnum), a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation,
                    a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid))
                FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
                WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relnamespace = 'public'::regnamespace
                """,
                "SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint",
                "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
                "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
                "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a'",
                "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
                "SELECT number || ' ' || name FROM schema_migration",
            ]
            : [
                "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_master",
                "SELECT number || ' ' || name FROM schema_migration",
            ]
        return try database.read { connection in try queries.flatMap { try connection.all($0) { $0.text(0) } }.sorted() }
    }

    @Test func whatGrewIsAsWhatIsNew() throws {
        let steps = [54, 901, 902, 904].map { end in (Migration.all + MigrationTests.later).filter { $0.number < end } }
        let grown = try TestDatabase()
        for step in steps { grown.close(try grown.open(step)) }
        let new = try TestDatabase()
        let databases = (try grown.open(steps[3]), try new.open(steps[3]))
        defer {
            grown.close(databases.0)
            new.close(databases.1)
        }
        let (old, expected) = (try catalogue(databases.0), try catalogue(databases.1))
        #expect(Set(old).symmetricDifference(expected).sorted() == [] && old.count == expected.count && old.count > 300)
        let note = "SELECT summary FROM job_report WHERE name = 'boots'"
        #expect(try databases.0.read { try $0.one(note) { $0.text(0) } } == "none")
        #expect { try grown.open(steps[2]) } throws: { "\($0)".contains("written by a newer Sotravel") }
    }

    /// Each engine's own text of a migration comes to the same tables, columns and indexes.
    @Test(.enabled(if: TestDatabase.isOnServer)) func bothEnginesHaveTheSameTables() throws {
        let (server, file) = (try TestDatabase(), try TestDatabase(isFile: true))
        let list = Migration.all + MigrationTests.later
        let databases = (try server.open(list), try file.open(list))
        defer {
            server.close(databases.0)
            file.close(databases.1)
        }
        let own = "AND m.name NOT LIKE 'message_search%' AND m.name NOT LIKE 'sqlite_%'"
        let types = "CASE c.type WHEN 'INTEGER' THEN 'bigint' WHEN 'REAL' THEN 'double precision' WHEN 'BLOB' THEN 'bytea' ELSE 'text' END"
        let expected = try databases.1.read { connection in
            try connection.all(
                """
                SELECT m.name || ' ' || c.name || ' ' || \(types) || CASE WHEN c."notnull" OR c.pk THEN ' NOT NULL' ELSE '' END
                FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' \(own)
                UNION ALL SELECT m.name FROM sqlite_master m WHERE m.type = 'index' \(own)
                """
            ) { $0.text(0) }
        }
        // By which nodes hear of one another: one process has none of it.
        let ofNodes = "'node_write', 'job_lease', 'change', 'change_epoch', 'fix_news'"
        let found = try databases.0.read { connection in
            try connection.all(
                """
                SELECT m.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
                    || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
                FROM pg_class m JOIN pg_attribute a ON a.attrelid = m.oid AND a.attnum > 0 AND NOT a.attisdropped
                WHERE m.relkind IN ('r', 'p') AND NOT m.relispartition AND m.relnamespace = 'public'::regnamespace
                    AND m.relname NOT LIKE 'message_search%' AND m.relname NOT IN (\(ofNodes))
                UNION ALL SELECT m.relname FROM pg_index i JOIN pg_class m ON m.oid = i.indexrelid
                WHERE m.relnamespace = 'public'::regnamespace AND NOT m.relispartition AND m.relname NOT LIKE 'message_search%'
                    AND m.relname <> 'change_at' AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = m.oid)
                """
            ) { $0.text(0) }
        }
        #expect(Set(found).symmetricDifference(expected).sorted() == [])
    }

    /// The server's own compression takes nearly three times as long as LZ4.
    @Test(.enabled(if: TestDatabase.isOnServer)) func positionsArePackedByLZ4AndThoseForOtherNodesAreNot() throws {
        let file = try TestDatabase()
        let database = try file.open(Migration.all)
        defer { file.close(database) }
        let found = try database.read { connection in
            try connection.all(
                """
                SELECT attrelid::regclass::TEXT || ' ' || attstorage::TEXT || attcompression::TEXT FROM pg_attribute
                WHERE attname = 'fixes' AND attrelid IN ('fix_run'::regclass, 'fix_news'::regclass) ORDER BY 1
                """
            ) { $0.text(0) }
        }
        #expect(found == ["fix_news e", "fix_run xl"])
    }

    /// A newer program that only adds does not end the older one's work; one that starts after it is refused.
    @Test func aNodeThatRunsGoesOnBesideANewerSchema() async throws {
        let file = try TestDatabase()
        let old = try file.open(Migration.all)
        defer { file.close(old) }
        let add = "INSERT INTO job_report (name, ran_at, summary) VALUES (?, 1, '')"
        let count = "SELECT count(*) FROM job_report WHERE name <> 'boots'"
        try await old.write { _ = try $0.run(add, [.text("before")]) }
        #expect(try old.read { try $0.one(count) { $0.int(0) } } == 1)
        let new = try file.open(Migration.all + MigrationTests.later[0...1])
        defer { file.close(new) }
        try await old.write { _ = try $0.run(add, [.text("after")]) }
        try await new.write { _ = try $0.run(add, [.text("beside")]) }
        #expect(try old.read { try $0.one(count) { $0.int(0) } } == 3)
        #expect(throws: (any Error).self) { try file.open(Migration.all) }
    }

    @Test func aMigrationThatFailsLeavesNothing() throws {
        let file = try TestDatabase()
        let before = try file.open(Migration.all)
        let expected = try catalogue(before)
        file.close(before)
        let list = (TestDatabase.isOnServer ? MigrationTests.later : []) + [MigrationTests.broken]
        #expect(throws: DatabaseFailure.self) { try file.open(Migration.all + list) }
        let after = try file.open(Migration.all)
        defer { file.close(after) }
        #expect(try catalogue(after) == expected)
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func whatPostgreSQLCannotReadNeedsATextOfItsOwn() throws {
        let file = try TestDatabase()
        for sql in ["ALTER TABLE trip RENAME TO voyage;\n\n", "CREATE TRIGGER x AFTER UPDATE ON trip BEGIN SELECT 1; END;\n\n"] {
            #expect {
                try file.open(Migration.all + [Migration(number: 901, name: "odd", sql: sql)])
            } throws: {
                "\($0)".contains("Migration 901 needs a text for PostgreSQL")
            }
        }
    }

    @Test(.enabled(if: TestDatabase.isOnServer)) func nodesThatStartAtOnceWaitForOneAnother() async throws {
        let list = Migration.all + MigrationTests.later
        let files = [try TestDatabase(), try TestDatabase()]
        files[0].close(try files[0].open(Migration.all.filter { $0.number < 54 }))
        for file in files {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { file.close(try file.open(list)) } }
                try await group.waitForAll()
            }
            let database = try file.open(list)
            defer { file.close(database) }
            #expect(try database.read { try $0.one("SELECT count(*) FROM schema_migration") { $0.int(0) } } == list.count)
        }
    }
}
