import Database
import Domain

/// Browsers that take notices, and the one key that their push services know the server by.
package struct PushStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: the server's key

    private static let keyName = "push_key"

    /// The private number, 32 bytes; nil before the first start with push set up.
    package func key() throws -> [UInt8]? {
        try database.read { connection in
            try connection.one("SELECT value FROM server_setting WHERE name = ?", [.text(PushStore.keyName)]) { $0.text(0) }
        }.flatMap(base64URLBytes)
    }

    /// - Parameter text: the number as base64url.
    /// - Returns: the stored key: a former one stays.
    package func keepKey(_ text: String) async throws -> [UInt8]? {
        try await database.append { connection in
            _ = try connection.run(
                "INSERT INTO server_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                [.text(PushStore.keyName), .text(text)])
        }
        return try key()
    }

    /// Puts another key in its place and ends every address that was subscribed with the former one.
    package func replaceKey(_ text: String, reason: String, by admin: Account, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                "INSERT INTO server_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                [.text(PushStore.keyName), .text(text)])
            try connection.run(
                "UPDATE delivery_address SET ended_at = ?, reason = ? WHERE channel = 'push' AND ended_at IS NULL",
                [.at(now), .text(reason)])
            try AuditStore.append(
                "push key changed", subject: .init(id: admin.id, name: admin.name), trip: nil,
                by: Author(id: admin.id, name: admin.name), at: now, on: connection)
        }
    }

    // MARK: browsers

    /// Writes a browser of an account, as its newest. One that somebody else had, who signed in there before, is theirs no more.
    /// - Parameter limit: how many an account has at most; those that were not heard of for longest go.
    /// - Returns: whether the push service has given this address up: the browser needs another one.
    package func put(_ address: DeliveryAddress, account: ID, session: ID, limit: Int, at now: Instant) async throws -> Bool {
        try await database.append { connection in
            let isGone =
                try connection.one(
                    """
                    SELECT ended_at IS NOT NULL FROM delivery_address
                    WHERE channel = 'push' AND address = ? AND key = ? AND account_id = ?
                    """, [.text(address.address), .blob(address.key), .id(account)]
                ) { $0.boolean(0) } ?? false
            if isGone { return true }
            try PushStore.write(address, account: account, session: session, at: now, on: connection)
            try connection.run(
                """
                DELETE FROM delivery_address WHERE id IN (
                    SELECT id FROM delivery_address WHERE account_id = ? AND channel = 'push'
                    ORDER BY ended_at IS NOT NULL, confirmed_at DESC NULLS LAST, id DESC LIMIT 9223372036854775807 OFFSET ?)
                """, [.id(account), Value(limit)])
            return false
        }
    }

    private static func write(_ address: DeliveryAddress, account: ID, session: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO delivery_address (id, account_id, channel, address, key, label, made_at, confirmed_at, session_id)
            VALUES (?, ?, 'push', ?, ?, ?, ?, ?, ?)
            ON CONFLICT (channel, address) DO UPDATE SET account_id = excluded.account_id, member_id = NULL, key = excluded.key,
                label = excluded.label, confirmed_at = excluded.confirmed_at, session_id = excluded.session_id, ended_at = NULL,
                reason = ''
            """,
            [
                .id(address.id), .id(account), .text(address.address), .blob(address.key), .text(address.label), .at(now), .at(now),
                .id(session),
            ])
    }

    /// - Returns: whether the account had it.
    package func remove(endpoint: String, account: ID) async throws -> Bool {
        try await database.append { connection in
            try connection.run(
                "DELETE FROM delivery_address WHERE address = ? AND account_id = ? AND channel = 'push'",
                [.text(endpoint), .id(account)]) == 1
        }
    }

    /// The newest first, with why those that have ended did.
    package func browsers(account: ID) throws -> [(address: DeliveryAddress, problem: String?)] {
        try database.read { connection in
            try connection.all(
                """
                SELECT \(AddressBook.columns), a.ended_at IS NOT NULL, a.reason FROM delivery_address a
                WHERE a.account_id = ? AND a.channel = 'push' ORDER BY a.confirmed_at DESC NULLS LAST, a.id DESC
                """, [.id(account)]
            ) { row in
                AddressBook.read(row, from: 0).map { (address: $0, problem: row.boolean(5) ? row.text(6) : nil) }
            }.compactMap(\.self)
        }
    }

    /// - Returns: whether the account had it.
    package func remove(_ id: ID, account: ID) async throws -> Bool {
        try await database.append { connection in
            try connection.run(
                "DELETE FROM delivery_address WHERE id = ? AND account_id = ? AND channel = 'push'", [.id(id), .id(account)]) == 1
        }
    }
}

/// Whoever signs out of a browser is told nothing there any more. A session that only ran out leaves it: calls for help come at night.
enum PushSessions {
    static func end(session: ID, on connection: Connection) throws {
        try connection.run("DELETE FROM delivery_address WHERE session_id = ?", [.id(session)])
    }

    /// - Parameter kept: the one session that goes on, if any.
    static func endAll(account: ID, but kept: ID?, on connection: Connection) throws {
        try connection.run(
            "DELETE FROM delivery_address WHERE account_id = ?1 AND channel = 'push' AND (session_id IS DISTINCT FROM ?2 OR ?2 IS NULL)",
            [.id(account), .id(kept)])
    }

    static func renew(_ old: ID, as new: ID, on connection: Connection) throws {
        try connection.run("UPDATE delivery_address SET session_id = ? WHERE session_id = ?", [.id(new), .id(old)])
    }
}
