import Foundation

/// Copies everything from one database into another, and compares both. Neither is in use meanwhile.
package struct Move {
    package enum Place: Sendable {
        /// The path of SQLite's file.
        case file(String)
        /// The address of PostgreSQL's database, as libpq takes it.
        case server(String)
    }

    /// How far a move has come.
    package struct Progress {
        package enum Step: Sendable { case reading, copying, joining, comparing }
        package let step: Step
        package let table: String
        package let rows: Int
        /// Of the table.
        package let total: Int
    }

    /// What was moved.
    package struct Summary {
        package var tables: [(name: String, rows: Int)]
        package var rows: Int { tables.reduce(0) { $0 + $1.rows } }
    }

    /// What the source has of a table.
    private struct Content {
        let table: MovedTable
        let digest: TableDigest
        let highestNumber: Int64
    }

    /// Rows between two reports.
    private static let reportEvery = 1000
    private static let mostFlaws = 10
    private let source: Place
    private let target: any MoveTarget
    private let report: (Progress) throws -> Void

    /// - Parameter report: what it throws ends the move.
    package init(from source: Place, to target: Place, report: @escaping (Progress) throws -> Void = { _ in }) {
        self.source = source
        self.report = report
        self.target =
            switch target {
            case .file(let path): SQLiteTarget(path: path)
            case .server(let address): PostgresTarget(address: address)
            }
    }

    /// - Parameter beside: called when all rows are there and compared, before anybody can open the copy.
    package func run(beside: () throws -> Void = {}) throws -> Summary {
        let tables = try MovedTable.all()
        return try reading { reader in
            let contents = try look(at: tables, reader)
            try target.fill(tables) { writer in
                for content in contents { try copy(content, reader, writer) }
                try report(Progress(step: .joining, table: "", rows: 0, total: 0))
                try writer.join(tables)
                try indexMessages(writer)
                for content in contents { try compare(content, writer) }
                try beside()
            }
            return Summary(tables: contents.map { ($0.table.name, $0.digest.rows) })
        }
    }

    /// Reads the source at one moment.
    private func reading<T>(_ body: (any MoveReader) throws -> T) throws -> T {
        switch source {
        case .file(let path):
            guard FileManager.default.fileExists(atPath: path) else { throw MoveRefusal("There is no \(path).") }
            // Brings its schema up to date.
            try AppDatabase(path: path).close()
            return try AppDatabase.look(at: path) { try body(SQLiteReader(connection: $0)) }
        case .server(let address):
            let bulk = try PostgresBulk(address: address)
            defer { bulk.close() }
            guard try bulk.number("SELECT count(*) FROM pg_class WHERE oid = to_regclass('schema_migration')") == 1 else {
                throw MoveRefusal("There is no data in the database.")
            }
            try AppDatabase(postgresql: address, readers: 1, isNode: false).close()
            try bulk.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return try body(bulk)
        }
    }

    /// Finds out what is there, and what could not be stored on the other side: before anything is written.
    private func look(at tables: [MovedTable], _ reader: any MoveReader) throws -> [Content] {
        var flaws: [String] = []
        let contents = try tables.map { table in
            var maker = TableDigest.Maker()
            let total = try table.count(on: reader)
            try report(Progress(step: .reading, table: table.name, rows: 0, total: total))
            try table.each(on: reader) { row in
                do { maker.add(try table.values(row)) } catch let flaw as MoveFlaw {
                    flaws.append(flaw.description)
                    if flaws.count == Move.mostFlaws { throw refusal(flaws + ["There may be more."]) }
                }
                try tell(.reading, table, maker.rows, total)
            }
            return Content(table: table, digest: maker.digest, highestNumber: try table.highestNumber(on: reader))
        }
        guard flaws.isEmpty else { throw refusal(flaws) }
        guard contents.contains(where: { $0.digest != $0.table.beginning }) else { throw MoveRefusal("There is nothing to move.") }
        return contents
    }

    private func refusal(_ flaws: [String]) -> MoveRefusal {
        MoveRefusal("Nothing was moved, for these values cannot be:\n" + flaws.joined(separator: "\n"))
    }

    private func copy(_ content: Content, _ reader: any MoveReader, _ writer: any MoveWriter) throws {
        let table = content.table
        try report(Progress(step: .copying, table: table.name, rows: 0, total: content.digest.rows))
        guard content.digest.rows > 0 || content.highestNumber > 0 else { return }
        var rows = 0
        try writer.write(table) { add in
            try table.each(on: reader) { row in
                try add(try table.values(row))
                rows += 1
                try tell(.copying, table, rows, content.digest.rows)
            }
        }
        try writer.remember(content.highestNumber, of: table)
    }

    /// The index of messages is not copied: each engine has its own, and makes it when its progress moves on.
    private func indexMessages(_ writer: any MoveWriter) throws {
        let progress = try writer.number("SELECT indexed_to FROM search_progress")
        try writer.run("UPDATE search_progress SET indexed_to = 0")
        try writer.run("UPDATE search_progress SET indexed_to = \(progress)")
    }

    private func compare(_ content: Content, _ writer: any MoveWriter) throws {
        let table = content.table
        try report(Progress(step: .comparing, table: table.name, rows: 0, total: content.digest.rows))
        var maker = TableDigest.Maker()
        try table.each(on: writer) { row in
            maker.add(try table.values(row))
            try tell(.comparing, table, maker.rows, content.digest.rows)
        }
        guard maker.digest == content.digest else {
            let counts = "rows written: \(content.digest.rows), read back: \(maker.rows)"
            throw MoveRefusal("“\(table.name)” is not the same in both databases: \(counts).")
        }
        guard try table.highestNumber(on: writer) == content.highestNumber || !writer.keepsNumbers(of: table) else {
            throw MoveRefusal("“\(table.name)” would give numbers again that were given before.")
        }
    }

    private func tell(_ step: Progress.Step, _ table: MovedTable, _ rows: Int, _ total: Int) throws {
        if rows.isMultiple(of: Move.reportEvery) { try report(Progress(step: step, table: table.name, rows: rows, total: total)) }
    }
}
