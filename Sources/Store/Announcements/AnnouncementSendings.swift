import Database
import Domain

/// An announcement goes out: its state, its people, their notices and the trail are one transaction.
extension AnnouncementStore {
    /// - Parameter record: what was typed, for one that is written and sent at once.
    /// - Returns: false for one that had gone out already.
    package func send(_ sending: AnnouncementSending, saving record: AnnouncementRecord?, by author: Author, at now: Instant) async throws
        -> Bool
    {
        try await database.change { connection in
            if try AnnouncementStore.isSent(sending.id, trip: sending.trip, on: connection) { return false }
            if let record { try AnnouncementStore.write(record, by: author, at: now, on: connection) }
            guard let found = try AnnouncementStore.find(sending.id, trip: sending.trip, on: connection) else { throw Refusal.notFound }
            if try AnnouncementStore.isBeyond(sending.urgentLimit, found, at: now, on: connection) {
                throw Refusal.tooMany(
                    "\(Announcement.urgentLimit) urgent announcements went out within the last hour. Choose high urgency, or ask an admin.",
                    retryAfter: 600)
            }
            try connection.run(
                "UPDATE announcement SET state = 'sent', sent_at = ?, audience_words = ?, version = version + 1 WHERE id = ?",
                [.at(now), .text(sending.words), .id(found.id)])
            try AnnouncementStore.add(sending.people, to: found, sentAt: now, at: now, on: connection)
            AnnouncementStore.note(found.id, found.tripID, to: sending.people.map(\.member), on: connection)
            if let corrected = found.content.corrects {
                try AnnouncementStore.end(corrected, at: now, on: connection)
                try AnnouncementStore.noteToAll(corrected, found.tripID, on: connection)
            }
            try AuditStore.append(
                found.content.corrects == nil ? "announcement sent" : "announcement corrected",
                subject: .init(id: found.id, name: found.content.title), trip: found.tripID,
                changes: AnnouncementStore.changes(found, sending), by: author, at: now, on: connection)
            return true
        }
    }

    private static func isSent(_ id: ID, trip: ID, on connection: Connection) throws -> Bool {
        try connection.one("SELECT sent_at IS NOT NULL FROM announcement WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]) {
            $0.boolean(0)
        } ?? false
    }

    private static func changes(_ announcement: Announcement, _ sending: AnnouncementSending) -> [AuditChange] {
        [
            AuditChange(field: "audience", from: "", to: sending.words),
            AuditChange(field: "people", from: "", to: String(sending.people.count)),
            AuditChange(field: "urgency", from: "", to: "\(announcement.content.urgency)"),
        ]
    }

    /// Who has it already is left as they are.
    private static func add(
        _ people: [(member: ID, notice: ID)], to announcement: Announcement, sentAt sent: Instant, at now: Instant,
        isReminder: Bool = false, on connection: Connection
    ) throws {
        for (member, notice) in people {
            let new = self.notice(notice, for: member, of: announcement, sentAt: sent, isReminder: isReminder)
            try NoticeStore.add([new], at: now, on: connection)
            try connection.run(
                """
                INSERT INTO announcement_recipient (announcement_id, member_id, notice_id, added_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (announcement_id, member_id) DO UPDATE SET notice_id = excluded.notice_id
                """, [.id(announcement.id), .id(member), .id(notice), .at(now)])
        }
    }

    private static func notice(
        _ id: ID, for member: ID, of announcement: Announcement, sentAt sent: Instant, isReminder: Bool
    ) -> NewNotice {
        let content = announcement.content
        return NewNotice(
            id: id, person: .member(member, trip: announcement.tripID), kind: .announcement, subject: announcement.id,
            urgency: content.urgency, topic: announcement.topic, title: content.noticeTitle(isReminder: isReminder), text: content.text,
            expiresAt: content.end(sentAt: sent))
    }

