import Database
import Domain

/// Changing events: their fields, their states, who is invited. One transaction each.
extension EventStore {
    package struct NewEvent: Sendable {
        package let id: ID
        package let trip: ID
        /// The member who makes it; nil for hosts.
        package let creator: ID?
        package let fields: EventFields
        package init(id: ID, trip: ID, creator: ID?, fields: EventFields) {
            self.id = id
            self.trip = trip
            self.creator = creator
            self.fields = fields
        }
    }

    package func add(_ new: NewEvent, by author: Author, at now: Instant) async throws {
        try await database.change { try EventStore.insert(new, by: author, at: now, on: $0) }
    }

    /// Adds and publishes an event in one transaction: nobody ever sees half of it.
    package func add(
        _ new: NewEvent, publishedTo guests: Guests, by author: Author, at now: Instant, newToken: @escaping @Sendable () -> String
    ) async throws {
        try await database.change { connection in
            try EventStore.insert(new, by: author, at: now, on: connection)
            guard let event = try EventStore.find(new.id, trip: new.trip, on: connection) else { throw Refusal.notFound }
            try EventStore.publish(event, to: guests, by: author, at: now, newToken: newToken, on: connection)
        }
    }

    private static func insert(_ new: NewEvent, by author: Author, at now: Instant, on connection: Connection) throws {
        let names = EventRows.fieldNames.joined(separator: ", ")
        try connection.run(
            """
            INSERT INTO event (\(names), id, trip_id, state, audience, admits_newcomers, cancel_reason, list_changed_at, changed_at,
                created_by, created_at)
            VALUES (\(EventRows.fieldNames.map { _ in "?" }.joined(separator: ", ")), ?, ?, 'draft', '', 0, '', ?, ?, ?, ?)
            """, EventRows.values(new.fields) + [.id(new.id), .id(new.trip), .at(now), .at(now), .id(new.creator), .at(now)])
        try EventStore.setCoHosts(new.fields.coHosts, event: new.id, on: connection)
        try AuditStore.append(
            "event created", subject: .init(id: new.id, name: new.fields.title), trip: new.trip, by: author, at: now, on: connection)
    }

    private static func setCoHosts(_ members: [ID], event: ID, on connection: Connection) throws {
        try connection.run("DELETE FROM event_host WHERE event_id = ?", [.id(event)])
        for member in members {
            try connection.run("INSERT INTO event_host (event_id, member_id) VALUES (?, ?)", [.id(event), .id(member)])
        }
    }

