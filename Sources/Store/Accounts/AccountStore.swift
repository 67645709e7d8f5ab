import Database
import Domain

/// What sign-in needs to know of an account.
package struct Credentials: Sendable {
    package let account: Account
    package let passwordHash: String
    package let totpSecret: [UInt8]?
}

/// What came back for a session token.
package struct SessionRecord: Sendable {
    package let actor: Actor
    package let isPending: Bool
    package let isPhone: Bool
    package let createdAt: Instant
    package let lastSeenAt: Instant

    /// As it is kept in memory, with the rights of that time.
    package func at(_ now: Instant) -> SessionRecord {
        guard !actor.coHosting.isEmpty else { return self }
        return SessionRecord(
            actor: actor.at(now), isPending: isPending, isPhone: isPhone, createdAt: createdAt, lastSeenAt: lastSeenAt)
    }
}

/// Accounts, their second factors and recovery codes.
package struct AccountStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    static let accountColumns = "a.id, a.name, a.email, a.is_admin, a.totp_confirmed_at IS NOT NULL"

    static func account(_ row: Row) -> Account {
        Account(
            id: row.id(0), name: row.text(1), email: row.text(2), isAdmin: row.boolean(3),
            hasSecondFactor: row.boolean(4))
    }

    package func count() throws -> Int {
        try database.read { try $0.one("SELECT count(*) FROM account") { $0.int(0) } ?? 0 }
    }

    package func credentials(email: String) throws -> Credentials? {
        try credentials(where: "a.email = ?", .text(folded(email)))
    }
    package func credentials(id: ID) throws -> Credentials? { try credentials(where: "a.id = ?", .id(id)) }

    private func credentials(where condition: String, _ value: Value) throws -> Credentials? {
        try database.read { connection in
            try connection.one(
                "SELECT \(AccountStore.accountColumns), a.password_hash, a.totp_secret FROM account a WHERE \(condition)",
                [value]
            ) { row in
                Credentials(
                    account: AccountStore.account(row), passwordHash: row.text(5),
                    totpSecret: row.isNull(6) ? nil : row.blob(6))
            }
        }
    }

    /// How an account came to be.
    enum Origin {
        /// By a host's link or invite.
        case invited
        /// By whoever runs the server, who knows the address.
        case operated
        /// By its owner alone.
        case signedUp
    }

    /// For whoever runs the server. Throws `.invalid` beside "email" when the address is taken.
    package func add(_ account: Account, passwordHash: String, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try AccountStore.insert(account, passwordHash: passwordHash, .operated, by: author, at: now, on: connection)
        }
    }

    static func insert(
        _ account: Account, passwordHash: String, _ origin: Origin = .invited, by author: Author, at now: Instant,
        on connection: Connection
    ) throws {
        do {
            try connection.run(
                """
                INSERT INTO account (id, email, name, password_hash, is_admin, created_at, email_confirmed_at, signed_up_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(account.id), account.email.isEmpty ? .null : .text(folded(account.email)), .text(account.name), .text(passwordHash),
                    Value(account.isAdmin), .at(now), origin == .operated ? .at(now) : .null, origin == .signedUp ? .at(now) : .null,
                ])
        } catch let failure where failure.isUniqueViolation {
            throw Refusal.invalid([FieldError("email", "There is already an account with this address.")])
        }
        // Whoever runs the server knows the address, and asks for mail when they want it.
        if origin != .operated { try LetterStore.askToConfirm(account.email, account: account.id, at: now, on: connection) }
        try AuditStore.append(
            "account added", subject: .init(id: account.id, name: account.name), trip: nil, by: author, at: now,
            on: connection)
    }

    package func addFirstAdmin(_ account: Account, passwordHash: String, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.one("SELECT count(*) FROM account") { $0.int(0) } ?? 0
            guard count == 0 else { throw Refusal.notFound }
            try AccountStore.insert(
                account, passwordHash: passwordHash, .operated, by: Author(id: account.id, name: account.name), at: now,
                on: connection)
        }
    }

    /// Ends every session of the account but `kept`.
    package func setPassword(
        _ hash: String, account: Account, keeping kept: ID?, by author: Author, at now: Instant
    ) async throws {
        try await database.change {
            try AccountStore.setPassword(hash, account: account, keeping: kept, by: author, at: now, on: $0)
        }
    }

    static func setPassword(
        _ hash: String, account: Account, keeping kept: ID?, by author: Author, at now: Instant, on connection: Connection
    ) throws {
        try AccountNotices.append(.passwordChanged, account: account.id, session: kept, at: now, on: connection)
        try connection.run("UPDATE account SET password_hash = ? WHERE id = ?", [.text(hash), .id(account.id)])
        try connection.run(
            "DELETE FROM session WHERE account_id = ? AND id <> ?",
            [.id(account.id), kept.map { Value.id($0) } ?? .blob([])])
        try PushSessions.endAll(account: account.id, but: kept, on: connection)
        // Nor does a link that was asked for before.
        try connection.run(
            "DELETE FROM letter WHERE kind = 'password' AND address = (SELECT email FROM account WHERE id = ?)", [.id(account.id)])
        try connection.run("DELETE FROM telegram_link WHERE account_id = ?", [.id(account.id)])
        try AuditStore.append(
            "password changed", subject: .init(id: account.id, name: account.name), trip: nil, by: author, at: now,
            on: connection)
    }

    /// Throws `.invalid` beside "email" when the address is taken.
    package func addPassword(
        _ hash: String, email: String, account: Account, session: ID, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            do {
                let count = try connection.run(
                    "UPDATE account SET email = ?, password_hash = ? WHERE id = ? AND email IS NULL",
                    [.text(folded(email)), .text(hash), .id(account.id)])
                guard count == 1 else { throw Refusal.conflict("You already have a password.") }
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.invalid([FieldError("email", "There is already an account with this address.")])
            }
            try LetterStore.askToConfirm(email, account: account.id, at: now, on: connection)
            try AuditStore.append(
                "password set", subject: .init(id: account.id, name: account.name), trip: nil, by: author, at: now, on: connection)
            try AccountNotices.append(.passwordAdded, detail: email, account: account.id, session: session, at: now, on: connection)
        }
    }

    /// Only when the stored parameters are weaker than today's: the password itself did not change.
    package func rehash(_ hash: String, account: ID) async throws {
        try await database.change { connection in
            _ = try connection.run("UPDATE account SET password_hash = ? WHERE id = ?", [.text(hash), .id(account)])
        }
    }

    // MARK: second factor

    /// In force from now on.
    package func confirmSecondFactor(
        secret: [UInt8], step: Int64, codeHashes: [[UInt8]], account: Account, session: ID?, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            try AccountNotices.append(.secondFactorAdded, account: account.id, session: session, at: now, on: connection)
            let count = try connection.run(
                "UPDATE account SET totp_secret = ?, totp_confirmed_at = ?, totp_last_step = ? WHERE id = ? AND totp_confirmed_at IS NULL",
                [.blob(secret), .at(now), .integer(step), .id(account.id)])
            guard count == 1 else { throw Refusal.conflict("Your second factor is already set up.") }
            try connection.run("DELETE FROM recovery_code WHERE account_id = ?", [.id(account.id)])
            for hash in codeHashes {
                try connection.run(
                    "INSERT INTO recovery_code (account_id, code_hash) VALUES (?, ?)", [.id(account.id), .blob(hash)])
            }
            try AuditStore.append(
                "second factor set up", subject: .init(id: account.id, name: account.name), trip: nil, by: author,
                at: now, on: connection)
        }
    }

    package func removeSecondFactor(account: Account, session: ID?, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try AccountNotices.append(.secondFactorRemoved, account: account.id, session: session, at: now, on: connection)
            try connection.run(
                "UPDATE account SET totp_secret = NULL, totp_confirmed_at = NULL WHERE id = ?", [.id(account.id)])
            try connection.run("DELETE FROM recovery_code WHERE account_id = ?", [.id(account.id)])
            try AuditStore.append(
                "second factor removed", subject: .init(id: account.id, name: account.name), trip: nil, by: author,
                at: now, on: connection)
        }
    }

    /// True once for each step: a code that was watched being typed is worth nothing.
    package func useStep(_ step: Int64, account: ID) async throws -> Bool {
        try await database.change(isUrgent: true) { connection in
            try connection.run(
                "UPDATE account SET totp_last_step = ? WHERE id = ? AND (totp_last_step < ? OR totp_last_step - ? > ?)",
                [.integer(step), .id(account), .integer(step), .integer(OneTimeCode.drift), .integer(step)]) == 1
        }
    }

    /// The newest step that was used; nil where there is no such account.
    package func lastStep(account: ID) throws -> Int64? {
        try database.read { try $0.one("SELECT totp_last_step FROM account WHERE id = ?", [.id(account)]) { $0.integer(0) } }
    }

    package func useRecoveryCode(hash: [UInt8], account: ID, at now: Instant) async throws -> Bool {
        try await database.change(isUrgent: true) { connection in
            try connection.run(
                "UPDATE recovery_code SET used_at = ? WHERE account_id = ? AND code_hash = ? AND used_at IS NULL",
                [.at(now), .id(account), .blob(hash)]) == 1
        }
    }

    package func isUnused(recoveryCode hash: [UInt8], account: ID) throws -> Bool {
        try database.read { connection in
            try connection.one(
                "SELECT 1 FROM recovery_code WHERE account_id = ? AND code_hash = ? AND used_at IS NULL", [.id(account), .blob(hash)]
            ) { _ in true } ?? false
        }
    }

    package func unusedRecoveryCodes(account: ID) throws -> Int {
        try database.read { connection in
            try connection.one(
                "SELECT count(*) FROM recovery_code WHERE account_id = ? AND used_at IS NULL", [.id(account)]
            ) { $0.int(0) } ?? 0
        }
    }
}
