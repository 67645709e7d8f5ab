import Database
import Domain

/// Feeds of bike stations, and how people look at them.
package struct BikeStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: feeds

    private static let columns = "f.id, f.trip_id, f.kind, f.url, f.api_key, f.name, f.version, f.added_at, f.added_by, f.next_at"

    private static func feed(_ row: Row) -> BikeFeed {
        let source = BikeSource(kind: BikeFeedKind(rawValue: row.text(2)) ?? .gbfs, url: row.text(3), key: row.text(4))
        return BikeFeed(
            id: row.id(0), tripID: row.id(1), source: source, name: row.text(5), addedAt: row.at(7), addedBy: row.text(8),
            version: row.int(6), nextAt: row.optionalAt(9))
    }

    /// Of a trip, the oldest first.
    package func feeds(trip: ID) throws -> [BikeFeed] {
        try database.read {
            try $0.all(
                "SELECT \(BikeStore.columns) FROM bike_feed f WHERE f.trip_id = ? AND f.removed_at IS NULL ORDER BY f.added_at, f.id",
                [.id(trip)], BikeStore.feed)
        }
    }

    /// Of every trip that still changes.
    package func openFeeds() throws -> [BikeFeed] {
        try database.read {
            try $0.all(
                """
                SELECT \(BikeStore.columns) FROM bike_feed f JOIN trip t ON t.id = f.trip_id
                WHERE f.removed_at IS NULL AND t.archived_at IS NULL AND t.\(TripStore.isListed) ORDER BY f.added_at, f.id
                """, [], BikeStore.feed)
        }
    }

    /// The last time that anything was told to be kept from asking a source, whichever trips have it or had it.
    package func nextAt(of source: BikeSource) throws -> Instant? {
        try database.read {
            try $0.one("SELECT max(next_at) FROM bike_feed WHERE kind = ? AND url = ? AND api_key = ?", BikeStore.values(source)) {
                $0.optionalAt(0)
            }
        } ?? nil
    }

    /// Before that time the source is not asked again, also after a restart. It invalidates no cached reads.
    package func setNextAt(_ nextAt: Instant, of source: BikeSource) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE bike_feed SET next_at = ? WHERE kind = ? AND url = ? AND api_key = ?", [.at(nextAt)] + BikeStore.values(source))
        }
    }

    static func values(_ source: BikeSource) -> [Value] { [.text(source.kind.rawValue), .text(source.url), .text(source.key)] }

    /// - Parameters:
    ///   - source: of the fields.
    ///   - nextAt: before which it is not asked again.
    package func add(
        _ fields: BikeFeedFields, _ source: BikeSource, id: ID, nextAt: Instant?, trip: ID, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            try BikeStore.requireRoom(source.url, trip: trip, but: id, on: connection)
            try connection.run(
                """
                INSERT INTO bike_feed (id, trip_id, kind, url, api_key, name, version, added_at, added_by, next_at)
                VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
                """,
                [.id(id), .id(trip)] + BikeStore.values(source) + [.text(fields.name), .at(now), .text(author.name), .at(nextAt)])
            let address = BikeStore.shown(source)
            try BikeStore.note("bike feed added", id, fields.name, address, [("address", "", address)], (author, trip, now), connection)
        }
    }

    /// - Parameter id: of the feed that takes the address, which need not be there yet.
    /// - Throws: what is wrong with one feed more, or with another address of one.
    package func requireRoom(_ source: BikeSource, trip: ID, but id: ID) throws {
        try database.read { try BikeStore.requireRoom(source.url, trip: trip, but: id, on: $0) }
    }

    private static func requireRoom(_ url: String, trip: ID, but id: ID, on connection: Connection) throws {
        let others = try connection.all(
            "SELECT url FROM bike_feed WHERE trip_id = ? AND id <> ? AND removed_at IS NULL", [.id(trip), .id(id)]
        ) { $0.text(0) }
        guard others.count < BikeFeedFields.most else {
            throw Refusal.invalid([FieldError("url", "A trip has at most \(BikeFeedFields.most) feeds. Remove one first.")])
        }
        guard !others.contains(where: { (WebAddress($0)?.plain ?? $0) == url }) else {
            throw Refusal.invalid([FieldError("url", "This trip already has this feed.")])
        }
    }

    /// Neither a key nor a query, which may hold one, gets into the trail.
    private static func shown(_ source: BikeSource) -> String { WebAddress(source.url)?.withoutQuery ?? "" }

    private static func note(
        _ action: String, _ id: ID, _ name: String, _ address: String, _ changes: [(String, String, String)],
        _ made: (author: Author, trip: ID, at: Instant), _ connection: Connection
    ) throws {
        try AuditStore.append(
            action, subject: .init(id: id, name: name.isEmpty ? address : name), trip: made.trip,
            changes: changes.filter { $0.1 != $0.2 }.map { AuditChange(field: $0.0, from: $0.1, to: $0.2) }, by: made.author, at: made.at,
            on: connection)
    }

    /// - Parameters:
    ///   - source: of the fields.
    ///   - nextAt: before which it is not asked again.
    package func update(
        _ id: ID, to fields: (fields: BikeFeedFields, source: BikeSource, nextAt: Instant?), version: Int, trip: ID, by author: Author,
        at now: Instant
    ) async throws {
        let (name, source) = (fields.fields.name, fields.source)
        try await database.change { connection in
            guard let old = try BikeStore.find(id, trip: trip, on: connection) else { throw Refusal.notFound }
            guard old.version == version else {
                throw Refusal.conflict("Somebody else has changed this feed. Look at it again, then save.")
            }
            try BikeStore.requireRoom(source.url, trip: trip, but: id, on: connection)
            try connection.run(
                "UPDATE bike_feed SET kind = ?, url = ?, api_key = ?, name = ?, version = version + 1, next_at = ? WHERE id = ?",
                BikeStore.values(source) + [.text(name), .at(fields.nextAt), .id(id)])
            // They are of the other source.
            if old.source != source {
                try connection.run("UPDATE bike_feed SET asked_at = NULL, report = NULL, faults = NULL WHERE id = ?", [.id(id)])
            }
            let (was, address) = (BikeStore.shown(old.source), BikeStore.shown(source))
            let changes = [
                ("kind", old.source.kind.rawValue, source.kind.rawValue), ("address", was, address),
                ("query", "", was == address && old.source.url != source.url ? "replaced" : ""), ("name", old.name, name),
                ("key", "", source.key == old.source.key ? "" : "replaced"),
            ]
            try BikeStore.note("bike feed changed", id, name, address, changes, (author, trip, now), connection)
        }
    }

    private static func find(_ id: ID, trip: ID, isRemoved: Bool = false, on connection: Connection) throws -> BikeFeed? {
        try connection.one(
            "SELECT \(columns) FROM bike_feed f WHERE f.id = ? AND f.trip_id = ? AND f.removed_at \(isRemoved ? "IS NOT NULL" : "IS NULL")",
            [.id(id), .id(trip)], feed)
    }

    /// It is kept for a week, so that it can be put back with its stations and everybody's favourites.
    /// - Throws: a conflict where its place is taken meanwhile.
    package func setRemoved(_ isRemoved: Bool, _ id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            guard let feed = try BikeStore.find(id, trip: trip, isRemoved: !isRemoved, on: connection) else { throw Refusal.notFound }
            do {
                if !isRemoved { try BikeStore.requireRoom(feed.source.url, trip: trip, but: id, on: connection) }
            } catch Refusal.invalid(let errors) {
                throw Refusal.conflict(errors.first?.message ?? "This feed cannot be put back.")
            }
            try connection.run("UPDATE bike_feed SET removed_at = ? WHERE id = ?", [.at(isRemoved ? now : nil), .id(id)])
            let action = isRemoved ? "bike feed removed" : "bike feed put back"
            try BikeStore.note(action, id, feed.name, BikeStore.shown(feed.source), [], (author, trip, now), connection)
        }
    }

    // MARK: people

    /// The numbers of the stations that a member marked.
    package func favourites(of member: ID) throws -> Set<Int> {
        try database.read {
            Set(try $0.all("SELECT station_number FROM bike_favourite WHERE member_id = ?", [.id(member)]) { $0.int(0) })
        }
    }

    /// - Throws: not found for a station of another trip.
    package func setFavourite(_ isFavourite: Bool, station: Int, member: ID, trip: ID) async throws {
        try await database.change { connection in
            let isOfTrip = try connection.one(
                "SELECT 1 FROM bike_station s JOIN bike_feed f ON f.id = s.feed_id WHERE s.number = ? AND f.trip_id = ?",
                [Value(station), .id(trip)]
            ) { _ in true }
            guard isOfTrip == true else { throw Refusal.notFound }
            try connection.run(
                isFavourite
                    ? "INSERT INTO bike_favourite (member_id, station_number) VALUES (?, ?) ON CONFLICT DO NOTHING"
                    : "DELETE FROM bike_favourite WHERE member_id = ? AND station_number = ?", [.id(member), Value(station)])
        }
    }

    /// How they look at the list, and from where; nil before they chose.
    package func choice(of member: ID) throws -> (choice: BikeChoice, origin: BikeOrigin.Kind?)? {
        try database.read {
            try $0.one("SELECT radius, favourites_first, wish, origin FROM bike_choice WHERE member_id = ?", [.id(member)]) { row in
                var choice = BikeChoice()
                (choice.radius, choice.putsFavouritesFirst) = (BikeChoice.radius(near: row.int(0)), row.boolean(1))
                choice.wish = BikeChoice.Wish(rawValue: row.text(2)) ?? .any
                return (choice, BikeOrigin.Kind(row.text(3)))
            }
        }
    }

    /// - Parameter origin: the kind of place; where somebody is themselves is not stored.
    package func setChoice(_ choice: BikeChoice, origin: BikeOrigin.Kind?, member: ID) async throws {
        try await database.change { connection in
            _ = try connection.run(
                """
                INSERT INTO bike_choice (member_id, radius, favourites_first, wish, origin) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (member_id) DO UPDATE SET radius = excluded.radius, favourites_first = excluded.favourites_first,
                    wish = excluded.wish, origin = excluded.origin
                """,
                [
                    .id(member), Value(choice.radius), Value(choice.putsFavouritesFirst), .text(choice.wish.rawValue),
                    .text(origin?.text ?? ""),
                ])
        }
    }

    /// The names of the stations that a member marked, for their own data.
    package func favouriteNames(of member: ID) throws -> [String] {
        try database.read {
            try $0.all(
                """
                SELECT s.name FROM bike_favourite v JOIN bike_station s ON s.number = v.station_number WHERE v.member_id = ?
                ORDER BY s.name, s.number
                """, [.id(member)]
            ) { $0.text(0) }
        }
    }
}
