import Database
import Domain

/// What nodes tell one another of bikes: one asks the feeds, and each has people who look.
extension BikeStore {
    /// By which a node knows that what it has read may be older than what is stored.
    package var generation: Int { database.generation }

    /// Somebody looks at what a source says.
    package func noteLook(_ source: BikeSource, at time: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE bike_feed SET looked_at = ? WHERE kind = ? AND url = ? AND api_key = ?", [.at(time)] + BikeStore.values(source))
        }
    }

    /// When somebody lately looked at each source, by the clock of the node that they looked on.
    package func looks() throws -> [BikeSource: Instant] {
        try database.read { connection in
            let rows = try connection.all(
                "SELECT kind, url, api_key, max(looked_at) FROM bike_feed WHERE looked_at IS NOT NULL GROUP BY kind, url, api_key"
            ) { row in
                (BikeSource(kind: BikeFeedKind(rawValue: row.text(0)) ?? .gbfs, url: row.text(1), key: row.text(2)), row.at(3))
            }
            return Dictionary(firstOf: rows)
        }
    }

    /// Stations whose numbers are the same and were reported later, for nodes that have no memory of the answer.
    /// - Parameter data: for open pages of the trip; nil if they hear of it otherwise.
    package func refresh(_ rows: [BikeRow], telling data: JSON?, _ trip: ID) async throws {
        try await database.append { connection in
            for row in rows {
                try connection.run(
                    "UPDATE bike_station SET reported_at = ? WHERE number = ?", [.at(row.station.numbers.reportedAt), Value(row.number)])
            }
            if let data { connection.note(TripChange(.bikes, trip: trip, data: data)) }
        }
    }
}
