import Database
import Domain

/// Erasing events for good, with everything that refers to them.
extension EventStore {
    /// Of every trip: whose time in the bin is up. One whose chat holds what somebody wrote about whom a case is on hold stays.
    package func overdueInBin(before end: Instant) throws -> [(event: ID, trip: ID)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT e.id, e.trip_id FROM event e WHERE e.deleted_at <= ? AND NOT \(EventStore.isHeld) ORDER BY e.deleted_at
                """, [.at(end)]
            ) { ($0.id(0), $0.id(1)) }
        }
    }

    /// SQL: of `e`.
    private static let isHeld = """
        EXISTS (SELECT 1 FROM moderation_case k WHERE k.is_held = 1 AND (k.event_id = e.id OR EXISTS (
            SELECT 1 FROM conversation c JOIN message m ON m.conversation_id = c.id
            WHERE c.event_id = e.id AND m.member_id = k.member_id)))
        """

    /// Its conversation's messages are gone already: see `MessageStore.erase`.
    /// - Throws: not found for what is not in this trip's bin, a conflict while a case is on hold.
    package func erase(_ event: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let title = try EventStore.requireErasable(event, trip: trip, on: connection)
            let place: [Value] = [.id(event)]
            try connection.run("DELETE FROM scan WHERE list_id IN (SELECT id FROM check_in_list WHERE event_id = ?)", place)
            for table in [
                "check_in_list", "event_host", "event_group", "event_log", "event_move", "reminder", "invitation", "binned_invitation",
            ] {
                try connection.run("DELETE FROM \(table) WHERE event_id = ?", place)
            }
            let rooms = "(SELECT id FROM conversation WHERE event_id = ?)"
            try connection.run("UPDATE moderation_case SET conversation_id = NULL WHERE conversation_id IN \(rooms)", place)
            try connection.run("UPDATE moderation_case SET event_id = NULL WHERE event_id = ?", place)
            try connection.run("DELETE FROM conversation WHERE event_id = ?", place)
            try connection.run("DELETE FROM event WHERE id = ?", place)
            try AuditStore.append("event erased", subject: .init(id: event, name: title), trip: trip, by: author, at: now, on: connection)
        }
    }

    /// - Returns: its title.
    @discardableResult
    package func requireErasable(_ event: ID, trip: ID) throws -> String {
        try database.read { try EventStore.requireErasable(event, trip: trip, on: $0) }
    }

    private static func requireErasable(_ event: ID, trip: ID, on connection: Connection) throws -> String {
        let found = try connection.one(
            "SELECT e.title, \(EventStore.isHeld) FROM event e WHERE e.id = ? AND e.trip_id = ? AND e.deleted_at IS NOT NULL",
            [.id(event), .id(trip)]
        ) { (title: $0.text(0), isHeld: $0.boolean(1)) }
        guard let found else { throw Refusal.notFound }
        guard !found.isHeld else { throw Refusal.conflict("Moderators keep what was written there. Ask them first.") }
        return found.title
    }
}
