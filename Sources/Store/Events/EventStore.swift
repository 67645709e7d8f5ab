import Database
import Domain

/// Events: their fields, their states, who is invited.
package struct EventStore: Sendable {
    private let database: Database
    package init(_ database: Database) { self.database = database }

    // MARK: reading

    /// - Parameter member: whose own answers come with the events.
    package func list(trip: ID, member: ID?) throws -> [EventSummary] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(EventRows.event), h.first_name || ' ' || h.last_name, o.rsvp,
                    coalesce(c.going, 0), coalesce(c.offered, 0), coalesce(c.waitlisted, 0), coalesce(c.declined, 0), coalesce(c.pending, 0)
                FROM event e
                LEFT JOIN member h ON h.id = e.host_id
                LEFT JOIN invitation o ON o.event_id = e.id AND o.member_id = ?
                LEFT JOIN (
                    SELECT i.event_id, sum(i.rsvp = 'going') AS going, sum(i.rsvp = 'offered') AS offered,
                        sum(i.rsvp = 'waitlisted') AS waitlisted, sum(i.rsvp = 'declined') AS declined, sum(i.rsvp = 'pending') AS pending
                    FROM invitation i JOIN event t ON t.id = i.event_id WHERE t.trip_id = ? GROUP BY i.event_id
                ) c ON c.event_id = e.id
                WHERE e.trip_id = ? ORDER BY e.starts_at, e.title, e.id
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
                "SELECT \(EventRows.event) FROM event e WHERE e.id = ? AND e.trip_id = ?", [.id(id), .id(trip)], EventRows.event)
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
                "SELECT i.event_id FROM invitation i JOIN event e ON e.id = i.event_id WHERE i.member_id = ? AND e.trip_id = ? AND i.rsvp = 'going'",
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
            ) { (EventRows.invitation($0), $0.id(13)) }
        }
    }

    /// What a personal link may say: the first name of whom it is for, and of the host. Nil for who is no longer on the trip.
    package func names(member: ID, host: ID?) throws -> (first: String, host: String)? {
        try database.read { connection in
            try connection.one(
                """
                SELECT CASE WHEN m.first_name <> '' THEN m.first_name ELSE m.last_name END, coalesce(h.first_name, '')
                FROM member m LEFT JOIN member h ON h.id = ? WHERE m.id = ? AND m.status NOT IN ('cancelled', 'left')
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

    // MARK: changing

    package func add(_ fields: EventFields, id: ID, trip: ID, creator: ID?, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let names = EventRows.fieldNames.joined(separator: ", ")
            try connection.run(
                """
                INSERT INTO event (\(names), id, trip_id, state, audience, admits_newcomers, cancel_reason, list_changed_at, changed_at,
                    created_by, created_at)
                VALUES (\(EventRows.fieldNames.map { _ in "?" }.joined(separator: ", ")), ?, ?, 'draft', '', 0, '', ?, ?, ?, ?)
                """, EventRows.values(fields) + [.id(id), .id(trip), .at(now), .at(now), .id(creator), .at(now)])
            try EventStore.setCoHosts(fields.coHosts, event: id, on: connection)
            try AuditStore.append(
                "event created", subject: .init(id: id, name: fields.title), trip: trip, by: author, at: now, on: connection)
        }
    }

    private static func setCoHosts(_ members: [ID], event: ID, on connection: Connection) throws {
        try connection.run("DELETE FROM event_host WHERE event_id = ?", [.id(event)])
        for member in members {
            try connection.run("INSERT INTO event_host (event_id, member_id) VALUES (?, ?)", [.id(event), .id(member)])
        }
    }

    /// - Parameters:
    ///   - asksAgain: everybody who is going is asked to confirm.
    /// - Throws: conflict when the event changed since `old`; invalid when more places are taken than the new capacity.
    package func update(
        _ old: Event, to fields: EventFields, asksAgain: Bool, changes: [AuditChange], by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            let taken = try connection.one("SELECT taken FROM event WHERE id = ?", [.id(old.id)]) { $0.int(0) } ?? 0
            if let capacity = fields.capacity, capacity < taken {
                throw Refusal.invalid([FieldError("capacity", "\(taken) places are taken. Free some first, or allow at least \(taken).")])
            }
            let count = try connection.run(
                """
                UPDATE event SET \(EventRows.fieldNames.map { $0 + " = ?" }.joined(separator: ", ")), version = version + 1,
                    sequence = sequence + (state <> 'draft'), changed_at = ?
                WHERE id = ? AND version = ?
                """, EventRows.values(fields) + [.at(now), .id(old.id), Value(old.version)])
            guard count == 1 else {
                throw Refusal.conflict("Somebody else changed this event meanwhile. Reload the page to see it.")
            }
            try EventStore.setCoHosts(fields.coHosts, event: old.id, on: connection)
            if asksAgain {
                try connection.run(
                    "UPDATE invitation SET asked_again_at = ? WHERE event_id = ? AND rsvp = 'going'", [.at(now), .id(old.id)])
            }
            try AuditStore.append(
                "event changed", subject: .init(id: old.id, name: fields.title), trip: old.tripID, changes: changes, by: author, at: now,
                on: connection)
            guard var book = try PlaceBook(event: old.id, on: connection) else { return }
            let isMoved = fields.startsAt != old.fields.startsAt || fields.answerBy != old.fields.answerBy
            if isMoved { try book.shortenOffers(at: now) }
            try book.settle(at: now)
            try book.close(at: now, isTouched: true)
        }
    }

    package func cancel(_ event: Event, reason: String, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE event SET state = 'cancelled', cancel_reason = ?, version = version + 1, sequence = sequence + 1, changed_at = ?,
                    list_version = list_version + 1, list_changed_at = ?
                WHERE id = ? AND version = ? AND state <> 'cancelled'
                """, [.text(reason), .at(now), .at(now), .id(event.id), Value(event.version)])
            guard count == 1 else { throw Refusal.conflict("Somebody else changed this event meanwhile. Reload the page to see it.") }
            try AuditStore.append(
                "event cancelled", subject: .init(id: event.id, name: event.fields.title), trip: event.tripID,
                changes: [AuditChange(field: "reason", from: "", to: reason)], by: author, at: now, on: connection)
        }
    }

    // MARK: the invited

    package struct Guests: Sendable {
        package var audience: AudienceKind
        package var groups: [ID] = []
        package var admitsNewcomers = false
        package var members: [ID] = []
        /// They have a place from the start: the creator and the hosts.
        package var coming: [ID] = []
        package init(audience: AudienceKind) { self.audience = audience }
    }

    /// Records who is invited and makes the event visible to them.
    package func publish(
        _ event: Event, to guests: Guests, by author: Author, at now: Instant, newToken: @escaping @Sendable () -> String
    ) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE event SET state = 'published', audience = ?, admits_newcomers = ?, published_at = ?, changed_at = ?,
                    version = version + 1
                WHERE id = ? AND version = ? AND state = 'draft'
                """,
                [
                    .text(guests.audience.rawValue), Value(guests.admitsNewcomers), .at(now), .at(now), .id(event.id), Value(event.version),
                ])
            guard count == 1 else { throw Refusal.conflict("Somebody else changed this event meanwhile. Reload the page to see it.") }
            for group in guests.groups {
                try connection.run("INSERT INTO event_group (event_id, group_id) VALUES (?, ?)", [.id(event.id), .id(group)])
            }
            try EventStore.invite(guests.members, to: event.id, by: author.name, at: now, newToken: newToken, on: connection)
            try EventStore.seat(guests.coming, at: event.id, by: author, now: now, on: connection)
            try AuditStore.append(
                "event published", subject: .init(id: event.id, name: event.fields.title), trip: event.tripID,
                changes: [AuditChange(field: "audience", from: "", to: "\(guests.audience.label), \(guests.members.count) invited")],
                by: author, at: now, on: connection)
        }
    }

    private static func seat(_ members: [ID], at event: ID, by author: Author, now: Instant, on connection: Connection) throws {
        guard var book = try PlaceBook(event: event, on: connection) else { return }
        for member in members {
            if let invitation = try book.invitation(member), invitation.rsvp == .pending {
                try book.answer(invitation, isComing: true, by: .init(author: author.name, now: now))
            }
        }
        try book.close(at: now, isTouched: true)
    }

    /// Those of the trip who are not invited yet, numbered in the order of the roster. Returns how many.
    @discardableResult
    static func invite(
        _ members: [ID], to event: ID, by author: String, at now: Instant, newToken: () -> String, on connection: Connection
    ) throws -> Int {
        let wanted = Set(members)
        let rows = try connection.all(
            """
            SELECT m.id FROM member m JOIN event e ON e.trip_id = m.trip_id
            WHERE e.id = ? AND NOT EXISTS (SELECT 1 FROM invitation i WHERE i.event_id = e.id AND i.member_id = m.id)
            ORDER BY m.sort_name, m.id
            """, [.id(event)]
        ) { $0.id(0) }.filter(wanted.contains)
        var number = try connection.one("SELECT number_end FROM event WHERE id = ?", [.id(event)]) { $0.int(0) } ?? 0
        for member in rows {
            number += 1
            try connection.run(
                """
                INSERT INTO invitation (event_id, member_id, number, rsvp, token, answered_by, note, invited_at)
                VALUES (?, ?, ?, 'pending', ?, '', '', ?)
                """, [.id(event), .id(member), Value(number), .text(newToken()), .at(now)])
            try EventStore.log("invited", event: event, member: member, by: author, at: now, on: connection)
        }
        try connection.run(
            "UPDATE event SET number_end = ?, list_version = list_version + 1, list_changed_at = ? WHERE id = ?",
            [Value(number), .at(now), .id(event)])
        return rows.count
    }

    package func invite(
        _ members: [ID], to event: ID, by author: Author, at now: Instant, newToken: @escaping @Sendable () -> String
    ) async throws {
        _ = try await database.change { connection in
            try EventStore.invite(members, to: event, by: author.name, at: now, newToken: newToken, on: connection)
        }
    }

    /// A new secret in the place of the old one, which stops working.
    package func replaceToken(of invitation: Invitation, with token: String, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE invitation SET token = ?, revoked_at = NULL WHERE event_id = ? AND member_id = ?",
                [.text(token), .id(invitation.eventID), .id(invitation.memberID)])
            try EventStore.log(
                "new link", event: invitation.eventID, member: invitation.memberID, by: author.name, at: now, on: connection)
        }
    }

    package func revoke(_ invitation: Invitation, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE invitation SET revoked_at = ? WHERE event_id = ? AND member_id = ?",
                [.at(now), .id(invitation.eventID), .id(invitation.memberID)])
            try EventStore.log(
                "link revoked", event: invitation.eventID, member: invitation.memberID, by: author.name, at: now, on: connection)
        }
    }

    private static func log(
        _ action: String, event: ID, member: ID, by author: String, at now: Instant, on connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO event_log (event_id, at, author, member_id, action, note, list_version)
            VALUES (?, ?, ?, ?, ?, '', (SELECT list_version + 1 FROM event WHERE id = ?))
            """, [.id(event), .at(now), .text(author), .id(member), .text(action), .id(event)])
    }
}
