import Database
import Domain

/// Letters and the secrets in them, of which only hashes are stored.
package struct LetterStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: writing, in the transaction of what caused it

    /// A letter that waits to be sent; one of the same kind to the same address that waits as well goes.
    static func add(
        _ kind: Letter.Kind, account: ID? = nil, invite: ID? = nil, to address: String, at now: Instant, on connection: Connection
    ) throws {
        try connection.run(
            "DELETE FROM letter WHERE kind = ? AND address = ? AND state = 'queued' AND attempts = 0 AND invite_id IS NOT DISTINCT FROM ?",
            [.text(kind.rawValue), .text(folded(address)), .id(invite)])
        try connection.run(
            """
            INSERT INTO letter (id, kind, account_id, invite_id, address, state, due_at, made_at) VALUES (?, ?, ?, ?, ?, 'queued', ?, ?)
            """,
            [
                .id(NoticeStore.newID(at: now)), .text(kind.rawValue), .id(account), .id(invite), .text(folded(address)), .at(now),
                .at(now),
            ])
    }

    /// An address that its owner is to confirm.
    static func askToConfirm(_ address: String, account: ID, at now: Instant, on connection: Connection) throws {
        guard !address.isEmpty else { return }
        try add(.confirmation, account: account, to: address, at: now, on: connection)
    }

    package func askToConfirm(_ address: String, account: ID, at now: Instant) async throws {
        try await database.append { try LetterStore.askToConfirm(address, account: account, at: now, on: $0) }
    }

    /// The same work whether somebody signs in with that address or nobody does: that is found out when it is sent.
    package func askForPassword(_ address: String, at now: Instant) async throws {
        try await database.append { try LetterStore.add(.password, to: address, at: now, on: $0) }
    }

    // MARK: sending

    private static let isDue = "state = 'queued' AND (due_at <= ?1 OR due_at > ?2 OR attempts = 0 AND made_at > ?1)"

    /// Also those that were due, or were to be tried again, by a clock that was set back since.
    package func due(at now: Instant, limit: Int) throws -> [ID] {
        try database.read { connection in
            try connection.all(
                """
                SELECT id FROM letter WHERE \(LetterStore.isDue)
                ORDER BY due_at LIMIT ?3
                """, [.at(now), .at(now + .hours(2)), Value(limit)]
            ) { $0.id(0) }
        }
    }

    /// Takes a letter in hand until `leaseEnd` and stores the hash of the secret that it will carry. Those of earlier attempts work on,
    /// as one of them may have arrived.
    /// - Returns: nil for one that is of no use any more, which is deleted.
    package func begin(_ id: ID, tokenHash: [UInt8], at now: Instant, leaseEnd: Instant) async throws
        -> (letter: Letter, matter: Letter.Matter)?
    {
        try await database.append { connection in
            guard let (letter, made, account, invite) = try LetterStore.find(id, dueAt: now, on: connection) else { return nil }
            let matter = try LetterStore.matter(letter, account, invite, at: now, on: connection)
            guard let matter, made > now - Letter.patience else {
                try connection.run("DELETE FROM letter WHERE id = ?", [.id(id)])
                return nil
            }
            try connection.run("UPDATE letter SET attempts = attempts + 1, due_at = ? WHERE id = ?", [.at(leaseEnd), .id(id)])
            try connection.run(
                "INSERT INTO letter_token (token_hash, letter_id, expires_at) VALUES (?, ?, ?)",
                [.blob(tokenHash), .id(id), .at(now + letter.kind.life)])
            return (letter, matter)
        }
    }

    private typealias Found = (letter: Letter, made: Instant, account: ID?, invite: ID?)

    /// Nil for one that somebody else has begun meanwhile.
    private static func find(_ id: ID, dueAt now: Instant, on connection: Connection) throws -> Found? {
        try connection.one(
            """
            SELECT id, kind, address, attempts + 1, made_at, account_id, invite_id FROM letter WHERE \(LetterStore.isDue) AND id = ?3
            """, [.at(now), .at(now + .hours(2)), .id(id)]
        ) { row in
            Letter.Kind(rawValue: row.text(1)).map {
                (
                    Letter(id: row.id(0), kind: $0, address: row.text(2), attempts: row.int(3)), row.at(4), row.optionalID(5),
                    row.optionalID(6)
                )
            }
        } ?? nil
    }

    /// Nil if it is not to go out: the address is another one by now, nobody signs in with it, the invite is used up.
    private static func matter(_ letter: Letter, _ account: ID?, _ invite: ID?, at now: Instant, on connection: Connection) throws
        -> Letter.Matter?
    {
        switch letter.kind {
        case .confirmation:
            return try connection.one(
                "SELECT name FROM account WHERE id = ? AND coalesce(wanted_email, email) = ?", [.id(account), .text(letter.address)]
            ) { .confirmation(name: $0.text(0)) }
        case .password:
            // An address that nobody has confirmed may be a stranger's, who would get the account by it.
            return try connection.one(
                "SELECT name FROM account WHERE email = ? AND email_confirmed_at IS NOT NULL", [.text(letter.address)]
            ) { .password(name: $0.text(0)) }
        case .staffInvite:
            return try connection.one(
                """
                SELECT i.role, coalesce(t.name, ''), i.created_by FROM staff_invite i LEFT JOIN trip t ON t.id = i.trip_id
                WHERE i.id = ? AND i.used_at IS NULL AND i.expires_at > ? AND t.deleted_at IS NULL
                """, [.id(invite), .at(now)]
            ) { .staffInvite(role: $0.text(0), trip: $0.text(1), by: $0.text(2)) }
        }
    }

    /// What became of an attempt.
    /// - Parameter dueAt: when it is tried again; nil if it is not.
    package func end(_ id: ID, isSent: Bool, reason: String, dueAt: Instant?, at now: Instant) async throws {
        let state = isSent ? "accepted" : dueAt == nil ? "failed" : "queued"
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE letter SET state = ?, reason = ?, due_at = ? WHERE id = ? AND state = 'queued'",
                [.text(state), .text(reason), .at(dueAt ?? now), .id(id)])
        }
    }

    /// Deletes what was made before then.
    package func sweep(before start: Instant) async throws {
        try await database.append { _ = try $0.run("DELETE FROM letter WHERE made_at < ?", [.at(start)]) }
    }

    // MARK: the links in them

    /// Whose account a link is about. Nil for one that has run out, was used, or never was.
    package func owner(tokenHash: [UInt8], _ kind: Letter.Kind, at now: Instant) throws -> (account: Account, address: String)? {
        try database.read { try LetterStore.owner(tokenHash, kind, at: now, on: $0) }
    }

    private static func owner(_ tokenHash: [UInt8], _ kind: Letter.Kind, at now: Instant, on connection: Connection) throws
        -> (account: Account, address: String)?
    {
        let isOwner =
            kind == .confirmation
            ? "a.id = l.account_id AND l.address IN (a.email, a.wanted_email)"
            // A link that an admin handed over is one account's, whether or not anybody confirmed its address.
            : "a.email = l.address AND (a.id = l.account_id OR l.account_id IS NULL AND a.email_confirmed_at IS NOT NULL)"
        return try connection.one(
            """
            SELECT a.id, a.name, coalesce(a.email, ''), a.is_admin, a.totp_confirmed_at IS NOT NULL, l.address
            FROM letter_token k JOIN letter l ON l.id = k.letter_id JOIN account a ON \(isOwner)
            WHERE k.token_hash = ? AND k.expires_at > ? AND l.kind = ?
            """, [.blob(tokenHash), .at(now), .text(kind.rawValue)]
        ) { (AccountStore.account($0), $0.text(5)) }
    }

    /// Uses a password's link up: the new password, the end of every session, and no other such link left.
    package func setPassword(_ hash: String, tokenHash: [UInt8], at now: Instant) async throws {
        try await database.change { connection in
            guard let account = try LetterStore.owner(tokenHash, .password, at: now, on: connection)?.account else {
                throw Refusal.notFound
            }
            // Deletes such links, too.
            try AccountStore.setPassword(
                hash, account: account, keeping: nil, by: Author(id: account.id, name: account.name), at: now, on: connection)
        }
    }

    /// Confirms the address of a link. One that was wanted is in force from now on.
    /// - Parameters:
    ///   - id: of the way to it, if there is none yet.
    ///   - key: the secret by which a mail ends mail.
    package func confirm(tokenHash: [UInt8], id: ID, key: [UInt8], at now: Instant) async throws {
        try await database.change { connection in
            guard let (account, address) = try LetterStore.owner(tokenHash, .confirmation, at: now, on: connection) else {
                throw Refusal.notFound
            }
            do {
                try connection.run(
                    """
                    UPDATE account SET email = ?1, wanted_email = CASE WHEN wanted_email = ?1 THEN NULL ELSE wanted_email END,
                        email_confirmed_at = CASE WHEN email = ?1 THEN coalesce(email_confirmed_at, ?2) ELSE ?2 END WHERE id = ?3
                    """, [.text(address), .at(now), .id(account.id)])
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.conflict("This address cannot be confirmed: another account signs in with it.")
            }
            try connection.run("DELETE FROM letter WHERE kind = 'confirmation' AND account_id = ?", [.id(account.id)])
            try MailAddresses.put(address, account: account.id, id: id, key: key, at: now, on: connection)
            let isChange = account.email != address
            try AccountNotices.append(
                isChange ? .addressChanged : .addressConfirmed, detail: isChange ? address : Texts.said("a link in an email"),
                account: account.id, session: nil, at: now, on: connection)
            try AuditStore.append(
                "address confirmed", subject: .init(id: account.id, name: account.name), trip: nil,
                by: Author(id: account.id, name: account.name), at: now, on: connection)
        }
    }

    // MARK: what owners see

    package func reach(account: ID) throws -> MailReach {
        try database.read { connection in
            let found = try connection.one(
                "SELECT coalesce(wanted_email, email, '') FROM account WHERE id = ?", [.id(account)]
            ) { $0.text(0) }
            guard let address = found, !address.isEmpty else { return .noAddress }
            let letter = try connection.one(
                """
                SELECT state, reason, made_at FROM letter WHERE kind = 'confirmation' AND account_id = ? AND address = ?
                ORDER BY made_at DESC, id DESC LIMIT 1
                """, [.id(account), .text(address)]
            ) { (state: $0.text(0), reason: $0.text(1), at: $0.at(2)) }
            let own = try MailAddresses.own(address, account: account, on: connection)
            if let own, own.isWorking { return .works(address) }
            switch letter?.state {
            case "queued": return .waiting(address)
            case "accepted": return .asked(address, at: letter?.at ?? Instant(microseconds: 0))
            case "failed": return .failed(address, reason: letter?.reason ?? "")
            default: return own.map { .ended(address, reason: $0.reason) } ?? .unasked(address)
            }
        }
    }

    /// What became of the newest letter of each invite that was sent by mail.
    package func invites() throws -> [ID: (address: String, problem: String?)] {
        let rows = try database.read { connection in
            try connection.all("SELECT invite_id, address, state, reason FROM letter WHERE invite_id IS NOT NULL ORDER BY made_at, id") {
                ($0.id(0), (address: $0.text(1), problem: $0.text(2) == "failed" ? $0.text(3) : nil))
            }
        }
        return Dictionary(rows, uniquingKeysWith: { $1 })
    }
}
