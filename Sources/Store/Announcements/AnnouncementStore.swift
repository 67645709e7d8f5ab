import Database
import Domain

/// Announcements before they are sent, and as they are read.
package struct AnnouncementStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: reading

    package func find(_ id: ID, trip: ID) throws -> Announcement? {
        try database.read { try AnnouncementStore.find(id, trip: trip, on: $0) }
    }

    static func find(_ id: ID, trip: ID, on connection: Connection) throws -> Announcement? {
        try AnnouncementRows.find("WHERE a.id = ? AND a.trip_id = ?", [.id(id), .id(trip)], on: connection).first
    }

    /// What waits first, then the newest.
    package func list(trip: ID, limit: Int) throws -> [Announcement] {
        try database.read {
            try AnnouncementRows.find(
                """
                WHERE a.trip_id = ? ORDER BY CASE a.state WHEN 'draft' THEN 0 WHEN 'scheduled' THEN 1 ELSE 2 END,
                    coalesce(a.sent_at, a.made_at) DESC, a.id DESC LIMIT ?
                """, [.id(trip), Value(limit)], on: $0)
        }
    }

    /// What a member got, newest first, without what was recalled.
    package func own(member: ID, trip: ID, limit: Int) throws -> [OwnAnnouncement] {
        try own("AND a.state = 'sent' ORDER BY a.sent_at DESC, a.id DESC LIMIT ?", [.id(member), .id(trip), Value(limit)])
    }

    /// What a member has not opened, or not answered where it asks something, newest first.
    package func waiting(member: ID, trip: ID, since: Instant, limit: Int) throws -> [OwnAnnouncement] {
        try own(
            """
            AND a.state = 'sent' AND a.sent_at > ? AND r.answer IS NULL
                AND (r.opened_at IS NULL OR EXISTS (SELECT 1 FROM announcement_answer q WHERE q.announcement_id = a.id))
            ORDER BY a.sent_at DESC, a.id DESC LIMIT ?
            """, [.id(member), .id(trip), .at(since), Value(limit)])
    }

    /// Nil for one that the member did not get.
    package func own(_ id: ID, member: ID, trip: ID) throws -> OwnAnnouncement? {
        try own("AND a.id = ?", [.id(member), .id(trip), .id(id)]).first
    }

    private func own(_ rest: String, _ values: [Value]) throws -> [OwnAnnouncement] {
        try database.read { connection in
            let first = AnnouncementRows.count
            let found = try connection.all(
                """
                SELECT \(AnnouncementRows.columns), r.opened_at IS NOT NULL OR EXISTS (SELECT 1 FROM notice n
                        WHERE n.id = r.notice_id AND (n.read_at IS NOT NULL OR n.opened_at IS NOT NULL)),
                    r.answer, r.text, r.answered_at, r.phoned_at
                FROM announcement_recipient r JOIN announcement a ON a.id = r.announcement_id
                WHERE r.member_id = ? AND a.trip_id = ? \(rest)
                """, values
            ) { row in
                var own = OwnAnnouncement(
                    announcement: AnnouncementRows.read(row), isOpened: row.boolean(first),
                    answer: row.optionalInteger(first + 1).map(Int.init), text: row.text(first + 2),
                    answeredAt: row.optionalAt(first + 3))
                own.phonedAt = row.optionalAt(first + 4)
                return own
            }
            return try found.map { bare in
                var own = OwnAnnouncement(
                    announcement: try AnnouncementRows.withAnswers(bare.announcement, on: connection), isOpened: bare.isOpened,
                    answer: bare.answer, text: bare.text, answeredAt: bare.answeredAt)
                own.phonedAt = bare.phonedAt
                return own
            }
        }
    }

    /// How many people each announcement of a trip is for: as many as its receipts.
    package func recipientCounts(trip: ID) throws -> [ID: Int] {
        try database.read { connection in
            var found: [ID: Int] = [:]
            try connection.each(
                """
                SELECT r.announcement_id, count(*)
                FROM announcement_recipient r JOIN announcement a ON a.id = r.announcement_id JOIN member m ON m.id = r.member_id
                WHERE a.trip_id = ? AND m.\(RosterStore.isListed) GROUP BY 1
                """, [.id(trip)]
            ) { found[$0.id(0)] = $0.int(1) }
            return found
        }
    }

    /// How many a member has not opened that still hold.
    package func unopened(member: ID, trip: ID, at now: Instant) throws -> Int {
        try database.read { connection in
            try connection.one(
                """
                SELECT count(*) FROM announcement_recipient r JOIN announcement a ON a.id = r.announcement_id
                    JOIN notice n ON n.id = r.notice_id
                WHERE r.member_id = ? AND a.trip_id = ? AND a.state = 'sent' AND r.opened_at IS NULL AND n.read_at IS NULL
                    AND n.opened_at IS NULL AND n.ended_at IS NULL AND n.expires_at > ?
                """, [.id(member), .id(trip), .at(now)]
            ) { $0.int(0) } ?? 0
        }
    }

    // MARK: before it is sent

    private static let isChanged = Refusal.conflict("Somebody else has changed this announcement. Look at it before you go on.")
    static let isGone = Refusal.conflict("This announcement has already been sent.")

    /// Writes a new one, or over the version that it was typed over.
    package func save(_ record: AnnouncementRecord, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try AnnouncementStore.write(record, by: author, at: now, on: connection)
            AnnouncementStore.note(record.id, record.trip, on: connection)
            try AuditStore.append(
                record.state == .scheduled ? "announcement scheduled" : "announcement drafted",
                subject: .init(id: record.id, name: record.content.title), trip: record.trip,
                changes: [AuditChange(field: "audience", from: "", to: record.words)], by: author, at: now, on: connection)
        }
    }

    static func write(_ record: AnnouncementRecord, by author: Author, at now: Instant, on connection: Connection) throws {
        let known = try connection.one("SELECT trip_id, state, version, photo_id FROM announcement WHERE id = ?", [.id(record.id)]) {
            (trip: $0.id(0), state: AnnouncementState(rawValue: $0.text(1)), version: $0.int(2), photo: $0.optionalID(3))
        }
        guard let known else {
            // One that was typed over a version is gone now.
            guard record.version == nil else { throw Refusal.notFound }
            try requireOwn(record, on: connection)
            return try AnnouncementRows.insert(record, by: author, at: now, on: connection)
        }
        guard known.trip == record.trip else { throw Refusal.notFound }
        guard known.state?.isOpen == true else { throw isGone }
        // A new one that came twice is the same one.
        guard record.version == nil ? known.version == 1 : known.version == record.version else { throw isChanged }
        try requireOwn(record, on: connection)
        try AnnouncementRows.update(record, by: author, on: connection)
        try dropUnused(known.photo, on: connection)
    }

    /// What it is about belongs to the same trip.
    private static func requireOwn(_ record: AnnouncementRecord, on connection: Connection) throws {
        if let event = record.content.event {
            let isKnown = try connection.one(
                "SELECT 1 FROM event e WHERE e.id = ? AND e.trip_id = ? AND e.\(EventStore.isListed)", [.id(event), .id(record.trip)]
            ) { _ in true }
            guard isKnown == true else {
                throw Refusal.invalid([FieldError("event", "This event is no longer there. Choose another one.")])
            }
        }
        if let photo = record.content.photo {
            let isKnown = try connection.one(
                "SELECT 1 FROM announcement_photo WHERE id = ? AND trip_id = ?", [.id(photo.id), .id(record.trip)]
            ) { _ in true }
            guard isKnown == true else { throw Refusal.invalid([FieldError("photo", "This photo is no longer there. Choose it again.")]) }
        }
        guard let corrected = record.content.corrects else { return }
        guard let old = try find(corrected, trip: record.trip, on: connection), old.sentAt != nil else { throw Refusal.notFound }
        guard old.correctedBy == nil || old.correctedBy == record.id else {
            throw Refusal.conflict("This announcement has already been corrected.")
        }
    }

    /// Back to a draft: nothing goes out by itself.
    package func unschedule(_ announcement: Announcement, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                UPDATE announcement SET state = 'draft', scheduled_at = NULL, version = version + 1
                WHERE id = ? AND trip_id = ? AND state = 'scheduled'
                """, [.id(announcement.id), .id(announcement.tripID)])
            guard count == 1 else { throw AnnouncementStore.isGone }
            AnnouncementStore.note(announcement.id, announcement.tripID, on: connection)
            try AuditStore.append(
                "announcement no longer scheduled", subject: .init(id: announcement.id, name: announcement.content.title),
                trip: announcement.tripID, by: author, at: now, on: connection)
        }
    }

    /// Only what nobody has got.
    package func delete(_ announcement: Announcement, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "DELETE FROM announcement WHERE id = ? AND trip_id = ? AND state IN ('draft', 'scheduled')",
                [.id(announcement.id), .id(announcement.tripID)])
            guard count == 1 else { throw AnnouncementStore.isGone }
            AnnouncementStore.note(announcement.id, announcement.tripID, on: connection)
            try AnnouncementStore.dropUnused(announcement.content.photo?.id, on: connection)
            try NoticeStore.recall(subject: announcement.id, at: now, on: connection)
            try AuditStore.append(
                "announcement draft deleted", subject: .init(id: announcement.id, name: announcement.content.title),
                trip: announcement.tripID, by: author, at: now, on: connection)
        }
    }
}
