import Database
import Domain

/// Questions of hosts whether all is well, and what was answered. Each change is one transaction with its notice and its line in the trail.
package struct NudgeStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let columns = """
        n.id, n.trip_id, n.member_id, n.token, n.asked_by, n.asked_at, n.expires_at, n.answer, n.answered_at, n.place_at
        """

    private static func read(_ row: Row) -> Nudge {
        Nudge(
            id: row.id(0), tripID: row.id(1), memberID: row.id(2), token: row.text(3), askedBy: row.text(4), askedAt: row.at(5),
            expiresAt: row.at(6), answer: row.isNull(7) ? nil : Nudge.Answer(rawValue: row.text(7)), answeredAt: row.optionalAt(8),
            placeAt: row.optionalAt(9))
    }

    /// SQL: of `member m`: still on the trip.
    private static let isHere = "m.\(RosterStore.isListed) AND m.status NOT IN ('cancelled', 'left')"

    // MARK: reading

    /// The newest question to each person since a moment, newest first.
    package func newest(trip: ID, since start: Instant) throws -> [Nudge] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(NudgeStore.columns) FROM nudge n JOIN member m ON m.id = n.member_id
                WHERE n.trip_id = ? AND n.asked_at > ? AND \(NudgeStore.isHere)
                    AND NOT EXISTS (SELECT 1 FROM nudge l WHERE l.member_id = n.member_id AND (l.asked_at, l.id) > (n.asked_at, n.id))
                ORDER BY n.asked_at DESC, n.id
                """, [.id(trip), .at(start)], NudgeStore.read)
        }
    }

    package func newest(of member: ID) throws -> Nudge? {
        try database.read { connection in
            try connection.one(
                "SELECT \(NudgeStore.columns) FROM nudge n WHERE n.member_id = ? ORDER BY n.asked_at DESC, n.id DESC LIMIT 1",
                [.id(member)], NudgeStore.read)
        }
    }

    /// All that a member was asked, oldest first.
    package func all(of member: ID) throws -> [Nudge] {
        try database.read { connection in
            try connection.all(
                "SELECT \(NudgeStore.columns) FROM nudge n WHERE n.member_id = ? ORDER BY n.asked_at, n.id", [.id(member)], NudgeStore.read)
        }
    }

    /// Nil for a link that nobody knows, and for the link of somebody who is no longer on the trip. It may have ended.
    package func find(token: String) throws -> Nudge? {
        try database.read { connection in
            try connection.one(
                """
                SELECT \(NudgeStore.columns) FROM nudge n JOIN member m ON m.id = n.member_id JOIN trip t ON t.id = n.trip_id
                WHERE n.token = ? AND t.deleted_at IS NULL AND \(NudgeStore.isHere)
                """, [.text(token)], NudgeStore.read)
        }
    }

    package func find(_ id: ID) throws -> Nudge? {
        try database.read { try $0.one("SELECT \(NudgeStore.columns) FROM nudge n WHERE n.id = ?", [.id(id)], NudgeStore.read) }
    }

    // MARK: asking

    /// Asks each of them, but for whoever was asked within `Nudge.pause` or is not on the trip.
    /// - Returns: whom.
    package func ask(_ nudges: [Nudge], trip: ID, by author: Author, at now: Instant) async throws -> Set<ID> {
        try await database.change(isUrgent: true) { connection in
            let asked = try nudges.filter { try NudgeStore.ask($0, by: author, at: now, connection) }
            if !asked.isEmpty { connection.note(.nudge(trip)) }
            return Set(asked.map(\.memberID))
        }
    }

    /// The questions to somebody whose links still work; what was told of others has ended with them.
    private static func open(_ member: ID, at now: Instant, _ connection: Connection) throws -> [ID] {
        try connection.all("SELECT id FROM nudge WHERE member_id = ? AND expires_at > ?", [.id(member), .at(now)]) { $0.id(0) }
    }

    /// Deletes what was asked before then.
    package func forget(before start: Instant) async throws {
        try await database.append { _ = try $0.run("DELETE FROM nudge WHERE asked_at < ?", [.at(start)]) }
    }

    private static func ask(_ nudge: Nudge, by author: Author, at now: Instant, _ connection: Connection) throws -> Bool {
        let name = try connection.one(
            "SELECT trim(m.first_name || ' ' || m.last_name) FROM member m WHERE m.id = ? AND m.trip_id = ? AND \(isHere)",
            [.id(nudge.memberID), .id(nudge.tripID)]
        ) { $0.text(0) }
        // A question dated in the future was asked before the clock was set back.
        let recent = try connection.one(
            "SELECT 1 FROM nudge WHERE member_id = ? AND asked_at > ? AND asked_at <= ?",
            [.id(nudge.memberID), .at(now - Nudge.pause), .at(now)]
        ) { _ in true }
        guard let name, recent == nil else { return false }
        for earlier in try open(nudge.memberID, at: now, connection) {
            try NoticeStore.recall(subject: earlier, at: now, on: connection)
        }
        try connection.run(
            "INSERT INTO nudge (id, trip_id, member_id, token, asked_by, asked_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .id(nudge.id), .id(nudge.tripID), .id(nudge.memberID), .text(nudge.token), .text(nudge.askedBy), .at(now),
                .at(nudge.expiresAt),
            ])
        let notice = NewNotice(
            person: .member(nudge.memberID, trip: nudge.tripID), kind: .nudge, subject: nudge.id, urgency: .high,
            topic: "nudge:\(nudge.memberID)", title: Texts.said("All well?"),
            text: Texts.said("\(nudge.askedBy) asks. Tap to answer and send your place."), expiresAt: nudge.expiresAt)
        try NoticeStore.add([notice], at: now, on: connection)
        try AuditStore.append(
            "asked whether all is well", subject: .init(id: nudge.memberID, name: name), trip: nudge.tripID, by: author, at: now,
            on: connection)
        return true
    }

    // MARK: answering

    /// The answer counts for every question to the person that is open: they have answered.
    package func answer(_ nudge: Nudge, _ answer: Nudge.Answer, by author: Author, at now: Instant) async throws {
        try await database.change(isUrgent: true) { connection in
            try connection.run(
                """
                UPDATE nudge SET answer = ?1, answered_at = ?2, place_at = NULL
                WHERE member_id = ?3 AND (id = ?4 OR (answer IS NULL AND expires_at > ?2))
                """, [.text(answer.rawValue), .at(now), .id(nudge.memberID), .id(nudge.id)])
            connection.note(.nudge(nudge.tripID))
            for asked in try NudgeStore.open(nudge.memberID, at: now, connection) {
                try NoticeStore.markRead(about: asked, by: nudge.memberID, at: now, on: connection)
            }
            try AuditStore.append(
                answer == .fine ? "said that all is well" : "said that they need help",
                subject: .init(id: nudge.memberID, name: author.name), trip: nudge.tripID, by: author, at: now, on: connection)
        }
    }

    /// - Parameter time: when they were there.
    package func notePlace(of nudge: Nudge, at time: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE nudge SET place_at = ? WHERE member_id = ? AND answered_at IS NOT NULL AND answered_at >= ?",
                [.at(time), .id(nudge.memberID), .at(nudge.answeredAt)])
            if count > 0 { connection.note(.nudge(nudge.tripID)) }
        }
    }
}
