import Foundation

/// A step of the schema. Numbered, in SQL, append-only, never in terms of the program's types.
package struct Migration: Sendable {
    package let number: Int
    let name: String
    /// Statements. Each ends with a semicolon and an empty line.
    let sql: String
    /// PostgreSQL's own statements, where it cannot make them of SQLite's (`PostgresMigration`).
    let postgres: String?

    package init(number: Int, name: String, sql: String, postgres: String? = nil) {
        (self.number, self.name, self.sql, self.postgres) = (number, name, sql, postgres)
    }

    package static let all = [
        m001, m002, m003, m004, m005, m006, m007, m008, m009, m010, m011, m012, m013, m014, m015, m016, m017, m018, m019, m020,
        m021, m022, m023, m024, m025, m026, m027, m028, m029, m030, m031, m032, m033, m034, m035, m036, m037, m038, m039, m040,
        m041, m042, m043, m044, m045, m046, m047, m048, m049, m050, m051, m052, m053, m054, m055, m056, m057, m058, m059, m060,
        m061, m062,
    ]

    static func apply(_ all: [Migration] = all, to connection: Connection) throws {
        try connection.run(
            "CREATE TABLE IF NOT EXISTS schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        let applied = try applied(of: all, connection)
        // A table that is made anew must not take along what refers to it (SQLite, "Making Other Kinds Of Table Schema Changes").
        try connection.run("PRAGMA foreign_keys = OFF")
        defer { _ = try? connection.run("PRAGMA foreign_keys = ON") }
        for migration in all where !applied.contains(migration.number) {
            try connection.run("BEGIN IMMEDIATE")
            do {
                for statement in Migration.statements(migration.sql) { try connection.run(statement) }
                try migration.note(connection)
                let broken = try connection.all("PRAGMA foreign_key_check") { $0.text(0) }
                guard broken.isEmpty else { throw BrokenReferences(migration: migration.number, tables: broken) }
                try connection.run("COMMIT")
            } catch {
                _ = try? connection.run("ROLLBACK")
                throw error
            }
        }
    }

    /// The numbers of what was applied. They may have gaps, and a step may be finished after a later one.
    static func applied(of all: [Migration], _ connection: Connection) throws -> Set<Int> {
        let applied = Set(try connection.all("SELECT number FROM schema_migration") { $0.int(0) })
        let known = Set(all.map(\.number))
        if let newer = applied.subtracting(known).max() { throw NewerSchema(applied: newer, known: known.max() ?? 0) }
        return applied
    }

    func note(_ connection: Connection) throws {
        try connection.run("INSERT INTO schema_migration (number, name) VALUES (?, ?)", [Value(number), .text(name)])
    }

    static func statements(_ text: String) -> [String] {
        text.components(separatedBy: ";\n\n").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }
}

struct BrokenReferences: Error {
    let migration: Int
    let tables: [String]
}

struct NewerSchema: Error, CustomStringConvertible {
    let applied: Int
    let known: Int
    var description: String {
        "The database has schema \(applied), this program knows \(known): it was written by a newer Sotravel."
    }
}
