import Database
import Domain

/// What feeds said goes again some rows at a time, so that the writer stays free: a week of history has millions.
extension BikeStore {
    /// Rows that go in one transaction.
    package static let portion = 5000

    /// Deletes some of the oldest rows of history, but the newest one of each station, which still holds.
    /// - Returns: how many went.
    package func forget(before time: Instant, limit: Int) async throws -> Int {
        try await database.append { connection in
            try connection.run(
                """
                DELETE FROM bike_history WHERE (station_number, at) IN (
                    SELECT h.station_number, h.at FROM bike_history h WHERE h.at < ? AND EXISTS (
                        SELECT 1 FROM bike_history n WHERE n.station_number = h.station_number AND n.at > h.at) ORDER BY h.at LIMIT ?)
                """, [.at(time), Value(limit)])
        }
    }

    /// Deletes some of what is left of a feed that was removed before a time, and then the feed itself.
    /// - Returns: how many rows went; 0 where no such feed is left.
    package func forgetRemoved(before time: Instant, limit: Int) async throws -> Int {
        try await database.append { connection in
            let feed = try connection.one(
                "SELECT id FROM bike_feed WHERE removed_at < ? ORDER BY removed_at, id LIMIT 1", [.at(time)]
            ) { $0.id(0) }
            guard let feed else { return 0 }
            let count = try BikeStore.empty(feed, limit, on: connection)
            return count > 0 ? count : try connection.run("DELETE FROM bike_feed WHERE id = ?", [.id(feed)])
        }
    }

    /// Deletes some of what the feeds of a trip said.
    /// - Returns: how many rows went; 0 where nothing is left.
    package func deleteHistory(trip: ID, limit: Int) async throws -> Int {
        try await database.append { connection in
            for feed in try connection.all("SELECT id FROM bike_feed WHERE trip_id = ?", [.id(trip)], { $0.id(0) }) {
                let count = try BikeStore.empty(feed, limit, on: connection)
                if count > 0 { return count }
            }
            return 0
        }
    }

    /// History first, and then the stations.
    private static func empty(_ feed: ID, _ limit: Int, on connection: Connection) throws -> Int {
        let values: [Value] = [.id(feed), Value(limit)]
        let moments = try connection.run(
            """
            DELETE FROM bike_history WHERE (station_number, at) IN (
                SELECT h.station_number, h.at FROM bike_station s JOIN bike_history h ON h.station_number = s.number
                WHERE s.feed_id = ? LIMIT ?)
            """, values)
        guard moments == 0 else { return moments }
        return try connection.run(
            "DELETE FROM bike_station WHERE number IN (SELECT number FROM bike_station WHERE feed_id = ? LIMIT ?)", values)
    }

    /// Deletes some stations that are no longer in their feed, that last reported before a time, and that nobody marked.
    /// - Returns: their numbers.
    package func forgetGone(feed: ID, before time: Instant, limit: Int) async throws -> [Int] {
        try await database.append { connection in
            let found = try connection.all(
                """
                SELECT s.number FROM bike_station s WHERE s.feed_id = ? AND s.is_gone = 1 AND coalesce(s.reported_at, 0) < ?
                    AND NOT EXISTS (SELECT 1 FROM bike_favourite v WHERE v.station_number = s.number) ORDER BY s.number LIMIT ?
                """, [.id(feed), .at(time), Value(limit)]
            ) { $0.int(0) }
            for number in found { try connection.run("DELETE FROM bike_station WHERE number = ?", [Value(number)]) }
            return found
        }
    }
}