    /// The notices of one for which another stands now: it leaves the inboxes, and goes out nowhere any more.
    private static func end(_ announcement: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE notice SET ended_at = ?, ending = 'replaced', next_at = NULL
            WHERE subject_id = ? AND kind = ? AND ended_at IS NULL
            """, [.at(now), .id(announcement), .text(NoticeKind.announcement.rawValue)])
    }

    /// People who came to match later.
    /// - Returns: how many were new.
    package func add(_ people: [(member: ID, notice: ID)], to announcement: Announcement, at now: Instant) async throws -> Int {
        try await database.change(changesMore: { $0 > 0 }) { connection in
            guard let found = try AnnouncementStore.find(announcement.id, trip: announcement.tripID, on: connection),
                found.state == .sent, found.correctedBy == nil, let sent = found.sentAt
            else { return 0 }
            let known = try AnnouncementStore.recipients(of: found.id, on: connection)
            let new = people.filter { !known.contains($0.member) }
            guard !new.isEmpty else { return 0 }
            try AnnouncementStore.add(new, to: found, sentAt: sent, at: now, on: connection)
            AnnouncementStore.note(found.id, found.tripID, to: new.map(\.member), on: connection)
            try AuditStore.append(
                "announcement sent to more", subject: .init(id: found.id, name: found.content.title), trip: found.tripID,
                changes: [AuditChange(field: "people", from: String(known.count), to: String(known.count + new.count))],
                by: Author(id: nil, name: "Sotravel"), at: now, on: connection)
            return new.count
        }
    }

    /// Staff see the list again, and the inboxes of those who have it look again.
    static func note(_ announcement: ID, _ trip: ID, to members: [ID] = [], on connection: Connection) {
        connection.note(.announcement(announcement, trip))
        if !members.isEmpty { connection.note(.notice(members, of: announcement, trip)) }
    }

    private static func noteToAll(_ announcement: ID, _ trip: ID, on connection: Connection) throws {
        note(announcement, trip, to: try recipients(of: announcement, on: connection).sorted(), on: connection)
    }

    static func recipients(of announcement: ID, on connection: Connection) throws -> Set<ID> {
        Set(
            try connection.all("SELECT member_id FROM announcement_recipient WHERE announcement_id = ?", [.id(announcement)]) {
                $0.id(0)
            })
    }

    package func recipients(of announcement: ID) throws -> Set<ID> {
        try database.read { try AnnouncementStore.recipients(of: announcement, on: $0) }
    }

    // MARK: afterwards

    /// What the trail calls it.
    static let reminded = "announcement: reminded"
    /// How long nobody is reminded again.
    package static let reminderPause = Duration.minutes(10)

    /// A new notice for those who have not opened theirs, and whom one reaches.
    /// - Parameters:
    ///   - channels: those that the server has set up.
    ///   - newID: of a notice.
    ///   - urgentLimit: how many urgent ones the last hour may hold besides; nil for any number.
    /// - Returns: how many were reminded.
    package func remind(
        _ id: ID, trip: ID, over channels: [DeliveryChannel], newID: @escaping @Sendable () -> ID, urgentLimit: Int?, by author: Author,
        at now: Instant
    ) async throws -> Int {
        try await database.change { connection in
            let found = try AnnouncementStore.requireSent(id, trip: trip, on: connection)
            guard let sent = found.sentAt, found.correctedBy == nil, !found.isOver(at: now) else {
                throw Refusal.conflict("This announcement has ended, so nobody is reminded of it.")
            }
            guard !(found.remindedAt?.isWithin(AnnouncementStore.reminderPause, before: now) ?? false) else {
                throw Refusal.conflict("People were reminded less than 10 minutes ago. Give them a moment, or call them.")
            }
            let members = try AnnouncementStore.requireRemindable(id, trip: trip, by: channels, on: connection)
            if try AnnouncementStore.isBeyond(urgentLimit, found, at: now, on: connection) {
                throw Refusal.tooMany(
                    "\(Announcement.urgentLimit) urgent announcements went out within the last hour. Call people, or ask an admin.",
                    retryAfter: 600)
            }
            for member in members { try AnnouncementStore.end(id, of: member, at: now, on: connection) }
            try AnnouncementStore.add(
                members.map { ($0, newID()) }, to: found, sentAt: sent, at: now, isReminder: true, on: connection)
            try connection.run("UPDATE announcement SET reminded_at = ? WHERE id = ?", [.at(now), .id(id)])
            try AnnouncementStore.noteToAll(id, trip, on: connection)
            try AuditStore.append(
                AnnouncementStore.reminded, subject: .init(id: id, name: found.content.title), trip: trip,
                changes: [AuditChange(field: "people", from: "", to: String(members.count))], by: author, at: now, on: connection)
            return members.count
        }
    }

    /// Of those who have not opened theirs, whom a reminder reaches by a channel, or who finds it in an inbox: others have to be called.
    static func remindable(
        _ announcement: ID, trip: ID, by channels: [DeliveryChannel], on connection: Connection
    ) throws -> [ID] {
        let members = try unopened(announcement, on: connection)
        guard !members.isEmpty else { return [] }
        let reached = Set(try AddressBook.reach(trip: trip, by: channels, on: connection).keys)
        let joined = Set(
            try connection.all("SELECT id FROM member WHERE trip_id = ? AND account_id IS NOT NULL", [.id(trip)]) { $0.id(0) })
        return members.filter { joined.contains($0) || reached.contains($0) }
    }

    /// How many a reminder would reach now.
    package func remindable(_ announcement: ID, trip: ID, by channels: [DeliveryChannel]) throws -> Int {
        try database.read { try AnnouncementStore.remindable(announcement, trip: trip, by: channels, on: $0).count }
    }

    private static func requireRemindable(
        _ id: ID, trip: ID, by channels: [DeliveryChannel], on connection: Connection
    ) throws -> [ID] {
        let members = try remindable(id, trip: trip, by: channels, on: connection)
        guard members.isEmpty else { return members }
        if try unopened(id, on: connection).isEmpty { throw Refusal.conflict("Everybody has already opened it.") }
        throw Refusal.conflict("No reminder reaches those who have not opened it. Call them.")
    }

    private static func end(_ announcement: ID, of member: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE notice SET ended_at = ?, ending = 'replaced', next_at = NULL
            WHERE subject_id = ? AND member_id = ? AND ended_at IS NULL
            """, [.at(now), .id(announcement), .id(member)])
    }

    /// Takes it out of every inbox. What phones have shown, they have shown.
    package func recall(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let found = try AnnouncementStore.requireSent(id, trip: trip, on: connection)
            try connection.run(
                "UPDATE announcement SET state = 'recalled', recalled_at = ?, recalled_by = ?, version = version + 1 WHERE id = ?",
                [.at(now), .text(author.name), .id(id)])
            try AnnouncementStore.removePhoto(of: found, on: connection)
            try NoticeStore.recall(subject: id, at: now, on: connection)
            try AnnouncementStore.noteToAll(id, trip, on: connection)
            try AuditStore.append(
                "announcement recalled", subject: .init(id: id, name: found.content.title), trip: trip, by: author, at: now,
                on: connection)
        }
    }

    static func requireSent(_ id: ID, trip: ID, on connection: Connection) throws -> Announcement {
        guard let found = try find(id, trip: trip, on: connection) else { throw Refusal.notFound }
        guard found.state != .recalled else { throw Refusal.conflict("This announcement has been recalled.") }
        guard found.state == .sent else { throw Refusal.conflict("This announcement has not been sent yet.") }
        return found
    }
}
