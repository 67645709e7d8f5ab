import Database
import Domain

/// Every account, for admins.
extension AccountStore {
    /// In order of name.
    package func entries() throws -> [AccountEntry] {
        try database.read { connection in
            let roles = try AccountStore.roles(on: connection)
            return try connection.all(
                """
                SELECT \(AccountStore.accountColumns), \(AddressStore.columns),
                    CASE WHEN NOT EXISTS (SELECT 1 FROM member m WHERE m.account_id = a.id) THEN a.signed_up_at END,
                    (SELECT max(s.last_seen_at) FROM session s WHERE s.account_id = a.id AND s.is_pending = 0)
                FROM account a ORDER BY a.name, a.id
                """
            ) { row in
                let account = AccountStore.account(row)
                var entry = AccountEntry(
                    account: account, address: AddressStore.address(row, from: 5), waitsSince: row.optionalAt(8),
                    roles: roles[account.id] ?? [])
                entry.lastSeenAt = row.optionalAt(9)
                return entry
            }
        }
    }

    /// Of whoever sees the trip: who was deleted from one, cancelled or left has none there.
    private static func roles(on connection: Connection) throws -> [ID: [AccountRole]] {
        var found: [ID: [AccountRole]] = [:]
        try connection.each(
            """
            SELECT m.account_id, t.name, m.role FROM member m JOIN trip t ON t.id = m.trip_id
            WHERE m.account_id IS NOT NULL AND m.deleted_at IS NULL AND t.archived_at IS NULL
                AND (m.role <> 'traveller' OR m.status NOT IN ('cancelled', 'left'))
            ORDER BY t.name
            """, []
        ) { found[$0.id(0), default: []].append(AccountRole(trip: $0.text(1), role: Role(rawValue: $0.text(2)) ?? .traveller)) }
        return found
    }
}
