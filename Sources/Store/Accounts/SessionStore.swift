import Database
import Domain

/// Sessions. Only the hash of a token is ever stored.
package struct SessionStore: Sendable {
    private let database: Database
    package init(_ database: Database) { self.database = database }

    package struct New: Sendable {
        package let id: ID
        package let tokenHash: [UInt8]
        package let accountID: ID
        package let isPending: Bool
        package let userAgent: String
        package let address: String
        package init(
            id: ID, tokenHash: [UInt8], accountID: ID, isPending: Bool, userAgent: String, address: String
        ) {
            self.id = id
            self.tokenHash = tokenHash
            self.accountID = accountID
            self.isPending = isPending
            self.userAgent = userAgent
            self.address = address
        }
    }

    /// Adds a session in place of `replaced`, and clears those that have run out.
    package func add(_ session: New, replacing replaced: ID?, at now: Instant) async throws {
        try await database.change { connection in
            if let replaced { try connection.run("DELETE FROM session WHERE id = ?", [.id(replaced)]) }
            try connection.run(
                "DELETE FROM session WHERE created_at < ? OR last_seen_at < ? OR (is_pending = 1 AND created_at < ?)",
                [.at(now - SessionLimits.absolute), .at(now - SessionLimits.idle), .at(now - SessionLimits.pending)])
            try connection.run(
                """
                INSERT INTO session (id, token_hash, account_id, is_pending, created_at, last_seen_at, user_agent, address)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(session.id), .blob(session.tokenHash), .id(session.accountID), Value(session.isPending),
                    .at(now), .at(now), .text(session.userAgent), .text(session.address),
                ])
        }
    }

    /// The session with its account and the account's roles, in one read.
    package func find(tokenHash: [UInt8]) throws -> SessionRecord? {
        try database.read { connection in
            let found = try connection.one(
                """
                SELECT \(AccountStore.accountColumns), s.id, s.is_pending, s.created_at, s.last_seen_at, a.last_trip_id
                FROM session s JOIN account a ON a.id = s.account_id WHERE s.token_hash = ?
                """, [.blob(tokenHash)]
            ) { row in
                (AccountStore.account(row), row.id(5), row.boolean(6), row.at(7), row.at(8), row.optionalID(9))
            }
            guard let (account, id, isPending, createdAt, lastSeenAt, lastTripID) = found else { return nil }
            let roles = try connection.all(
                "SELECT trip_id, role FROM member WHERE account_id = ?", [.id(account.id)]
            ) { ($0.id(0), Role(rawValue: $0.text(1)) ?? .traveller) }
            let actor = Actor(
                account: account, sessionID: id, roles: Dictionary(roles, uniquingKeysWith: { first, _ in first }),
                lastTripID: lastTripID)
            return SessionRecord(actor: actor, isPending: isPending, createdAt: createdAt, lastSeenAt: lastSeenAt)
        }
    }

    package func touch(_ id: ID, at now: Instant) async throws {
        try await database.change { connection in
            _ = try connection.run("UPDATE session SET last_seen_at = ? WHERE id = ?", [.at(now), .id(id)])
        }
    }

    package func list(account: ID) throws -> [SessionSummary] {
        try database.read { connection in
            try connection.all(
                """
                SELECT id, created_at, last_seen_at, user_agent, address FROM session
                WHERE account_id = ? AND is_pending = 0 ORDER BY last_seen_at DESC
                """, [.id(account)]
            ) { row in
                SessionSummary(
                    id: row.id(0), createdAt: row.at(1), lastSeenAt: row.at(2), userAgent: row.text(3),
                    address: row.text(4))
            }
        }
    }

    /// False when the account has no such session.
    package func end(_ id: ID, account: ID) async throws -> Bool {
        try await database.change { connection in
            try connection.run("DELETE FROM session WHERE id = ? AND account_id = ?", [.id(id), .id(account)]) == 1
        }
    }

    package func endAll(account: ID) async throws {
        try await database.change { connection in
            _ = try connection.run("DELETE FROM session WHERE account_id = ?", [.id(account)])
        }
    }
}

/// Who may watch which trip, read at once for every open stream.
package struct StreamAccess: Sendable {
    private let sessions: [ID: (account: ID, isAdmin: Bool)]
    private let staff: Set<[ID]>

    package func allows(session: ID, trip: ID) -> Bool {
        guard let found = sessions[session] else { return false }
        return found.isAdmin || staff.contains([found.account, trip])
    }

    package init(_ database: Database, at now: Instant) throws {
        (sessions, staff) = try database.read { connection in
            let sessions = try connection.all(
                """
                SELECT s.id, a.id, a.is_admin FROM session s JOIN account a ON a.id = s.account_id
                WHERE s.is_pending = 0 AND s.created_at > ? AND s.last_seen_at > ?
                """, [.at(now - SessionLimits.absolute), .at(now - SessionLimits.idle)]
            ) { ($0.id(0), (account: $0.id(1), isAdmin: $0.boolean(2))) }
            let staff = try connection.all(
                "SELECT account_id, trip_id FROM member WHERE account_id IS NOT NULL AND role <> 'traveller'"
            ) { [$0.id(0), $0.id(1)] }
            return (Dictionary(sessions, uniquingKeysWith: { first, _ in first }), Set(staff))
        }
    }
}
