/// The CSV that Sotravel writes: UTF-8 with a byte-order mark, CRLF, every cell quoted, formulas disarmed.
package enum CSV {
    /// One quoted cell. What a spreadsheet would run as a formula has an apostrophe before it.
    package static func cell(_ text: String) -> String {
        "\"" + (startsFormula(text) ? "'" + text : text).replacing("\"", with: "\"\"") + "\""
    }

    /// One row with commas between, and CRLF.
    package static func line(_ cells: [String]) -> String { line(cells, delimiter: ",") }

    /// One row with that character between, and CRLF.
    package static func line(_ cells: [String], delimiter: Character) -> String {
        cells.map(cell).joined(separator: String(delimiter)) + "\r\n"
    }

    /// Undoes what `cell` did, so that re-importing an export changes nothing.
    package static func unguarded(_ text: String) -> String {
        text.hasPrefix("'") && startsFormula(text) ? String(text.dropFirst()) : text
    }

    /// Cells that a spreadsheet would run, also behind quotes that the guard itself put there.
    private static func startsFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
        return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
    }
}
