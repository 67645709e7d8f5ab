import Database
import Domain

/// Addresses of accounts: which are confirmed, and which are wanted.
package struct AddressStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Columns of `account a` that make an address, as `address` reads them.
    static let columns = "coalesce(a.email, ''), a.email_confirmed_at IS NOT NULL, a.wanted_email"
    static func address(_ row: Row, from column: Int32) -> AccountAddress {
        AccountAddress(
            current: row.text(column), isConfirmed: row.boolean(column + 1), wanted: row.isNull(column + 2) ? nil : row.text(column + 2))
    }

    package struct Owner: Sendable {
        package let account: ID
        package let address: AccountAddress
    }

    /// Nil for an account that there is not.
    package func find(account: ID) throws -> AccountAddress? { try database.read { try AddressStore.find(account, on: $0) } }

    private static func find(_ account: ID, on connection: Connection) throws -> AccountAddress? {
        try connection.one("SELECT \(columns) FROM account a WHERE a.id = ?", [.id(account)]) { address($0, from: 0) }
    }

    /// Whose account a member is; nil without one.
    package func owner(member: ID, trip: ID) throws -> Owner? {
        try database.read {
            try $0.one(
                "SELECT a.id, \(AddressStore.columns) FROM member m JOIN account a ON a.id = m.account_id WHERE m.id = ? AND m.trip_id = ?",
                [.id(member), .id(trip)]
            ) { Owner(account: $0.id(0), address: AddressStore.address($0, from: 1)) }
        }
    }

    // MARK: the owner

    /// Does not reveal whether somebody else has the address: that shows when it is confirmed.
    package func want(_ email: String, account: Account, session: ID, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run(
                "UPDATE account SET wanted_email = ? WHERE id = ? AND email IS NOT NULL", [.text(folded(email)), .id(account.id)])
            try LetterStore.askToConfirm(email, account: account.id, at: now, on: connection)
            try AccountNotices.append(.addressWanted, detail: email, account: account.id, session: session, at: now, on: connection)
            try AddressStore.audit("address change asked for", account, at: now, on: connection)
        }
    }

    package func keep(account: Account, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE account SET wanted_email = NULL WHERE id = ? AND wanted_email IS NOT NULL", [.id(account.id)])
            if count == 1 { try AddressStore.audit("address change given up", account, at: now, on: connection) }
        }
    }

    private static func audit(_ action: String, _ account: Account, at now: Instant, on connection: Connection) throws {
        try AuditStore.append(
            action, subject: .init(id: account.id, name: account.name), trip: nil, by: Author(id: account.id, name: account.name), at: now,
            on: connection)
    }

    // MARK: who vouches

    /// The person who says that they know whose address it is, and where that is recorded.
    package struct Witness: Sendable {
        let author: Author
        /// The member as whom the witness knows the owner; nil for admins, who know accounts.
        let member: (id: ID, name: String, trip: ID)?
        package init(author: Author, member: (id: ID, name: String, trip: ID)?) {
            self.author = author
            self.member = member
        }
    }

    /// Puts a wanted address in force, or confirms the one that is.
    /// - Parameter email: the address that the page showed; a conflict if it changed since, or belongs to somebody else.
    package func confirm(_ email: String, account: ID, by witness: Witness, at now: Instant) async throws {
        try await database.change { connection in
            guard let address = try AddressStore.find(account, on: connection) else { throw Refusal.notFound }
            guard let unconfirmed = address.unconfirmed, unconfirmed == folded(email) else {
                throw Refusal.conflict("The address has changed. Look at it again.")
            }
            do {
                try connection.run(
                    "UPDATE account SET email = ?, wanted_email = NULL, email_confirmed_at = ? WHERE id = ?",
                    [.text(unconfirmed), .at(now), .id(account)])
            } catch let failure as DatabaseFailure where failure.isUniqueViolation {
                throw Refusal.conflict("This address cannot be confirmed: another account signs in with it.")
            }
            if address.wanted != nil {
                try MailAddresses.end(account: account, but: unconfirmed, at: now, on: connection)
                try AccountNotices.append(.addressChanged, detail: unconfirmed, account: account, session: nil, at: now, on: connection)
            }
            try AddressStore.tell(.addressConfirmed, "address confirmed", account, witness, at: now, on: connection)
        }
    }

    package func undo(account: ID, by witness: Witness, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE account SET email_confirmed_at = NULL WHERE id = ? AND email_confirmed_at IS NOT NULL", [.id(account)])
            guard count == 1 else { throw Refusal.conflict("The address is not confirmed.") }
            try AddressStore.tell(.addressUnconfirmed, "address no longer confirmed", account, witness, at: now, on: connection)
        }
    }

    private static func tell(
        _ kind: AccountNotice.Kind, _ action: String, _ account: ID, _ witness: Witness, at now: Instant, on connection: Connection
    ) throws {
        try AccountNotices.append(kind, detail: witness.author.name, account: account, session: nil, at: now, on: connection)
        let name = try connection.one("SELECT name FROM account WHERE id = ?", [.id(account)]) { $0.text(0) } ?? ""
        try AuditStore.append(
            action, subject: .init(id: witness.member?.id ?? account, name: witness.member?.name ?? name), trip: witness.member?.trip,
            by: witness.author, at: now, on: connection)
    }
}
