import Foundation
import GRDB

/// SQLite's side of a move.
struct SQLiteReader: MoveReader {
    let connection: Connection

    func each(_ sql: String, _ body: (Row) throws -> Void) throws {
        var failure: (any Error)?
        try connection.eachUntil(sql) { row in
            do { try body(row) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    func rememberedNumber(_ table: MovedTable) throws -> Int64 {
        try connection.one("SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(table.name)]) { $0.integer(0) } ?? 0
    }
}

private struct SQLiteWriter: MoveWriter {
    let reader: SQLiteReader
    var connection: Connection { reader.connection }

    func each(_ sql: String, _ body: (Row) throws -> Void) throws { try reader.each(sql, body) }
    func rememberedNumber(_ table: MovedTable) throws -> Int64 { try reader.rememberedNumber(table) }
    func run(_ sql: String) throws { try connection.run(sql) }
    func keepsNumbers(of table: MovedTable) -> Bool { table.keepsNumbers }

    func write(_ table: MovedTable, _ rows: (_ add: ([Value]) throws -> Void) throws -> Void) throws {
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        let insertion = "INSERT INTO \(table.name) (\(table.columnNames)) VALUES (\(marks))"
        try rows { try connection.run(insertion, $0) }
    }

    func remember(_ number: Int64, of table: MovedTable) throws {
        guard table.keepsNumbers, number > 0 else { return }
        try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [.text(table.name)])
        try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [.text(table.name), .integer(number)])
    }

    func join(_ tables: [MovedTable]) throws {
        let broken = Set(try connection.all("PRAGMA foreign_key_check") { $0.text(0) })
        guard broken.isEmpty else {
            throw MoveRefusal("Rows refer to others that are not there, in \(broken.sorted().joined(separator: ", ")).")
        }
    }
}

/// A file that has another name until it is whole.
struct SQLiteTarget: MoveTarget {
    let path: String
    private var incoming: String { path + ".incoming" }
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    func fill(_ tables: [MovedTable], _ body: (any MoveWriter) throws -> Void) throws {
        if FileManager.default.fileExists(atPath: path) {
            // Closing it leaves nothing beside it, so that the name can be taken.
            try AppDatabase(path: path).close()
            try AppDatabase.look(at: path) { try refuseIfFilled(tables, SQLiteReader(connection: $0), path) }
        }
        remove(incoming)
        do {
            try write(tables, body)
            let complaints = try AppDatabase.complaints(path: incoming)
            guard complaints.isEmpty else { throw MoveRefusal("The copy is not sound: " + complaints.prefix(5).joined(separator: "; ")) }
            try flush(incoming)
            remove(path)
            try FileManager.default.moveItem(atPath: incoming, toPath: path)
            try flush((path as NSString).deletingLastPathComponent)
        } catch {
            remove(incoming)
            throw error
        }
    }

    /// Without a journal: a file that is not finished is of no use to anybody.
    private func write(_ tables: [MovedTable], _ body: (any MoveWriter) throws -> Void) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        // What fails ends within the transaction, and with the file.
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: incoming, configuration: configuration)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY")
            let connection = Connection(session: .sqlite(database))
            try Migration.apply(to: connection)
            try connection.run("PRAGMA foreign_keys = OFF")
            try connection.run("BEGIN IMMEDIATE")
            for table in tables where table.beginning.rows > 0 { try connection.run("DELETE FROM \(table.name)") }
            try body(SQLiteWriter(reader: SQLiteReader(connection: connection)))
            try connection.run("COMMIT")
        }
    }

    private func remove(_ path: String) {
        for suffix in SQLiteTarget.suffixes { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    private func flush(_ path: String) throws {
        let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw MoveRefusal("\(path) could not be flushed to the disk.") }
    }
}
