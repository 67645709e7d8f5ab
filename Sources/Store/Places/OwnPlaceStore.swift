import Database
import Domain

/// Places that hosts added to a trip because the map lacks them.
package struct OwnPlaceStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let columns = """
        id, name, kind, latitude, longitude, hours, phone, website, added_by, added_at, version, deleted_at IS NOT NULL
        """

    private static func read(_ row: Row) -> OwnPlace? {
        guard let coordinates = Coordinates(latitude: row.real(3), longitude: row.real(4)) else { return nil }
        return OwnPlace(
            id: row.id(0), name: row.text(1), kind: PlaceKind(rawValue: row.text(2)) ?? .restaurant, coordinates: coordinates,
            hours: row.text(5), phone: row.text(6), website: row.text(7), addedBy: row.text(8), addedAt: row.at(9), version: row.int(10),
            isDeleted: row.boolean(11))
    }

    /// By name. What is deleted is left out.
    package func list(trip: ID) throws -> [OwnPlace] {
        try database.read {
            try $0.all(
                "SELECT \(OwnPlaceStore.columns) FROM own_place WHERE trip_id = ? AND deleted_at IS NULL ORDER BY name, id LIMIT 1000",
                [.id(trip)], OwnPlaceStore.read)
        }.compactMap(\.self)
    }

    /// Also one that is deleted.
    package func find(_ id: ID, trip: ID) throws -> OwnPlace? {
        try database.read {
            try $0.one(
                "SELECT \(OwnPlaceStore.columns) FROM own_place WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)], OwnPlaceStore.read)
        } ?? nil
    }

    /// How many a trip may have.
    private static let limit = 500

    package func add(_ place: OwnPlace, trip: ID, by author: Author) async throws {
        try await database.change { connection in
            let count = try connection.one(
                "SELECT count(*) FROM own_place WHERE trip_id = ? AND deleted_at IS NULL", [.id(trip)]
            ) { $0.int(0) }
            guard let count, count < OwnPlaceStore.limit else {
                throw Refusal.conflict("This trip has \(OwnPlaceStore.limit) places of its own. Delete one first.")
            }
            try connection.run(
                """
                INSERT INTO own_place (id, trip_id, name, kind, latitude, longitude, hours, phone, website, added_by, added_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [.id(place.id), .id(trip)] + OwnPlaceStore.values(place) + [.text(place.addedBy), .at(place.addedAt)])
            try AuditStore.append(
                "place added", subject: .init(id: place.id, name: place.name), trip: trip, by: author, at: place.addedAt, on: connection)
            connection.note(.places(trip, isForAll: false))
        }
    }

    private static func values(_ place: OwnPlace) -> [Value] {
        [
            .text(place.name), .text(place.kind.rawValue), .real(place.coordinates.latitude), .real(place.coordinates.longitude),
            .text(place.hours), .text(place.phone), .text(place.website),
        ]
    }

    /// - Throws: conflict where a colleague changed it after `place.version`.
    package func update(_ place: OwnPlace, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE own_place SET name = ?, kind = ?, latitude = ?, longitude = ?, hours = ?, phone = ?, website = ?,
                    version = version + 1
                WHERE id = ? AND trip_id = ? AND version = ? AND deleted_at IS NULL
                """, OwnPlaceStore.values(place) + [.id(place.id), .id(trip), Value(place.version)])
            guard count == 1 else { throw Refusal.conflict("A colleague has changed this place. Look at it again.") }
            // What people wrote about it is under the name that it has now.
            try connection.run(
                "UPDATE place SET name = ?, folded_name = ?, latitude = ?, longitude = ? WHERE element = ?",
                [
                    .text(place.name), .text(folded(place.name)), .real(place.coordinates.latitude), .real(place.coordinates.longitude),
                    .text(place.placeID.description),
                ])
            try AuditStore.append(
                "place changed", subject: .init(id: place.id, name: place.name), trip: trip, by: author, at: now, on: connection)
            connection.note(.places(trip, isForAll: false))
        }
    }

    /// What people wrote about it stays, and is there again when it is put back.
    package func setDeleted(_ isDeleted: Bool, _ id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let name = try connection.one("SELECT name FROM own_place WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]) { $0.text(0) }
            guard let name else { throw Refusal.notFound }
            let count = try connection.run(
                """
                UPDATE own_place SET deleted_at = ?, version = version + 1
                WHERE id = ? AND deleted_at \(isDeleted ? "IS NULL" : "IS NOT NULL")
                """,
                [isDeleted ? .at(now) : .null, .id(id)])
            guard count == 1 else { throw Refusal.conflict(isDeleted ? "It is already deleted." : "There is nothing to undo.") }
            try AuditStore.append(
                isDeleted ? "place deleted" : "place restored", subject: .init(id: id, name: name), trip: trip, by: author, at: now,
                on: connection)
            connection.note(.places(trip, isForAll: false))
        }
    }
}
