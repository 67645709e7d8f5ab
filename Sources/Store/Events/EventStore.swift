import Database
import Domain

/// Events: their fields, their states, who is invited.
package struct EventStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: reading

    /// - Parameter member: whose own answers come with the events.
    package func list(trip: ID, member: ID?) throws -> [EventSummary] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(EventRows.event), h.first_name || ' ' || h.last_name, o.rsvp,
                    coalesce(c.going, 0), coalesce(c.offered, 0), coalesce(c.waitlisted, 0), coalesce(c.declined, 0), coalesce(c.pending, 0)
                FROM event e
                LEFT JOIN member h ON h.id = e.host_id AND h.\(RosterStore.isListed)
                LEFT JOIN invitation o ON o.event_id = e.id AND o.member_id = ?
                LEFT JOIN (
                    SELECT i.event_id, count(*) FILTER (WHERE i.rsvp = 'going') AS going,
                        count(*) FILTER (WHERE i.rsvp = 'offered') AS offered, count(*) FILTER (WHERE i.rsvp = 'waitlisted') AS waitlisted,
                        count(*) FILTER (WHERE i.rsvp = 'declined') AS declined, count(*) FILTER (WHERE i.rsvp = 'pending') AS pending
                    FROM invitation i JOIN event t ON t.id = i.event_id WHERE t.trip_id = ? GROUP BY i.event_id
                ) c ON c.event_id = e.id
                WHERE e.trip_id = ? AND e.\(EventStore.isListed) ORDER BY e.starts_at, e.title, e.id
                """, [.id(member), .id(trip), .id(trip)]
            ) { row in
                let base = EventRows.eventCount
                var counts = AnswerCounts()
                (counts.going, counts.offered, counts.waitlisted) = (row.int(base + 2), row.int(base + 3), row.int(base + 4))
                (counts.declined, counts.pending) = (row.int(base + 5), row.int(base + 6))
                return EventSummary(
                    event: EventRows.event(row), counts: counts, hostName: tidyLine(row.text(base)), own: RSVP(rawValue: row.text(base + 1))
                )
            }
        }
    }

    package func find(_ id: ID, trip: ID) throws -> Event? {
        try database.read { try EventStore.find(id, trip: trip, on: $0) }
    }

    static func find(_ id: ID, trip: ID, on connection: Connection) throws -> Event? {
        guard
            var event = try connection.one(
                "SELECT \(EventRows.event) FROM event e WHERE e.id = ? AND e.trip_id = ? AND e.\(EventStore.isListed)",
                [.id(id), .id(trip)], EventRows.event)
        else { return nil }
        event.fields.coHosts = try connection.all(
            "SELECT member_id FROM event_host WHERE event_id = ? ORDER BY member_id", [.id(id)]
        ) { $0.id(0) }
        return event
    }

    /// In the order of their numbers.
    package func invitations(of event: ID) throws -> [Invitation] {
        try database.read { connection in
            try connection.all(
                "SELECT \(EventRows.invitation) FROM invitation i WHERE i.event_id = ? ORDER BY i.number", [.id(event)],
                EventRows.invitation)
        }
    }

    package func invitation(event: ID, member: ID) throws -> Invitation? {
        try database.read {
            try $0.one(
                "SELECT \(EventRows.invitation) FROM invitation i WHERE i.event_id = ? AND i.member_id = ?", [.id(event), .id(member)],
                EventRows.invitation)
        }
    }

    package func going(to event: ID) throws -> [ID] {
        try database.read {
            try $0.all("SELECT member_id FROM invitation WHERE event_id = ? AND rsvp = 'going'", [.id(event)]) { $0.id(0) }
        }
    }

    package func goingTo(member: ID, trip: ID) throws -> [ID] {
        try database.read {
            try $0.all(
                """
                SELECT i.event_id FROM invitation i JOIN event e ON e.id = i.event_id
                WHERE i.member_id = ? AND e.trip_id = ? AND i.rsvp = 'going' AND e.state = 'published'
                """,
                [.id(member), .id(trip)]
            ) { $0.id(0) }
        }
    }

    /// How many events somebody made that are still to come.
    package func comingCount(by member: ID, trip: ID, at now: Instant) throws -> Int {
        try database.read {
            try $0.one(
                "SELECT count(*) FROM event WHERE trip_id = ? AND created_by = ? AND state = 'published' AND starts_at > ?",
                [.id(trip), .id(member), .at(now)]
            ) { $0.int(0) } ?? 0
        }
    }

    /// The invitation behind a personal link, unless it was revoked.
    package func invitation(token: String) throws -> (invitation: Invitation, trip: ID)? {
        try database.read { connection in
            try connection.one(
                """
                SELECT \(EventRows.invitation), e.trip_id FROM invitation i JOIN event e ON e.id = i.event_id
                WHERE i.token = ? AND i.revoked_at IS NULL
                """, [.text(token)]
            ) { (EventRows.invitation($0), $0.id(EventRows.invitationCount)) }
        }
    }

    /// What a personal link may say: the first name of whom it is for, and of the host. Nil for who is no longer on the trip.
    package func names(member: ID, host: ID?) throws -> (first: String, host: String)? {
        try database.read { connection in
            try connection.one(
                """
                SELECT CASE WHEN m.first_name <> '' THEN m.first_name ELSE m.last_name END, coalesce(h.first_name, '')
                FROM member m LEFT JOIN member h ON h.id = ? AND h.\(RosterStore.isListed)
                WHERE m.id = ? AND m.status NOT IN ('cancelled', 'left')
                """, [.id(host), .id(member)]
            ) { ($0.text(0), $0.text(1)) }
        }
    }

    /// Newest first.
    /// - Parameter version: only what came after this version of the list.
    package func log(of event: ID, after version: Int = -1, limit: Int) throws -> [EventLogLine] {
        try database.read { connection in
            try connection.all(
                """
                SELECT l.at, l.author, l.member_id, m.first_name || ' ' || m.last_name, l.action, l.note
                FROM event_log l LEFT JOIN member m ON m.id = l.member_id WHERE l.event_id = ? AND l.list_version > ?
                ORDER BY l.sequence DESC LIMIT ?
                """, [.id(event), Value(version), Value(limit)]
            ) { row in
                EventLogLine(
                    at: row.at(0), author: row.text(1), memberID: row.optionalID(2), memberName: tidyLine(row.text(3)),
                    action: row.text(4), note: row.text(5))
            }
        }
    }

    /// Members who are going to another event of the trip at the same time, with that event's title.
    package func conflicts(with event: Event) throws -> [(member: ID, title: String)] {
        let end = event.fields.endsAt ?? event.fields.startsAt + .hours(1)
        return try database.read { connection in
            try connection.all(
                """
                SELECT i.member_id, o.title FROM invitation i
                JOIN invitation j ON j.member_id = i.member_id AND j.event_id <> i.event_id AND j.rsvp = 'going'
                JOIN event o ON o.id = j.event_id AND o.state = 'published'
                WHERE i.event_id = ? AND i.rsvp = 'going' AND o.starts_at < ? AND coalesce(o.ends_at, o.starts_at + 3600000000) > ?
                ORDER BY o.starts_at, i.number
                """, [.id(event.id), .at(end), .at(event.fields.startsAt)]
            ) { ($0.id(0), $0.text(1)) }
        }
    }
}
