import Database
import Domain

/// What people and admins chose for the map.
package struct MapStore: Sendable {
    private let database: AppDatabase
    private let rasterCache: ReadCache<Int, [RasterServer]>

    package init(_ database: AppDatabase) {
        self.database = database
        rasterCache = ReadCache(database, limit: 1)
    }

    package func choice(account: ID, trip: ID) throws -> MapChoice {
        try database.read { connection in
            try connection.one(
                "SELECT choice FROM map_choice WHERE account_id = ? AND trip_id = ?", [.id(account), .id(trip)]
            ) { MapChoice(rawValue: $0.text(0)) }
        }.flatMap(\.self) ?? .auto
    }

    package func setChoice(_ choice: MapChoice, account: ID, trip: ID) async throws {
        try await database.change { connection in
            _ = try connection.run(
                """
                INSERT INTO map_choice (account_id, trip_id, choice) VALUES (?, ?, ?)
                ON CONFLICT (account_id, trip_id) DO UPDATE SET choice = excluded.choice
                """, [.id(account), .id(trip), .text(choice.rawValue)])
        }
    }

    // MARK: raster servers

    package func rasterServers() throws -> [RasterServer] { try rasterCache.value(for: 0, load: readRasterServers) }

    private func readRasterServers() throws -> [RasterServer] {
        try database.read { connection in
            try connection.all("SELECT style, url, attribution FROM raster_server ORDER BY style", []) { row in
                MapStyle(rawValue: row.text(0)).map { RasterServer(style: $0, url: row.text(1), attribution: row.text(2)) }
            }
        }.compactMap(\.self)
    }

    /// - Parameter server: nil goes back to own tiles.
    package func setRasterServer(_ server: RasterServer?, style: MapStyle, by author: Author, id: ID, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run("DELETE FROM raster_server WHERE style = ?", [.text(style.rawValue)])
            if let server {
                try connection.run(
                    "INSERT INTO raster_server (style, url, attribution) VALUES (?, ?, ?)",
                    [.text(style.rawValue), .text(server.url), .text(server.attribution)])
            }
            try AuditStore.append(
                "raster server changed", subject: .init(id: id, name: style.label), trip: nil,
                changes: [AuditChange(field: "url", from: "", to: server?.url ?? "–")], by: author, at: now, on: connection)
        }
    }
}
