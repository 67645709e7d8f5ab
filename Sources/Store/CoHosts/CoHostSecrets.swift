import Database
import Domain

/// What a co-host opened as a host: links of other people's phones and calendars. They end with the time; what somebody opened for
/// themselves is theirs as a member.
extension CoHostStore {
    private static let tables = ["tracker", "calendar_feed"]

    /// - Returns: what ended, for the trail.
    static func endGiven(under id: ID, at now: Instant, on connection: Connection) throws -> [AuditChange] {
        try zip(tables, ["trackers", "calendars"]).compactMap { table, name in
            let count = try connection.run(
                "UPDATE \(table) SET revoked_at = ? WHERE under_id = ? AND revoked_at IS NULL", [.at(now), .id(id)])
            return count > 0 ? AuditChange(field: name, from: String(count), to: "0") : nil
        }
    }

    /// Whatever a member holds gives way to another time or to a role for good, which takes along what they opened.
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
