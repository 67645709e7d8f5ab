import Database
import Domain

/// Staff who give up their role, or the whole trip, and whatever they hold with it.
extension StaffStore {
    package func holdings(of member: ID, trip: ID) throws -> StaffHoldings {
        try database.read { try StaffStore.holdings(of: member, trip: trip, on: $0) }
    }

    private static func holdings(of member: ID, trip: ID, on connection: Connection) throws -> StaffHoldings {
        let role = try connection.one("SELECT \(Role.column) FROM member WHERE id = ? AND trip_id = ?", [.id(member), .id(trip)]) {
            Role($0, 0)
        }
        guard let role else { throw Refusal.notFound }
        let cases = try connection.one(
            """
            SELECT count(*) FROM moderation_case k JOIN member m ON m.account_id = k.claimed_by
            WHERE m.id = ? AND k.trip_id = ? AND k.closed_at IS NULL
            """, [.id(member), .id(trip)]
        ) { $0.int(0) }
        let groups = try connection.all("SELECT name FROM member_group WHERE leader_id = ? ORDER BY folded_name", [.id(member)]) {
            $0.text(0)
        }
        let coHost = try connection.one("SELECT 1 FROM co_host WHERE member_id = ? AND ended_at IS NULL", [.id(member)]) { _ in true }
        let others = try connection.all(
            """
            SELECT trim(first_name || ' ' || last_name), role = 'host' FROM member
            WHERE trip_id = ? AND id <> ? AND account_id IS NOT NULL AND role <> 'traveller' ORDER BY sort_name, id
            """, [.id(trip), .id(member)]
        ) { (name: $0.text(0), isHost: $0.boolean(1)) }
        return StaffHoldings(
            role: role, isCoHost: coHost == true, cases: cases ?? 0, groups: groups,
            isLastHost: role == .host && !others.contains(where: \.isHost), others: others.filter { !$0.isHost }.map(\.name))
    }

    /// Lets go of everything in one transaction.
    /// - Parameter staysAsTraveller: else they are off the trip.
    package func leave(
        _ member: ID, account: ID, trip: ID, staysAsTraveller: Bool, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            let held = try StaffStore.holdings(of: member, trip: trip, on: connection)
            try held.requireLeavable()
            try CoHostStore.release(member, by: author, at: now, on: connection)
            try StaffStore.releaseCases(of: account, trip: trip, by: author, at: now, on: connection)
            try connection.run("UPDATE member_group SET leader_id = NULL WHERE leader_id = ?", [.id(member)])
            let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            try connection.run(
                """
                UPDATE member SET role = 'traveller', is_medic = 0, status = CASE WHEN ? = 1 THEN status ELSE 'left' END, version = ?
                WHERE id = ?
                """,
                [Value(staysAsTraveller), Value(version), .id(member)])
            if !staysAsTraveller {
                try connection.run("UPDATE account SET last_trip_id = NULL WHERE id = ? AND last_trip_id = ?", [.id(account), .id(trip)])
            }
            try AuditStore.append(
                staysAsTraveller ? "gave up their role" : "left the trip",
                subject: .init(id: member, name: author.name, rosterVersion: version), trip: trip,
                changes: [AuditChange(field: "role", from: held.role.rawValue, to: staysAsTraveller ? Role.traveller.rawValue : "")],
                by: author, at: now, on: connection)
            try Promotion.withdrawGiven(
                by: account, trip: trip, subject: .init(id: member, name: author.name), author, at: now, on: connection)
        }
    }

    private static func releaseCases(of account: ID, trip: ID, by author: Author, at now: Instant, on connection: Connection) throws {
        let cases = try connection.all(
            """
            UPDATE moderation_case SET claimed_by = NULL, claimed_name = '', claimed_at = NULL
            WHERE claimed_by = ? AND trip_id = ? AND closed_at IS NULL RETURNING id
            """, [.id(account), .id(trip)]
        ) { $0.id(0) }
        for id in cases {
            try ModerationLog.append(.init(action: .release, caseID: id), trip: trip, by: author, at: now, on: connection)
        }
    }
}
