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
            let names = try connection.all("SELECT name FROM roster_view WHERE trip_id = ?", [.id(trip)]) { $0.text(0) }
            guard names.count < RosterView.limit else {
                throw Refusal.conflict("A trip has at most \(RosterView.limit) views. Remove one first.")
            }
            guard !names.contains(where: { folded($0) == folded(view.name) }) else {
                throw Refusal.invalid([FieldError("name", "Another view has this name. Choose another one.")])
            }
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
            try connection.run("DELETE FROM roster_view WHERE id = ?", [.id(id)])
            try AuditStore.append("view removed", subject: .init(id: id, name: name), trip: trip, by: author, at: now, on: connection)
        }
    }
}
