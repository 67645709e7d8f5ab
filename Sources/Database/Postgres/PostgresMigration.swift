/// A migration in PostgreSQL: its own statements, or else those of SQLite in PostgreSQL's words.
enum PostgresMigration {
    static func apply(_ migration: Migration, to connection: Connection) throws {
        if let own = migration.postgres {
            for statement in Migration.statements(own) { try connection.run(statement) }
        } else {
            let statements = Migration.statements(migration.sql)
            if let odd = statements.first(where: { !isAlike($0) }) { throw NoTextForPostgres(migration: migration.number, statement: odd) }
            for statement in statements { try connection.run(PostgresTable.translated(statement)) }
            for statement in statements {
                guard let table = statement.firstMatch(of: /^CREATE TABLE (\w+)/)?.1 else { continue }
                for reference in PostgresTable.references(statement, of: String(table)) { try connection.run(reference) }
            }
        }
        try migration.note(connection)
    }

    /// Whether both engines come to the same by it. A table that is made anew under another name does not: its keys and triggers stay
    /// behind, or keep their old names.
    private static func isAlike(_ statement: String) -> Bool {
        let kind = /^(?:CREATE TABLE|CREATE (?:UNIQUE )?INDEX|DROP INDEX|ALTER TABLE \w+ ADD COLUMN|INSERT INTO|UPDATE|DELETE FROM)\b/
        return statement.contains(kind) && !statement.contains(/\b[xX]'|\bIF NOT EXISTS\b/)
    }
}

/// A mistake of the program, which its tests find: every migration after the first ones runs in them.
struct NoTextForPostgres: Error, CustomStringConvertible {
    let migration: Int
    let statement: String
    var description: String { "Migration \(migration) needs a text for PostgreSQL: \(statement.prefix(100))" }
}
