import Database
import Domain

/// The bin. A published event that is in it is cancelled as far as every other part of the program is concerned (no answers, no reminders,
/// no offers), and it is on no list besides: see `isListed`. Answers, ticks and its chat stay as they are until it is restored or erased.
extension EventStore {
    /// Of `event`: is on lists.
    static let isListed = "deleted_at IS NULL"

    // MARK: reading

    package func stake(of event: ID) throws -> EventStake {
        try database.read { connection in
            let answers = try connection.all("SELECT rsvp FROM invitation WHERE event_id = ?", [.id(event)]) {
                RSVP(rawValue: $0.text(0)) ?? .pending
            }
            let ticked = try connection.all(
                """
                SELECT l.name, count(DISTINCT s.member_id) FROM check_in_list l
                JOIN scan s ON s.list_id = l.id AND s.undone_at IS NULL
                WHERE l.event_id = ? GROUP BY l.id ORDER BY l.created_at, l.id
                """, [.id(event)]
            ) { (name: $0.text(0), people: $0.int(1)) }
            let messages = try connection.one(
                """
                SELECT count(*) FROM message m JOIN conversation c ON c.id = m.conversation_id
                WHERE c.event_id = ? AND m.state IN ('visible', 'held')
                """, [.id(event)]
            ) { $0.int(0) }
            return EventStake(counts: AnswerCounts(answers), ticked: ticked, messages: messages ?? 0)
        }
    }

    /// The last that was deleted first.
    package func bin(trip: ID) throws -> [BinnedEvent] {
        try database.read { connection in
            try connection.all(
                """
                SELECT e.id, e.title, e.deleted_at, e.deleted_by, e.state_before, e.starts_at,
                    (SELECT count(*) FROM invitation i WHERE i.event_id = e.id AND i.rsvp = 'going')
                FROM event e WHERE e.trip_id = ? AND e.deleted_at IS NOT NULL ORDER BY e.deleted_at DESC, e.title, e.id
                """, [.id(trip)]
            ) {
                BinnedEvent(
                    thing: BinnedThing(id: $0.id(0), name: $0.text(1), deletedAt: $0.at(2), deletedBy: $0.text(3)),
                    state: EventState(rawValue: $0.text(4)) ?? .draft, startsAt: $0.at(5), going: $0.int(6))
            }
        }
    }

    /// Also of one that is in the bin.
    package func isKnown(_ event: ID) throws -> Bool {
        try database.read { try $0.one("SELECT 1 FROM event WHERE id = ?", [.id(event)]) { _ in true } ?? false }
    }

    /// What an event in the bin was called, for whoever has a link to it that would work otherwise.
    package func deletedTitle(token: String) throws -> String? {
        try database.read {
            try $0.one(
                """
                SELECT e.title FROM invitation i JOIN event e ON e.id = i.event_id JOIN member m ON m.id = i.member_id
                WHERE i.token = ? AND i.revoked_at IS NULL AND e.deleted_at IS NOT NULL AND m.status NOT IN ('cancelled', 'left')
                """, [.text(token)]
            ) { $0.text(0) }
        }
    }

    // MARK: deleting and restoring

    /// - Parameters:
    ///   - reason: what the invited read.
    ///   - isTold: whether it is news to them that it does not take place.
    /// - Throws: a conflict where it changed since it was read.
    package func moveToBin(_ event: Event, reason: String, isTold: Bool, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE event SET deleted_at = ?, deleted_by = ?, state_before = state,
                    cancel_reason = CASE state WHEN 'published' THEN ? ELSE cancel_reason END,
                    state = CASE state WHEN 'published' THEN 'cancelled' ELSE state END,
                    version = version + 1, sequence = sequence + 1, changed_at = ?, list_version = list_version + 1, list_changed_at = ?
                WHERE id = ? AND version = ? AND deleted_at IS NULL
                """, [.at(now), .text(author.name), .text(reason), .at(now), .at(now), .id(event.id), Value(event.version)])
            guard count == 1 else { throw Refusal.conflict("Somebody else has changed this event. Look again before you delete it.") }
            if isTold {
                try EventStore.recordMove(of: event, isCancellation: true, at: now, on: connection)
                try EventStore.acknowledge(event.id, by: author, at: now, on: connection)
            }
            try NoticeStore.recall(subject: event.id, at: now, on: connection)
            connection.note(.event(event.id, event.tripID))
            if isTold {
                try EventNotices.add(.cancelled, of: event.id, by: author.id, at: now, on: connection)
                let title = event.fields.title
                try EventStore.noteToInvited(.cancelled, of: event.id, event.tripID, title: title, but: author, on: connection)
            }
            try AuditStore.append(
                "event deleted", subject: .init(id: event.id, name: event.fields.title), trip: event.tripID,
                changes: isTold ? [AuditChange(field: "reason", from: "", to: reason)] : [], by: author, at: now, on: connection)
        }
    }

    /// As it was. Whoever has read that it does not take place, and was going, is asked to confirm.
    /// - Throws: not found for what is not in this trip's bin.
    package func restore(_ event: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let found = try connection.one(
                "SELECT title, state_before = 'published' FROM event WHERE id = ? AND trip_id = ? AND deleted_at IS NOT NULL",
                [.id(event), .id(trip)]
            ) { (title: $0.text(0), wasPublished: $0.boolean(1)) }
            guard let found else { throw Refusal.notFound }
            try connection.run(
                """
                UPDATE event SET deleted_at = NULL, deleted_by = '', state = state_before, state_before = '',
                    cancel_reason = CASE state_before WHEN 'published' THEN '' ELSE cancel_reason END,
                    version = version + 1, sequence = sequence + 1, changed_at = ?
                WHERE id = ?
                """, [.at(now), .id(event)])
            if found.wasPublished {
                try EventStore.takePlace(event, by: author, at: now, on: connection)
                try NoticeStore.recall(subject: event, at: now, on: connection)
                try EventNotices.add(.invited, of: event, by: author.id, at: now, on: connection)
            }
            try AuditStore.append(
                "event restored", subject: .init(id: event, name: found.title), trip: trip, by: author, at: now, on: connection)
            if let restored = try EventStore.find(event, trip: trip, on: connection), restored.isToCome(at: now) {
                try EventStore.noteToInvited(.invited, of: event, trip, title: found.title, but: author, on: connection)
            }
            guard var ledger = try SeatLedger(event: event, on: connection) else { return }
            try ledger.passOnExpiredOffers(at: now)
            try ledger.close(at: now, isTouched: true)
        }
    }

    /// It is no longer cancelled.
    private static func takePlace(_ event: ID, by author: Author, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE invitation SET asked_again_at = ? WHERE event_id = ? AND rsvp = 'going'
                AND acknowledged_version >= (SELECT min(m.version) FROM event_move m WHERE m.event_id = ? AND m.is_cancellation = 1)
                AND member_id NOT IN (SELECT id FROM member WHERE account_id = ?)
            """, [.at(now), .id(event), .id(event), .id(author.id)])
        try connection.run("DELETE FROM event_move WHERE event_id = ? AND is_cancellation = 1", [.id(event)])
    }
}
