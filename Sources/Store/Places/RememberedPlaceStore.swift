import Database
import Domain

/// Places that somebody wrote about, as they were then, and what they are on the map that is served.
package struct RememberedPlaceStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// SQL: a place `p` as a trip has it: `t` is the same, or what its hosts attached it to. Binds the trip.
    static let ofTrip = """
        place p LEFT JOIN place_attachment a ON a.place_id = p.id AND a.trip_id = ? JOIN place t ON t.id = coalesce(a.target_id, p.id)
        """
    private static let columns = "p.id, p.element, p.shown_at, p.name, p.latitude, p.longitude"
    private static let version = "places_atlas"

    private static func read(_ row: Row) -> RememberedPlace? {
        guard let element = PlaceID(row.text(1)), let coordinates = Coordinates(latitude: row.real(4), longitude: row.real(5)) else {
            return nil
        }
        return RememberedPlace(
            id: row.id(0), element: element, shownAt: PlaceID(row.text(2)), name: row.text(3), coordinates: coordinates)
    }

    /// The row under which a trip writes about a place: the one that is shown there, else a new one.
    static func remember(_ known: KnownPlace, trip: ID, newID: @Sendable () -> ID, on connection: Connection) throws -> ID {
        let element = known.id.description
        let shown = try connection.one(
            """
            SELECT t.id FROM \(ofTrip) WHERE t.shown_at = ? ORDER BY t.element = ? DESC, t.id LIMIT 1
            """, [.id(trip), .text(element), .text(element)]
        ) { $0.id(0) }
        if let shown { return shown }
        try requireNotAttached(element, trip: trip, on: connection)
        return try add(known, id: newID(), on: connection)
    }

    /// What the trip wrote under this element stands at another place by its hosts' word: further words would land there unseen.
    private static func requireNotAttached(_ element: String, trip: ID, on connection: Connection) throws {
        let target = try connection.one(
            """
            SELECT t.name FROM place p JOIN place_attachment a ON a.place_id = p.id AND a.trip_id = ? JOIN place t ON t.id = a.target_id
            WHERE p.element = ?
            """, [.id(trip), .text(element)]
        ) { $0.text(0) }
        guard let target else { return }
        throw Refusal.conflict("Your hosts attached this place to “\(target)”. Write there, or ask a host to detach it.")
    }

    /// One that waits under the same element is found again by it.
    private static func add(_ known: KnownPlace, id: ID, on connection: Connection) throws -> ID {
        let element = known.id.description
        try connection.run(
            """
            INSERT INTO place (id, element, shown_at, name, folded_name, latitude, longitude) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (element) DO UPDATE SET shown_at = excluded.shown_at, name = excluded.name, folded_name = excluded.folded_name,
                latitude = excluded.latitude, longitude = excluded.longitude
            """,
            [
                .id(id), .text(element), .text(element), .text(known.name), .text(folded(known.name)),
                .real(known.coordinates.latitude), .real(known.coordinates.longitude),
            ])
        return try connection.one("SELECT id FROM place WHERE element = ?", [.text(element)]) { $0.id(0) } ?? id
    }

    // MARK: a new map

    /// Those of the map, in the order in which they were remembered. What hosts added themselves is on no map.
    package func all() throws -> [RememberedPlace] {
        try database.read {
            try $0.all(
                "SELECT \(RememberedPlaceStore.columns) FROM place p WHERE p.element NOT LIKE 'h%' ORDER BY p.id", [],
                RememberedPlaceStore.read)
        }.compactMap(\.self)
    }

    /// The map that places were matched with last; nil before the first.
    package func matchedVersion() throws -> String? {
        try database.read {
            try $0.one("SELECT value FROM server_setting WHERE name = ?", [.text(RememberedPlaceStore.version)]) { $0.text(0) }
        }
    }

    /// Places are remembered as the new map has them; one that waits stays as it was.
    /// - Returns: how many are shown at another element than before, or wait now and did not.
    @discardableResult
    package func apply(_ found: [ID: KnownPlace?], version: String) async throws -> Int {
        try await database.change { connection in
            var count = 0
            for (id, known) in found {
                if let known {
                    count += try RememberedPlaceStore.show(id, at: known, on: connection)
                } else {
                    count += try connection.run("UPDATE place SET shown_at = NULL WHERE id = ? AND shown_at IS NOT NULL", [.id(id)])
                }
            }
            try connection.run(
                "INSERT INTO server_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                [.text(RememberedPlaceStore.version), .text(version)])
            return count
        }
    }

    private static func show(_ id: ID, at known: KnownPlace, on connection: Connection) throws -> Int {
        let element = Value.text(known.id.description)
        let moved = try connection.run(
            "UPDATE place SET shown_at = ? WHERE id = ? AND shown_at IS DISTINCT FROM ?", [element, .id(id), element])
        let (latitude, longitude) = (Value.real(known.coordinates.latitude), Value.real(known.coordinates.longitude))
        try connection.run(
            """
            UPDATE place SET name = ?, folded_name = ?, latitude = ?, longitude = ?
            WHERE id = ? AND (name, latitude, longitude) IS DISTINCT FROM (?, ?, ?)
            """,
            [.text(known.name), .text(folded(known.name)), latitude, longitude, .id(id), .text(known.name), latitude, longitude])
        return moved
    }

    // MARK: by hand

    /// Places that a trip wrote about and that no map has, by name.
    package func waiting(trip: ID) throws -> [WaitingPlace] {
        try database.read { connection in
            try connection.all(
                """
                SELECT * FROM (SELECT \(RememberedPlaceStore.columns),
                    (SELECT count(*) FROM place_review r WHERE r.place_id = p.id AND r.trip_id = ?1 AND r.state <> 'deleted') AS reviews,
                    (SELECT count(*) FROM place_report r WHERE r.place_id = p.id AND r.trip_id = ?1 AND r.withdrawn_at IS NULL
                        AND r.ends_at IS NULL) AS reports,
                    (SELECT count(DISTINCT n.place_id) FROM place_note n WHERE n.place_id = p.id AND n.trip_id = ?1) AS notes
                FROM (SELECT place_id FROM place_review WHERE trip_id = ?1 UNION SELECT place_id FROM place_report WHERE trip_id = ?1
                    UNION SELECT place_id FROM place_note WHERE trip_id = ?1) w JOIN place p ON p.id = w.place_id
                LEFT JOIN place_attachment a ON a.place_id = p.id AND a.trip_id = ?1 JOIN place t ON t.id = coalesce(a.target_id, p.id)
                WHERE t.shown_at IS NULL AND p.element NOT LIKE 'h%' ORDER BY p.folded_name, p.id) found
                WHERE reviews + reports + notes > 0
                """, [.id(trip)]
            ) { row in
                RememberedPlaceStore.read(row).map {
                    WaitingPlace(place: $0, reviews: row.int(6), reports: row.int(7), notes: row.int(8))
                }
            }
        }.compactMap(\.self)
    }

    /// What hosts of the trip attached, newest first.
    package func attached(trip: ID) throws -> [AttachedPlace] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(RememberedPlaceStore.columns), t.name, t.shown_at, a.attached_by, a.attached_at
                FROM place_attachment a JOIN place p ON p.id = a.place_id JOIN place t ON t.id = a.target_id
                WHERE a.trip_id = ? ORDER BY a.attached_at DESC, p.id LIMIT 100
                """, [.id(trip)]
            ) { row in
                RememberedPlaceStore.read(row).map {
                    AttachedPlace(place: $0, targetName: row.text(6), target: PlaceID(row.text(7)), by: row.text(8), at: row.at(9))
                }
            }
        }.compactMap(\.self)
    }

    /// For one trip only. Nothing is moved: what was written stays with the place that it was written about.
    package func attach(
        _ place: ID, to known: KnownPlace, trip: ID, by author: Author, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws {
        try await database.change { connection in
            let name = try RememberedPlaceStore.requireWritten(place, trip: trip, on: connection)
            let target = try RememberedPlaceStore.remember(known, trip: trip, newID: newID, on: connection)
            guard target != place else { throw Refusal.conflict("It is already attached to that place.") }
            try connection.run(
                """
                INSERT INTO place_attachment (trip_id, place_id, target_id, attached_at, attached_by) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (trip_id, place_id) DO UPDATE SET target_id = excluded.target_id, attached_at = excluded.attached_at,
                    attached_by = excluded.attached_by
                """, [.id(trip), .id(place), .id(target), .at(now), .text(author.name)])
            try AuditStore.append(
                "place attached", subject: .init(id: place, name: name), trip: trip,
                changes: [AuditChange(field: "place", from: "", to: known.name)], by: author, at: now, on: connection)
        }
    }

    package func detach(_ place: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let name = try RememberedPlaceStore.requireWritten(place, trip: trip, on: connection)
            let count = try connection.run(
                "DELETE FROM place_attachment WHERE trip_id = ? AND place_id = ?", [.id(trip), .id(place)])
            guard count == 1 else { throw Refusal.conflict("Nobody attached it by hand, so it cannot be detached.") }
            try AuditStore.append(
                "place no longer attached", subject: .init(id: place, name: name), trip: trip, by: author, at: now, on: connection)
        }
    }

    /// - Throws: not found for a place that nobody of the trip wrote about.
    private static func requireWritten(_ place: ID, trip: ID, on connection: Connection) throws -> String {
        let name = try connection.one(
            """
            SELECT p.name FROM place p WHERE p.id = ?1 AND (EXISTS (SELECT 1 FROM place_review r WHERE r.place_id = p.id AND r.trip_id = ?2)
                OR EXISTS (SELECT 1 FROM place_report r WHERE r.place_id = p.id AND r.trip_id = ?2)
                OR EXISTS (SELECT 1 FROM place_note n WHERE n.place_id = p.id AND n.trip_id = ?2))
            """, [.id(place), .id(trip)]
        ) { $0.text(0) }
        guard let name else { throw Refusal.notFound }
        return name
    }

    package func find(_ place: ID) throws -> RememberedPlace? {
        try database.read {
            try $0.one("SELECT \(RememberedPlaceStore.columns) FROM place p WHERE p.id = ?", [.id(place)], RememberedPlaceStore.read)
        } ?? nil
    }
}
