import Database
import Domain

/// Who runs a trip, and the single-use links that invite them.
package struct StaffStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package struct Person: Sendable {
        package let memberID: ID
        package let name: String
        package let address: AccountAddress
        package let role: Role
        package let hasSecondFactor: Bool
    }

    package struct Invite: Sendable {
        package let id: ID
        package let tripID: ID?
        package let tripName: String
        /// "admin", or a role on the trip.
        package let role: String
        package let note: String
        package let createdBy: String
        package let expiresAt: Instant
        package let isUsed: Bool
        package init(
            id: ID, tripID: ID?, tripName: String, role: String, note: String, createdBy: String, expiresAt: Instant,
            isUsed: Bool
        ) {
            self.id = id
            self.tripID = tripID
            self.tripName = tripName
            self.role = role
            self.note = note
            self.createdBy = createdBy
            self.expiresAt = expiresAt
            self.isUsed = isUsed
        }
    }

    package func people(trip: ID) throws -> [Person] {
        try database.read { connection in
            try connection.all(
                """
                SELECT m.id, a.name, \(Role.column), a.totp_confirmed_at IS NOT NULL, \(AddressStore.columns)
                FROM member m JOIN account a ON a.id = m.account_id
                WHERE m.trip_id = ? AND (m.role <> 'traveller' OR m.is_medic = 1) ORDER BY m.role, a.name
                """, [.id(trip)]
            ) { row in
                Person(
                    memberID: row.id(0), name: row.text(1), address: AddressStore.address(row, from: 4), role: Role(row, 2),
                    hasSecondFactor: row.boolean(3))
            }
        }
    }

    private static let inviteColumns = """
        i.id, i.trip_id, coalesce(t.name, ''), i.role, i.note, i.created_by, i.expires_at, i.used_at IS NOT NULL
        FROM staff_invite i LEFT JOIN trip t ON t.id = i.trip_id
        """
    private static func invite(_ row: Row) -> Invite {
        Invite(
            id: row.id(0), tripID: row.optionalID(1), tripName: row.text(2), role: row.text(3), note: row.text(4),
            createdBy: row.text(5), expiresAt: row.at(6), isUsed: row.boolean(7))
    }

    /// Open invites of a trip, or of no trip (admins).
    package func invites(trip: ID?, at now: Instant) throws -> [Invite] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(StaffStore.inviteColumns)
                WHERE i.trip_id IS NOT DISTINCT FROM ? AND i.used_at IS NULL AND i.expires_at > ? ORDER BY i.created_at
                """, [.id(trip), .at(now)], StaffStore.invite)
        }
    }

    package func invite(tokenHash: [UInt8]) throws -> Invite? {
        try database.read { connection in
            try connection.one(
                """
                SELECT \(StaffStore.inviteColumns) WHERE t.deleted_at IS NULL AND (i.token_hash = ?1 OR i.id =
                    (SELECT l.invite_id FROM letter_token k JOIN letter l ON l.id = k.letter_id WHERE k.token_hash = ?1))
                """, [.blob(tokenHash)], StaffStore.invite)
        }
    }

    /// - Parameter address: where it is sent by mail; nil for a link that is handed over.
    package func addInvite(
        _ invite: Invite, tokenHash: [UInt8], mailedTo address: String?, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            try connection.run(
                """
                INSERT INTO staff_invite (id, token_hash, trip_id, role, note, created_by, created_at, expires_at, made_by)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(invite.id), .blob(tokenHash), .id(invite.tripID), .text(invite.role), .text(invite.note),
                    .text(invite.createdBy), .at(now), .at(invite.expiresAt), .id(author.id),
                ])
            if let address { try LetterStore.add(.staffInvite, invite: invite.id, to: address, at: now, on: connection) }
            try AuditStore.append(
                "staff invited", subject: .init(id: invite.id, name: invite.note), trip: invite.tripID,
                changes: [AuditChange(field: "role", from: "", to: invite.role)], by: author, at: now, on: connection)
        }
    }

    package func withdrawInvite(_ id: ID, trip: ID?, by author: Author, at now: Instant) async throws -> Bool {
        try await database.change { connection in
            let count = try connection.run(
                "DELETE FROM staff_invite WHERE id = ? AND trip_id IS NOT DISTINCT FROM ? AND used_at IS NULL", [.id(id), .id(trip)])
            guard count == 1 else { return false }
            try AuditStore.append(
                "staff invite withdrawn", subject: .init(id: id, name: ""), trip: trip, by: author, at: now,
                on: connection)
            return true
        }
    }

    /// Uses the invite up, makes the account if it is new, and gives it its role: one transaction.
    package func accept(
        invite: Invite, account: Account, newPasswordHash: String?, memberID: ID, at now: Instant
    ) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE staff_invite SET used_at = ? WHERE id = ? AND used_at IS NULL AND expires_at > ?",
                [.at(now), .id(invite.id), .at(now)])
            guard count == 1 else { throw Refusal.notFound }
            let author = Author(id: account.id, name: account.name)
            if let newPasswordHash {
                try AccountStore.insert(account, passwordHash: newPasswordHash, by: author, at: now, on: connection)
            } else {
                try Promotion.requireOwnWay(account.id, on: connection)
            }
            if let trip = invite.tripID {
                try StaffStore.join(
                    trip: trip, account: account, role: Role(rawValue: invite.role) ?? .moderator, memberID: memberID, by: author, at: now,
                    on: connection)
            } else {
                try connection.run("UPDATE account SET is_admin = 1 WHERE id = ?", [.id(account.id)])
            }
            try Promotion.endLinkedSessions(of: account.id, on: connection)
        }
    }

    private static func join(
        trip: ID, account: Account, role: Role, memberID: ID, by author: Author, at now: Instant,
        on connection: Connection
    ) throws {
        let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
        let found = try connection.one(
            "SELECT id, \(Role.column), deleted_at IS NULL FROM member WHERE trip_id = ? AND account_id = ?",
            [.id(trip), .id(account.id)]
        ) { (id: $0.id(0), role: Role($0, 1), isListed: $0.boolean(2)) }
        guard found?.isListed != false else {
            throw Refusal.conflict("You were deleted from this trip’s roster. Ask a host to restore you first.")
        }
        let existing = found?.id
        if let existing, role == .host { _ = try CoHostStore.replace(existing, by: author, at: now, on: connection) }
        guard found?.role != .host || role == .host else {
            throw Refusal.conflict("You are already a host of this trip. This link would give you fewer rights.")
        }
        if let existing {
            try StaffStore.give(role, to: existing, version: version, at: now, on: connection)
        } else {
            var fields = MemberFields()
            let words = account.name.split(separator: " ")
            fields[.firstName] = words.dropLast(words.count > 1 ? 1 : 0).joined(separator: " ")
            fields[.lastName] = words.count > 1 ? String(words[words.count - 1]) : ""
            fields[.email] = account.email
            fields[.status] = MemberStatus.confirmed.rawValue
            try RosterStore.insert(
                RosterStore.NewMember(id: memberID, fields: fields, role: role, accountID: account.id),
                trip: trip, version: version, at: now, on: connection)
        }
        try AuditStore.append(
            "joined as \(role.rawValue)", subject: .init(id: existing ?? memberID, name: account.name, rosterVersion: version),
            trip: trip, by: author, at: now, on: connection)
    }

    /// Whoever gets a role is on the trip again, if they had left it.
    private static func give(_ role: Role, to member: ID, version: Int, at now: Instant, on connection: Connection) throws {
        if role != .traveller { try Promotion.revokeLink(to: member, at: now, on: connection) }
        try connection.run(
            """
            UPDATE member SET role = ?, is_medic = ?, version = ?,
                status = CASE WHEN ? = 1 AND status IN ('cancelled', 'left') THEN 'confirmed' ELSE status END
            WHERE id = ?
            """, role.stored + [Value(version), Value(role != .traveller), .id(member)])
    }

    /// Gives another role; `traveller` takes the staff rights away. The last host of a trip stays.
    /// - Parameter mayChangeHosts: false for co-hosts, whose own rights end.
    package func setRole(
        _ role: Role, member: ID, trip: ID, mayChangeHosts: Bool, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            let found = try connection.one(
                """
                SELECT \(Role.column), first_name || ' ' || last_name, account_id FROM member
                WHERE id = ? AND trip_id = ? AND account_id IS NOT NULL AND \(RosterStore.isListed)
                """,
                [.id(member), .id(trip)]
            ) { (Role($0, 0), $0.text(1), $0.id(2)) }
            guard let (old, name, account) = found else { throw Refusal.notFound }
            guard mayChangeHosts || (old != .host && role != .host) else {
                throw Refusal.forbidden("Co-hosts cannot make hosts or change them. Ask a host.")
            }
            if role != .traveller {
                if old == .traveller { try Promotion.requireOwnWay(account, on: connection) }
                try Promotion.endLinkedSessions(of: account, on: connection)
            }
            if role == .host { _ = try CoHostStore.replace(member, by: author, at: now, on: connection) }
            let hosts =
                try connection.one(
                    "SELECT count(*) FROM member WHERE trip_id = ? AND role = 'host' AND account_id IS NOT NULL", [.id(trip)]
                ) { $0.int(0) } ?? 0
            if old == .host, role != .host, hosts < 2 {
                throw Refusal.conflict("This is the trip’s last host. Make somebody else a host first.")
            }
            let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            try StaffStore.give(role, to: member, version: version, at: now, on: connection)
            try AuditStore.append(
                "role changed", subject: .init(id: member, name: name, rosterVersion: version), trip: trip,
                changes: [AuditChange(field: "role", from: old.rawValue, to: role.rawValue)], by: author,
                at: now, on: connection)
            if old == .host, role != .host {
                try Promotion.withdrawGiven(
                    by: account, trip: trip, subject: .init(id: member, name: name), author, at: now, on: connection)
            }
        }
    }
}
