import Database
import Domain

/// What feeds said: each station as it is now, and a row for each change of a week.
extension BikeStore {
    /// What one answer changed.
    package struct Changes: Sendable {
        /// Not known before.
        package var new: [BikeStation] = []
        /// Known ones, with what is so now.
        package var changed: [BikeRow] = []
        /// Known ones whose numbers changed: each gets a row of history.
        package var moved: [BikeRow] = []
        /// Those of another system that the feed was before, with the ids that they have from now on.
        package var parted: [BikeRow] = []
        package init() {}
        package var isEmpty: Bool { new.isEmpty && changed.isEmpty && moved.isEmpty && parted.isEmpty }
    }

    private static let columns = """
        number, feed_id, feed_key, name, address, latitude, longitude, link, capacity, is_virtual, bikes, electric, docks, flags,
        reported_at, is_gone
        """

    /// Of one feed, also those that are no longer in it.
    package func stations(feed: ID) throws -> [BikeRow] {
        try database.read {
            try $0.all("SELECT \(BikeStore.columns) FROM bike_station WHERE feed_id = ? ORDER BY number", [.id(feed)], BikeStore.row)
        }
    }

    private static func row(_ row: Row) -> BikeRow {
        var numbers = BikeNumbers()
        (numbers.bikes, numbers.electric) = (row.optionalInteger(10).map { Int($0) }, row.optionalInteger(11).map { Int($0) })
        (numbers.docks, numbers.reportedAt) = (row.optionalInteger(12).map { Int($0) }, row.optionalAt(14))
        numbers.flags = row.int(13)
        let station = BikeStation(
            key: row.text(2), name: row.text(3), address: row.text(4),
            place: Coordinates(clampedLatitude: row.real(5), longitude: row.real(6)), link: row.text(7),
            capacity: row.optionalInteger(8).map { Int($0) }, isVirtual: row.boolean(9), numbers: numbers)
        return BikeRow(number: row.int(0), feedID: row.id(1), station: station, isGone: row.boolean(15))
    }

    /// Stores an answer. It invalidates no cached reads: what is in it is served from memory.
    /// - Parameter data: what open pages of the trip hear; nil for nothing.
    /// - Returns: the new stations with their numbers, in the order of `changes`.
    package func record(_ changes: Changes, telling data: JSON? = nil, feed: ID, at now: Instant) async throws -> [BikeRow] {
        guard !changes.isEmpty else { return [] }
        return try await database.append { connection in
            guard let trip = try connection.one("SELECT trip_id FROM bike_feed WHERE id = ?", [.id(feed)], { $0.id(0) }) else { return [] }
            if let data { connection.note(TripChange(.bikes, trip: trip, data: data)) }
            for row in changes.parted {
                try connection.run(
                    "UPDATE bike_station SET feed_key = ?, is_gone = 1 WHERE number = ?", [.text(row.station.key), Value(row.number)])
            }
            for row in changes.changed { try BikeStore.update(row, on: connection) }
            let new = try changes.new.compactMap { try BikeStore.put($0, feed: feed, on: connection) }
            for row in changes.moved + new { try BikeStore.note(row, at: now, on: connection) }
            return new
        }
    }

    private static func values(_ station: BikeStation) -> [Value] {
        let numbers = station.numbers
        return [
            .text(station.name), .text(station.address), Value(station.place.latitude), Value(station.place.longitude), .text(station.link),
            Value(station.capacity.map(Int64.init)), Value(station.isVirtual), Value(numbers.bikes.map(Int64.init)),
            Value(numbers.electric.map(Int64.init)), Value(numbers.docks.map(Int64.init)), Value(numbers.flags), .at(numbers.reportedAt),
        ]
    }

    private static func update(_ row: BikeRow, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE bike_station SET name = ?, address = ?, latitude = ?, longitude = ?, link = ?, capacity = ?, is_virtual = ?, bikes = ?,
                electric = ?, docks = ?, flags = ?, reported_at = ?, is_gone = ? WHERE number = ? AND feed_id = ?
            """, values(row.station) + [Value(row.isGone), Value(row.number), .id(row.feedID)])
    }

    /// One that is there already has what is said of it now.
    private static func put(_ station: BikeStation, feed: ID, on connection: Connection) throws -> BikeRow? {
        if let number = try insert(station, feed: feed, on: connection) {
            return BikeRow(number: number, feedID: feed, station: station)
        }
        let known = try connection.one(
            "SELECT number FROM bike_station WHERE feed_id = ? AND feed_key = ?", [.id(feed), .text(station.key)]
        ) { $0.int(0) }
        guard let known else { return nil }
        let row = BikeRow(number: known, feedID: feed, station: station)
        try update(row, on: connection)
        return row
    }

    private static func insert(_ station: BikeStation, feed: ID, on connection: Connection) throws -> Int? {
        try connection.insert(
            """
            INSERT INTO bike_station (feed_id, feed_key, name, address, latitude, longitude, link, capacity, is_virtual, bikes, electric,
                docks, flags, reported_at, is_gone)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (feed_id, feed_key) DO NOTHING
            """, [.id(feed), .text(station.key)] + values(station))
    }

    private static func note(_ row: BikeRow, at now: Instant, on connection: Connection) throws {
        let numbers = row.station.numbers
        try connection.run(
            """
            INSERT INTO bike_history (station_number, at, bikes, electric, docks) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (station_number, at) DO NOTHING
            """,
            [
                Value(row.number), .at(now), Value(numbers.bikes.map(Int64.init)), Value(numbers.electric.map(Int64.init)),
                Value(numbers.docks.map(Int64.init)),
            ])
    }

    /// Oldest first, beginning with what held when the time began.
    package func moments(station: Int, since: Instant) throws -> [BikeMoment] {
        try database.read { connection in
            try connection.all(
                """
                SELECT at, bikes, electric, docks FROM bike_history WHERE station_number = ?1 AND at >= coalesce(
                    (SELECT max(at) FROM bike_history WHERE station_number = ?1 AND at <= ?2), ?2) ORDER BY at
                """, [Value(station), .at(since)]
            ) { row in
                BikeMoment(
                    at: row.at(0), bikes: row.optionalInteger(1).map { Int($0) }, electric: row.optionalInteger(2).map { Int($0) },
                    docks: row.optionalInteger(3).map { Int($0) })
            }
        }
    }
}
