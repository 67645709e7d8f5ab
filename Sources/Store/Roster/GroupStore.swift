import Database
import Domain

/// Renaming, leading and dissolving groups. Membership is a field of the member: see `RosterStore`.
package struct GroupStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package func add(name: String, id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await change("group created", .init(id: id, name: name), trip: trip, by: author, at: now) { connection in
            try connection.run(
                "INSERT INTO member_group (id, trip_id, name, folded_name) VALUES (?, ?, ?, ?)",
                [.id(id), .id(trip), .text(name), .text(folded(name))])
        }
    }

    /// - Parameter leader: must be in the group.
    package func update(
        _ group: Group, name: String, leader: ID?, trip: ID, by author: Author, at now: Instant
    ) async throws {
        try await change(
            "group changed", .init(id: group.id, name: name), trip: trip,
            changes: [
                AuditChange(field: "name", from: group.name, to: name),
                AuditChange(field: "leader", from: group.leaderID?.description ?? "", to: leader?.description ?? ""),
            ], by: author, at: now
        ) { connection in
            if let leader {
                let isMember = try connection.one(
                    "SELECT 1 FROM member_of_group WHERE group_id = ? AND member_id = ?", [.id(group.id), .id(leader)]
                ) { $0.boolean(0) }
                guard isMember == true else {
                    throw Refusal.invalid([FieldError("leader", "The leader must be in the group.")])
                }
            }
            try connection.run(
                "UPDATE member_group SET name = ?, folded_name = ?, leader_id = ? WHERE id = ? AND trip_id = ?",
                [.text(name), .text(folded(name)), .id(leader), .id(group.id), .id(trip)])
        }
    }

    package func remove(_ group: Group, trip: ID, by author: Author, at now: Instant) async throws {
        try await change("group dissolved", .init(id: group.id, name: group.name), trip: trip, by: author, at: now) {
            try $0.run("DELETE FROM member_group WHERE id = ? AND trip_id = ?", [.id(group.id), .id(trip)])
        }
    }

    private func change(
        _ action: String, _ subject: AuditStore.Subject, trip: ID, changes: [AuditChange] = [], by author: Author, at now: Instant,
        _ body: @escaping @Sendable (Connection) throws -> Void
    ) async throws {
        try await database.change { connection in
            do {
                try body(connection)
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.invalid([FieldError("name", "Another group of this trip has this name.")])
            }
            var subject = subject
            subject.rosterVersion = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            try AuditStore.append(
                action, subject: subject, trip: trip, changes: changes.filter { $0.from != $0.to }, by: author, at: now, on: connection)
        }
    }
}
