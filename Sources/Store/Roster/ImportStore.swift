import Database
import Domain

/// Lists that were uploaded and wait for their confirmation, or for somebody to fetch what was refused of them.
package struct ImportStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Also clears what is older than a day.
    package func add(id: ID, trip: ID, account: ID, content: String, encoding: String, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run("DELETE FROM pending_import WHERE created_at < ?", [.at(now - .days(1))])
            try connection.run(
                "INSERT INTO pending_import (id, trip_id, account_id, content, encoding, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                [.id(id), .id(trip), .id(account), .text(content), .text(encoding), .at(now)])
        }
    }

    /// Only for the account that uploaded it.
    package func find(_ id: ID, trip: ID, account: ID) throws -> PendingImport? {
        try database.read { connection in
            try connection.one(
                """
                SELECT content, encoding, mapping, clears_empty, saved_count
                FROM pending_import WHERE id = ? AND trip_id = ? AND account_id = ?
                """, [.id(id), .id(trip), .id(account)]
            ) { row in
                let mapping = row.isNull(2) ? nil : row.text(2).split(separator: ",", omittingEmptySubsequences: false)
                return PendingImport(
                    content: row.text(0), encoding: row.text(1), mapping: mapping?.map(String.init),
                    clearsEmpty: row.boolean(3), savedCount: row.isNull(4) ? nil : row.int(4))
            }
        }
    }

    package func setMapping(_ columns: [ImportColumn]?, clearsEmpty: Bool, of id: ID) async throws {
        let mapping: Value = columns.map { .text($0.map(\.key).joined(separator: ",")) } ?? .null
        try await database.change { connection in
            _ = try connection.run(
                "UPDATE pending_import SET mapping = ?, clears_empty = ? WHERE id = ? AND saved_count IS NULL",
                [mapping, Value(clearsEmpty), .id(id)])
        }
    }

    /// - Parameter refused: the rows of the list that are kept; nil if there are none.
    package func finish(_ id: ID, saved count: Int, refused: String?) async throws {
        try await database.change { connection in
            guard let refused else {
                _ = try connection.run("DELETE FROM pending_import WHERE id = ?", [.id(id)])
                return
            }
            _ = try connection.run(
                "UPDATE pending_import SET content = ?, saved_count = ? WHERE id = ?", [.text(refused), Value(count), .id(id)])
        }
    }
}
