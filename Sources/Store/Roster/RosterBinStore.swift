import Database
import Domain

/// The bin. Whoever is in it has cancelled as far as every other part of the program is concerned (no sign-in to the trip, no map, no chat,
/// no reminders) and is on no list of the roster besides: see `isListed`.
extension RosterStore {
    /// Of `member`: is on the roster's lists.
    static let isListed = "deleted_at IS NULL"

    /// - Throws: a conflict for whoever has a role.
    package func delete(_ member: ID, trip: ID, by author: Author, at now: Instant) async throws -> Int {
        try await database.change { connection in
            try DeletionStore.requireTraveller(member, trip: trip, on: connection)
            guard let fields = try RosterStore.fields(of: member, trip: trip, on: connection) else { throw Refusal.notFound }
            let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            try connection.run(
                """
                UPDATE member SET deleted_at = ?, deleted_by = ?, status_before = status, status = 'cancelled', version = ? WHERE id = ?
                """, [.at(now), .text(author.name), Value(version), .id(member)])
            try AuditStore.append(
                "moved to the bin", subject: .init(id: member, name: fields.fullName, rosterVersion: version), trip: trip, by: author,
                at: now, on: connection)
            return version
        }
    }

    /// As they were on the list; answers to events stay declined.
    package func bringBack(_ member: ID, trip: ID, by author: Author, at now: Instant) async throws -> Int {
        try await database.change { connection in
            let name = try connection.one(
                "SELECT trim(first_name || ' ' || last_name) FROM member WHERE id = ? AND trip_id = ? AND deleted_at IS NOT NULL",
                [.id(member), .id(trip)]
            ) { $0.text(0) }
            guard let name else { throw Refusal.notFound }
            let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            try connection.run(
                """
                UPDATE member SET deleted_at = NULL, deleted_by = '', status = status_before, status_before = '', version = ? WHERE id = ?
                """, [Value(version), .id(member)])
            try AuditStore.append(
                "brought back from the bin", subject: .init(id: member, name: name, rosterVersion: version), trip: trip, by: author,
                at: now,
                on: connection)
            return version
        }
    }

    /// The last that was deleted first.
    package func bin(trip: ID) throws -> [BinnedMember] {
        try database.read { connection in
            try connection.all(
                """
                SELECT id, trim(first_name || ' ' || last_name), deleted_at, deleted_by FROM member
                WHERE trip_id = ? AND deleted_at IS NOT NULL AND status_before <> '' ORDER BY deleted_at DESC, id
                """, [.id(trip)]
            ) { BinnedMember(id: $0.id(0), name: $0.text(1), deletedAt: $0.at(2), deletedBy: $0.text(3)) }
        }
    }

    /// Of every trip: whose time is up.
    package func overdueInBin(before end: Instant) throws -> [(member: ID, trip: ID)] {
        try database.read { connection in
            try connection.all(
                "SELECT id, trip_id FROM member WHERE deleted_at IS NOT NULL AND deleted_at <= ? AND status_before <> ''", [.at(end)]
            ) { ($0.id(0), $0.id(1)) }
        }
    }
}
