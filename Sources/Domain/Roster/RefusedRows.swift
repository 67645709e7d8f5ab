/// The rows of which an import refused all or a cell, as a list that can be mended and imported again: the columns as they came, and what
/// is wrong. Who was taken without a cell is found again, and gets it.
package enum RefusedRows {
    /// A file as `RosterCSV` writes them, with one more column for the reasons.
    package static func csv(_ table: ImportTable, _ plan: ImportPlan) -> String {
        let refused = zip(table.rows, plan.rows).map { (row: $0, reasons: $1.problems) }.filter { !$0.reasons.isEmpty }
        // The problem of an earlier round gives way to the new one.
        let kept = table.header.indices.filter { !ImportHeaders.isProblem(table.header[$0]) }
        let width = refused.map(\.row.cells.count).max() ?? 0
        let places = kept + Array(table.header.count..<max(table.header.count, width))
        func line(_ cells: [String], _ last: String) -> String {
            CSV.line(places.map { $0 < cells.count ? cells[$0] : "" } + [last], delimiter: table.delimiter)
        }
        return "\u{FEFF}" + line(table.header, ImportHeaders.problem)
            + refused.map { line($0.row.cells, "Line \($0.row.line): " + $0.reasons.joined(separator: " ")) }.joined()
    }
}
