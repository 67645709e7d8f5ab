import Database
import Domain

/// Who was reminded of which event, and who is to be.
package struct ReminderStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private typealias Due = (event: ID, member: ID, kind: String)

    private static func hints(_ due: [Due]) -> [ID: EventHint] {
        Dictionary(due.map { ($0.member, ReminderKind(rawValue: $0.kind)?.hint ?? .reminder) }) { first, _ in first }
    }

    /// Records whom to remind: of the answer a day before the deadline, but nobody who was invited within the last day, and of the start
    /// two hours before it. Only members who can see the reminder: they have joined, or have opened their personal link.
    package func remind(at now: Instant) async throws {
        let day = Duration.hours(24), near = Duration.hours(2)
        let due = try database.read { connection in
            try connection.all(
                """
                SELECT i.event_id, i.member_id, 'answer' FROM invitation i JOIN event e ON e.id = i.event_id
                WHERE \(ReminderStore.isReached) AND e.state = 'published' AND i.rsvp = 'pending' AND i.invited_at <= ?
                AND coalesce(e.answer_by, e.starts_at) BETWEEN ? AND ?
                AND NOT EXISTS (SELECT 1 FROM reminder r WHERE r.event_id = i.event_id AND r.member_id = i.member_id AND r.kind = 'answer')
                UNION ALL
                SELECT i.event_id, i.member_id, 'start' FROM invitation i JOIN event e ON e.id = i.event_id
                WHERE \(ReminderStore.isReached) AND e.state = 'published' AND i.rsvp = 'going' AND e.starts_at BETWEEN ? AND ?
                AND NOT EXISTS (SELECT 1 FROM reminder r WHERE r.event_id = i.event_id AND r.member_id = i.member_id AND r.kind = 'start')
                """, [.at(now - day), .at(now), .at(now + day), .at(now), .at(now + near)]
            ) { (event: $0.id(0), member: $0.id(1), kind: $0.text(2)) }
        }
        guard !due.isEmpty else { return }
        try await database.change { connection in
            let new = try due.filter { event, member, kind in
                // Another node may have been faster.
                let count = try connection.run(
                    "INSERT INTO reminder (event_id, member_id, kind, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    [.id(event), .id(member), .text(kind), .at(now)])
                if count == 1 { try EventStore.tell(member, of: event, at: now, on: connection) }
                return count == 1
            }
            for (event, rows) in Dictionary(grouping: new, by: \.event) {
                let told = ReminderStore.hints(rows)
                try EventNotices.add(told, of: event, at: now, on: connection)
                try EventStore.note(event, told: told, on: connection)
            }
        }
    }

    /// A host reminds those of them who have given the answer that the reminder is for. One transaction with its audit entry.
    /// - Parameter since: whoever was reminded after it is left out.
    package func remind(
        _ members: [ID], of event: Event, _ kind: ReminderKind, since: Instant, by author: Author, at now: Instant
    ) async throws -> ReminderOutcome {
        try await database.change { connection in
            let wanted = Set(members)
            let found = try connection.all(
                """
                SELECT i.member_id, \(ReminderStore.isReached),
                    (SELECT r.at FROM reminder r WHERE r.event_id = i.event_id AND r.member_id = i.member_id AND r.kind = ?)
                FROM invitation i WHERE i.event_id = ? AND i.rsvp = ? ORDER BY i.number
                """, [.text(kind.rawValue), .id(event.id), .text(kind == .answer ? "pending" : "going")]
            ) { (member: $0.id(0), isReached: $0.boolean(1), last: $0.optionalAt(2)) }.filter { wanted.contains($0.member) }
            var outcome = ReminderOutcome()
            for (member, isReached, last) in found {
                if !isReached {
                    outcome.unreached += 1
                } else if let last, last > since {
                    outcome.recent += 1
                } else {
                    outcome.told.append(member)
                }
            }
            for member in outcome.told {
                try connection.run(
                    """
                    INSERT INTO reminder (event_id, member_id, kind, at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (event_id, member_id, kind) DO UPDATE SET at = excluded.at
                    """, [.id(event.id), .id(member), .text(kind.rawValue), .at(now)])
                try EventStore.tell(member, of: event.id, at: now, on: connection)
            }
            try EventNotices.add(kind.hint, to: Set(outcome.told), of: event.id, by: author.id, at: now, on: connection)
            guard !outcome.told.isEmpty else { return outcome }
            let told = Dictionary(firstOf: outcome.told.map { ($0, kind.hint) })
            EventStore.note(event.id, event.tripID, title: event.fields.title, told: told, on: connection)
            try AuditStore.append(
                "reminder sent", subject: .init(id: event.id, name: event.fields.title), trip: event.tripID,
                changes: [AuditChange(field: "people", from: "", to: String(outcome.told.count))], by: author, at: now, on: connection)
            return outcome
        }
    }

    private static let isReached = """
        EXISTS (SELECT 1 FROM member p WHERE p.id = i.member_id AND p.status NOT IN ('cancelled', 'left')
            AND (p.account_id IS NOT NULL OR (i.opened_at IS NOT NULL AND i.revoked_at IS NULL)))
        """

    /// Who has not answered and would not get a reminder to.
    /// - Parameter since: whoever was reminded after it gets none.
    package func unreached(of event: ID, since: Instant) throws -> UnreachedGuests {
        try database.read { connection in
            let found = try connection.all(
                """
                SELECT i.member_id, m.status NOT IN ('cancelled', 'left') AND i.revoked_at IS NULL
                FROM invitation i JOIN member m ON m.id = i.member_id
                WHERE i.event_id = ? AND i.rsvp = 'pending' AND NOT \(ReminderStore.isReached)
                """, [.id(event)]
            ) { (member: $0.id(0), mayAnswer: $0.boolean(1)) }
            let reminded = try connection.one(
                """
                SELECT count(*), max(r.at) FROM reminder r
                JOIN invitation i ON i.event_id = r.event_id AND i.member_id = r.member_id
                WHERE r.event_id = ? AND r.kind = 'answer' AND r.at > ? AND i.rsvp = 'pending' AND \(ReminderStore.isReached)
                """, [.id(event), .at(since)]
            ) { (count: $0.int(0), at: $0.optionalAt(1)) }
            return UnreachedGuests(
                count: found.count, cards: Set(found.filter(\.mayAnswer).map(\.member)), reminded: reminded?.count ?? 0,
                remindedAt: reminded?.at)
        }
    }

    /// When somebody was reminded, by what of.
    package func reminders(of invitation: Invitation) throws -> [String: Instant] {
        try database.read { connection in
            let rows = try connection.all(
                "SELECT kind, at FROM reminder WHERE event_id = ? AND member_id = ?", [.id(invitation.eventID), .id(invitation.memberID)]
            ) { ($0.text(0), $0.at(1)) }
            return Dictionary(firstOf: rows)
        }
    }

    /// The newest reminder of each kind: when, and how many people.
    package func reminders(of event: ID) throws -> [(kind: String, at: Instant, count: Int)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT r.kind, max(r.at), count(*) FROM reminder r
                JOIN invitation i ON i.event_id = r.event_id AND i.member_id = r.member_id
                WHERE r.event_id = ? AND \(ReminderStore.isReached) GROUP BY r.kind ORDER BY r.kind
                """, [.id(event)]
            ) { ($0.text(0), $0.at(1), $0.int(2)) }
        }
    }
}
