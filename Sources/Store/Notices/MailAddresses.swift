import Database
import Domain

/// Where accounts take mail. An account has one address that works: the one that it signs in with, once its owner has confirmed it.
package struct MailAddresses: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Writes a confirmed address. Others of the account take nothing any more.
    static func put(_ address: String, account: ID, id: ID, key: [UInt8], at now: Instant, on connection: Connection) throws {
        try end(account: account, but: address, at: now, on: connection)
        try connection.run(
            """
            INSERT INTO delivery_address (id, account_id, channel, address, key, label, made_at, confirmed_at)
            VALUES (?, ?, 'email', ?, ?, ?, ?, ?)
            ON CONFLICT (channel, address) DO UPDATE SET account_id = excluded.account_id, member_id = NULL, key = excluded.key,
                label = excluded.label, confirmed_at = excluded.confirmed_at, ended_at = NULL, reason = ''
            """, [.id(id), .id(account), .text(address), .blob(key), .text(address), .at(now), .at(now)])
    }

    /// The account signs in with another address from now on.
    static func end(account: ID, but address: String, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE delivery_address SET ended_at = ?, reason = ?
            WHERE account_id = ? AND channel = 'email' AND address <> ? AND ended_at IS NULL
            """, [.at(now), .text(Texts.said("Another address took its place")), .id(account), .text(address)])
    }

    static func own(_ address: String, account: ID, on connection: Connection) throws -> (isWorking: Bool, reason: String)? {
        try connection.one(
            """
            SELECT ended_at IS NULL AND confirmed_at IS NOT NULL, reason FROM delivery_address
            WHERE channel = 'email' AND address = ? AND account_id = ?
            """, [.text(address), .id(account)]
        ) { ($0.boolean(0), $0.text(1)) }
    }

    /// The secret by which mail to an address ends, and the address; nil if there is no such.
    package func find(_ id: ID) throws -> (address: String, key: [UInt8])? {
        try database.read { connection in
            try connection.one("SELECT address, key FROM delivery_address WHERE id = ? AND channel = 'email'", [.id(id)]) {
                (address: $0.text(0), key: $0.blob(1))
            }
        }
    }

    /// Its owner wants no more mail. What has ended stays as it is.
    package func stop(_ id: ID, at now: Instant) async throws {
        try await database.change { connection in
            _ = try connection.run(
                "UPDATE delivery_address SET ended_at = ?, reason = ? WHERE id = ? AND channel = 'email' AND ended_at IS NULL",
                [.at(now), .text(Texts.said("You wanted no more email")), .id(id)])
        }
    }
}
