import Database
import Foundation
import Runtime

/// A server's database as an archive of pg_dump: of one moment, also while nodes write.
struct PostgresBackup {
    private let address: PostgresAddress
    /// The schema with the tables.
    let schema: String
    let programs: PostgresPrograms

    init(_ address: PostgresAddress) throws {
        self.address = address
        let found = try DataPlace.plainly {
            try AppDatabase.look(postgresql: address.text) { connection in
                try connection.one("SELECT current_schema()::TEXT, current_setting('server_version_num')::BIGINT") {
                    (schema: $0.text(0), major: $0.int(1) / 10_000)
                }
            }
        }
        guard let found, !found.schema.isEmpty else { throw Problem("There is no schema for tables in \(address).") }
        schema = found.schema
        programs = try PostgresPrograms(for: address, major: found.major)
    }

    /// Whether any Sotravel has been here.
    func hasData() throws -> Bool {
        try DataPlace.plainly {
            try AppDatabase.look(postgresql: address.text) { connection in
                try connection.one("SELECT to_regclass('schema_migration') IS NOT NULL") { $0.boolean(0) } ?? false
            }
        }
    }

    /// Not in a backup, as the map's file is in none of SQLite: nodes have it in their folders, and store it again.
    private static let left = ["map_file", "map_part"]

    /// Writes the archive, and reads all of it.
    func write(to path: String) throws {
        guard try hasData() else { throw Problem("There is no data in \(address).") }
        try programs.run(
            "pg_dump",
            [
                "--dbname=\(address.withoutSecrets)", "--no-password", "--format=custom", "--schema=\"\(schema)\"", "--no-owner",
                "--no-privileges",
                "--file=\(path)",
            ] + PostgresBackup.left.map { "--exclude-table-data=\"\(schema)\".\($0)" })
        guard try PostgresBackup.schema(in: path, programs) == schema else { throw Problem("The copy lacks tables, it stays at \(path).") }
        try programs.run("pg_restore", ["--file=/dev/null", path])
    }

    /// The schema that an archive's tables were in; nil if it is no backup of Sotravel.
    static func schema(in path: String, _ programs: PostgresPrograms) throws -> String? {
        // "217; 1259 16388 TABLE public schema_migration owner"
        let entry = /\d+; \d+ \d+ TABLE (\S+) schema_migration\s/
        return try programs.list(path).firstMatch(of: entry).map { String($0.1) }
    }
}

/// What a file of a backup is of, by how it begins.
enum BackupKind {
    case sqlite, postgresql

    init?(of path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw Problem("\(path) cannot be read.") }
        let start = (try? file.read(upToCount: 16)) ?? Data()
        if start.starts(with: Data("SQLite format 3\0".utf8)) {
            self = .sqlite
        } else if start.starts(with: Data("PGDMP".utf8)) {
            self = .postgresql
        } else {
            return nil
        }
    }
}