    /// - Parameters:
    ///   - asksAgain: everybody who is going is asked to confirm.
    ///   - pace: how often whoever changes it may do so; nil for hosts.
    /// - Throws: conflict when the event changed since `old`; invalid when more places are taken than the new capacity.
    package func update(
        _ old: Event, to fields: EventFields, asksAgain: Bool, changes: [AuditChange], pace: Pace? = nil, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            try pace?.take(at: now, on: connection)
            try EventStore.requireSeats(fields.capacity, at: old.id, on: connection)
            let count = try connection.run(
                """
                UPDATE event SET \(EventRows.fieldNames.map { $0 + " = ?" }.joined(separator: ", ")), version = version + 1,
                    sequence = sequence + CASE state WHEN 'draft' THEN 0 ELSE 1 END, changed_at = ?
                WHERE id = ? AND version = ?
                """, EventRows.values(fields) + [.at(now), .id(old.id), Value(old.version)])
            guard count == 1 else {
                throw Refusal.conflict("Somebody else has changed this event. Reload the page to see it.")
            }
            try EventStore.setCoHosts(fields.coHosts, event: old.id, on: connection)
            if old.state == .published, fields.movesPeople(comparedWith: old.fields) {
                try EventStore.recordMove(of: old, isCancellation: false, at: now, on: connection)
                try EventStore.acknowledge(old.id, by: author, at: now, on: connection)
                try EventNotices.add(.moved, of: old.id, by: author.id, at: now, on: connection)
            }
            if asksAgain {
                try connection.run(
                    "UPDATE invitation SET asked_again_at = ? WHERE event_id = ? AND rsvp = 'going'", [.at(now), .id(old.id)])
            }
            try AuditStore.append(
                "event changed", subject: .init(id: old.id, name: fields.title), trip: old.tripID, changes: changes, by: author, at: now,
                on: connection)
            if old.state == .published, asksAgain || fields.movesPeople(comparedWith: old.fields) {
                try EventStore.noteToInvited(.moved, of: old.id, old.tripID, title: fields.title, but: author, on: connection)
            }
            guard var ledger = try SeatLedger(event: old.id, on: connection) else { return }
            if fields.startsAt != old.fields.startsAt || fields.answerBy != old.fields.answerBy { try ledger.shortenOffers(at: now) }
            try ledger.passOnExpiredOffers(at: now)
            try ledger.close(at: now, isTouched: true)
        }
    }

    private static func requireSeats(_ capacity: Int?, at event: ID, on connection: Connection) throws {
        let taken = try connection.one("SELECT taken FROM event WHERE id = ?", [.id(event)]) { $0.int(0) } ?? 0
        guard let capacity, capacity < taken else { return }
        let seats = counted(taken, "place is", "places are")
        throw Refusal.invalid([FieldError("capacity", "\(seats) taken. Free some first, or allow at least \(taken).")])
    }

    package func cancel(_ event: Event, reason: String, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE event SET state = 'cancelled', cancel_reason = ?, version = version + 1, sequence = sequence + 1, changed_at = ?,
                    list_version = list_version + 1, list_changed_at = ?
                WHERE id = ? AND version = ? AND state <> 'cancelled'
                """, [.text(reason), .at(now), .at(now), .id(event.id), Value(event.version)])
            guard count == 1 else { throw Refusal.conflict("Somebody else has changed this event. Reload the page to see it.") }
            try EventStore.recordMove(of: event, isCancellation: true, at: now, on: connection)
            try EventStore.acknowledge(event.id, by: author, at: now, on: connection)
            connection.note(.event(event.id, event.tripID))
            if event.state == .published {
                try EventNotices.add(.cancelled, of: event.id, by: author.id, at: now, on: connection)
                let title = event.fields.title
                try EventStore.noteToInvited(.cancelled, of: event.id, event.tripID, title: title, but: author, on: connection)
            }
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
        try await database.change { try EventStore.publish(event, to: guests, by: author, at: now, newToken: newToken, on: $0) }
    }

    private static func publish(
        _ event: Event, to guests: Guests, by author: Author, at now: Instant, newToken: @Sendable () -> String, on connection: Connection
    ) throws {
        let count = try connection.run(
            """
            UPDATE event SET state = 'published', audience = ?, admits_newcomers = ?, published_at = ?, changed_at = ?,
                version = version + 1
            WHERE id = ? AND version = ? AND state = 'draft'
            """,
            [
                .text(guests.audience.rawValue), Value(guests.admitsNewcomers), .at(now), .at(now), .id(event.id), Value(event.version),
            ])
        guard count == 1 else { throw Refusal.conflict("Somebody else has changed this event. Reload the page to see it.") }
        for group in guests.groups {
            try connection.run("INSERT INTO event_group (event_id, group_id) VALUES (?, ?)", [.id(event.id), .id(group)])
        }
        try EventStore.invite(guests.members, to: event.id, by: author.name, at: now, newToken: newToken, on: connection)
        try ChatStore.openEvent(event.id, trip: event.tripID, at: now, on: connection)
        try EventStore.seat(guests.coming, at: event.id, by: author, now: now, on: connection)
        try EventNotices.add(.invited, of: event.id, by: author.id, at: now, on: connection)
        try EventStore.noteToInvited(.invited, of: event.id, event.tripID, title: event.fields.title, but: author, on: connection)
        try EventStore.acknowledge(event.id, by: author, at: now, on: connection)
        try AuditStore.append(
            "event published", subject: .init(id: event.id, name: event.fields.title), trip: event.tripID,
            changes: [AuditChange(field: "audience", from: "", to: "\(guests.audience.label), \(guests.members.count) invited")],
            by: author, at: now, on: connection)
    }

    private static func seat(_ members: [ID], at event: ID, by author: Author, now: Instant, on connection: Connection) throws {
        guard var ledger = try SeatLedger(event: event, on: connection) else { return }
        for member in members {
            if let invitation = try ledger.invitation(member), invitation.rsvp == .pending {
                try ledger.answer(invitation, isComing: true, by: .init(author: author.name, now: now))
            }
        }
        try ledger.close(at: now, isTouched: true, isTold: false)
    }

    /// Invites members of the trip who are on its lists and not invited yet, numbered in roster order. Returns these.
    @discardableResult
    static func invite(
        _ members: [ID], to event: ID, by author: String, at now: Instant, newToken: () -> String, on connection: Connection
    ) throws -> [ID] {
        let wanted = Set(members)
        let rows = try connection.all(
            """
            SELECT m.id FROM member m JOIN event e ON e.trip_id = m.trip_id
            WHERE e.id = ? AND m.\(RosterStore.isListed)
                AND NOT EXISTS (SELECT 1 FROM invitation i WHERE i.event_id = e.id AND i.member_id = m.id)
            ORDER BY m.sort_name, m.id
            """, [.id(event)]
        ) { $0.id(0) }.filter(wanted.contains)
        guard !rows.isEmpty else { return [] }
        // First, so that another node that invites at the same time is in the way here, and not at a number that is taken.
        try connection.run(
            "UPDATE event SET number_end = number_end + ?, list_version = list_version + 1, list_changed_at = ? WHERE id = ?",
            [Value(rows.count), .at(now), .id(event)])
        let end = try connection.one("SELECT number_end FROM event WHERE id = ?", [.id(event)]) { $0.int(0) } ?? 0
        var number = end - rows.count
        for member in rows {
            number += 1
            try connection.run(
                """
                INSERT INTO invitation (event_id, member_id, number, rsvp, token, answered_by, note, invited_at, acknowledged_version)
                VALUES (?, ?, ?, 'pending', ?, '', '', ?, (SELECT version FROM event WHERE id = ?))
                """, [.id(event), .id(member), Value(number), .text(newToken()), .at(now), .id(event)])
            try EventStore.log("invited", event: event, member: member, by: author, at: now, on: connection)
        }
        return rows
    }

    /// - Returns: who was not invited yet, and is now. They alone are told.
    @discardableResult
    package func invite(
        _ members: [ID], to event: ID, by author: Author, at now: Instant, newToken: @escaping @Sendable () -> String
    ) async throws -> [ID] {
        try await database.change { connection in
            let invited = try EventStore.invite(members, to: event, by: author.name, at: now, newToken: newToken, on: connection)
            guard !invited.isEmpty else { return [] }
            try EventStore.note(event, told: Dictionary(firstOf: invited.map { ($0, .invited) }), on: connection)
            try EventNotices.add(.invited, to: Set(invited), of: event, by: author.id, at: now, on: connection)
            return invited
        }
    }

    static func log(
        _ action: String, event: ID, member: ID, by author: String, at now: Instant, on connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO event_log (event_id, at, author, member_id, action, note, list_version)
            VALUES (?, ?, ?, ?, ?, '', (SELECT list_version + 1 FROM event WHERE id = ?))
            """, [.id(event), .at(now), .text(author), .id(member), .text(action), .id(event)])
    }
}
