import Database
import Domain

/// Requests to join that wait for a host.
extension JoinStore {
    private static let requestColumns =
        "id, trip_id, first_name, last_name, phone, note, asked_at, decided_at, member_id, used_at IS NOT NULL"
    private static func request(_ row: Row) -> JoinRequest {
        JoinRequest(
            id: row.id(0), tripID: row.id(1), firstName: row.text(2), lastName: row.text(3), phone: row.text(4), note: row.text(5),
            askedAt: row.at(6), decidedAt: row.optionalAt(7), memberID: row.optionalID(8), isUsed: row.boolean(9))
    }

    /// - Parameter limit: open requests that a trip may have: a link that leaked must not fill the disk.
    package func add(_ request: JoinRequest, tokenHash: [UInt8], limit: Int) async throws {
        try await database.change { connection in
            let open =
                try connection.one(
                    "SELECT count(*) FROM join_request WHERE trip_id = ? AND decided_at IS NULL", [.id(request.tripID)]
                ) { $0.int(0) } ?? 0
            guard open < limit else {
                throw Refusal.tooMany("Very many people wait for a host already. Ask one in person.", retryAfter: 600)
            }
            try connection.run(
                """
                INSERT INTO join_request (id, trip_id, token_hash, first_name, last_name, phone, note, asked_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(request.id), .id(request.tripID), .blob(tokenHash), .text(request.firstName), .text(request.lastName),
                    .text(request.phone), .text(request.note), .at(request.askedAt),
                ])
        }
    }

    package func openRequests(trip: ID) throws -> [JoinRequest] {
        try database.read {
            try $0.all(
                "SELECT \(JoinStore.requestColumns) FROM join_request WHERE trip_id = ? AND decided_at IS NULL ORDER BY asked_at, id",
                [.id(trip)], JoinStore.request)
        }
    }

    package func request(tokenHash: [UInt8]) throws -> JoinRequest? {
        try database.read {
            try $0.one("SELECT \(JoinStore.requestColumns) FROM join_request WHERE token_hash = ?", [.blob(tokenHash)], JoinStore.request)
        }
    }

    /// Lets somebody in as a member who is on the list already, as a new one, or not at all.
    package func decide(
        _ id: ID, trip: ID, as decision: Decision, by author: Author, at now: Instant
    ) async throws {
        try await database.change { connection in
            let request = try connection.one(
                "SELECT \(JoinStore.requestColumns) FROM join_request WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)], JoinStore.request
            )
            guard let request else { throw Refusal.notFound }
            guard request.decidedAt == nil else { throw Refusal.conflict("Somebody else has decided this already.") }
            let member = try JoinStore.member(request, trip: trip, decision, by: author, at: now, on: connection)
            try connection.run(
                "UPDATE join_request SET decided_at = ?, decided_by = ?, member_id = ? WHERE id = ?",
                [.at(now), .text(author.name), .id(member), .id(id)])
            try AuditStore.append(
                member == nil ? "join request declined" : "join request accepted", subject: .init(id: member ?? id, name: request.name),
                trip: trip, by: author, at: now, on: connection)
        }
    }

    package enum Decision: Sendable {
        case decline
        case member(ID)
        case new(ID)
    }

    private static func member(
        _ request: JoinRequest, trip: ID, _ decision: Decision, by author: Author, at now: Instant, on connection: Connection
    ) throws -> ID? {
        switch decision {
        case .decline: return nil
        case .member(let id):
            let isFree = try connection.one(
                "SELECT account_id IS NULL AND role = 'traveller' FROM member WHERE id = ? AND trip_id = ?", [.id(id), .id(trip)]
            ) { $0.boolean(0) }
            guard isFree == true else { throw Refusal.conflict("This member has joined already.") }
            return id
        case .new(let id):
            var fields = MemberFields()
            (fields[.firstName], fields[.lastName], fields[.phone]) = (request.firstName, request.lastName, request.phone)
            fields[.status] = MemberStatus.confirmed.rawValue
            let version = try RosterStore.nextVersion(trip: trip, at: now, on: connection)
            try RosterStore.insert(.init(id: id, fields: fields), trip: trip, version: version, at: now, on: connection)
            try AuditStore.append(
                "added", subject: .init(id: id, name: request.name), trip: trip, rosterVersion: version, by: author, at: now, on: connection
            )
            return id
        }
    }

    /// Whoever asked comes in, once.
    package func useRequest(tokenHash: [UInt8], newAccount: ID, at now: Instant) async throws -> (account: ID, trip: ID) {
        try await database.change { connection in
            let request = try connection.one(
                "SELECT \(JoinStore.requestColumns) FROM join_request WHERE token_hash = ?", [.blob(tokenHash)], JoinStore.request)
            guard let request, let member = request.memberID, !request.isUsed else { throw Refusal.notFound }
            let hasJoined = try connection.one("SELECT account_id IS NOT NULL FROM member WHERE id = ?", [.id(member)]) { $0.boolean(0) }
            guard hasJoined == false else { throw Refusal.conflict("This member has joined already. Ask a host for a link.") }
            try connection.run("UPDATE join_request SET used_at = ? WHERE id = ?", [.at(now), .id(request.id)])
            let account = try JoinStore.account(
                member: member, trip: request.tripID, name: request.name, new: newAccount, signedIn: nil, at: now, on: connection)
            return (account, request.tripID)
        }
    }
}
