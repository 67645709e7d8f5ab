import Database
import Domain

/// How conversations begin.
extension ChatStore {
    static func openTrip(_ trip: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "INSERT INTO conversation (id, trip_id, kind, created_at) VALUES (?, ?, 'trip', ?)", [.id(trip), .id(trip), .at(now)])
    }

    /// An event's conversation carries the event's own id: one address less to look up.
    static func openEvent(_ event: ID, trip: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO conversation (id, trip_id, kind, event_id, created_at)
            VALUES (?, ?, 'event', ?, ?) ON CONFLICT (event_id) DO NOTHING
            """,
            [.id(event), .id(trip), .id(event), .at(now)])
    }

    package func openGroup(_ group: ID, name: String, trip: ID, by author: Author, at now: Instant) async throws -> ID {
        try await database.change { connection in
            let count = try connection.run(
                """
                INSERT INTO conversation (id, trip_id, kind, group_id, created_at)
                SELECT id, trip_id, 'group', id, ? FROM member_group WHERE id = ? AND trip_id = ? ON CONFLICT (group_id) DO NOTHING
                """, [.at(now), .id(group), .id(trip)])
            if count == 1 {
                try AuditStore.append(
                    "group chat opened", subject: .init(id: group, name: name), trip: trip, by: author, at: now, on: connection)
            }
            return group
        }
    }

    /// The one conversation of two members, made at need. Both are on the trip.
    package func openDirect(_ a: ID, _ b: ID, id: ID, trip: ID, at now: Instant) async throws -> ID {
        let (first, second) = a < b ? (a, b) : (b, a)
        return try await database.change { connection in
            try connection.run(
                """
                INSERT INTO conversation (id, trip_id, kind, first_id, second_id, created_at) VALUES (?, ?, 'direct', ?, ?, ?)
                ON CONFLICT (first_id, second_id) DO NOTHING
                """, [.id(id), .id(trip), .id(first), .id(second), .at(now)])
            return try connection.one(
                "SELECT id FROM conversation WHERE first_id = ? AND second_id = ?", [.id(first), .id(second)]
            ) { $0.id(0) } ?? id
        }
    }

    package func direct(_ a: ID, _ b: ID) throws -> ID? {
        try database.read {
            try $0.one(
                "SELECT id FROM conversation WHERE first_id = ? AND second_id = ?", [.id(min(a, b)), .id(max(a, b))]
            ) { $0.id(0) }
        }
    }
}
