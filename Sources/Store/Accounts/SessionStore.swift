import Database
import Domain

/// Sessions. Only the hash of a token is ever stored.
package struct SessionStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package struct New: Sendable {
        package let id: ID
        package let tokenHash: [UInt8]
        package let accountID: ID
        package let isPending: Bool
        /// A traveller's phone, which stays signed in for longer.
        package let isPhone: Bool
        package let userAgent: String
        package let address: String
        /// Token hash of the cookie that identifies the browser, and an id for the browser if it is new; nil for no browser.
        package let device: (tokenHash: [UInt8], newID: ID)?
        /// How the owner signed in; nil if the session only renews another.
        package let way: String?
        package init(
            id: ID, tokenHash: [UInt8], accountID: ID, isPending: Bool, isPhone: Bool, userAgent: String, address: String,
            device: (tokenHash: [UInt8], newID: ID)?, way: String?
        ) {
            self.id = id
            self.tokenHash = tokenHash
            self.accountID = accountID
            self.isPending = isPending
            self.isPhone = isPhone
            self.userAgent = userAgent
            self.address = address
            self.device = device
            self.way = way
        }
    }

    /// Adds a session in place of `replaced`. Only travellers' sessions last as long as a phone's: staff who open a traveller's link
    /// keep to their own limits.
    package func add(_ session: New, replacing replaced: ID?, at now: Instant) async throws {
        try await database.change(isUrgent: true) { connection in
            // A renewed session keeps the mark of the notices it has seen: what was just done in it is still news.
            let toldTo =
                try connection.one(
                    "SELECT told_to FROM session WHERE id = ? AND account_id = ? AND is_pending = 0",
                    [.id(replaced), .id(session.accountID)]
                ) { $0.int(0) } ?? SessionStore.newestNotice(session.accountID, on: connection)
            if let replaced {
                try connection.run("DELETE FROM session WHERE id = ?", [.id(replaced)])
                try PushSessions.renew(replaced, as: session.id, on: connection)
            }
            let device = session.isPending ? nil : try SessionStore.device(session, toldTo: toldTo, at: now, on: connection)
            try connection.run(
                """
                INSERT INTO session (id, token_hash, account_id, is_pending, is_phone, created_at, last_seen_at, user_agent, address,
                    device_id, told_to)
                VALUES (?, ?, ?, ?, CASE WHEN ? = 1 AND NOT \(SessionStore.isStaff) THEN 1 ELSE 0 END, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(session.id), .blob(session.tokenHash), .id(session.accountID), Value(session.isPending),
                    Value(session.isPhone), .id(session.accountID), .id(session.accountID), .id(session.accountID), .at(now), .at(now),
                    .at(now), .at(now), .text(session.userAgent), .text(session.address), .id(device?.id),
                    Value(min(device?.toldTo ?? toldTo, toldTo)),
                ])
            if let way = session.way, !session.isPending {
                try AccountNotices.append(.session, detail: way, account: session.accountID, session: session.id, at: now, on: connection)
                try NewDevice.tell(session, device?.id, at: now, on: connection)
            }
        }
    }

    /// Deletes sessions that expired before then. A session deleted while the clock is ahead is signed out for good.
    package func forget(ranOutBefore now: Instant) async throws {
        try await database.change { connection in
            _ = try connection.run(
                "DELETE FROM session WHERE NOT (\(SessionStore.isAlive)) OR (is_pending = 1 AND created_at < ?)",
                SessionStore.limits(now) + [.at(now - SessionLimits.pending)])
        }
    }

    private static func newestNotice(_ account: ID, on connection: Connection) throws -> Int {
        try connection.one("SELECT coalesce(max(number), 0) FROM account_notice WHERE account_id = ?", [.id(account)]) { $0.int(0) } ?? 0
    }

    /// The browser as the account knows it, and the last notice that it was told. A new browser is told only later ones.
    private static func device(
        _ session: New, toldTo: Int, at now: Instant, on connection: Connection
    ) throws -> (id: ID, toldTo: Int)? {
        guard let device = session.device else { return nil }
        try connection.run(
            "DELETE FROM device WHERE account_id = ? AND last_at < ?", [.id(session.accountID), .at(now - SessionLimits.device)])
        return try connection.one(
            """
            INSERT INTO device (id, token_hash, account_id, first_at, last_at, told_to) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (token_hash, account_id) DO UPDATE SET last_at = excluded.last_at RETURNING id, told_to
            """,
            [
                .id(device.newID), .blob(device.tokenHash), .id(session.accountID), .at(now), .at(now),
                Value(toldTo),
            ]
        ) { ($0.id(0), $0.int(1)) }
    }

    /// The session with its account and the account's roles, in one read.
    package func find(tokenHash: [UInt8]) throws -> SessionRecord? {
        try database.read { connection in
            let found = try connection.one(
                """
                SELECT \(AccountStore.accountColumns), s.id, s.is_pending, s.created_at, s.last_seen_at, a.last_trip_id, s.is_phone,
                    EXISTS (SELECT 1 FROM account_notice n WHERE \(AccountNotices.isUnseen))
                FROM session s JOIN account a ON a.id = s.account_id WHERE s.token_hash = ?
                """, [.blob(tokenHash)]
            ) { row in
                (
                    AccountStore.account(row), row.id(5), row.boolean(6), row.at(7), row.at(8), row.optionalID(9), row.boolean(10),
                    row.boolean(11)
                )
            }
            guard let (account, id, isPending, createdAt, lastSeenAt, lastTripID, isPhone, hasUnseen) = found else { return nil }
            let actor = try SessionStore.actor(
                account, session: id, lastTrip: lastTripID, unseen: hasUnseen ? AccountNotices.unseen(session: id, on: connection) : [],
                connection)
            return SessionRecord(
                actor: actor, isPending: isPending, isPhone: isPhone, createdAt: createdAt, lastSeenAt: lastSeenAt)
        }
    }

    package func tokenHash(of session: ID) throws -> [UInt8]? {
        try database.read { try $0.one("SELECT token_hash FROM session WHERE id = ?", [.id(session)]) { $0.blob(0) } }
    }

    /// What `find` would say of a session that is not stored yet.
    package func record(of session: New, at now: Instant) throws -> SessionRecord? {
        try database.read { connection in
            let found = try connection.one(
                "SELECT \(AccountStore.accountColumns), a.last_trip_id FROM account a WHERE a.id = ?", [.id(session.accountID)]
            ) { (AccountStore.account($0), $0.optionalID(5)) }
            guard let (account, lastTripID) = found else { return nil }
            let actor = try SessionStore.actor(account, session: session.id, lastTrip: lastTripID, unseen: [], connection)
            let isStaff = account.isAdmin || actor.at(now).roles.values.contains { $0 != .traveller }
            return SessionRecord(
                actor: actor, isPending: session.isPending, isPhone: session.isPhone && !isStaff, createdAt: now, lastSeenAt: now)
        }
    }

    /// Who an account is, for what its owner does without a session: in a chat that is linked to it. No session has this one's id.
    package func actor(account: ID) throws -> Actor? {
        try database.read { connection in
            let found = try connection.one(
                "SELECT \(AccountStore.accountColumns), a.last_trip_id FROM account a WHERE a.id = ?", [.id(account)]
            ) { (AccountStore.account($0), $0.optionalID(5)) }
            return try found.map { account, lastTrip in
                try SessionStore.actor(account, session: ID(high: 0, low: 0), lastTrip: lastTrip, unseen: [], connection)
            }
        }
    }

    private static func actor(_ account: Account, session: ID, lastTrip: ID?, unseen: [AccountNotice], _ connection: Connection) throws
        -> Actor
    {
        let members = try connection.all(
            "SELECT trip_id, \(Role.column), id FROM member WHERE account_id = ? AND \(OnTrip.condition)", [.id(account.id)]
        ) { (trip: $0.id(0), role: Role($0, 1), id: $0.id(2)) }
        return Actor(
            account: account, sessionID: session,
            roles: Dictionary(members.map { ($0.trip, $0.role) }, uniquingKeysWith: { first, _ in first }),
            members: Dictionary(members.map { ($0.trip, $0.id) }, uniquingKeysWith: { first, _ in first }), lastTripID: lastTrip,
            coHosting: try CoHostStore.all(account: account.id, on: connection), unseen: unseen)
    }

    /// Of an account: takes it three times, then the time twice.
    private static let isStaff = """
        (EXISTS (SELECT 1 FROM account WHERE id = ? AND is_admin = 1)
        OR EXISTS (SELECT 1 FROM member WHERE account_id = ? AND (role <> 'traveller' OR is_medic = 1))
        OR EXISTS (SELECT 1 FROM co_host c JOIN member m ON m.id = c.member_id WHERE m.account_id = ? AND \(CoHostStore.isActive)))
        """

    /// The condition under which a session still holds; takes `limits`.
    static let isAlive = "CASE is_phone WHEN 1 THEN created_at > ? AND last_seen_at > ? ELSE created_at > ? AND last_seen_at > ? END"

    static func limits(_ now: Instant) -> [Value] {
        [
            .at(now - SessionLimits.phoneAbsolute), .at(now - SessionLimits.phoneIdle), .at(now - SessionLimits.absolute),
            .at(now - SessionLimits.idle),
        ]
    }

    package func touch(_ id: ID, at now: Instant) async throws {
        try await database.change { connection in
            _ = try connection.run("UPDATE session SET last_seen_at = ? WHERE id = ?", [.at(now), .id(id)])
        }
    }

    package func list(account: ID, at now: Instant) throws -> [SessionSummary] {
        try database.read { connection in
            try connection.all(
                """
                SELECT id, created_at, last_seen_at, user_agent, address FROM session
                WHERE account_id = ? AND is_pending = 0 AND \(SessionStore.isAlive) ORDER BY last_seen_at DESC
                """, [.id(account)] + SessionStore.limits(now)
            ) { row in
                SessionSummary(
                    id: row.id(0), createdAt: row.at(1), lastSeenAt: row.at(2), userAgent: row.text(3),
                    address: row.text(4))
            }
        }
    }

    /// False when the account has no such session.
    package func end(_ id: ID, account: ID) async throws -> Bool {
        try await database.change(isUrgent: true) { connection in
            let ended = try connection.run("DELETE FROM session WHERE id = ? AND account_id = ?", [.id(id), .id(account)])
            guard ended == 1 else { return false }
            try PushSessions.end(session: id, on: connection)
            return true
        }
    }

    /// - Parameter kept: the session that goes on; nil for none.
    package func endAll(account: ID, but kept: ID? = nil) async throws {
        try await database.change(isUrgent: true) { connection in
            try connection.run("DELETE FROM session WHERE account_id = ? AND id IS DISTINCT FROM ?", [.id(account), .id(kept)])
            try PushSessions.endAll(account: account, but: kept, on: connection)
        }
    }
}
