import Database
import Domain

/// What owners of accounts must hear of. Always written in the transaction of the change that it tells of.
package struct AccountNotices: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Lines that an account keeps.
    private static let kept = 200
    private static let columns = "n.number, n.kind, n.detail, n.user_agent, n.address, n.at"

    private static func notice(_ row: Row) -> AccountNotice? {
        AccountNotice.Kind(rawValue: row.text(1)).map {
            AccountNotice(
                number: row.int(0), kind: $0, detail: row.text(2), userAgent: row.text(3), address: row.text(4), at: row.at(5))
        }
    }

    /// - Parameter session: the session that made the change; nil if the program itself or somebody else did.
    static func append(
        _ kind: AccountNotice.Kind, detail: String = "", account: ID, session: ID?, at now: Instant, on connection: Connection
    ) throws {
        // One after the other for each account, so that no notice comes after a later number that was seen already.
        try connection.run("UPDATE account SET name = name WHERE id = ?", [.id(account)])
        let origin = try connection.one("SELECT device_id, user_agent, address FROM session WHERE id = ?", [.id(session)]) {
            (device: $0.optionalID(0), userAgent: $0.text(1), address: $0.text(2))
        }
        try connection.run(
            "INSERT INTO account_notice (account_id, kind, detail, device_id, user_agent, address, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .id(account), .text(kind.rawValue), .text(detail), .id(origin?.device), .text(origin?.userAgent ?? ""),
                .text(origin?.address ?? ""), .at(now),
            ])
        try connection.run(
            """
            DELETE FROM account_notice WHERE account_id = ? AND number <=
                (SELECT number FROM account_notice WHERE account_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
            """, [.id(account), .id(account), Value(kept)])
    }

    /// Newest first.
    package func list(account: ID, limit: Int) throws -> [AccountNotice] {
        try database.read { connection in
            try connection.all(
                "SELECT \(AccountNotices.columns) FROM account_notice n WHERE n.account_id = ? ORDER BY n.number DESC LIMIT ?",
                [.id(account), Value(limit)], AccountNotices.notice
            ).compactMap(\.self)
        }
    }

    /// SQL: notices that a session has not seen; signing in with its own browser is no news in it.
    static let isUnseen = """
        n.account_id = s.account_id AND n.number > s.told_to
        AND NOT (n.kind = 'session' AND n.device_id IS NOT NULL AND n.device_id IS NOT DISTINCT FROM s.device_id)
        """

    static func unseen(session: ID, on connection: Connection) throws -> [AccountNotice] {
        try connection.all(
            "SELECT \(columns) FROM session s JOIN account_notice n ON \(isUnseen) WHERE s.id = ? ORDER BY n.number DESC LIMIT 20",
            [.id(session)], notice
        ).compactMap(\.self)
    }

    /// Seen up to a number, in this browser and no other.
    package func see(upTo number: Int, session: ID) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE session SET told_to = max(told_to, ?) WHERE id = ?", [Value(number), .id(session)])
            try connection.run(
                "UPDATE device SET told_to = max(told_to, ?) WHERE id = (SELECT device_id FROM session WHERE id = ?)",
                [Value(number), .id(session)])
        }
    }
}
