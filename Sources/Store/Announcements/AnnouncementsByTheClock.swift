import Database
import Domain

/// What the job looks for.
extension AnnouncementStore {
    /// Who waits for the limit of urgent ones stands among them too: enough of them that they keep nobody else out.
    private static let atOnce = 500

    /// Those whose time has come, oldest first, with who scheduled each.
    package func due(at now: Instant) throws -> [(announcement: Announcement, author: Author, isByAdmin: Bool)] {
        try database.read { connection in
            let waiting = try connection.all(
                """
                SELECT a.id, a.trip_id, a.author_id, a.author_name, a.is_by_admin FROM announcement a JOIN trip t ON t.id = a.trip_id
                WHERE a.state = 'scheduled' AND a.scheduled_at <= ? AND t.\(TripStore.isListed) AND t.archived_at IS NULL
                ORDER BY a.scheduled_at LIMIT ?
                """, [.at(now), Value(AnnouncementStore.atOnce)]
            ) { (id: $0.id(0), trip: $0.id(1), author: Author(id: $0.optionalID(2), name: $0.text(3)), isByAdmin: $0.boolean(4)) }
            return try waiting.compactMap { found in
                try AnnouncementStore.find(found.id, trip: found.trip, on: connection).map { ($0, found.author, found.isByAdmin) }
            }
        }
    }

    /// One whose time has passed is a draft again, and somebody looks at it; not one that somebody has changed meanwhile.
    /// - Parameter notice: to who scheduled it.
    package func putBack(_ announcement: Announcement, telling notice: NewNotice?, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE announcement SET state = 'draft', version = version + 1 WHERE id = ? AND state = 'scheduled' AND version = ?",
                [.id(announcement.id), Value(announcement.version)])
            guard count == 1 else { return }
            try NoticeStore.add([notice].compactMap(\.self), at: now, on: connection)
            let told = [notice?.person.member].compactMap(\.self)
            AnnouncementStore.note(announcement.id, announcement.tripID, to: told, on: connection)
            try AuditStore.append(
                "announcement not sent", subject: .init(id: announcement.id, name: announcement.content.title),
                trip: announcement.tripID, by: Author(id: nil, name: "Sotravel"), at: now, on: connection)
        }
    }

    /// Those that hold, and that whoever comes to match gets too.
    package func open(at now: Instant) throws -> [Announcement] {
        try database.read { connection in
            try AnnouncementRows.find(
                """
                JOIN trip t ON t.id = a.trip_id WHERE a.state = 'sent' AND a.adds_later = 1 AND a.sent_at > ?
                    AND t.\(TripStore.isListed) AND t.archived_at IS NULL ORDER BY a.sent_at
                """, [.at(now - Announcement.longest)], on: connection
            ).filter { $0.correctedBy == nil && !$0.isOver(at: now) }
        }
    }

    /// Keeps what notices say that are about to leave the inboxes for good.
    package func keepSeen(before end: Instant) async throws {
        try await database.append { connection in
            for (column, value) in [("shown_at", "n.shown_at"), ("opened_at", "coalesce(n.opened_at, n.read_at)")] {
                _ = try connection.run(
                    """
                    UPDATE announcement_recipient SET \(column) = (SELECT min(\(value)) FROM notice n
                        WHERE n.subject_id = announcement_recipient.announcement_id AND n.member_id = announcement_recipient.member_id)
                    WHERE \(column) IS NULL AND notice_id IN (
                        SELECT o.id FROM notice o WHERE o.id < ? AND o.made_at < ? AND o.kind = 'announcement')
                    """, [.id(NoticeStore.firstID(at: end)), .at(end)])
            }
        }
    }

    // MARK: the limit of urgent ones

    /// Within the last hour.
    package func urgentCount(trip: ID, at now: Instant) throws -> Int {
        try database.read { try AnnouncementStore.urgentCount(trip: trip, at: now, on: $0) }
    }

    /// What lies further ahead is from before the clock was set back, and counts no longer: it would until that time comes again.
    private static let mostAhead = Duration.minutes(2)

    /// A reminder wakes everybody like the announcement did, and counts like one.
    private static func urgentCount(trip: ID, at now: Instant, on connection: Connection) throws -> Int {
        try connection.one(
            """
            SELECT (SELECT count(*) FROM announcement WHERE trip_id = ?1 AND sent_at > ?2 AND sent_at <= ?5 AND urgency = ?3)
                + (SELECT count(*) FROM audit e JOIN announcement a ON a.id = e.subject_id
                    WHERE a.trip_id = ?1 AND a.reminded_at > ?2 AND a.urgency = ?3 AND e.at > ?2 AND e.at <= ?5 AND e.action = ?4)
            """,
            [
                .id(trip), .at(now - .hours(1)), Value(Urgency.urgent.rawValue), .text(AnnouncementStore.reminded),
                .at(now + AnnouncementStore.mostAhead),
            ]
        ) { $0.int(0) } ?? 0
    }

    /// Whether an urgent one has to wait.
    /// - Parameter limit: nil for an admin.
    static func isBeyond(_ limit: Int?, _ announcement: Announcement, at now: Instant, on connection: Connection) throws -> Bool {
        guard announcement.content.urgency == .urgent, let limit else { return false }
        return try urgentCount(trip: announcement.tripID, at: now, on: connection) >= limit
    }
}
