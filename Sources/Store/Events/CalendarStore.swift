import Database
import Domain

/// Secret addresses of calendars: a trip's, or one member's.
package struct CalendarStore: Sendable {
    package struct Feed: Sendable {
        package let id: ID
        package let tripID: ID
        package let memberID: ID?
        package let token: String
    }
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static func feed(_ row: Row) -> Feed { Feed(id: row.id(0), tripID: row.id(1), memberID: row.optionalID(2), token: row.text(3)) }

    /// A member's while they are on the trip.
    package func find(token: String) throws -> Feed? {
        try database.read {
            try $0.one(
                """
                SELECT id, trip_id, member_id, token FROM calendar_feed f WHERE token = ? AND revoked_at IS NULL
                AND (member_id IS NULL OR EXISTS (SELECT 1 FROM member m WHERE m.id = f.member_id AND \(OnTrip.condition)))
                """, [.text(token)],
                CalendarStore.feed)
        }
    }

    package func feeds(trip: ID) throws -> [Feed] {
        try database.read {
            try $0.all(
                "SELECT id, trip_id, member_id, token FROM calendar_feed WHERE trip_id = ? AND revoked_at IS NULL ORDER BY created_at",
                [.id(trip)], CalendarStore.feed)
        }
    }

    /// A new secret; an older one of the same trip or member stops working.
    /// - Parameter own: the time of the co-host who opens it for somebody else; it ends with that time.
    package func replace(trip: ID, member: ID?, under own: ID?, id: ID, token: String, at now: Instant) async throws {
        try await database.change { connection in
            if let own { try CoHostStore.require(own, at: now, on: connection) }
            try CalendarStore.revoke(trip: trip, member: member, at: now, on: connection)
            try connection.run(
                "INSERT INTO calendar_feed (id, trip_id, member_id, token, created_at, under_id) VALUES (?, ?, ?, ?, ?, ?)",
                [.id(id), .id(trip), .id(member), .text(token), .at(now), .id(own)])
        }
    }

    package func revoke(trip: ID, member: ID?, at now: Instant) async throws {
        try await database.change { try CalendarStore.revoke(trip: trip, member: member, at: now, on: $0) }
    }

    private static func revoke(trip: ID, member: ID?, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE calendar_feed SET revoked_at = ?
            WHERE trip_id = ? AND member_id IS NOT DISTINCT FROM ? AND revoked_at IS NULL
            """,
            [.at(now), .id(trip), .id(member)])
    }

    /// The events that a member is going to or may still go to.
    package func events(of member: ID, trip: ID) throws -> [Event] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(EventRows.event) FROM event e JOIN invitation i ON i.event_id = e.id
                WHERE i.member_id = ? AND e.trip_id = ? AND e.state <> 'draft' AND e.\(EventStore.isListed)
                    AND i.rsvp IN ('going', 'offered') ORDER BY e.starts_at, e.id
                """, [.id(member), .id(trip)], EventRows.event)
        }
    }

    package func events(trip: ID) throws -> [Event] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(EventRows.event) FROM event e WHERE e.trip_id = ? AND e.state <> 'draft' AND e.\(EventStore.isListed)
                ORDER BY e.starts_at, e.id
                """, [.id(trip)], EventRows.event)
        }
    }
}
