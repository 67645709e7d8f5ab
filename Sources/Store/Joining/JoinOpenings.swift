import Database
import Domain

/// Whose links were looked at. The trail keeps it: a line of somebody who came to the link's page, not of a program that previews it.
extension JoinStore {
    private static let opened = "join link opened"

    /// Of `audit u` and `member m`: tells that the member's newest link was opened.
    static let isOpening = """
        u.subject_id = m.id AND u.action = 'join link opened'
        AND u.sequence > (SELECT max(l.sequence) FROM audit l WHERE l.subject_id = m.id AND l.action = 'join link made')
        """

    /// Notes it once for each link.
    package func noteOpening(tokenHash: [UInt8], at now: Instant) async throws {
        try await database.change { connection in
            guard let link = try JoinStore.find(tokenHash, at: now, on: connection) else { throw Refusal.notFound }
            let isKnown = try connection.one(
                "SELECT 1 FROM member m JOIN audit u ON \(JoinStore.isOpening) WHERE m.id = ?", [.id(link.memberID)]
            ) { _ in true }
            guard isKnown != true else { return }
            try AuditStore.append(
                JoinStore.opened, subject: .init(id: link.memberID, name: link.fullName), trip: link.tripID,
                by: Author(id: nil, name: "whoever has the link"), at: now, on: connection)
        }
    }

    /// Whether anybody of a trip was ever given a link, of their own or the trip's.
    package func hasLinks(trip: ID) throws -> Bool {
        try database.read { connection in
            try connection.one(
                """
                SELECT EXISTS (SELECT 1 FROM trip_link l WHERE l.trip_id = ?1)
                    OR EXISTS (SELECT 1 FROM member m JOIN join_link j ON j.member_id = m.id WHERE m.trip_id = ?1)
                """, [.id(trip)]
            ) { $0.boolean(0) } ?? false
        }
    }
}
