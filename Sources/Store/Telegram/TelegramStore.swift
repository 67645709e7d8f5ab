import Database
import Domain

/// What the bot has taken, and whose chats are linked to which accounts.
package struct TelegramStore: Sendable {
    /// Telegram repeats nothing that is older than a day.
    package static let kept = Duration.days(2)
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: updates

    /// Whether an update is neither taken already nor older than one of its topic that was.
    /// - Parameter topic: what only the newest of it decides; "" for none.
    package func isNew(_ number: Int, topic: String) throws -> Bool {
        try database.read { connection in
            let known = try connection.one(
                """
                SELECT 1 FROM telegram_update WHERE number = ?1
                UNION ALL SELECT 1 FROM telegram_update WHERE topic = ?2 AND topic <> '' AND number > ?1 LIMIT 1
                """, [Value(number), .text(topic)]
            ) { _ in true }
            return known == nil
        }
    }

    package func note(_ number: Int, topic: String, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "INSERT INTO telegram_update (number, topic, at) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING",
                [Value(number), .text(topic), .at(now)])
        }
    }

    /// The number from which updates were not taken yet; nil where nothing came for so long that Telegram may count anew.
    package func next() throws -> Int? {
        try database.read { connection in
            try connection.one("SELECT max(number) FROM telegram_update") { $0.optionalInteger(0).map { Int($0) + 1 } } ?? nil
        }
    }

    /// Deletes what can come no more, and links that nobody used.
    package func sweep(at now: Instant) async throws {
        try await database.append { connection in
            try connection.run("DELETE FROM telegram_update WHERE at < ?", [.at(now - TelegramStore.kept)])
            try connection.run("DELETE FROM telegram_link WHERE ends_at < ?", [.at(now)])
            try connection.run("DELETE FROM telegram_position WHERE ended_at < ?", [.at(now - TelegramStore.kept)])
        }
    }

    // MARK: links

    /// What a link connects with the chat in which it is used.
    package enum Owner: Sendable, Equatable { case account(ID), trip(ID) }

    private static func column(_ owner: Owner) -> (name: String, value: Value) {
        switch owner {
        case .account(let id): ("account_id", .id(id))
        case .trip(let id): ("trip_id", .id(id))
        }
    }

    /// A new link stands for every older one of the same owner.
    package func makeLink(_ token: String, for owner: Owner, until end: Instant, by author: Author, at now: Instant) async throws {
        let (column, value) = TelegramStore.column(owner)
        try await database.append { connection in
            try connection.run("DELETE FROM telegram_link WHERE \(column) = ?", [value])
            try connection.run(
                "INSERT INTO telegram_link (token, \(column), made_by, made_at, ends_at) VALUES (?, ?, ?, ?, ?)",
                [.text(token), value, .text(author.name), .at(now), .at(end)])
        }
    }

    /// The one that can still be used.
    package func openLink(of owner: Owner, at now: Instant) throws -> (token: String, ends: Instant)? {
        let (column, value) = TelegramStore.column(owner)
        return try database.read { connection in
            try connection.one("SELECT token, ends_at FROM telegram_link WHERE \(column) = ? AND ends_at > ?", [value, .at(now)]) {
                ($0.text(0), $0.at(1))
            }
        }
    }

    /// Takes a link, which can be done once.
    /// - Parameter isGroup: that of a trip; else that of an account.
    package func takeLink(_ token: String, isGroup: Bool, at now: Instant) async throws -> (owner: Owner, madeBy: String)? {
        try await database.append { connection in
            let found = try connection.one(
                """
                SELECT account_id, trip_id, made_by FROM telegram_link
                WHERE token = ? AND ends_at > ? AND trip_id \(isGroup ? "IS NOT NULL" : "IS NULL")
                """, [.text(token), .at(now)]
            ) { row in (row.optionalID(0).map(Owner.account) ?? row.optionalID(1).map(Owner.trip), row.text(2)) }
            guard let (owner, author) = found, let owner else { return nil }
            try connection.run("DELETE FROM telegram_link WHERE token = ?", [.text(token)])
            return (owner, author)
        }
    }

    // MARK: whose chat it is

    /// The account that a private chat is linked to.
    /// - Parameter isEnded: one that had ended counts as well.
    package func account(chat: Int, isEnded: Bool = false) throws -> ID? {
        try database.read { connection in
            try connection.one(
                """
                SELECT account_id FROM delivery_address WHERE channel = 'telegram' AND address = ?
                    AND confirmed_at IS NOT NULL AND (ended_at IS NULL OR ? = 1)
                """, [.text(String(chat)), Value(isEnded)]
            ) { $0.optionalID(0) } ?? nil
        }
    }

    /// An account has one chat.
    package func link(_ address: DeliveryAddress, to account: ID, at now: Instant) async throws {
        // Rosters show how people are reached.
        try await database.change { connection in
            // Whoever it was until now is shown by this chat no longer.
            try TelegramStore.endPositions(
                "(account_id = ?2 AND address <> ?3) OR (account_id <> ?2 AND address = ?3)", [.id(account), .text(address.address)],
                at: now,
                connection)
            try AccountNotices.append(.telegramLinked, detail: address.label, account: account, session: nil, at: now, on: connection)
            try connection.run(
                "DELETE FROM delivery_address WHERE channel = 'telegram' AND (account_id = ? OR address = ?)",
                [.id(account), .text(address.address)])
            try connection.run(
                """
                INSERT INTO delivery_address (id, account_id, channel, address, key, label, made_at, confirmed_at)
                VALUES (?, ?, 'telegram', ?, ?, ?, ?, ?)
                """, [.id(address.id), .id(account), .text(address.address), .blob([]), .text(address.label), .at(now), .at(now)])
        }
    }

    /// Nothing goes there any more.
    /// - Returns: whether anything did.
    @discardableResult
    package func end(chat: Int, reason: String, at now: Instant) async throws -> Bool {
        try await database.change { connection in
            try connection.run("UPDATE telegram_position SET ended_at = ? WHERE chat = ? AND ended_at IS NULL", [.at(now), Value(chat)])
            return try connection.run(
                "UPDATE delivery_address SET ended_at = ?, reason = ? WHERE channel = 'telegram' AND address = ? AND ended_at IS NULL",
                [.at(now), .text(reason), .text(String(chat))]) > 0
        }
    }

    /// Of an account, whatever its chat is.
    package func unlink(account: ID, session: ID?, at now: Instant) async throws {
        try await database.change { connection in
            try TelegramStore.endPositions("account_id = ?2", [.id(account)], at: now, connection)
            let label = try connection.one(
                "SELECT label FROM delivery_address WHERE channel = 'telegram' AND account_id = ?", [.id(account)]
            ) { $0.text(0) }
            guard let label else { return }
            try AccountNotices.append(.telegramUnlinked, detail: label, account: account, session: session, at: now, on: connection)
            _ = try connection.run("DELETE FROM delivery_address WHERE channel = 'telegram' AND account_id = ?", [.id(account)])
        }
    }

    /// Ends the live locations of the chats that a condition on their addresses finds; the bot ends their trackers then.
    /// - Parameter values: of ?2 and those after it.
    private static func endPositions(_ condition: String, _ values: [Value], at now: Instant, _ connection: Connection) throws {
        try connection.run(
            """
            UPDATE telegram_position SET ended_at = ?1 WHERE ended_at IS NULL AND chat IN (
                SELECT CAST(address AS BIGINT) FROM delivery_address WHERE channel = 'telegram' AND (\(condition)))
            """, [.at(now)] + values)
    }

    /// The chat of an account, also one that has ended, with why.
    package func chat(of account: ID) throws -> (label: String, problem: String?)? {
        try database.read { connection in
            try connection.one(
                "SELECT label, ended_at IS NOT NULL, reason FROM delivery_address WHERE channel = 'telegram' AND account_id = ?",
                [.id(account)]
            ) { (label: $0.text(0), problem: $0.boolean(1) ? $0.text(2) : nil) }
        }
    }
}
