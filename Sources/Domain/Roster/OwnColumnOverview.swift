/// A trip's own columns as the page shows them that manages them.
package struct OwnColumnOverview: Sendable {
    package let columns: [(column: OwnColumn, valueCount: Int)]
    /// Those that can be brought back, with the time until which.
    package let deleted: [(id: ID, name: String, valueCount: Int, until: Instant)]
    package init(
        columns: [(column: OwnColumn, valueCount: Int)], deleted: [(id: ID, name: String, valueCount: Int, until: Instant)]
    ) {
        self.columns = columns
        self.deleted = deleted
    }
}
