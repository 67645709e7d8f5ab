import GRDB

/// A table that both engines have. What there is says the schema that the migrations make.
struct MovedTable: Sendable {
    enum Kind: String, Sendable {
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"
        case blob = "BLOB"
    }
    struct Column: Sendable {
        let name: String
        let kind: Kind
    }

    let name: String
    let columns: [Column]
    /// Positions of the columns of the primary key, in its order.
    let key: [Int]
    /// The column that numbers the rows, if one does.
    let numbering: String?
    /// Whether a number that was given to a row is never given again, on SQLite too.
    let keepsNumbers: Bool
    /// What the migrations put in: a table that has only that counts as empty.
    private(set) var beginning = TableDigest.Maker().digest

    var columnNames: String { columns.map(\.name).joined(separator: ", ") }
    var keyNames: String { key.map { columns[$0].name }.joined(separator: ", ") }

    /// Every table but the list of migrations, what is made from other tables (the search index), and the map's file, which nodes have in
    /// their folders and store again.
    static func all() throws -> [MovedTable] {
        try DatabaseQueue().writeWithoutTransaction { database in
            let model = Connection(session: .sqlite(database))
            try Migration.apply(to: model)
            let tables = try model.all("SELECT name, sql LIKE '%AUTOINCREMENT%' FROM sqlite_master WHERE type = 'table' ORDER BY rowid") {
                (name: $0.text(0), keepsNumbers: $0.boolean(1))
            }
            let others = ["message_search", "sqlite_", "schema_migration", "map_file", "map_part"]
            return try tables.filter { table in !others.contains { table.name.hasPrefix($0) } }
                .map { try MovedTable(name: $0.name, keepsNumbers: $0.keepsNumbers, in: model) }
        }
    }

    private init(name: String, keepsNumbers: Bool, in model: Connection) throws {
        let found = try model.all("SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", [.text(name)]) { row in
            (name: row.text(0), kind: Kind(rawValue: row.text(1)), place: row.int(2))
        }
        columns = found.compactMap { column in column.kind.map { Column(name: column.name, kind: $0) } }
        key = found.indices.filter { found[$0].place > 0 }.sorted { found[$0].place < found[$1].place }
        guard columns.count == found.count, let first = key.first else {
            throw MoveRefusal("The table \(name) is of a kind that cannot be moved.")
        }
        (self.name, self.keepsNumbers) = (name, keepsNumbers)
        numbering = key.count == 1 && columns[first].kind == .integer ? columns[first].name : nil
        beginning = try digest(on: SQLiteReader(connection: model))
    }
}

/// How many rows a table has, and a checksum of every value of them in the order of their key. Alike on both engines where the values are.
/// Checksums of two runs of the program cannot be compared.
struct TableDigest: Equatable, Sendable {
    let rows: Int
    let checksum: Int

    struct Maker {
        private var hasher = Hasher()
        private(set) var rows = 0

        var digest: TableDigest { TableDigest(rows: rows, checksum: hasher.finalize()) }

        mutating func add(_ values: [Value]) {
            rows += 1
            for value in values {
                switch value {
                case .null: hasher.combine(0 as UInt8)
                case .integer(let number): add(1, number)
                case .real(let number): add(2, Int64(bitPattern: number.bitPattern))
                case .text(var text): text.withUTF8 { add(3, UnsafeRawBufferPointer($0)) }
                case .blob(let bytes): bytes.withUnsafeBytes { add(4, $0) }
                }
            }
        }

        private mutating func add(_ kind: UInt8, _ number: Int64) {
            hasher.combine(kind)
            hasher.combine(number)
        }

        private mutating func add(_ kind: UInt8, _ bytes: UnsafeRawBufferPointer) {
            hasher.combine(kind)
            hasher.combine(bytes.count)
            hasher.combine(bytes: bytes)
        }
    }
}
