import Database
import Domain

/// Personal links of the invited: one that got into wrong hands is replaced, or ends.
extension EventStore {
    /// A new secret in the place of the old one, which stops working.
    package func replaceToken(of invitation: Invitation, with token: String, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE invitation SET token = ?, revoked_at = NULL WHERE event_id = ? AND member_id = ?",
                [.text(token), .id(invitation.eventID), .id(invitation.memberID)])
            try EventStore.log(
                "new link", event: invitation.eventID, member: invitation.memberID, by: author.name, at: now, on: connection)
        }
    }

    package func revoke(_ invitation: Invitation, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE invitation SET revoked_at = ? WHERE event_id = ? AND member_id = ?",
                [.at(now), .id(invitation.eventID), .id(invitation.memberID)])
            try EventStore.log(
                "link revoked", event: invitation.eventID, member: invitation.memberID, by: author.name, at: now, on: connection)
        }
    }
}
