import Database
import Domain

/// The Telegram groups of trips, and what the bot has written into each.
package struct TelegramGroups: Sendable {
    /// A message of which nobody knows whether it was sent is sent again after that, where that does no harm.
    private static let doubt = Duration.minutes(1)
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// The group of a trip.
    package struct Group: Sendable, Equatable {
        package let trip: ID
        package let chat: Int
        package let title: String
        package let linkedAt: Instant
        package let linkedBy: String
        /// Why nothing goes there any more.
        package let problem: String?
    }

    private static let columns = "g.trip_id, g.chat, g.title, g.linked_at, g.linked_by, g.ended_at IS NOT NULL, g.reason"

    private static func read(_ row: Row) -> Group {
        Group(
            trip: row.id(0), chat: row.int(1), title: row.text(2), linkedAt: row.at(3), linkedBy: row.text(4),
            problem: row.boolean(5) ? row.text(6) : nil)
    }

    package func find(trip: ID) throws -> Group? {
        try database.read {
            try $0.one("SELECT \(TelegramGroups.columns) FROM telegram_group g WHERE g.trip_id = ?", [.id(trip)], TelegramGroups.read)
        }
    }

    /// Those that work, of trips that still change.
    package func open() throws -> [Group] {
        try database.read {
            try $0.all(
                """
                SELECT \(TelegramGroups.columns) FROM telegram_group g JOIN trip t ON t.id = g.trip_id
                WHERE g.ended_at IS NULL AND t.archived_at IS NULL AND t.deleted_at IS NULL ORDER BY g.trip_id
                """, [], TelegramGroups.read)
        }
    }

    /// - Throws: a conflict for a group that another trip has.
    package func link(_ chat: TelegramChat, to trip: ID, by author: String, at now: Instant) async throws {
        try await database.append { connection in
            let other = try connection.one("SELECT 1 FROM telegram_group WHERE chat = ? AND trip_id <> ?", [Value(chat.id), .id(trip)]) {
                _ in true
            }
            if other == true { throw Refusal.conflict("This group already belongs to another trip.") }
            try connection.run("DELETE FROM telegram_group WHERE trip_id = ? AND chat <> ?", [.id(trip), Value(chat.id)])
            try connection.run(
                """
                INSERT INTO telegram_group (trip_id, chat, title, linked_at, linked_by) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (trip_id) DO UPDATE SET title = excluded.title, ended_at = NULL, reason = ''
                """, [.id(trip), Value(chat.id), .text(chat.title), .at(now), .text(author)])
            try AuditStore.append(
                "Telegram group linked", subject: .init(id: trip, name: chat.title), trip: trip, by: Author(id: nil, name: author), at: now,
                on: connection)
        }
    }

    package func unlink(trip: ID, by author: Author, at now: Instant) async throws {
        try await database.append { connection in
            let title = try connection.one("SELECT title FROM telegram_group WHERE trip_id = ?", [.id(trip)]) { $0.text(0) }
            guard let title else { return }
            try connection.run("DELETE FROM telegram_group WHERE trip_id = ?", [.id(trip)])
            try AuditStore.append(
                "Telegram group unlinked", subject: .init(id: trip, name: title), trip: trip, by: author, at: now, on: connection)
        }
    }

    /// The group goes on under another number. What stands in it keeps its own, where Telegram knows it.
    package func move(_ chat: Int, to new: Int) async throws {
        guard new < 0, chat != new else { return }
        try await database.append { connection in
            let isKnown = try connection.one("SELECT 1 FROM telegram_group WHERE chat = ?", [Value(new)]) { _ in true }
            if isKnown != true { try connection.run("UPDATE telegram_group SET chat = ? WHERE chat = ?", [Value(new), Value(chat)]) }
        }
    }

    /// - Parameter reason: why nothing goes there any more; nil where something does again.
    package func setProblem(_ reason: String?, chat: Int, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE telegram_group SET ended_at = ?, reason = ? WHERE chat = ?",
                [.at(reason.map { _ in now }), .text(reason ?? ""), Value(chat)])
        }
    }

    // MARK: posts

    /// Something that belongs into a group, and what stands there of it.
    package struct Due: Sendable, Equatable {
        package let subject: ID
        /// What a post of now would show, in short.
        package let wanted: String
        /// The same of the one that stands there; nil for none.
        package let shown: String?
        /// Nil while it is not known.
        package let message: Int?
        package let editedAt: Instant
        package let title: String
        /// It is in the bin.
        package let isDeleted: Bool
        /// Only how many gave which answer has changed.
        package var isOnlyCounts: Bool { shown?.prefix { $0 != "#" } == wanted.prefix { $0 != "#" } }
    }

    /// The trip of an event that can be found.
    package func trip(ofEvent event: ID) throws -> ID? { try trip(of: event, "event", "AND o.deleted_at IS NULL") }
    package func trip(ofAnnouncement announcement: ID) throws -> ID? { try trip(of: announcement, "announcement", "") }

    private func trip(of subject: ID, _ table: String, _ rest: String) throws -> ID? {
        try database.read { connection in
            try connection.one("SELECT o.trip_id FROM \(table) o WHERE o.id = ? \(rest)", [.id(subject)]) { $0.id(0) }
        }
    }

    /// Events for everybody, where they differ from what stands in the group.
    package func dueEvents(_ group: Group, at now: Instant) throws -> [Due] {
        try database.read { connection in
            try connection.all(
                """
                SELECT e.id, e.version, e.state, e.starts_at, e.answer_by, e.list_version, e.deleted_at IS NOT NULL,
                    e.title, p.shown, p.message, p.edited_at
                FROM event e LEFT JOIN telegram_post p ON p.trip_id = e.trip_id AND p.subject_id = e.id
                WHERE e.trip_id = ? AND e.state <> 'draft' AND e.audience = 'everyone' AND e.starts_at > ?
                    AND (p.subject_id IS NOT NULL OR (e.state = 'published' AND e.deleted_at IS NULL AND e.starts_at > ?))
                ORDER BY e.starts_at, e.id
                """, [.id(group.trip), .at(now - .days(1)), .at(now)]
            ) { row in
                let isOpen = now <= row.at(3) && (row.optionalAt(4).map { now <= $0 } ?? true)
                let wanted = "\(row.int(1)) \(row.text(2)) \(isOpen) \(row.boolean(6))#\(row.int(5))"
                return TelegramGroups.due(row, wanted: wanted, isDeleted: row.boolean(6), from: 7)
            }
        }.filter { TelegramGroups.isWanted($0, at: now, isRepeated: true) }
    }

    /// Announcements that were sent since the group was linked, where they differ from what stands in it. A correction for all who got
    /// the old one belongs there too where the old one stands there: it would else say that a newer one holds, and nobody sees that.
    /// - Parameter audience: as it is stored, of those that are for everybody.
    package func dueAnnouncements(_ group: Group, audience: [String], at now: Instant) throws -> [Due] {
        let places = audience.map { _ in "?" }.joined(separator: ", ")
        return try database.read { connection in
            try connection.all(
                """
                SELECT a.id, a.state, EXISTS (SELECT 1 FROM announcement c WHERE c.corrects_id = a.id AND c.state = 'sent'),
                    a.title, p.shown, p.message, p.edited_at, a.audience, a.corrects_id
                FROM announcement a LEFT JOIN telegram_post p ON p.trip_id = a.trip_id AND p.subject_id = a.id
                WHERE a.trip_id = ? AND a.sent_at >= ? AND a.sent_at > ? AND (p.subject_id IS NOT NULL OR (a.state = 'sent'
                    AND (a.audience IN (\(places)) OR EXISTS (
                        SELECT 1 FROM telegram_post o WHERE o.trip_id = a.trip_id AND o.subject_id = a.corrects_id))))
                ORDER BY a.sent_at, a.id
                """, [.id(group.trip), .at(group.linkedAt), .at(now - .days(7))] + audience.map { .text($0) }
            ) { row -> Due? in
                let due = TelegramGroups.due(row, wanted: "\(row.text(1)) \(row.boolean(2))", isDeleted: false, from: 3)
                let (text, same) = (row.text(7), row.optionalID(8).map { AnnouncementAudience([(.all, .got($0))]).text })
                return due.shown != nil || audience.contains(text) || text == same ? due : nil
            }.compactMap(\.self)
        }.filter { TelegramGroups.isWanted($0, at: now, isRepeated: false) }
    }

    /// Titles of announcements that were sent into the group and of which no answer says whether they stand there: they are not sent again.
    package func unsure(trip: ID, at now: Instant) throws -> [String] {
        try database.read { connection in
            try connection.all(
                """
                SELECT a.title FROM telegram_post p JOIN announcement a ON a.id = p.subject_id
                WHERE p.trip_id = ? AND p.message IS NULL AND p.edited_at < ? AND a.state = 'sent' AND a.sent_at > ? ORDER BY a.sent_at
                """, [.id(trip), .at(now - TelegramGroups.doubt), .at(now - .days(7))]
            ) { $0.text(0) }
        }
    }

    private static func due(_ row: Row, wanted: String, isDeleted: Bool, from first: Int32) -> Due {
        Due(
            subject: row.id(0), wanted: wanted, shown: row.isNull(first + 1) ? nil : row.text(first + 1),
            message: row.optionalInteger(first + 2).map(Int.init), editedAt: row.at(first + 3), title: row.text(first),
            isDeleted: isDeleted)
    }

    /// One that is under way is left alone.
    /// - Parameter isRepeated: one of which nobody knows whether it arrived is sent once more.
    private static func isWanted(_ due: Due, at now: Instant, isRepeated: Bool) -> Bool {
        guard due.shown != nil else { return true }
        if due.message == nil { return isRepeated && !due.isDeleted && due.editedAt + doubt < now }
        return due.shown != due.wanted
    }

    /// Before it is sent: killed in between, it is known that it may stand there.
    package func begin(_ due: Due, trip: ID, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                """
                INSERT INTO telegram_post (trip_id, subject_id, shown, edited_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (trip_id, subject_id) DO UPDATE SET edited_at = excluded.edited_at
                """, [.id(trip), .id(due.subject), .text(due.wanted), .at(now)])
        }
    }

    package func setShown(_ due: Due, message: Int, trip: ID, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE telegram_post SET message = ?, shown = ?, edited_at = ? WHERE trip_id = ? AND subject_id = ?",
                [Value(message), .text(due.wanted), .at(now), .id(trip), .id(due.subject)])
        }
    }

    /// It does not stand there: it was not taken, or somebody has deleted it.
    package func forget(_ subject: ID, trip: ID) async throws {
        try await database.append { connection in
            _ = try connection.run("DELETE FROM telegram_post WHERE trip_id = ? AND subject_id = ?", [.id(trip), .id(subject)])
        }
    }
}
