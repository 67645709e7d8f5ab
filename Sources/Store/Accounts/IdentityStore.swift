import Database
import Domain

/// Which account an outside identity opens.
package struct IdentityStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package func account(of identity: Identity) throws -> Credentials? {
        try database.read { connection in
            try connection.one(
                """
                SELECT \(AccountStore.accountColumns), a.password_hash FROM identity i JOIN account a ON a.id = i.account_id
                WHERE (i.issuer = ? AND i.subject = ?) OR i.telegram_id = ?
                """, [.text(identity.issuer), .text(identity.subject), Value(identity.telegramID)]
            ) { Credentials(account: AccountStore.account($0), passwordHash: $0.text(5), totpSecret: nil) }
        }
    }

    package func list(account: ID) throws -> [Identity] {
        try database.read { connection in
            try connection.all(
                "SELECT issuer, subject, telegram_id, name FROM identity WHERE account_id = ? ORDER BY linked_at", [.id(account)]
            ) { Identity(issuer: $0.text(0), subject: $0.text(1), telegramID: $0.optionalInteger(2), name: $0.text(3)) }
        }
    }

    package func link(_ identity: Identity, to account: Account, session: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try IdentityStore.insert(identity, account: account.id, at: now, on: connection)
            try AuditStore.append(
                "Telegram linked", subject: .init(id: account.id, name: account.name), trip: nil, by: author, at: now, on: connection)
            try AccountNotices.append(
                .telegramLinked, detail: identity.name, account: account.id, session: session, at: now, on: connection)
        }
    }

    static func insert(_ identity: Identity, account: ID, at now: Instant, on connection: Connection) throws {
        do {
            try connection.run(
                "INSERT INTO identity (issuer, subject, account_id, telegram_id, name, linked_at) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(identity.issuer), .text(identity.subject), .id(account), Value(identity.telegramID), .text(identity.name),
                    .at(now),
                ])
        } catch let failure where failure.isUniqueViolation {
            throw Refusal.conflict("This Telegram account already belongs to somebody here, or you have linked another one.")
        }
    }

    /// Requires another way to sign in.
    package func unlink(_ account: Account, session: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let hasPassword = try connection.one("SELECT email IS NOT NULL FROM account WHERE id = ?", [.id(account.id)]) { $0.boolean(0) }
            guard hasPassword == true else { throw Refusal.conflict("Add a password first. Without one you could not sign in again.") }
            guard try connection.run("DELETE FROM identity WHERE account_id = ?", [.id(account.id)]) > 0 else { return }
            try AccountNotices.append(.telegramUnlinked, account: account.id, session: session, at: now, on: connection)
            try AuditStore.append(
                "Telegram unlinked", subject: .init(id: account.id, name: account.name), trip: nil, by: author, at: now, on: connection)
        }
    }

    package func isUsed(proof hash: [UInt8]) throws -> Bool {
        try database.read { try $0.one("SELECT 1 FROM used_proof WHERE hash = ?", [.blob(hash)]) { _ in true } ?? false }
    }

    /// False for a proof that was used before.
    package func use(proof hash: [UInt8], until end: Instant, at now: Instant) async throws -> Bool {
        try await database.change(isUrgent: true) { connection in
            try connection.run("DELETE FROM used_proof WHERE expires_at < ?", [.at(now)])
            return try connection.run(
                "INSERT INTO used_proof (hash, expires_at) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING", [.blob(hash), .at(end)]) == 1
        }
    }
}
