import Database
import Domain

/// The bin. A trip that is in it is archived as far as every job is concerned, and no address finds it: see `isListed`.
extension TripStore {
    /// Of `trip`: somebody may find it.
    static let isListed = "deleted_at IS NULL"

    /// SQL: of `trip`. Nobody but staff is on it, and nothing is planned.
    private static let isEmpty = """
        NOT EXISTS (SELECT 1 FROM member m WHERE m.trip_id = trip.id AND m.role = 'traveller')
            AND NOT EXISTS (SELECT 1 FROM event e WHERE e.trip_id = trip.id)
        """

    // MARK: reading

    package func stake(of trip: ID) throws -> TripStake {
        let found = try database.read { connection in
            try connection.one(
                """
                SELECT (SELECT count(*) FROM member m WHERE m.trip_id = trip.id AND m.status NOT IN ('cancelled', 'left')),
                    (SELECT count(*) FROM event e WHERE e.trip_id = trip.id AND e.deleted_at IS NULL),
                    (SELECT count(*) FROM message s JOIN conversation c ON c.id = s.conversation_id WHERE c.trip_id = trip.id),
                    archived_at IS NOT NULL OR (\(TripStore.isEmpty))
                FROM trip WHERE id = ?
                """, [.id(trip)]
            ) { TripStake(members: $0.int(0), events: $0.int(1), messages: $0.int(2), isDone: $0.boolean(3)) }
        }
        guard let found else { throw Refusal.notFound }
        return found
    }

    /// The last that was deleted first.
    package func bin() throws -> [BinnedTrip] {
        try database.read { connection in
            try connection.all(
                """
                SELECT t.id, t.name, t.deleted_at, t.deleted_by, t.slug, t.start_day, t.end_day,
                    (SELECT count(*) FROM member m WHERE m.trip_id = t.id AND m.status NOT IN ('cancelled', 'left'))
                FROM trip t WHERE t.deleted_at IS NOT NULL ORDER BY t.deleted_at DESC, t.name, t.id
                """
            ) {
                BinnedTrip(
                    thing: BinnedThing(id: $0.id(0), name: $0.text(1), deletedAt: $0.at(2), deletedBy: $0.text(3)), slug: $0.text(4),
                    startDay: Day(number: $0.int(5)), endDay: Day(number: $0.int(6)), memberCount: $0.int(7))
            }
        }
    }

    // MARK: deleting and restoring

    /// - Throws: a conflict while the trip goes on, or somebody waits for help.
    package func moveToBin(_ trip: Trip, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let isNeeded = try connection.one(
                "SELECT 1 FROM help_case WHERE trip_id = ? AND resolved_at IS NULL LIMIT 1", [.id(trip.id)]
            ) { _ in true }
            if isNeeded == true { throw Refusal.conflict("Somebody on this trip has called for help. Resolve that first.") }
            let count = try connection.run(
                """
                UPDATE trip SET deleted_at = ?, deleted_by = ?, archived_at = coalesce(archived_at, ?), version = version + 1
                WHERE id = ? AND deleted_at IS NULL AND (archived_at IS NOT NULL OR (\(TripStore.isEmpty)))
                """, [.at(now), .text(author.name), .at(now), .id(trip.id)])
            guard count == 1 else { throw Refusal.conflict("Archive the trip first.") }
            try AuditStore.append(
                "trip deleted", subject: .init(id: trip.id, name: trip.fields.name), trip: trip.id, by: author, at: now, on: connection)
            connection.note(TripChange(.trackers, trip: trip.id))
            try TrackerStore.noteForgotten(trip: trip.id, isForAll: true, on: connection)
        }
    }

    /// It comes back archived. Returns where it is found.
    /// - Throws: not found for what is not in the bin.
    package func restore(_ trip: ID, by author: Author, at now: Instant) async throws -> String {
        try await database.change { connection in
            let found = try connection.one("SELECT slug, name FROM trip WHERE id = ? AND deleted_at IS NOT NULL", [.id(trip)]) {
                (slug: $0.text(0), name: $0.text(1))
            }
            guard let found else { throw Refusal.notFound }
            try connection.run("UPDATE trip SET deleted_at = NULL, deleted_by = '', version = version + 1 WHERE id = ?", [.id(trip)])
            try AuditStore.append(
                "trip restored", subject: .init(id: trip, name: found.name), trip: trip, by: author, at: now, on: connection)
            connection.note(TripChange(.trackers, trip: trip))
            return found.slug
        }
    }
}
