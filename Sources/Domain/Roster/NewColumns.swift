/// Columns of a list that a host keeps as new ones of the trip's own.
package struct NewColumns: Sendable {
    /// The mapping with the new columns in it.
    package private(set) var columns: [ImportColumn]
    package private(set) var added: [OwnColumn] = []
    /// Names of those for which there is no room: they are left out.
    package private(set) var surplus: [String] = []

    /// - Parameter own: those that the trip has already.
    package init(_ mapping: ImportMapping, _ table: ImportTable, own: [OwnColumn], newID: () -> ID) {
        columns = mapping.columns
        for index in columns.indices where columns[index] == .newColumn {
            let name = OwnColumn.freeName(ImportMapping.name(table.header, index), besides: own + added)
            var column = OwnColumn(
                id: newID(), name: name, kind: NewColumns.kind(table, index), choices: [], isListed: true, isSeenBySelf: false, version: 0)
            guard own.count + added.count < OwnColumn.limit, column.tidy(besides: own + added).isEmpty else {
                surplus.append(ImportMapping.name(table.header, index))
                columns[index] = .ignored
                continue
            }
            columns[index] = .own(column)
            added.append(column)
        }
    }

    /// Dates or numbers where every cell is one, and a number is kept as it stands: "007" is no number but a name.
    private static func kind(_ table: ImportTable, _ index: Int) -> OwnColumn.Kind {
        let cells = table.rows.compactMap { index < $0.cells.count ? tidyLine($0.cells[index]) : nil }.filter { !$0.isEmpty }
        if cells.isEmpty { return .text }
        if cells.allSatisfy({ OwnColumn.day($0) != nil }) { return .date }
        return cells.allSatisfy { OwnNumber($0)?.text == $0 } ? .number : .text
    }
}
