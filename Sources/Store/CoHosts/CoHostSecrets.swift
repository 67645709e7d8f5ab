import Database
import Domain

/// Secrets that a co-host opened as a host: links for other members' phones and calendars. They end with the co-host's time. Links that
/// somebody opened for themselves stay, because they have them as a member.
extension CoHostStore {
    private static let tables = ["tracker", "calendar_feed"]

    /// - Returns: what ended, for the trail.
    static func endGiven(under id: ID, trip: ID, at now: Instant, on connection: Connection) throws -> [AuditChange] {
        try zip(tables, ["trackers", "calendars"]).compactMap { table, name in
            let count = try connection.run(
                "UPDATE \(table) SET revoked_at = ? WHERE under_id = ? AND revoked_at IS NULL", [.at(now), .id(id)])
            if count > 0, table == "tracker" { connection.note(TripChange(.trackers, trip: trip)) }
            return count > 0 ? AuditChange(field: name, from: String(count), to: "0") : nil
        }
    }

    /// Ends a member's co-host time in favour of another one or of a permanent role, which takes over the links that they opened.
    static func replace(_ member: ID, by author: Author, at now: Instant, on connection: Connection) throws -> [(table: String, id: ID)] {
        let kept = try tables.flatMap { table in
            try connection.all(
                """
                UPDATE \(table) SET under_id = NULL WHERE revoked_at IS NULL
                    AND under_id IN (SELECT id FROM co_host WHERE member_id = ? AND ended_at IS NULL) RETURNING id
                """, [.id(member)]
            ) { (table: table, id: $0.id(0)) }
        }
        try release(member, by: author, at: now, on: connection)
        return kept
    }

    static func put(_ given: [(table: String, id: ID)], under id: ID, on connection: Connection) throws {
        for secret in given {
            try connection.run("UPDATE \(secret.table) SET under_id = ? WHERE id = ?", [.id(id), .id(secret.id)])
        }
    }
}
