import Database
import Domain

/// Views of the roster: a filter and an order under a name, for all of a trip's staff.
extension RosterStore {
    /// In the order in which they were made.
    package func views(trip: ID) throws -> [RosterView] {
        try database.read { connection in
            try connection.all(
                "SELECT id, name, query FROM roster_view WHERE trip_id = ? ORDER BY made_at, id LIMIT 50", [.id(trip)]
            ) { RosterView(id: $0.id(0), name: $0.text(1), query: $0.text(2)) }
        }
    }

    package func add(_ view: RosterView, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try RosterStore.requireRoom(for: view, trip: trip, on: connection)
            try connection.run(
                "INSERT INTO roster_view (id, trip_id, name, query, made_at) VALUES (?, ?, ?, ?, ?)",
                [.id(view.id), .id(trip), .text(view.name), .text(view.query), .at(now)])
            try AuditStore.append(
                "view saved", subject: .init(id: view.id, name: view.name), trip: trip, by: author, at: now, on: connection)
        }
    }

    package func removeView(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let name = try connection.one("SELECT name FROM roster_view WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]) { $0.text(0) }
            guard let name else { throw Refusal.notFound }
            try connection.run("DELETE FROM removed_view WHERE id = ?", [.id(id)])
            try connection.run(
                """
                INSERT INTO removed_view (id, trip_id, name, query, made_at, removed_at)
                SELECT id, trip_id, name, query, made_at, ? FROM roster_view WHERE id = ?
                """, [.at(now), .id(id)])
            try connection.run("DELETE FROM roster_view WHERE id = ?", [.id(id)])
            try AuditStore.append("view removed", subject: .init(id: id, name: name), trip: trip, by: author, at: now, on: connection)
        }
    }

    /// One that was removed a moment ago; nil where nothing is kept of it.
    package func removedView(_ id: ID, trip: ID, at now: Instant) throws -> RosterView? {
        try database.read { try RosterStore.removedView(id, trip, now, $0) }
    }

    private static func removedView(_ id: ID, _ trip: ID, _ now: Instant, _ connection: Connection) throws -> RosterView? {
        try connection.one(
            "SELECT id, name, query FROM removed_view WHERE id = ? AND trip_id = ? AND removed_at > ?",
            [.id(id), .id(trip), .at(now - PassingState.undoLasts)]
        ) { RosterView(id: $0.id(0), name: $0.text(1), query: $0.text(2)) }
    }

    /// In its old place among the others. After a second press there is nothing to do.
    package func restoreView(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws -> RosterView {
        try await database.change { connection in
            let standing = try connection.one(
                "SELECT id, name, query FROM roster_view WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]
            ) { RosterView(id: $0.id(0), name: $0.text(1), query: $0.text(2)) }
            if let standing { return standing }
            guard let view = try RosterStore.removedView(id, trip, now, connection) else { throw Refusal.notFound }
            try RosterStore.requireRoom(for: view, trip: trip, on: connection)
            try connection.run(
                """
                INSERT INTO roster_view (id, trip_id, name, query, made_at)
                SELECT id, trip_id, name, query, made_at FROM removed_view WHERE id = ?
                """, [.id(id)])
            try connection.run("DELETE FROM removed_view WHERE id = ?", [.id(id)])
            try AuditStore.append(
                "view restored", subject: .init(id: id, name: view.name), trip: trip, by: author, at: now, on: connection)
            return view
        }
    }

    private static func requireRoom(for view: RosterView, trip: ID, on connection: Connection) throws {
        let names = try connection.all("SELECT name FROM roster_view WHERE trip_id = ?", [.id(trip)]) { $0.text(0) }
        guard names.count < RosterView.limit else {
            throw Refusal.conflict("A trip has at most \(RosterView.limit) views. Remove one first.")
        }
        guard !names.contains(where: { folded($0) == folded(view.name) }) else {
            throw Refusal.invalid([FieldError("name", "Another view has this name. Choose another one.")])
        }
    }
}
