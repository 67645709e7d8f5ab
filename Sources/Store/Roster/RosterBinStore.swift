import Database
import Domain

/// The bin. Whoever is in it has cancelled as far as every other part of the program is concerned (no sign-in to the trip, no map, no chat,
/// no reminders) and is on no list of the roster besides: see `isListed`. Their invitations are kept aside: see `EventStore.delete`.
extension RosterStore {
    /// Of `member`: is on the roster's lists.
    static let isListed = "deleted_at IS NULL"
    /// Whoever is on no list.
    static let deleted = "SELECT id FROM member WHERE deleted_at IS NOT NULL"

    /// Returns the roster's new version.
    /// - Throws: a conflict for whoever has a role, or waits for help.
    static func moveToBin(_ members: [ID], trip: ID, by author: Author, at now: Instant, on connection: Connection) throws -> Int {
        let version = try nextVersion(trip: trip, at: now, on: connection)
        for member in members {
            guard let fields = try fields(of: member, trip: trip, on: connection) else { throw Refusal.notFound }
            try DeletionStore.requireTraveller(member, trip: trip, on: connection)
            let needsHelp = try connection.one(
                "SELECT 1 FROM help_case WHERE member_id = ? AND resolved_at IS NULL LIMIT 1", [.id(member)]
            ) { _ in true }
            if needsHelp == true { throw Refusal.conflict("\(fields.fullName) has called for help. Resolve that first.") }
            try connection.run(
                """
                UPDATE member SET deleted_at = ?, deleted_by = ?, status_before = status, status = 'cancelled', version = ? WHERE id = ?
                """, [.at(now), .text(author.name), Value(version), .id(member)])
            try AuditStore.append(
                RosterAction.binned, subject: .init(id: member, name: fields.fullName, rosterVersion: version), trip: trip, by: author,
                at: now, on: connection)
        }
        return version
    }

    /// As they were on the list. Returns the roster's new version.
    static func takeOutOfBin(_ members: [ID], trip: ID, by author: Author, at now: Instant, on connection: Connection) throws -> Int {
        let version = try nextVersion(trip: trip, at: now, on: connection)
        for member in members {
            let name = try connection.one(
                "SELECT trim(first_name || ' ' || last_name) FROM member WHERE id = ? AND trip_id = ? AND status_before <> ''",
                [.id(member), .id(trip)]
            ) { $0.text(0) }
            guard let name else { throw Refusal.notFound }
            try connection.run(
                """
                UPDATE member SET deleted_at = NULL, deleted_by = '', status = status_before, status_before = '', version = ? WHERE id = ?
                """, [Value(version), .id(member)])
            try AuditStore.append(
                RosterAction.restored, subject: .init(id: member, name: name, rosterVersion: version), trip: trip, by: author, at: now,
                on: connection)
        }
        return version
    }

    /// The last that was deleted first.
    package func bin(trip: ID) throws -> [BinnedMember] {
        try database.read { connection in
            try connection.all(
                """
                SELECT m.id, trim(m.first_name || ' ' || m.last_name), m.deleted_at, m.deleted_by, m.version, d.due_at
                FROM member m LEFT JOIN deletion_request d ON d.member_id = m.id
                WHERE m.trip_id = ? AND m.deleted_at IS NOT NULL AND m.status_before <> '' ORDER BY m.deleted_at DESC, m.sort_name, m.id
                """, [.id(trip)]
            ) {
                BinnedMember(
                    id: $0.id(0), name: $0.text(1), deletedAt: $0.at(2), deletedBy: $0.text(3), version: $0.int(4), asked: $0.optionalAt(5))
            }
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
