import Database
import Domain

/// Whom somebody told of an announcement by phone.
extension AnnouncementStore {
    /// The first who says so stands. A change that is there already is none.
    /// - Parameter isTold: false takes it back.
    /// - Returns: the person's name.
    package func setPhoned(
        _ id: ID, trip: ID, member: ID, _ isTold: Bool, by author: Author, at now: Instant
    ) async throws -> String {
        try await database.change { connection in
            _ = try AnnouncementStore.requireSent(id, trip: trip, on: connection)
            let name = try connection.one(
                """
                SELECT trim(m.first_name || ' ' || m.last_name) FROM announcement_recipient r JOIN member m ON m.id = r.member_id
                WHERE r.announcement_id = ? AND r.member_id = ? AND m.\(RosterStore.isListed)
                """, [.id(id), .id(member)]
            ) { $0.text(0) }
            guard let name else { throw Refusal.notFound }
            let count = try connection.run(
                """
                UPDATE announcement_recipient SET phoned_at = ?, phoned_by = ?
                WHERE announcement_id = ? AND member_id = ? AND phoned_at IS \(isTold ? "" : "NOT ")NULL
                """, [isTold ? .at(now) : .null, .text(isTold ? author.name : ""), .id(id), .id(member)])
            guard count > 0 else { return name }
            connection.note(.announcement(id, trip))
            // Of the person: it goes with them.
            try AuditStore.append(
                isTold ? "announcement: told by phone" : "announcement: not told by phone", subject: .init(id: member, name: name),
                trip: trip, by: author, at: now, on: connection)
            return name
        }
    }
}
