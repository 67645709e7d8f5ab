import Database
import Domain
import Foundation
import Runtime
import Store

/// Puts a backup into a server's database. The new data comes into a schema of its own, beside the old, and is made safe to serve from
/// there; then both schemas change their names in one transaction. Whatever fails before that, and be it the power, leaves the old data as
/// it was. This takes no right that the owner of the database lacks; a second database would take more.
struct PostgresRestore {
    static let incoming = "sotravel_incoming"
    static let kept = "sotravel_before_restore"
    /// What has the name of the backup's schema while pg_restore, which can give no other, makes it.
    private static let aside = "sotravel_aside"
    let address: PostgresAddress
    let file: String

    func run() async throws {
        let access = try DataPlace.plainly { try SoleAccess(to: address.text) }
        let backup = try PostgresBackup(address)
        try refuseExtensions(in: backup.schema)
        guard let archived = try sound({ try PostgresBackup.schema(in: file, backup.programs) }) else {
            throw Problem("\(file) is no backup of Sotravel.")
        }
        try DataPlace.plainly { try access.run(["DROP SCHEMA IF EXISTS \(PostgresRestore.incoming) CASCADE"]) }
        try load(archived, backup.programs)
        let incoming = address.inSchema(PostgresRestore.incoming)
        let newest = try DataPlace.plainly { try TrailSummary(postgresql: incoming).newest }
        let hadData = try backup.hasData()
        let former = hadData ? try? FormerData(postgresql: address.text, after: newest) : nil
        let database = try DataPlace.plainly { try AppDatabase(postgresql: incoming, isNode: false) }
        let lines = try await RestoredData.prepare(database, newest: newest, former: former)
        try database.close()
        let complaints = try DataPlace.plainly { try AppDatabase.complaints(postgresql: incoming) }
        guard complaints.isEmpty else { throw Problem("\(file) is not sound: " + complaints.prefix(5).joined(separator: "; ")) }
        try DataPlace.plainly {
            try access.run(
                SoleAccess.forgetting(in: PostgresRestore.incoming) + [
                    "DROP SCHEMA IF EXISTS \(PostgresRestore.kept) CASCADE",
                    "ALTER SCHEMA \(PostgresRestore.quoted(backup.schema)) RENAME TO \(PostgresRestore.kept)",
                    "ALTER SCHEMA \(PostgresRestore.incoming) RENAME TO \(PostgresRestore.quoted(backup.schema))",
                ])
        }
        print("Restored \(file), whose newest change is \(RestoredData.text(newest)).")
        print("What was there before is kept in the schema \(PostgresRestore.kept).")
        lines.forEach { print($0) }
        withExtendedLifetime(access) {}
    }

    /// They would move along with the old data, and go with it.
    private func refuseExtensions(in schema: String) throws {
        let names = try DataPlace.plainly { try AppDatabase.extensions(postgresql: address.text, schema: schema) }
        guard let first = names.first else { return }
        throw Problem(
            "The schema “\(schema)” has extensions in it: \(names.joined(separator: ", ")). Move them first: "
                + "CREATE SCHEMA extensions; ALTER EXTENSION \(first) SET SCHEMA extensions.")
    }

    /// One transaction of psql: without its last line, which follows when pg_restore has succeeded, nothing of it stays.
    private func load(_ schema: String, _ programs: PostgresPrograms) throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        // psql, which reads one end, must not hold the other: it would never see the end of the text.
        guard pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw Problem("There is no room for another open file.")
        }
        let psql = try programs.start(
            "psql",
            ["--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--dbname=\(address.withoutSecrets)", "--file=-"],
            input: ends[0])
        close(ends[0])
        let script = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
        let name = PostgresRestore.quoted(schema)
        try? script.write(
            contentsOf: Data("BEGIN;\n\(rename(schema, to: PostgresRestore.aside));\nCREATE SCHEMA \(name);\n".utf8))
        let restored = Result {
            try programs.start(
                "pg_restore", ["--schema=\(schema)", "--no-owner", "--no-privileges", "--file=-", file], output: ends[1]
            ).end()
        }
        if case .success = restored {
            let last = """
                ALTER SCHEMA \(name) RENAME TO \(PostgresRestore.incoming);
                \(rename(PostgresRestore.aside, to: schema));
                COMMIT;

                """
            try? script.write(contentsOf: Data(last.utf8))
        }
        close(ends[1])
        // Where psql has failed, pg_restore had nobody to write to.
        try psql.end()
        try sound { try restored.get() }
    }

    /// What pg_restore complains of is the file.
    private func sound<T>(_ work: () throws -> T) throws -> T {
        do { return try work() } catch let problem as Problem { throw Problem("\(file) is not sound: \(problem)") }
    }

    /// Renames a schema if it is there.
    private func rename(_ schema: String, to other: String) -> String {
        """
        DO $$ BEGIN
            IF pg_catalog.to_regnamespace('\(PostgresRestore.quoted(schema).replacing("'", with: "''"))') IS NOT NULL THEN
                ALTER SCHEMA \(PostgresRestore.quoted(schema)) RENAME TO \(PostgresRestore.quoted(other));
            END IF;
        END $$
        """
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
