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
            var column = OwnColumn(id: newID(), name: name, kind: .text, choices: [], isListed: true, isSeenBySelf: false, version: 0)
            guard own.count + added.count < OwnColumn.limit, column.tidy(besides: own + added).isEmpty else {
                surplus.append(ImportMapping.name(table.header, index))
                columns[index] = .ignored
                continue
            }
            columns[index] = .own(column)
            added.append(column)
        }
    }
}
