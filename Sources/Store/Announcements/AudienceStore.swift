import Database
import Domain

/// Of whom a condition of an audience holds, as far as the database knows.
package struct AudienceStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Those whose answer to an event of the trip is one of these.
    package func invited(to event: ID, trip: ID, as answers: [RSVP]) throws -> Set<ID> {
        let places = Array(repeating: "?", count: answers.count).joined(separator: ", ")
        return try members(
            """
            SELECT i.member_id FROM invitation i JOIN event e ON e.id = i.event_id
            WHERE e.id = ? AND e.trip_id = ? AND e.\(EventStore.isListed) AND i.rsvp IN (\(places))
            """, [.id(event), .id(trip)] + answers.map { .text($0.rawValue) })
    }

    /// The event of a check-in list of the trip.
    package func event(ofList list: ID, trip: ID) throws -> ID? {
        try database.read { connection in
            try connection.one(
                """
                SELECT e.id FROM check_in_list l JOIN event e ON e.id = l.event_id
                WHERE l.id = ? AND e.trip_id = ? AND e.\(EventStore.isListed)
                """, [.id(list), .id(trip)]
            ) { $0.id(0) }
        }
    }

    /// The check-in lists of the trip that are not put away, with the event of each; soonest first.
    package func lists(trip: ID) throws -> [(id: ID, name: String)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT l.id, l.name, e.title FROM check_in_list l JOIN event e ON e.id = l.event_id
                WHERE e.trip_id = ? AND e.state = 'published' AND l.archived_at IS NULL AND e.\(EventStore.isListed)
                ORDER BY e.starts_at, l.created_at, l.id
                """, [.id(trip)]
            ) { (id: $0.id(0), name: "\($0.text(1)) · \($0.text(2))") }
        }
    }

    package func inGroup(_ group: ID, trip: ID) throws -> Set<ID> {
        try members(
            "SELECT o.member_id FROM member_of_group o JOIN member_group g ON g.id = o.group_id WHERE g.id = ? AND g.trip_id = ?",
            [.id(group), .id(trip)])
    }

    /// Who an account is on the trip's list.
    package func member(account: ID, trip: ID) throws -> ID? {
        try database.read {
            try $0.one("SELECT id FROM member WHERE account_id = ? AND trip_id = ?", [.id(account), .id(trip)]) { $0.id(0) }
        }
    }

    package func isAuthor(_ member: ID, of announcement: ID) throws -> Bool {
        try database.read { connection in
            try connection.one(
                "SELECT 1 FROM announcement a JOIN member m ON m.account_id = a.author_id WHERE a.id = ? AND m.id = ?",
                [.id(announcement), .id(member)]
            ) { _ in true } ?? false
        }
    }

    /// What groups, events, check-in lists and announcements of the trip are called.
    package func names(of subjects: Set<ID>, trip: ID) throws -> [ID: String] {
        try database.read { connection in
            var found: [ID: String] = [:]
            for id in subjects {
                found[id] = try connection.one(
                    """
                    SELECT name FROM member_group WHERE id = ?1 AND trip_id = ?2
                    UNION ALL SELECT title FROM event WHERE id = ?1 AND trip_id = ?2
                    UNION ALL SELECT l.name FROM check_in_list l JOIN event e ON e.id = l.event_id WHERE l.id = ?1 AND e.trip_id = ?2
                    UNION ALL SELECT title FROM announcement WHERE id = ?1 AND trip_id = ?2
                    """, [.id(id), .id(trip)]
                ) { $0.text(0) }
            }
            return found
        }
    }

    /// Those who got an announcement of the trip.
    package func got(_ announcement: ID, trip: ID) throws -> Set<ID> {
        try members(
            """
            SELECT r.member_id FROM announcement_recipient r JOIN announcement a ON a.id = r.announcement_id
            WHERE a.id = ? AND a.trip_id = ?
            """, [.id(announcement), .id(trip)])
    }

    package func notAnswered(_ announcement: ID, trip: ID) throws -> Set<ID> {
        try members(
            """
            SELECT r.member_id FROM announcement_recipient r JOIN announcement a ON a.id = r.announcement_id
            WHERE a.id = ? AND a.trip_id = ? AND r.answer IS NULL
            """, [.id(announcement), .id(trip)])
    }

    package func notOpened(_ announcement: ID, trip: ID) throws -> Set<ID> {
        try database.read { connection in
            let isOwn = try connection.one("SELECT 1 FROM announcement WHERE id = ? AND trip_id = ?", [.id(announcement), .id(trip)]) {
                _ in true
            }
            return isOwn == true ? Set(try AnnouncementStore.unopened(announcement, on: connection)) : []
        }
    }

    private func members(_ sql: String, _ values: [Value]) throws -> Set<ID> {
        try database.read { connection in
            var found: Set<ID> = []
            try connection.each(sql, values) { found.insert($0.id(0)) }
            return found
        }
    }
}
