/// Reads delimited text record by record, RFC 4180 with any of the usual delimiters and line ends. A quotation mark that does not
/// fit spoils its own line and nothing after it: reading goes on at the next. Takes time in proportion to the bytes.
struct SheetReader {
    struct Record {
        let line: Int
        let cells: [String]
        /// Number of cells. Cells beyond the limit are counted but not kept.
        let width: Int
        /// Whether a cell that was only counted has content.
        let hasMore: Bool
        let problem: String?

        var isBlank: Bool { problem == nil && !hasMore && cells.allSatisfy(\.isEmpty) }

        /// Why a row has too many cells. None may be dropped: the extra cell comes from a comma too many, and cells before it may be in
        /// wrong columns.
        func excess(over width: Int) -> String? {
            guard hasMore || cells.dropFirst(width).contains(where: { !$0.isEmpty }) else { return nil }
            return "\(counted(self.width, "cell")), but only \(counted(width, "column has", "columns have")) a name: a cell that holds a "
                + "comma, a semicolon or a tab needs quotation marks around it."
        }
    }

    let delimiter: UInt8
    /// How many columns the header names; 0 before it is read.
    var width = 0

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let declared = SheetReader.declaredDelimiter(bytes)
        delimiter = declared ?? SheetReader.likelyDelimiter(bytes)
        if declared != nil { skipLine() }
    }

    /// The next record that holds something.
    mutating func next() -> Record? {
        while position < bytes.count {
            if isLineEnd(bytes[position]) {
                skipLineEnd()
                continue
            }
            let record = record()
            if !record.isBlank { return record }
        }
        return nil
    }

    private mutating func record() -> Record {
        let start = (position: position, line: line)
        do {
            let record = try wellFormed()
            if !swallowsLines(from: start.position, record) { return record }
            (position, line) = start
            return broken(.unclosed)
        } catch {
            (position, line) = start
            return broken(error)
        }
    }

    // MARK: cells

    private enum Stray: String, Error {
        case unclosed = "A quotation mark is opened and not closed on this line."
        case inside =
            "A quotation mark stands inside a cell: put quotation marks around the whole cell, and double those inside."
    }

    private mutating func wellFormed() throws(Stray) -> Record {
        let first = line
        var (cells, count, hasMore) = ([String](), 0, false)
        while true {
            let text = try cell()
            count += 1
            if count <= ImportTable.columnLimit { cells.append(ImportTable.cell(text)) } else if !text.isEmpty { hasMore = true }
            if position < bytes.count, bytes[position] == delimiter {
                position += 1
            } else {
                skipLineEnd()
                return Record(line: first, cells: cells, width: count, hasMore: hasMore, problem: nil)
            }
        }
    }

    /// Ends on the delimiter, the line end or the end.
    private mutating func cell() throws(Stray) -> String {
        let start = position
        while position < bytes.count, bytes[position] == SheetReader.space { position += 1 }
        if position < bytes.count, bytes[position] == SheetReader.quote { return try quotedCell() }
        while position < bytes.count, !isCellEnd(bytes[position]) {
            if bytes[position] == SheetReader.quote { throw .inside }
            position += 1
        }
        return String(outside: bytes[start..<position])
    }

    private mutating func quotedCell() throws(Stray) -> String {
        position += 1
        var (start, kept) = (position, [UInt8]())
        while position < bytes.count {
            if bytes[position] == SheetReader.quote {
                if position + 1 == bytes.count || bytes[position + 1] != SheetReader.quote { break }
                kept += bytes[start...position]
                position += 2
                start = position
            } else if isLineEnd(bytes[position]) {
                skipLineEnd()
            } else {
                position += 1
            }
        }
        guard position < bytes.count else { throw .unclosed }
        let end = position
        position += 1
        while position < bytes.count, bytes[position] == SheetReader.space { position += 1 }
        guard position == bytes.count || isCellEnd(bytes[position]) else { throw .inside }
        return String(outside: kept.isEmpty ? bytes[start..<end] : (kept + bytes[start..<end])[...])
    }

    /// Whether a cell swallowed whole rows: its record has too few cells, and each of its lines is a complete row. A quotation mark was
    /// left open and met another one far below.
    private func swallowsLines(from start: Int, _ record: Record) -> Bool {
        guard record.width < width, line > record.line else { return false }
        let rows = bytes[start..<position].split(whereSeparator: isLineEnd)
        return rows.count > 1 && rows.allSatisfy { row in row.count { $0 == delimiter } == width - 1 }
    }

    /// One line as it looks, cut at every delimiter.
    private mutating func broken(_ stray: Stray) -> Record {
        let (first, start) = (line, position)
        while position < bytes.count, !isLineEnd(bytes[position]) { position += 1 }
        let cut = bytes[start..<position].split(separator: delimiter, omittingEmptySubsequences: false)
        skipLineEnd()
        let cells = cut.prefix(ImportTable.columnLimit).map { ImportTable.cell(SheetReader.unquoted($0)) }
        return Record(line: first, cells: cells, width: cut.count, hasMore: false, problem: stray.rawValue)
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
        let isQuoted = bytes.count > 1 && bytes.first == quote && bytes.last == quote
        return String(outside: isQuoted ? bytes.dropFirst().dropLast() : bytes)
    }

    // MARK: lines

    private static let (quote, space) = (UInt8(ascii: "\""), UInt8(ascii: " "))

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
    private func isCellEnd(_ byte: UInt8) -> Bool { byte == delimiter || isLineEnd(byte) }

    private mutating func skipLine() {
        while position < bytes.count, !isLineEnd(bytes[position]) { position += 1 }
        skipLineEnd()
    }

    /// LF, CRLF or CR.
    private mutating func skipLineEnd() {
        guard position < bytes.count else { return }
        if bytes[position] == 13, position + 1 < bytes.count, bytes[position + 1] == 10 { position += 1 }
        position += 1
        line += 1
    }

    // MARK: the delimiter

    /// Excel's own first line, which is no row: `sep=;`.
    private static func declaredDelimiter(_ bytes: [UInt8]) -> UInt8? {
        let first = bytes.prefix(8).split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == 10 || $0 == 13 }[0]
        let line = first.filter { $0 != quote }
        guard line.count == 5, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=" else { return nil }
        return ",;\t|:".utf8.contains(line[4]) ? line[4] : nil
    }

    /// The candidate that the first line holds most often outside quotes.
    private static func likelyDelimiter(_ bytes: [UInt8]) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 9]
        var (counts, isQuoted) = ([0, 0, 0], false)
        for byte in bytes.drop(while: { $0 == 10 || $0 == 13 }) {
            if byte == quote { isQuoted.toggle() }
            if byte == 10 || byte == 13, !isQuoted { break }
            if !isQuoted, let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
        }
        return candidates[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    }
}
