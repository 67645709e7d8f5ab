/// A table of people as it came in, out of a sheet or of vCards.
package struct ImportTable: Sendable, Equatable {
    /// One line of a sheet, or one vCard.
    package struct Row: Sendable, Equatable {
        /// The line of the file on which it begins; 1 is the first.
        package let line: Int
        package let cells: [String]
        /// Why the row cannot be read: its cells are then what they look like.
        package let problem: String?
    }

    package static let byteLimit = 5_000_000
    package static let rowLimit = 5_000
    package static let columnLimit = 100

    package let header: [String]
    package let rows: [Row]
    /// What stands between cells, for lists that go back to whoever sent this one.
    package let delimiter: Character

    init(header: [String], rows: [Row], delimiter: Character) {
        self.header = header
        self.rows = rows
        self.delimiter = delimiter
    }

    /// Reads CSV text or vCards. Throws `.invalid` on the field "file" with what is wrong and where.
    package init(_ text: String) throws(Refusal) {
        // Text of 5 MB in another encoding may be twice as long in UTF-8.
        guard text.utf8.count <= ImportTable.byteLimit * 2 else {
            throw .tooLarge("The list has more than 5 MB. Split it, or leave columns out.")
        }
        // Lists that were decoded have no mark any more; those that we wrote have one.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = Array(text.utf8.starts(with: mark) ? text.utf8.dropFirst(mark.count) : text.utf8[...])
        self = VCardReader.isVCard(bytes) ? try VCardReader.table(bytes) : try ImportTable(sheet: bytes)
    }

    private init(sheet bytes: [UInt8]) throws(Refusal) {
        var reader = SheetReader(bytes)
        guard let header = reader.next() else { throw ImportTable.nobody }
        if let problem = header.problem { throw .invalid([FieldError("file", "Line \(header.line), which names the columns: \(problem)")]) }
        guard header.width <= ImportTable.columnLimit else {
            throw .invalid([
                FieldError(
                    "file", "\(counted(header.width, "column")): at most \(ImportTable.columnLimit) fit into one import. Leave some out.")
            ])
        }
        reader.width = header.width
        var (rows, count) = ([Row](), 0)
        while let record = reader.next() {
            count += 1
            if rows.count < ImportTable.rowLimit {
                rows.append(Row(line: record.line, cells: record.cells, problem: record.problem ?? record.excess(over: header.width)))
            }
        }
        try ImportTable.check(count)
        self.init(header: header.cells, rows: rows, delimiter: Character(Unicode.Scalar(reader.delimiter)))
    }

    static func check(_ count: Int) throws(Refusal) {
        guard count > 0 else { throw nobody }
        guard count <= rowLimit else {
            throw .tooLarge("\(counted(count, "row")): at most \(grouped(rowLimit)) fit into one import. Split the list.")
        }
    }

    private static let nobody = Refusal.invalid([
        FieldError("file", "Nobody found. The first line names the columns, and each line below it is a person.")
    ])

    /// A cell as it is kept: without what a spreadsheet or an export of ours put around it.
    static func cell(_ text: String) -> String {
        // Excel writes thousands and phone numbers with spaces that do not break.
        let text = text.utf8.contains(0xC2) ? text.replacing("\u{A0}", with: " ") : text
        return CSV.unguarded(tidyText(text))
    }
}
