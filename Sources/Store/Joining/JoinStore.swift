import Database
import Domain

/// How travellers get in: personal links that work once, a trip's own link, and requests that wait for a host. Only hashes of
/// personal links are stored; the trip's link must be shown again and is stored as it is.
package struct JoinStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Whom a personal link lets in.
    package struct Link: Sendable {
        package let id: ID
        package let memberID: ID
        package let tripID: ID
        package let tripName: String
        package let firstName: String
        package let fullName: String
        package let createdBy: String
    }

    // MARK: personal links

    /// Of `join_link j`: not used, not revoked, and not a co-host's whose time is over; takes the time twice.
    private static let isOpen = """
        j.used_at IS NULL AND j.revoked_at IS NULL
        AND (j.under_id IS NULL OR EXISTS (SELECT 1 FROM co_host c WHERE c.id = j.under_id AND \(CoHostStore.isActive)))
        """

    /// The join state of every member of a trip whom a link may let in.
    package func states(trip: ID, at now: Instant) throws -> [ID: JoinState] {
        try database.read { connection in
            let rows = try connection.all(
                """
                SELECT m.id, m.account_id IS NOT NULL,
                    (SELECT max(j.expires_at) FROM join_link j WHERE j.member_id = m.id AND \(JoinStore.isOpen)),
                    (SELECT max(u.at) FROM audit u WHERE \(JoinStore.isOpening))
                FROM member m WHERE m.trip_id = ? AND m.\(RosterStore.isListed) AND \(CoHostStore.isPlain)
                """, [.at(now), .at(now), .id(trip), .at(now)]
            ) { ($0.id(0), JoinStore.state(end: $0.optionalAt(2), opened: $0.optionalAt(3), isJoined: $0.boolean(1), at: now)) }
            return Dictionary(firstOf: rows)
        }
    }

    private static func state(end: Instant?, opened: Instant?, isJoined: Bool, at now: Instant) -> JoinState {
        guard let end else { return isJoined ? .joined : .noLink }
        guard end > now else { return .expired }
        return opened.map { .opened(at: $0, until: end) } ?? .invited(until: end)
    }

    package struct NewLink: Sendable {
        let id: ID
        let memberID: ID
        let tokenHash: [UInt8]
        package init(id: ID, memberID: ID, tokenHash: [UInt8]) {
            self.id = id
            self.memberID = memberID
            self.tokenHash = tokenHash
        }
    }

    /// Makes links for members who are only travellers; their older links stop working.
    /// - Parameter own: the time of a co-host who makes them, with which they end.
    package func add(_ links: [NewLink], trip: ID, until end: Instant, under own: ID?, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            if let own { try CoHostStore.require(own, at: now, on: connection) }
            for link in links {
                let name = try connection.one(
                    """
                    SELECT trim(m.first_name || ' ' || m.last_name) FROM member m
                    WHERE m.id = ? AND m.trip_id = ? AND m.\(RosterStore.isListed) AND \(CoHostStore.isPlain)
                    """, [.id(link.memberID), .id(trip), .at(now)]
                ) { $0.text(0) }
                guard let name else { throw Refusal.notFound }
                try Promotion.revokeLink(to: link.memberID, at: now, on: connection)
                try connection.run(
                    """
                    INSERT INTO join_link (id, member_id, token_hash, created_by, created_at, expires_at, under_id, made_by)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .id(link.id), .id(link.memberID), .blob(link.tokenHash), .text(author.name), .at(now), .at(end), .id(own),
                        .id(author.id),
                    ])
                try AuditStore.append(
                    "join link made", subject: .init(id: link.memberID, name: name), trip: trip, by: author, at: now, on: connection)
            }
        }
    }

    package func revoke(_ member: ID, name: String, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try Promotion.revokeLink(to: member, at: now, on: connection)
            try AuditStore.append(
                "join link revoked", subject: .init(id: member, name: name), trip: trip, by: author, at: now, on: connection)
        }
    }

    /// A link that still works, of somebody who is still coming and has no right beyond a traveller's.
    package func find(tokenHash: [UInt8], at now: Instant) throws -> Link? {
        try database.read { try JoinStore.find(tokenHash, at: now, on: $0) }
    }

    /// The trip of a link, used or ended, whose member the account is: its own way back.
    package func trip(tokenHash: [UInt8], of account: ID) throws -> ID? {
        try database.read { connection in
            try connection.one(
                """
                SELECT m.trip_id FROM join_link j JOIN member m ON m.id = j.member_id
                WHERE j.token_hash = ? AND m.account_id = ? AND m.deleted_at IS NULL
                """, [.blob(tokenHash), .id(account)]
            ) { $0.id(0) }
        }
    }

    static func find(_ tokenHash: [UInt8], at now: Instant, on connection: Connection) throws -> Link? {
        try connection.one(
            """
            SELECT j.id, m.id, t.id, t.name, CASE WHEN m.first_name <> '' THEN m.first_name ELSE m.last_name END,
                trim(m.first_name || ' ' || m.last_name), j.created_by
            FROM join_link j JOIN member m ON m.id = j.member_id JOIN trip t ON t.id = m.trip_id
            WHERE j.token_hash = ? AND \(isOpen) AND j.expires_at > ? AND t.archived_at IS NULL
            AND \(CoHostStore.isPlain) AND m.status NOT IN ('cancelled', 'left')
            """, [.blob(tokenHash), .at(now), .at(now), .at(now), .at(now)]
        ) { row in
            Link(
                id: row.id(0), memberID: row.id(1), tripID: row.id(2), tripName: row.text(3), firstName: row.text(4),
                fullName: row.text(5), createdBy: row.text(6))
        }
    }

    /// Uses the link up and says whose account it opens: the member's own, else the one that is signed in, else a new one.
    /// - Parameter signedIn: who holds the browser; somebody who is on this trip as another member may not become this one, too.
    package func use(tokenHash: [UInt8], newAccount: ID, signedIn: ID?, at now: Instant) async throws -> (account: ID, trip: ID) {
        try await database.change(isUrgent: true) { connection in
            guard let link = try JoinStore.find(tokenHash, at: now, on: connection) else { throw Refusal.notFound }
            try connection.run("UPDATE join_link SET used_at = ? WHERE id = ?", [.at(now), .id(link.id)])
            let account = try JoinStore.account(
                member: link.memberID, trip: link.tripID, name: link.fullName, new: newAccount, signedIn: signedIn, at: now, on: connection)
            return (account, link.tripID)
        }
    }

    static func account(
        member: ID, trip: ID, name: String, new: ID, signedIn: ID?, at now: Instant, on connection: Connection
    ) throws -> ID {
        if let own = try reopened(member: member, trip: trip, signedIn: signedIn, on: connection) { return own }
        var account = new
        if let signedIn {
            let isOnTrip = try connection.one(
                "SELECT 1 FROM member WHERE trip_id = ? AND account_id = ?", [.id(trip), .id(signedIn)]
            ) { _ in true }
            if isOnTrip == true {
                throw Refusal.conflict("You are signed in as somebody else on this trip. Sign out first, then open the link again.")
            }
            account = signedIn
        } else {
            try AccountStore.insert(
                Account(id: new, name: name, email: "", isAdmin: false, hasSecondFactor: false), passwordHash: "",
                by: Author(id: new, name: name), at: now, on: connection)
        }
        let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
        try connection.run(
            """
            UPDATE member SET account_id = ?, version = ?, status = CASE status WHEN 'invited' THEN 'confirmed' ELSE status END
            WHERE id = ?
            """, [.id(account), Value(version), .id(member)])
        try connection.run("UPDATE account SET last_trip_id = ? WHERE id = ?", [.id(trip), .id(account)])
        try AuditStore.append(
            "joined", subject: .init(id: member, name: name, rosterVersion: version), trip: trip, by: Author(id: account, name: name),
            at: now, on: connection)
        return account
    }

    /// The account that the member already has, if a link of this trip's hosts may open it. Not an account with a password, Telegram or
    /// another trip: hosts of this trip could act as that person there.
    private static func reopened(member: ID, trip: ID, signedIn: ID?, on connection: Connection) throws -> ID? {
        let found = try connection.one(
            """
            SELECT a.id, \(Promotion.hasOwnWay),
                (SELECT count(*) FROM member o WHERE o.account_id = a.id AND o.trip_id <> m.trip_id)
            FROM member m JOIN account a ON a.id = m.account_id WHERE m.id = ?
            """, [.id(member)]
        ) { (id: $0.id(0), hasOwnWay: $0.boolean(1), otherTrips: $0.int(2)) }
        guard let found else { return nil }
        if found.id == signedIn { return found.id }
        if found.hasOwnWay { throw Refusal.conflict("This member now has a password or Telegram. Sign in with it.") }
        return found.otherTrips == 0 ? found.id : nil
    }

    // MARK: the trip's link

    package func tripLink(_ trip: ID) throws -> String? {
        try database.read { try $0.one("SELECT token FROM trip_link WHERE trip_id = ?", [.id(trip)]) { $0.text(0) } }
    }

    package func trip(linkToken token: String) throws -> ID? {
        try database.read { connection in
            try connection.one(
                "SELECT l.trip_id FROM trip_link l JOIN trip t ON t.id = l.trip_id WHERE l.token = ? AND t.archived_at IS NULL",
                [.text(token)]
            ) { $0.id(0) }
        }
    }

    /// - Parameters:
    ///   - token: nil takes the link away.
    ///   - old: the link that ends by it; nil where there was none.
    /// - Throws: a conflict where another link ends, of which nobody was asked.
    package func setTripLink(_ token: String?, insteadOf old: String?, trip: Trip, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let open = try connection.one("SELECT token FROM trip_link WHERE trip_id = ?", [.id(trip.id)]) { $0.text(0) }
            guard open == old else { throw Refusal.conflict("The trip’s link has been changed since. Look at it again.") }
            try connection.run("DELETE FROM trip_link WHERE trip_id = ?", [.id(trip.id)])
            if let token {
                try connection.run(
                    "INSERT INTO trip_link (trip_id, token, created_at) VALUES (?, ?, ?)", [.id(trip.id), .text(token), .at(now)])
            }
            try AuditStore.append(
                token == nil ? "trip link revoked" : "trip link made", subject: .init(id: trip.id, name: trip.fields.name), trip: trip.id,
                by: author, at: now, on: connection)
        }
    }
}
