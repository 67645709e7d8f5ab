import Database
import Domain

/// The inboxes: what each person is to know, and whether they do.
package struct NoticeStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    // MARK: writing, in the transaction of what caused it

    private static let insertion = """
        INSERT INTO notice (id, account_id, member_id, trip_id, kind, subject_id, urgency, topic, title, text, made_at, expires_at, next_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Writes notices. One of the same person and topic that has not gone out yet is replaced.
    static func add(_ notices: [NewNotice], at now: Instant, on connection: Connection) throws {
        for notice in notices {
            if !notice.topic.isEmpty { try replace(notice, at: now, on: connection) }
            let madeAt = try time(of: notice, at: now, on: connection)
            try connection.run(
                insertion,
                [
                    .id(notice.id ?? NoticeStore.newID(at: now)), .id(notice.person.account), .id(notice.person.member),
                    .id(notice.person.trip),
                    .text(notice.kind.rawValue), .id(notice.subject), Value(notice.urgency.rawValue), .text(notice.topic),
                    .text(notice.title), .text(notice.text), .at(madeAt), .at(notice.expiresAt), .at(notice.notBefore ?? now),
                ])
        }
    }

    /// What is newer is told apart by it: after those of its topic that stand, though the clock was set back since they were made.
    private static func time(of notice: NewNotice, at now: Instant, on connection: Connection) throws -> Instant {
        guard !notice.topic.isEmpty else { return now }
        let (column, person) = notice.person.member.map { ("member_id", $0) } ?? ("account_id", notice.person.account)
        let newest = try connection.one(
            "SELECT max(made_at) FROM notice WHERE \(column) = ? AND topic = ? AND ended_at IS NULL AND made_at >= ?",
            [.id(person), .text(notice.topic), .at(now)]
        ) { $0.optionalAt(0) }
        return (newest ?? nil).map { $0 + .microseconds(1) } ?? now
    }

    /// Many transactions write notices and know no source of ids. Nothing depends on these bits but that they differ.
    static func newID(at now: Instant) -> ID {
        ID(at: now, randomHigh: .random(in: 0 ... .max), randomLow: .random(in: 0 ... .max))
    }

    private static func replace(_ notice: NewNotice, at now: Instant, on connection: Connection) throws {
        let (column, person) = notice.person.member.map { ("member_id", $0) } ?? ("account_id", notice.person.account)
        // What nobody has been told of: no channel has taken it, and it was not seen on a page.
        try connection.run(
            """
            UPDATE notice SET ended_at = ?, ending = 'replaced', next_at = NULL
            WHERE \(column) = ? AND topic = ? AND ended_at IS NULL AND read_at IS NULL AND shown_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.notice_id = notice.id AND d.state IN ('sending', 'accepted'))
            """, [.at(now), .id(person), .text(notice.topic)])
    }

    /// Takes what is about a subject out of every inbox. What phones have shown, they have shown.
    static func recall(subject: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "UPDATE notice SET ended_at = ?, ending = 'recalled', next_at = NULL WHERE subject_id = ? AND ended_at IS NULL",
            [.at(now), .id(subject)])
    }

    /// For notices that belong to no other change. Open pages of accounts hear of them at once, of members when their delivery is planned.
    package func add(_ notices: [NewNotice], at now: Instant) async throws {
        try await database.append { connection in
            try NoticeStore.add(notices, at: now, on: connection)
            try NoticeStore.noteNews(for: Set(notices.compactMap(\.person.account)), on: connection)
        }
    }

    // MARK: reading

    static let columns = "n.id, n.trip_id, n.kind, n.subject_id, n.urgency, n.title, n.text, n.made_at, n.read_at IS NOT NULL"

    /// Nil for a kind that this version does not know.
    static func read(_ row: Row) -> Notice? {
        NoticeKind(rawValue: row.text(2)).map {
            Notice(
                id: row.id(0), tripID: row.optionalID(1), kind: $0, subject: row.optionalID(3),
                urgency: Urgency(rawValue: row.int(4)) ?? .normal, title: row.text(5), text: row.text(6), madeAt: row.at(7),
                isRead: row.boolean(8))
        }
    }

    /// SQL: whose notices an account reads, its own and those of its members; takes the account twice.
    static let isOwn = "(n.account_id = ? OR n.member_id IN (SELECT m.id FROM member m WHERE m.account_id = ?))"

    /// Newest first.
    /// - Parameters:
    ///   - since: what is older is kept no longer.
    ///   - before: only what is older than that notice, for the next page.
    package func inbox(account: ID, since: Instant, before: ID?, limit: Int) throws -> [Notice] {
        try database.read { connection in
            let cut = before == nil ? "" : "AND (n.made_at, n.id) < (SELECT b.made_at, b.id FROM notice b WHERE b.id = ?)"
            return try connection.all(
                """
                SELECT \(NoticeStore.columns) FROM notice n
                WHERE \(NoticeStore.isOwn) AND n.made_at >= ? AND n.ended_at IS NULL \(cut)
                ORDER BY n.made_at DESC, n.id DESC LIMIT ?
                """, [.id(account), .id(account), .at(since)] + (before.map { [.id($0)] } ?? []) + [Value(limit)], NoticeStore.read
            ).compactMap(\.self)
        }
    }

    /// Everything that a member was told and that is kept, oldest first.
    package func all(of member: ID) throws -> [(notice: Notice, readAt: Instant?)] {
        try database.read { connection in
            try connection.all(
                "SELECT \(NoticeStore.columns), n.read_at FROM notice n WHERE n.member_id = ? ORDER BY n.made_at, n.id", [.id(member)]
            ) { row in NoticeStore.read(row).map { (notice: $0, readAt: row.optionalAt(9)) } }.compactMap(\.self)
        }
    }

    package func unread(account: ID, since: Instant) throws -> Int {
        try database.read { try NoticeStore.unread(account: account, since: since, on: $0) }
    }

    static func unread(account: ID, since: Instant, on connection: Connection) throws -> Int {
        try connection.one(
            "SELECT count(*) FROM notice n WHERE \(isOwn) AND n.made_at >= ? AND n.read_at IS NULL AND n.ended_at IS NULL",
            [.id(account), .id(account), .at(since)]
        ) { $0.int(0) } ?? 0
    }

    /// One of the account's own, ended or not; nil for anybody else's.
    package func find(_ id: ID, account: ID) throws -> Notice? {
        try database.read { connection in
            try connection.one(
                "SELECT \(NoticeStore.columns) FROM notice n WHERE n.id = ? AND \(NoticeStore.isOwn)",
                [.id(id), .id(account), .id(account)], NoticeStore.read
            ) ?? nil
        }
    }

    // MARK: what readers do

    /// Whoever has looked at what a notice is about has read it.
    static func markRead(about subject: ID, by member: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE notice SET read_at = ?1, shown_at = coalesce(shown_at, ?1), opened_at = coalesce(opened_at, ?1), next_at = NULL
            WHERE subject_id = ?2 AND member_id = ?3 AND read_at IS NULL
            """, [.at(now), .id(subject), .id(member)])
    }

    /// Told to a member and seen by them on no page yet, or still on its way to their phone.
    private static let untoldAbout = """
        trip_id = ? AND kind = ? AND member_id = ? AND read_at IS NULL AND ended_at IS NULL AND (shown_at IS NULL OR next_at IS NOT NULL)
        """

    package func hasUntold(about trip: ID, _ kind: NoticeKind, member: ID) throws -> Bool {
        try database.read {
            try $0.one(
                "SELECT 1 FROM notice WHERE \(NoticeStore.untoldAbout) LIMIT 1", [.id(trip), .text(kind.rawValue), .id(member)]
            ) { _ in true } ?? false
        }
    }

    /// Those of one kind about a trip, by somebody who looks at what they are about: no phone rings for it any more, and it stays unread
    /// until it is done.
    package func markSeen(about trip: ID, _ kind: NoticeKind, by member: ID, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE notice SET shown_at = coalesce(shown_at, ?), next_at = NULL WHERE \(NoticeStore.untoldAbout)",
                [.at(now), .id(trip), .text(kind.rawValue), .id(member)])
        }
    }

    /// - Parameter notices: nil for all of them.
    package func markRead(_ notices: [ID]?, account: ID, at now: Instant) async throws {
        try await database.append { connection in
            let update = """
                UPDATE notice AS n SET read_at = ?, shown_at = coalesce(n.shown_at, ?), next_at = NULL
                WHERE n.read_at IS NULL AND \(NoticeStore.isOwn)
                """
            let values: [Value] = [.at(now), .at(now), .id(account), .id(account)]
            let count =
                try notices?.reduce(0) { try $0 + connection.run(update + " AND n.id = ?", values + [.id($1)]) }
                ?? connection.run(update, values)
            if count > 0 { try NoticeStore.noteNews(for: [account], on: connection) }
        }
    }

    /// Back to unread: it stays in sight. Nothing is sent for it again.
    package func markUnread(_ notice: ID, account: ID) async throws {
        try await database.append { connection in
            let count = try connection.run(
                "UPDATE notice AS n SET read_at = NULL WHERE n.id = ? AND n.read_at IS NOT NULL AND \(NoticeStore.isOwn)",
                [.id(notice), .id(account), .id(account)])
            if count > 0 { try NoticeStore.noteNews(for: [account], on: connection) }
        }
    }

    /// That a list of them was on a screen.
    package func markShown(_ notices: [ID], at now: Instant) async throws {
        try await database.append { connection in
            for id in notices {
                try connection.run("UPDATE notice SET shown_at = ? WHERE id = ? AND shown_at IS NULL", [.at(now), .id(id)])
            }
        }
    }

    /// Deletes what inboxes keep no longer, a part at a time.
    /// - Returns: how many there were.
    package func sweep(before: Instant, limit: Int) async throws -> Int {
        try await database.append { connection in
            try connection.run(
                "DELETE FROM notice WHERE id IN (SELECT id FROM notice WHERE id < ? AND made_at < ? ORDER BY id LIMIT ?)",
                [.id(NoticeStore.firstID(at: before)), .at(before), Value(limit)])
        }
    }

    /// No id of a notice of that time or later is less: ids begin with the time.
    static func firstID(at time: Instant) -> ID { ID(at: time, randomHigh: 0, randomLow: 0) }
}
