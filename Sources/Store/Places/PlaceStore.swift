import Database
import Domain

/// What people chose for their lists of places.
package struct PlaceStore: Sendable {
    private let database: AppDatabase

    package init(_ database: AppDatabase) { self.database = database }

    /// As it stands in an address; nil where nothing is remembered.
    package func filter(account: ID, trip: ID) throws -> String? {
        try database.read { connection in
            try connection.one("SELECT filter FROM place_filter WHERE account_id = ? AND trip_id = ?", [.id(account), .id(trip)]) {
                $0.text(0)
            }
        }
    }

    /// - Parameter filter: nil forgets.
    package func setFilter(_ filter: String?, account: ID, trip: ID) async throws {
        try await database.append { connection in
            if let filter {
                _ = try connection.run(
                    """
                    INSERT INTO place_filter (account_id, trip_id, filter) VALUES (?, ?, ?)
                    ON CONFLICT (account_id, trip_id) DO UPDATE SET filter = excluded.filter
                    """, [.id(account), .id(trip), .text(filter)])
            } else {
                try connection.run("DELETE FROM place_filter WHERE account_id = ? AND trip_id = ?", [.id(account), .id(trip)])
            }
        }
    }
}
