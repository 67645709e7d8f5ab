import Database
import Domain

/// What happens to an account's ways to sign in when its rights on a trip grow, and to links that it gave out when they shrink.
enum Promotion {
    /// Of `account a`: a way to sign in that no link of a host opens.
    static let hasOwnWay = "(a.is_admin = 1 OR a.email IS NOT NULL OR EXISTS (SELECT 1 FROM identity i WHERE i.account_id = a.id))"

    /// Whoever is to have more rights can sign in by themselves: a link is no proof of who opened it.
    static func requireOwnWay(_ account: ID, on connection: Connection) throws {
        let found = try connection.one("SELECT \(hasOwnWay) FROM account a WHERE a.id = ?", [.id(account)]) { $0.boolean(0) }
        guard found == true else {
            throw Refusal.conflict(
                "So far they can only sign in with a link. They need to add an email and a password under Account first.")
        }
    }

    /// Ends the long sessions of an account's phones: they may have been opened by a link that others hold. The owner signs in again.
    static func endLinkedSessions(of account: ID, on connection: Connection) throws {
        try connection.run("DELETE FROM session WHERE account_id = ? AND is_phone = 1", [.id(account)])
    }

    static func endLinkedSessions(ofMember member: ID, on connection: Connection) throws {
        try connection.run(
            "DELETE FROM session WHERE account_id = (SELECT account_id FROM member WHERE id = ?) AND is_phone = 1", [.id(member)])
    }

    /// Revokes the join link of a member who gets more rights: a link made for a traveller must not open more.
    static func revokeLink(to member: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "UPDATE join_link SET revoked_at = ? WHERE member_id = ? AND used_at IS NULL AND revoked_at IS NULL", [.at(now), .id(member)])
    }

    /// Links and invites that a host of the trip gave out and nobody has used end with the role.
    static func withdrawGiven(
        by account: ID, trip: ID, subject: AuditStore.Subject, _ author: Author, at now: Instant, on connection: Connection
    ) throws {
        let links = try connection.run(
            """
            UPDATE join_link SET revoked_at = ? WHERE made_by = ? AND used_at IS NULL AND revoked_at IS NULL AND expires_at > ?
                AND member_id IN (SELECT id FROM member WHERE trip_id = ?)
            """, [.at(now), .id(account), .at(now), .id(trip)])
        let invites = try connection.run(
            "DELETE FROM staff_invite WHERE made_by = ? AND trip_id = ? AND used_at IS NULL", [.id(account), .id(trip)])
        let changes = [("join links", links), ("staff invites", invites)].filter { $0.1 > 0 }
        guard !changes.isEmpty else { return }
        try AuditStore.append(
            "invites withdrawn", subject: subject, trip: trip,
            changes: changes.map { AuditChange(field: $0.0, from: String($0.1), to: "0") }, by: author, at: now, on: connection)
    }
}
