import Database
import Domain

/// What the invited know of their events: changes of time or place, and the version that they said to have seen.
extension EventStore {
    private static let own = """
        \(EventRows.invitation), \(EventRows.plan("m")),
        EXISTS (SELECT 1 FROM event_move c WHERE c.event_id = i.event_id AND c.is_cancellation = 1 AND c.version > i.acknowledged_version),
        (SELECT max(r.at) FROM reminder r WHERE r.event_id = i.event_id AND r.member_id = i.member_id
            AND r.kind = CASE i.rsvp WHEN 'going' THEN 'start' WHEN 'pending' THEN 'answer' END)
        """
    /// The first move that the member has not seen holds what they know.
    private static let firstUnseenMove = """
        LEFT JOIN event_move m ON m.event_id = i.event_id AND m.version = (
            SELECT min(n.version) FROM event_move n
            WHERE n.event_id = i.event_id AND n.is_cancellation = 0 AND n.version > i.acknowledged_version)
        """

    private static func own(_ row: Row, from first: Int32 = 0) -> OwnInvitation {
        let plan = first + EventRows.invitationCount, rest = plan + EventRows.planCount
        return OwnInvitation(
            invitation: EventRows.invitation(row, from: first), known: row.isNull(plan) ? nil : EventRows.plan(row, from: plan),
            isCancellationUnseen: row.boolean(rest), remindedAt: row.optionalAt(rest + 1))
    }

    package func own(event: ID, member: ID) throws -> OwnInvitation? {
        try database.read {
            try $0.one(
                """
                SELECT \(EventStore.own) FROM invitation i \(EventStore.firstUnseenMove) WHERE i.event_id = ? AND i.member_id = ?
                """, [.id(event), .id(member)]
            ) { EventStore.own($0) }
        }
    }

    /// Everything that somebody is invited to on a trip, but drafts.
    /// - Parameter isDeleted: what is in the bin, and nothing else.
    package func own(member: ID, trip: ID, isDeleted: Bool = false) throws -> [(event: Event, invitation: OwnInvitation)] {
        try database.read {
            try $0.all(
                """
                SELECT \(EventRows.event), \(EventStore.own) FROM invitation i JOIN event e ON e.id = i.event_id
                \(EventStore.firstUnseenMove) WHERE i.member_id = ? AND e.trip_id = ? AND e.state <> 'draft'
                    AND e.deleted_at \(isDeleted ? "IS NOT NULL" : "IS NULL")
                """, [.id(member), .id(trip)]
            ) { (EventRows.event($0), EventStore.own($0, from: EventRows.eventCount)) }
        }
    }

    /// The latest time or place change. Compare its version with a guest's seen version.
    package func lastMove(of event: ID) throws -> (version: Int, at: Instant)? {
        try database.read {
            try $0.one("SELECT version, at FROM event_move WHERE event_id = ? ORDER BY version DESC LIMIT 1", [.id(event)]) {
                ($0.int(0), $0.at(1))
            }
        }
    }

    // MARK: writing

    /// - Parameter event: as it was.
    static func recordMove(of event: Event, isCancellation: Bool, at now: Instant, on connection: Connection) throws {
        let plan = event.fields.plan
        try connection.run(
            """
            INSERT INTO event_move (event_id, version, is_cancellation, at, \(EventRows.planNames.joined(separator: ", ")))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.id(event.id), Value(event.version + 1), Value(isCancellation), .at(now)]
                + [
                    .at(plan.startsAt), .at(plan.endsAt), Value(plan.isBackBy), .text(plan.place), .text(plan.meetingPoint),
                    Value(plan.meetingLatitude), Value(plan.meetingLongitude),
                ])
    }

    /// The person who changes an event has seen the change.
    static func acknowledge(_ event: ID, by author: Author, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE invitation SET acknowledged_version = (SELECT version FROM event WHERE id = event_id), acknowledged_at = ?
            WHERE event_id = ? AND member_id IN (SELECT id FROM member WHERE account_id = ?)
            """, [.at(now), .id(event), .id(author.id)])
    }

    /// Marks an event as seen as of the time when the member's page was made; later changes are still news.
    package func acknowledge(event: ID, member: ID, _ seen: SeenEvent) async throws {
        try await database.change { connection in
            try EventStore.acknowledge(event: event, member: member, seen, on: connection)
            try EventStore.note(event, told: [member: .own], on: connection)
        }
    }

    static func acknowledge(event: ID, member: ID, _ seen: SeenEvent, on connection: Connection) throws {
        let row = try connection.one(
            """
            SELECT e.version, i.acknowledged_version, i.acknowledged_at FROM invitation i JOIN event e ON e.id = i.event_id
            WHERE i.event_id = ? AND i.member_id = ?
            """, [.id(event), .id(member)]
        ) { (now: $0.int(0), seen: $0.int(1), at: $0.optionalAt(2)) }
        guard let row else { throw Refusal.notFound }
        try NoticeStore.markRead(about: event, by: member, at: seen.at, on: connection)
        try connection.run(
            "UPDATE invitation SET acknowledged_version = ?, acknowledged_at = ? WHERE event_id = ? AND member_id = ?",
            [Value(max(row.seen, min(seen.version, row.now))), .at(max(row.at ?? seen.at, seen.at)), .id(event), .id(member)])
    }

    /// Makes what is told now count as news, whatever was seen before and even if the clock was set back since.
    static func tell(_ member: ID, of event: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "UPDATE invitation SET acknowledged_at = ? WHERE event_id = ? AND member_id = ? AND acknowledged_at >= ?",
            [.at(now - .microseconds(1)), .id(event), .id(member), .at(now)])
    }

    /// Notes that a person, not a link preview, opened a personal link: from now on they can be reminded there.
    package func open(token: String, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE invitation SET opened_at = coalesce(opened_at, ?) WHERE token = ? AND revoked_at IS NULL", [.at(now), .text(token)])
            guard count == 1 else { throw Refusal.notFound }
        }
    }
}
