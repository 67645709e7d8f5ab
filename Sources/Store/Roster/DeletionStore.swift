import Database
import Domain

/// Members who want to be gone: positions go at once, the rest after a grace in which they may think again.
package struct DeletionStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// What goes into the trail instead of the name of somebody whom a host erases.
    private static let somebody = "a member"

    /// Deletes every position and ends every tracker. Returns the tokens that stopped working.
    /// - Parameter name: for the trail; nil if a host erases the member, because that entry names nobody.
    package func request(_ member: ID, name: String?, trip: ID, _ erasure: Erasure, by author: Author, at now: Instant) async throws
        -> [String]
    {
        try await database.change { connection in
            try DeletionStore.requireTraveller(member, trip: trip, on: connection)
            try connection.run(
                """
                INSERT INTO deletion_request (member_id, asked_at, due_at, asked_by, host_name) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (member_id) DO NOTHING
                """,
                [.id(member), .at(now), .at(erasure.due), .text(erasure.askedBy), .text(erasure.hostName)])
            let tokens = try TrackerStore.endAll(of: member, trip: trip, at: now, on: connection)
            try TrackerStore.deleteSent(of: member, on: connection)
            connection.note(TripChange(.forgotten, trip: trip, ids: [member]))
            try AuditStore.append(
                name == nil ? "erasure begun, as asked" : "asked to be deleted",
                subject: .init(id: member, name: name ?? DeletionStore.somebody), trip: trip, by: author, at: now, on: connection)
            return tokens
        }
    }

    /// Whoever has a role gives it up first: the last host would be gone unnoticed.
    package func requireTraveller(_ member: ID, trip: ID) throws {
        try database.read { try DeletionStore.requireTraveller(member, trip: trip, on: $0) }
    }

    /// Of `member`: has no role, not even one for a time.
    static let isTraveller = """
        role = 'traveller' AND is_medic = 0
        AND NOT EXISTS (SELECT 1 FROM co_host c WHERE c.member_id = member.id AND c.ended_at IS NULL)
        """

    static func requireTraveller(_ member: ID, trip: ID, on connection: Connection) throws {
        let isTraveller = try connection.one(
            "SELECT \(DeletionStore.isTraveller) FROM member WHERE id = ? AND trip_id = ?", [.id(member), .id(trip)]
        ) { $0.boolean(0) }
        guard let isTraveller else { throw Refusal.notFound }
        guard isTraveller else { throw Refusal.conflict("Hosts, co-hosts, moderators and medics have to give up their role first.") }
    }

    /// Of a member who will be gone; nil for who stays.
    package func find(_ member: ID) throws -> Erasure? {
        try database.read {
            try $0.one("SELECT due_at, asked_by, host_name FROM deletion_request WHERE member_id = ?", [.id(member)]) {
                Erasure(due: $0.at(0), askedBy: $0.text(1), hostName: $0.text(2))
            }
        }
    }

    /// - Parameter name: nil where a host does it.
    package func cancel(_ member: ID, name: String?, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "DELETE FROM deletion_request WHERE member_id = ? AND member_id IN (SELECT id FROM member WHERE trip_id = ?)",
                [.id(member), .id(trip)])
            guard count == 1 else { throw Refusal.notFound }
            try AuditStore.append(
                "stays after all", subject: .init(id: member, name: name ?? DeletionStore.somebody), trip: trip, by: author, at: now,
                on: connection)
        }
    }

    /// Requests that are due. A member who became staff meanwhile stays until they give up that role.
    package func allDue(at now: Instant) throws -> [(member: ID, trip: ID)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT d.member_id, m.trip_id FROM deletion_request d JOIN member m ON m.id = d.member_id
                WHERE d.due_at <= ? AND m.role = 'traveller' AND m.is_medic = 0
                    AND NOT EXISTS (SELECT 1 FROM co_host c WHERE c.member_id = m.id AND c.ended_at IS NULL)
                """, [.at(now)]
            ) { ($0.id(0), $0.id(1)) }
        }
    }

    /// Leaves only a "Former traveller": answers and ticks still count, but nothing says whose they were. Who was in the bin stays off
    /// every list.
    /// - Returns: the tokens of trackers that stopped working.
    @discardableResult
    package func erase(
        _ member: ID, trip: ID, by author: Author = Author(id: nil, name: "Sotravel"), at now: Instant
    ) async throws -> [String] {
        try await database.change { connection in
            let account = try connection.one("SELECT account_id FROM member WHERE id = ?", [.id(member)]) { $0.optionalID(0) } ?? nil
            try DeletionStore.deleteNotices(about: member, trip: trip, on: connection)
            let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            let emptied = RosterStore.stored.filter { ![.firstName, .lastName, .status].contains($0) }
            try connection.run(
                """
                UPDATE member SET photo_id = NULL, first_name = 'Former', last_name = 'traveller',
                    sort_name = 'traveller former', status = 'left', status_before = '', deleted_by = '',
                    account_id = NULL, sharing_paused_at = ?, \(emptied.map { $0.rawValue + " = ''" }.joined(separator: ", ")), version = ?
                WHERE id = ?
                """, [.at(now), Value(version), .id(member)])
            let tokens = try TrackerStore.endAll(of: member, trip: trip, at: now, on: connection)
            try TrackerStore.deleteSent(of: member, on: connection)
            try connection.run(
                "UPDATE invitation SET note = '', revoked_at = coalesce(revoked_at, ?) WHERE member_id = ?", [.at(now), .id(member)])
            try connection.run(
                "UPDATE calendar_feed SET revoked_at = coalesce(revoked_at, ?) WHERE member_id = ?", [.at(now), .id(member)])
            try HelpStore.empty(of: member, on: connection)
            try DeletionStore.deleteRows(of: member, on: connection)
            try DeletionStore.emptyRecords(of: member, on: connection)
            try connection.run("UPDATE co_host SET reason = '' WHERE member_id = ?", [.id(member)])
            try connection.run(
                "UPDATE announcement_recipient SET text = '', phoned_at = NULL, phoned_by = '' WHERE member_id = ?", [.id(member)])
            if let account { try DeletionStore.dropUnused(account, on: connection) }
            try AuditStore.append(
                "deleted", subject: .init(id: member, name: "Former traveller", rosterVersion: version), trip: trip,
                by: author, at: now, on: connection)
            for kind in [TripChange.Kind.sharing, .forgotten] { connection.note(TripChange(kind, trip: trip, ids: [member])) }
            return tokens
        }
    }

    /// What others were told of them: it names them, or repeats what they said.
    private static func deleteNotices(about member: ID, trip: ID, on connection: Connection) throws {
        try connection.run("DELETE FROM duty WHERE member_id = ? OR offered_id = ?", [.id(member), .id(member)])
        try connection.run("DELETE FROM notice WHERE subject_id IN (SELECT id FROM help_case WHERE member_id = ?)", [.id(member)])
        let name = try connection.one("SELECT trim(first_name || ' ' || last_name) FROM member WHERE id = ?", [.id(member)]) { $0.text(0) }
        guard let name, !name.isEmpty else { return }
        let found = try connection.all(
            """
            SELECT id, title || '\n' || text FROM notice WHERE trip_id = ? AND instr(title || '\n' || text, ?) > 0
                AND kind NOT IN ('announcement', 'help', 'help_taken')
            """, [.id(trip), .text(name)]
        ) { (id: $0.id(0), text: $0.text(1)) }
        for notice in found where holds(notice.text, name) { try connection.run("DELETE FROM notice WHERE id = ?", [.id(notice.id)]) }
    }

    /// A name between other letters is somebody else's: "Anna" is not "Annabel".
    private static func holds(_ text: String, _ name: String) -> Bool {
        text.ranges(of: name).contains { range in
            let before = text[..<range.lowerBound].last, after = text[range.upperBound...].first
            return before?.isLetter != true && after?.isLetter != true
        }
    }

    /// What is about nobody else.
    private static func deleteRows(of member: ID, on connection: Connection) throws {
        let tables = [
            "member_of_group", "join_link", "join_request", "reminder", "deletion_request", "chat_notice", "notice", "message_told",
            "read_position", "follow", "mention", "reaction", "poll_vote", "binned_invitation", "own_value", "binned_group_member",
            "place_report", "bike_favourite", "bike_choice", "nudge", "silence_watch",
        ]
        for table in tables {
            try connection.run("DELETE FROM \(table) WHERE member_id = ?", [.id(member)])
        }
        try connection.run("DELETE FROM message_photo WHERE photo_id IN (SELECT id FROM photo WHERE member_id = ?)", [.id(member)])
        try connection.run("DELETE FROM place_review_photo WHERE photo_id IN (SELECT id FROM photo WHERE member_id = ?)", [.id(member)])
        try connection.run("DELETE FROM photo WHERE member_id = ?", [.id(member)])
        let announced = "(SELECT id FROM announcement_photo WHERE member_id = ?)"
        try connection.run("UPDATE announcement SET photo_id = NULL, photo_words = '' WHERE photo_id IN \(announced)", [.id(member)])
        try connection.run("DELETE FROM announcement_photo WHERE member_id = ?", [.id(member)])
        // Their words stay where others read them; what they took back goes, unless a case on hold needs it.
        let isNeeded = "EXISTS (SELECT 1 FROM moderation_case k WHERE k.review_number = place_review.number AND k.is_held = 1)"
        try connection.run(
            """
            DELETE FROM place_review_history WHERE number IN (SELECT number FROM place_review WHERE member_id = ? AND NOT \(isNeeded))
            """, [.id(member)])
        try connection.run("DELETE FROM place_review WHERE member_id = ? AND state = 'deleted' AND NOT \(isNeeded)", [.id(member)])
        try connection.run("DELETE FROM chat_block WHERE member_id = ? OR blocked_id = ?", [.id(member), .id(member)])
    }

    /// Deletes what hosts noted about them and somebody else. Empties the member's own reports,
    /// the profile in cases about them, and the values in the trail. A case on hold keeps its profile.
    private static func emptyRecords(of member: ID, on connection: Connection) throws {
        try connection.run("DELETE FROM wish WHERE member_id = ? OR other_id = ?", [.id(member), .id(member)])
        try connection.run("UPDATE report SET text = '' WHERE reporter_id = ?", [.id(member)])
        try connection.run(
            "UPDATE moderation_case SET snapshot = 'Former traveller' WHERE member_id = ? AND subject_kind = 'member' AND is_held = 0",
            [.id(member)])
        try AuditStore.emptyValues(of: member, on: connection)
    }

    /// An account that is on no trip any more, with its sessions and identities.
    static func dropUnused(_ account: ID, on connection: Connection) throws {
        try connection.run(
            "DELETE FROM account WHERE id = ? AND is_admin = 0 AND NOT EXISTS (SELECT 1 FROM member m WHERE m.account_id = account.id)",
            [.id(account)])
    }
}
