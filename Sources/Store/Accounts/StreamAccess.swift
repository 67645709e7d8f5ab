import Database
import Domain

/// Who may watch which trip, read at once for every open stream.
package struct StreamAccess: Sendable {
    private let sessions: [ID: (account: ID, isAdmin: Bool)]
    /// By account and trip.
    private let members: [[ID]: WatchRight]

    /// - Parameter need: what the stream carries.
    package func allows(session: ID, trip: ID, need: WatchRight) -> Bool {
        guard let found = sessions[session] else { return false }
        guard !found.isAdmin else { return true }
        return members[[found.account, trip]].map { $0 >= need } ?? false
    }

    package init(_ database: AppDatabase, at now: Instant) throws {
        (sessions, members) = try database.read { connection in
            let sessions = try connection.all(
                """
                SELECT s.id, a.id, a.is_admin FROM session s JOIN account a ON a.id = s.account_id
                WHERE s.is_pending = 0 AND \(SessionStore.isAlive.replacing("created_at", with: "s.created_at"))
                """, SessionStore.limits(now)
            ) { ($0.id(0), (account: $0.id(1), isAdmin: $0.boolean(2))) }
            let members = try connection.all(
                """
                SELECT account_id, trip_id, \(Role.column),
                    EXISTS (SELECT 1 FROM co_host c WHERE c.member_id = member.id AND \(CoHostStore.isActive))
                FROM member WHERE account_id IS NOT NULL AND \(OnTrip.condition)
                """, [.at(now), .at(now)]
            ) { ([$0.id(0), $0.id(1)], $0.boolean(3) ? .staff : Role($0, 2).watchRight) }
            return (
                Dictionary(sessions, uniquingKeysWith: { first, _ in first }), Dictionary(members, uniquingKeysWith: { first, _ in first })
            )
        }
    }
}
