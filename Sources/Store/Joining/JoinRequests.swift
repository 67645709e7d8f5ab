import Database
import Domain

/// Requests to join that wait for a host.
extension JoinStore {
    private static let requests = """
        SELECT r.id, r.trip_id, r.first_name, r.last_name, r.phone, r.note, r.asked_at, r.used_at IS NOT NULL, r.account_id,
            coalesce(a.email, ''), a.email_confirmed_at IS NOT NULL,
            (SELECT i.name FROM identity i WHERE i.account_id = a.id ORDER BY i.linked_at LIMIT 1),
            r.decided_at, r.decided_by, r.member_id, r.before_status
        FROM join_request r LEFT JOIN account a ON a.id = r.account_id
        """
    private static func request(_ row: Row) -> JoinRequest {
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.phone]) = (row.text(2), row.text(3), row.text(4))
        let asker = row.optionalID(8).map {
            JoinRequest.Asker(account: $0, email: row.text(9), isConfirmed: row.boolean(10), telegram: row.isNull(11) ? nil : row.text(11))
        }
        let decision = row.optionalAt(12).map {
            JoinRequest.Decision(at: $0, by: row.text(13), memberID: row.optionalID(14), before: row.isNull(15) ? nil : row.text(15))
        }
        return JoinRequest(
            id: row.id(0), tripID: row.id(1), fields: fields, note: row.text(5), askedAt: row.at(6), asker: asker, decision: decision,
            isUsed: row.boolean(7))
    }

    /// How much may be asked: a link that leaked must not fill the disk, nor a refusal be answered by asking again all day.
    package struct Limits: Sendable {
        /// Open requests of a trip.
        let ofTrip: Int
        /// Requests of one account for one trip since an instant.
        let ofAccount: (count: Int, since: Instant)
        package init(ofTrip: Int, ofAccount: (count: Int, since: Instant)) {
            self.ofTrip = ofTrip
            self.ofAccount = ofAccount
        }
    }

    package func add(_ request: JoinRequest, tokenHash: [UInt8], limits: Limits) async throws {
        try await database.change { connection in
            let open = try JoinStore.openCount(request.tripID, on: connection)
            guard open < limits.ofTrip else {
                throw Refusal.tooMany("Many people are already waiting for a host. Ask one in person.", retryAfter: 600)
            }
            if let asker = request.asker { try JoinStore.check(asker.account, request, limits, on: connection) }
            try connection.run(
                """
                INSERT INTO join_request (id, trip_id, token_hash, first_name, last_name, phone, note, asked_at, account_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(request.id), .id(request.tripID), .blob(tokenHash), .text(request.fields[.firstName]),
                    .text(request.fields[.lastName]), .text(request.fields[.phone]), .text(request.note), .at(request.askedAt),
                    .id(request.asker?.account),
                ])
            try JoinNotices.add(request, on: connection)
        }
    }

    /// How many wait.
    package func openCount(trip: ID) throws -> Int { try database.read { try JoinStore.openCount(trip, on: $0) } }

    static func openCount(_ trip: ID, on connection: Connection) throws -> Int {
        try count("decided_at IS NULL AND trip_id = ?", [.id(trip)], on: connection)
    }

    private static func count(_ condition: String, _ values: [Value], on connection: Connection) throws -> Int {
        try connection.one("SELECT count(*) FROM join_request WHERE \(condition)", values) { $0.int(0) } ?? 0
    }

    /// Requests dated in the future come from before the clock was set back, and no longer count.
    private static func check(_ account: ID, _ request: JoinRequest, _ limits: Limits, on connection: Connection) throws {
        let own: [Value] = [.id(account), .id(request.tripID)]
        let times: [Value] = [.at(limits.ofAccount.since), .at(request.askedAt)]
        guard try count("account_id = ? AND trip_id = ? AND decided_at IS NULL", own, on: connection) == 0 else {
            throw Refusal.conflict("You have already asked. A host has to let you in.")
        }
        let asked = try count(
            "account_id = ? AND trip_id = ? AND asked_at > ? AND asked_at <= ?", own + times, on: connection)
        let withdrawn = try connection.one(
            """
            SELECT count(*) FROM audit WHERE actor_id = ? AND trip_id = ? AND action = 'join request withdrawn' AND at > ? AND at <= ?
            """, own + times
        ) { $0.int(0) }
        guard asked + (withdrawn ?? 0) < limits.ofAccount.count else {
            throw Refusal.tooMany("You have asked several times today. Speak to a host.", retryAfter: 3600)
        }
    }

    /// Nil while the trip has no link of its own.
    package func tripLinkUse(_ trip: ID) throws -> TripLinkUse? {
        try database.read { connection in
            try connection.one(
                """
                SELECT l.created_at, (SELECT count(*) FROM join_request r WHERE r.trip_id = l.trip_id AND r.asked_at >= l.created_at),
                    (SELECT count(*) FROM join_request r
                        WHERE r.trip_id = l.trip_id AND r.asked_at >= l.created_at AND r.member_id IS NOT NULL)
                FROM trip_link l WHERE l.trip_id = ?
                """, [.id(trip)]
            ) { TripLinkUse(madeAt: $0.at(0), asked: $0.int(1), letIn: $0.int(2)) }
        }
    }

    package func openRequests(trip: ID) throws -> [JoinRequest] {
        try database.read {
            try $0.all(
                "\(JoinStore.requests) WHERE r.trip_id = ? AND r.decided_at IS NULL ORDER BY r.asked_at, r.id",
                [.id(trip)], JoinStore.request)
        }
    }

    /// What was decided since, newest first.
    package func decidedRequests(trip: ID, since start: Instant) throws -> [JoinRequest] {
        try database.read {
            try $0.all(
                "\(JoinStore.requests) WHERE r.trip_id = ? AND r.decided_at > ? ORDER BY r.decided_at DESC, r.id LIMIT 100",
                [.id(trip), .at(start)], JoinStore.request)
        }
    }

    package func request(tokenHash: [UInt8]) throws -> JoinRequest? {
        try database.read {
            try $0.one("\(JoinStore.requests) WHERE r.token_hash = ?", [.blob(tokenHash)], JoinStore.request)
        }
    }

    static func request(_ id: ID, trip: ID, on connection: Connection) throws -> JoinRequest {
        let found = try connection.one("\(requests) WHERE r.id = ? AND r.trip_id = ?", [.id(id), .id(trip)], request)
        guard let found else { throw Refusal.notFound }
        return found
    }

    /// Whoever asked comes in, once.
    package func useRequest(tokenHash: [UInt8], newAccount: ID, at now: Instant) async throws -> (account: ID, trip: ID) {
        try await database.change { connection in
            let request = try connection.one("\(JoinStore.requests) WHERE r.token_hash = ?", [.blob(tokenHash)], JoinStore.request)
            guard let request, let member = request.decision?.memberID, !request.isUsed else { throw Refusal.notFound }
            let hasJoined = try connection.one(
                "SELECT account_id IS NOT NULL OR deleted_at IS NOT NULL FROM member WHERE id = ?", [.id(member)]
            ) { $0.boolean(0) }
            guard hasJoined == false else { throw Refusal.conflict("This member has already joined. Ask a host for a link.") }
            try connection.run("UPDATE join_request SET used_at = ? WHERE id = ?", [.at(now), .id(request.id)])
            let account = try JoinStore.account(
                member: member, trip: request.tripID, name: request.name, new: newAccount, signedIn: nil, at: now, on: connection)
            return (account, request.tripID)
        }
    }

    // MARK: of an account

    /// Those that wait, and those that were declined since.
    package func requests(of account: ID, declinedSince start: Instant) throws -> [OwnJoinRequest] {
        try database.read {
            try $0.all(
                """
                SELECT r.id, t.name, r.asked_at, r.decided_at FROM join_request r JOIN trip t ON t.id = r.trip_id
                WHERE r.account_id = ? AND t.deleted_at IS NULL AND (r.decided_at IS NULL OR (r.member_id IS NULL AND r.decided_at > ?))
                ORDER BY r.asked_at DESC, r.id
                """, [.id(account), .at(start)]
            ) { OwnJoinRequest(id: $0.id(0), tripName: $0.text(1), askedAt: $0.at(2), declinedAt: $0.optionalAt(3)) }
        }
    }

    package func isWaiting(account: ID, trip: ID) throws -> Bool {
        try database.read {
            try JoinStore.count("account_id = ? AND trip_id = ? AND decided_at IS NULL", [.id(account), .id(trip)], on: $0) > 0
        }
    }

    package func withdraw(_ id: ID, account: Account, at now: Instant) async throws {
        try await database.change { connection in
            let trip = try connection.one(
                "DELETE FROM join_request WHERE id = ? AND account_id = ? AND decided_at IS NULL RETURNING trip_id",
                [.id(id), .id(account.id)]
            ) { $0.id(0) }
            guard let trip else { throw Refusal.notFound }
            try AuditStore.append(
                "join request withdrawn", subject: .init(id: id, name: account.name), trip: trip,
                by: Author(id: account.id, name: account.name), at: now, on: connection)
            try JoinNotices.endIfHandled(trip, at: now, on: connection)
        }
    }
}
