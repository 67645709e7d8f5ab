import Database
import Domain

/// Links to a new password that an admin hands over.
extension LetterStore {
    /// Stores the hash of a link's secret, as of a letter that was sent. An earlier one that was handed over for the account ends with it.
    package func addPasswordLink(for account: Account, tokenHash: [UInt8], by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run("DELETE FROM letter WHERE kind = 'password' AND account_id = ?", [.id(account.id)])
            let letter = NoticeStore.newID(at: now)
            try connection.run(
                """
                INSERT INTO letter (id, kind, account_id, address, state, attempts, due_at, made_at)
                VALUES (?, 'password', ?, ?, 'accepted', 1, ?, ?)
                """, [.id(letter), .id(account.id), .text(folded(account.email)), .at(now), .at(now)])
            try connection.run(
                "INSERT INTO letter_token (token_hash, letter_id, expires_at) VALUES (?, ?, ?)",
                [.blob(tokenHash), .id(letter), .at(now + Letter.Kind.password.life)])
            try AuditStore.append(
                "password link made", subject: .init(id: account.id, name: account.name), trip: nil, by: author, at: now, on: connection)
        }
    }
}
