import Database
import Domain

/// What hosts are told of requests to join: one notice for each host and trip, with how many wait.
enum JoinNotices {
    /// Not more often than that: a link that leaked must not ring all night.
    private static let pause = Duration.minutes(10)

    /// In the transaction of a request that waits from now on.
    static func add(_ request: JoinRequest, on connection: Connection) throws {
        let (trip, now) = (request.tripID, request.askedAt)
        let waiting = try JoinStore.openCount(trip, on: connection)
        let told = try connection.one(
            "SELECT max(told_at) FROM notice WHERE trip_id = ? AND kind = ?", [.id(trip), .text(NoticeKind.joinRequest.rawValue)]
        ) { $0.optionalAt(0) }
        let last = told ?? nil
        try end(trip, at: now, on: connection)
        let many = counted(waiting, "person has asked", "people have asked")
        let title = waiting == 1 ? Texts.said("\(request.name) asked to join") : Texts.said("\(many) to join")
        let notices = try hosts(of: trip, at: now, connection).map { host in
            NewNotice(
                person: .member(host, trip: trip), kind: .joinRequest, subject: request.id, urgency: .normal, topic: "joining:\(trip)",
                title: title, text: Texts.said("A host has to let them in."),
                notBefore: last.flatMap { $0 <= now && $0 + pause > now ? $0 + pause : nil }, expiresAt: now + .days(7))
        }
        try NoticeStore.add(notices, at: now, on: connection)
    }

    /// After a request was decided or withdrawn: when none waits any more, nobody needs to know.
    static func endIfHandled(_ trip: ID, at now: Instant, on connection: Connection) throws {
        if try JoinStore.openCount(trip, on: connection) == 0 { try end(trip, at: now, on: connection) }
    }

    /// What is not read, seen on its page or not: a newer one has the number of all.
    private static func end(_ trip: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE notice SET ended_at = ?, ending = 'replaced', next_at = NULL
            WHERE trip_id = ? AND kind = ? AND ended_at IS NULL AND read_at IS NULL
            """, [.at(now), .id(trip), .text(NoticeKind.joinRequest.rawValue)])
    }

    /// Hosts, and whoever stands in for one.
    private static func hosts(of trip: ID, at now: Instant, _ connection: Connection) throws -> [ID] {
        try connection.all(
            """
            SELECT m.id FROM member m WHERE m.trip_id = ? AND m.account_id IS NOT NULL AND m.\(RosterStore.isListed)
                AND m.status NOT IN ('cancelled', 'left')
                AND (m.role = 'host' OR EXISTS (SELECT 1 FROM co_host c WHERE c.member_id = m.id AND \(CoHostStore.isActive)))
            """, [.id(trip), .at(now), .at(now)]
        ) { $0.id(0) }
    }
}
