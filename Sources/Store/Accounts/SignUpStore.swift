import Database
import Domain

/// Accounts that people make themselves, and whether they may.
package struct SignUpStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: the server's setting

    package func isOn() throws -> Bool { try database.read { try SignUpStore.isOn($0) } }

    private static func isOn(_ connection: Connection) throws -> Bool {
        try connection.one("SELECT value = 'on' FROM server_setting WHERE name = 'sign_up'") { $0.boolean(0) } ?? false
    }

    package func set(_ isOn: Bool, by admin: Account, at now: Instant) async throws {
        try await database.change { connection in
            let old = try SignUpStore.isOn(connection)
            guard old != isOn else { return }
            try connection.run(
                "INSERT INTO server_setting (name, value) VALUES ('sign_up', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                [.text(isOn ? "on" : "off")])
            try AuditStore.append(
                "sign-up changed", subject: .init(id: admin.id, name: admin.name), trip: nil,
                changes: [AuditChange(field: "sign-up", from: old ? "on" : "off", to: isOn ? "on" : "off")],
                by: Author(id: admin.id, name: admin.name), at: now, on: connection)
        }
    }

    // MARK: new accounts

    /// Makes the account. If the address has an owner already, tells that owner instead; the person who signs up cannot see which.
    /// - Parameter limit: accounts that may wait for a trip: strangers must not fill the disk.
    package func add(_ account: Account, passwordHash: String, limit: Int, at now: Instant) async throws {
        try await database.change { connection in
            try SignUpStore.check(limit, on: connection)
            let owner = try connection.one("SELECT id FROM account WHERE email = ?", [.text(folded(account.email))]) { $0.id(0) }
            if let owner { return try SignUpStore.tell(owner, at: now, on: connection) }
            try AccountStore.insert(
                account, passwordHash: passwordHash, .signedUp, by: Author(id: account.id, name: account.name), at: now, on: connection)
        }
    }

    /// Keeps a single notice, however often somebody tries: strangers must not push out the owner's other notices.
    private static func tell(_ owner: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "DELETE FROM account_notice WHERE account_id = ? AND kind = ?",
            [.id(owner), .text(AccountNotice.Kind.signUpTried.rawValue)])
        try AccountNotices.append(.signUpTried, account: owner, session: nil, at: now, on: connection)
    }

    /// An account that signs in with Telegram alone.
    package func add(_ account: Account, identity: Identity, limit: Int, at now: Instant) async throws {
        try await database.change { connection in
            try SignUpStore.check(limit, on: connection)
            let author = Author(id: account.id, name: account.name)
            try AccountStore.insert(account, passwordHash: "", .signedUp, by: author, at: now, on: connection)
            try IdentityStore.insert(identity, account: account.id, at: now, on: connection)
        }
    }

    private static let isWaiting = """
        a.signed_up_at IS NOT NULL AND a.is_admin = 0 AND NOT EXISTS (SELECT 1 FROM member m WHERE m.account_id = a.id)
        """

    private static func check(_ limit: Int, on connection: Connection) throws {
        guard try isOn(connection) else { throw Refusal.notFound }
        let waiting = try connection.one("SELECT count(*) FROM account a WHERE \(isWaiting)") { $0.int(0) } ?? 0
        guard waiting < limit else {
            throw Refusal.unavailable("Too many people have signed up here. Ask a host for a link of your own.", retryAfter: 3600)
        }
    }

    // MARK: who never came

    /// Accounts that signed up, are on no trip and were not seen since.
    package func silent(since start: Instant) throws -> [(id: ID, name: String)] {
        try database.read { try SignUpStore.silent(since: start, on: $0) }
    }

    private static func silent(since start: Instant, on connection: Connection) throws -> [(id: ID, name: String)] {
        try connection.all(
            """
            SELECT a.id, a.name FROM account a WHERE \(isWaiting) AND a.signed_up_at < ?
            AND NOT EXISTS (SELECT 1 FROM session s WHERE s.account_id = a.id AND s.last_seen_at >= ?)
            AND NOT EXISTS (SELECT 1 FROM device d WHERE d.account_id = a.id AND d.last_at >= ?) LIMIT 500
            """, [.at(start), .at(start), .at(start)]
        ) { ($0.id(0), $0.text(1)) }
    }

    /// They go with their sessions and requests. Returns how many.
    package func deleteSilent(since start: Instant, at now: Instant) async throws -> Int {
        try await database.change { connection in
            let gone = try SignUpStore.silent(since: start, on: connection)
            for (id, name) in gone {
                try connection.run("DELETE FROM account WHERE id = ?", [.id(id)])
                try AuditStore.append(
                    "account deleted", subject: .init(id: id, name: name), trip: nil, by: Author(id: nil, name: "Sotravel"), at: now,
                    on: connection)
            }
            return gone.count
        }
    }
}
