import Database
import Domain

/// What hosts say to requests to join, and how they take it back.
extension JoinStore {
    package enum Choice: Sendable {
        case decline
        /// Somebody who is on the list already.
        case member(ID)
        case new(ID)
    }

    /// Lets somebody in as a member who is on the list already, as a new one, or not at all. An account that asked is on the trip
    /// at once; whoever asked without one comes in with the secret of their request.
    package func decide(_ id: ID, trip: ID, as choice: Choice, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let request = try JoinStore.request(id, trip: trip, on: connection)
            guard request.decision == nil else { throw Refusal.conflict("Somebody else has already decided this.") }
            let (member, before) = try JoinStore.member(request, choice, by: author, at: now, on: connection)
            if let member, let asker = request.asker {
                try JoinStore.put(asker, on: member, request, at: now, connection)
                try JoinStore.welcome(member, trip, at: now, connection)
            }
            try connection.run(
                "UPDATE join_request SET decided_at = ?, decided_by = ?, member_id = ?, before_status = ? WHERE id = ?",
                [.at(now), .text(author.name), .id(member), .text(before), .id(id)])
            try AuditStore.append(
                member == nil ? "join request declined" : "join request accepted", subject: .init(id: member ?? id, name: request.name),
                trip: trip, by: author, at: now, on: connection)
            try JoinNotices.endIfHandled(trip, at: now, on: connection)
        }
    }

    private static func welcome(_ member: ID, _ trip: ID, at now: Instant, _ connection: Connection) throws {
        let name = try connection.one("SELECT name FROM trip WHERE id = ?", [.id(trip)]) { $0.text(0) } ?? ""
        let notice = NewNotice(
            person: .member(member, trip: trip), kind: .joined, subject: nil, urgency: .normal, title: Texts.said("You are in: \(name)"),
            text: "", expiresAt: now + .days(7))
        try NoticeStore.add([notice], at: now, on: connection)
    }

    private static func put(
        _ asker: JoinRequest.Asker, on member: ID, _ request: JoinRequest, at now: Instant, _ connection: Connection
    ) throws {
        let own = try connection.one(
            "SELECT trim(first_name || ' ' || last_name), deleted_at IS NULL FROM member WHERE trip_id = ? AND account_id = ?",
            [.id(request.tripID), .id(asker.account)]
        ) { (name: $0.text(0), isListed: $0.boolean(1)) }
        if let own, !own.isListed { throw Refusal.conflict("\(own.name) is in the bin. Restore them there, then decline this request.") }
        if let own = own?.name { throw Refusal.conflict("This account is already on the trip, as \(own). Decline the request.") }
        _ = try account(
            member: member, trip: request.tripID, name: request.name, new: asker.account, signedIn: asker.account, at: now, on: connection)
    }

    /// The member whom a choice means, and what they were on the list before.
    private static func member(
        _ request: JoinRequest, _ choice: Choice, by author: Author, at now: Instant, on connection: Connection
    ) throws -> (id: ID?, before: String) {
        switch choice {
        case .decline: return (nil, "")
        case .member(let id):
            let free = try connection.one(
                """
                SELECT status FROM member WHERE id = ? AND trip_id = ? AND account_id IS NULL AND \(RosterStore.isListed)
                    AND \(DeletionStore.isTraveller)
                """,
                [.id(id), .id(request.tripID)]
            ) { $0.text(0) }
            guard let free else { throw Refusal.conflict("This member has already joined.") }
            return (id, free)
        case .new(let id):
            var fields = request.fields
            fields[.email] = request.asker?.email ?? ""
            fields[.status] = MemberStatus.confirmed.rawValue
            let version = try RosterStore.nextVersion(trip: request.tripID, at: now, on: connection)
            try RosterStore.insert(.init(id: id, fields: fields), trip: request.tripID, version: version, at: now, on: connection)
            // Nobody has asked them yet who may see where they are: hidden until they choose themselves.
            try connection.run("UPDATE member SET sharing_paused_at = ?, paused_by_self = 1 WHERE id = ?", [.at(now), .id(id)])
            connection.note(TripChange(.sharing, trip: request.tripID, ids: [id]))
            try AuditStore.append(
                RosterAction.added, subject: .init(id: id, name: request.name, rosterVersion: version), trip: request.tripID, by: author,
                at: now, on: connection)
            return (id, "")
        }
    }

    // MARK: taking back

    /// Makes the request wait again. A member made for it is deleted, or cancelled if other data refers to them.
    /// - Returns: the member, and the tokens of their trackers that stopped working; nil where nobody was let in.
    package func undo(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws -> (member: ID, tokens: [String])? {
        try await database.change { connection in
            let request = try JoinStore.request(id, trip: trip, on: connection)
            guard let decision = request.decision, let before = decision.before, request.mayBeUndone(at: now) else {
                throw Refusal.conflict("This can no longer be undone. Change the member on the roster instead.")
            }
            try JoinStore.requireNoOther(request, on: connection)
            try connection.run(
                "UPDATE join_request SET decided_at = NULL, decided_by = '', member_id = NULL, before_status = NULL WHERE id = ?", [.id(id)]
            )
            var ended: (member: ID, tokens: [String])?
            if let member = decision.memberID {
                try JoinStore.release(member, before: before, request, by: author, at: now, on: connection)
                ended = (member, try JoinStore.endWays(of: member, request, since: decision.at, by: author, at: now, on: connection))
                connection.note(TripChange(.forgotten, trip: trip, ids: [member]))
            }
            try AuditStore.append(
                "join decision taken back", subject: .init(id: id, name: request.name), trip: trip, by: author, at: now, on: connection)
            return ended
        }
    }

    /// Ends every secret of the member, because the person who was let in has read them. Positions sent by phones that they added are
    /// deleted. If they changed the sharing, it is switched off, and is for hosts only when a host switches it on.
    private static func endWays(
        of member: ID, _ request: JoinRequest, since start: Instant, by author: Author, at now: Instant, on connection: Connection
    ) throws -> [String] {
        guard request.asker != nil else { return [] }
        let tokens = try TrackerStore.endAll(of: member, trip: request.tripID, at: now, on: connection)
        try TrackerStore.deleteSent(of: member, madeSince: start, on: connection)
        let feeds = try connection.run(
            "UPDATE calendar_feed SET revoked_at = ? WHERE member_id = ? AND revoked_at IS NULL", [.at(now), .id(member)])
        let hidden = try connection.run(
            """
            UPDATE member SET sharing_paused_at = coalesce(sharing_paused_at, ?), sharing_ends_at = NULL, paused_by_self = 0,
                shares_with = 'hosts'
            WHERE id = ? AND EXISTS (SELECT 1 FROM audit a WHERE a.subject_id = member.id AND a.action = 'sharing set' AND a.at >= ?)
            """, [.at(now), .id(member), .at(start)])
        if hidden > 0 { connection.note(TripChange(.sharing, trip: request.tripID, ids: [member])) }
        let changes = [("trackers", tokens.count), ("calendars", feeds)].filter { $0.1 > 0 }
        if !changes.isEmpty {
            try AuditStore.append(
                "ways in ended", subject: .init(id: member, name: request.name), trip: request.tripID,
                changes: changes.map { AuditChange(field: $0.0, from: String($0.1), to: "0") }, by: author, at: now, on: connection)
        }
        return tokens
    }

    /// Who was declined may have asked again meanwhile.
    private static func requireNoOther(_ request: JoinRequest, on connection: Connection) throws {
        let other = try connection.one(
            "SELECT 1 FROM join_request WHERE account_id = ? AND trip_id = ? AND decided_at IS NULL",
            [.id(request.asker?.account), .id(request.tripID)]
        ) { _ in true }
        if other == true { throw Refusal.conflict("They have asked again. Answer the new request.") }
    }

    private static func release(
        _ member: ID, before: String, _ request: JoinRequest, by author: Author, at now: Instant, on connection: Connection
    ) throws {
        let found = try connection.one("SELECT account_id, \(DeletionStore.isTraveller), status FROM member WHERE id = ?", [.id(member)]) {
            (holder: $0.optionalID(0), isTraveller: $0.boolean(1), status: $0.text(2))
        }
        guard let found, found.holder == request.asker?.account else { throw Refusal.conflict("This member now has another account.") }
        guard found.isTraveller else { throw Refusal.conflict("They now have a role on the trip. Remove it first.") }
        guard found.status == JoinStore.given(before, isJoined: found.holder != nil) else {
            throw Refusal.conflict("Their status has changed. Edit the member on the roster instead.")
        }
        let version = try RosterStore.nextVersion(trip: request.tripID, at: now, on: connection)
        if before.isEmpty, try RosterStore.delete(member, on: connection) {
            return try AuditStore.append(
                RosterAction.takenBack, subject: .init(id: member, name: request.name, rosterVersion: version), trip: request.tripID,
                by: author, at: now, on: connection)
        }
        let status = before.isEmpty ? MemberStatus.cancelled.rawValue : before
        try connection.run(
            "UPDATE member SET account_id = NULL, status = ?, version = ? WHERE id = ?", [.text(status), Value(version), .id(member)])
        try AuditStore.append(
            "taken out again", subject: .init(id: member, name: request.name, rosterVersion: version), trip: request.tripID,
            changes: [AuditChange(field: MemberField.status.rawValue, from: found.status, to: status)].filter { $0.from != $0.to },
            by: author, at: now, on: connection)
    }

    /// The status that a decision left a member with.
    /// - Parameter isJoined: false for a person without an account who has not come in yet: they are still invited.
    private static func given(_ before: String, isJoined: Bool) -> String {
        let isNew = before.isEmpty || (isJoined && before == MemberStatus.invited.rawValue)
        return isNew ? MemberStatus.confirmed.rawValue : before
    }
}
