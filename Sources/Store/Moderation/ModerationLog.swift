import Database
import Domain

/// The append-only log, and what the moderators tell the members.
package struct ModerationLog: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    struct Line {
        let action: ModerationAction
        var caseID: ID?
        var member: ID?
        var conversation: ID?
        var messages: [(number: Int, before: ChatMessage.State)] = []
        var reason = ""
        var sentence = ""
        var endsAt: Instant?
        var undoes: Int?
    }

    /// - Returns: the line's number.
    @discardableResult
    static func append(_ line: Line, trip: ID, by author: Author, at now: Instant, on connection: Connection) throws -> Int {
        try connection.one(
            """
            INSERT INTO moderation_log (trip_id, case_id, action, actor_id, actor_name, member_id, conversation_id, numbers,
            reason, sentence,
                ends_at, undoes, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number
            """,
            [
                .id(trip), .id(line.caseID), .text(line.action.rawValue), .id(author.id), .text(author.name), .id(line.member),
                .id(line.conversation), .text(LogEntry.text(line.messages)), .text(line.reason), .text(line.sentence), .at(line.endsAt),
                line.undoes.map { Value($0) } ?? .null, .at(now),
            ]
        ) { $0.int(0) } ?? 0
    }

    static let columns = """
        l.number, l.case_id, l.action, l.actor_name, l.member_id, coalesce(trim(s.first_name || ' ' || s.last_name), ''),
        l.numbers, l.reason,
        l.sentence, l.ends_at, l.undoes, EXISTS (SELECT 1 FROM moderation_log u WHERE u.undoes = l.number), l.at,
        l.actor_id, (SELECT k.subject_kind FROM moderation_case k WHERE k.id = l.case_id),
        (SELECT b.action FROM moderation_log b WHERE b.number = l.undoes),
        coalesce((SELECT k.is_urgent FROM moderation_case k WHERE k.id = l.case_id), 0),
        (SELECT substr(k.snapshot, 1, 200) FROM moderation_case k WHERE k.id = l.case_id AND k.subject_kind = 'message')
        FROM moderation_log l LEFT JOIN member s ON s.id = l.member_id
        """

    static func read(_ row: Row) -> LogEntry {
        var entry = LogEntry(
            number: row.int(0), caseID: row.optionalID(1), action: .init(rawValue: row.text(2)) ?? .note, actorID: row.optionalID(13),
            actorName: row.text(3), memberID: row.optionalID(4), memberName: row.text(5),
            messages: LogEntry.messages(row.text(6)), reason: row.text(7),
            sentence: row.text(8), endsAt: row.optionalAt(9), undoes: row.optionalInteger(10).map(Int.init), isUndone: row.boolean(11),
            at: row.at(12))
        entry.subject = row.isNull(14) ? nil : ModerationCase.Subject(rawValue: row.text(14))
        entry.undone = row.isNull(15) ? nil : ModerationAction(rawValue: row.text(15))
        entry.isUrgent = row.boolean(16)
        entry.words = row.isNull(17) ? nil : row.text(17)
        return entry
    }

    static func find(_ number: Int, trip: ID, on connection: Connection) throws -> LogEntry? {
        try connection.one(
            "SELECT \(columns) WHERE l.number = ? AND l.trip_id = ?", [Value(number), .id(trip)], ModerationLog.read)
    }

    /// Newest first.
    /// - Parameter action: of one kind only.
    package func entries(trip: ID, action: ModerationAction?, member: ID?, before: Int?, limit: Int) throws -> [LogEntry] {
        var (conditions, values) = (["l.trip_id = ?"], [Value.id(trip)])
        if let action {
            conditions.append("l.action = ?")
            values.append(.text(action.rawValue))
        }
        if let member {
            conditions.append("l.member_id = ?")
            values.append(.id(member))
        }
        if let before {
            conditions.append("l.number < ?")
            values.append(Value(before))
        }
        return try database.read { [conditions, values] in
            try $0.all(
                "SELECT \(ModerationLog.columns) WHERE \(conditions.joined(separator: " AND ")) ORDER BY l.number DESC LIMIT ?",
                values + [Value(limit)], ModerationLog.read)
        }
    }

    /// A page of what the filter lets through, newest first.
    package func slice(
        trip: ID, _ filter: LogFilter, span: Range<Instant>?, from place: LogStart, limit: Int
    ) throws -> LogSlice<LogEntry> {
        var (conditions, values) = ModerationLog.conditions(trip, filter, span)
        var isAscending = false
        switch place {
        case .newest: break
        case .before(let number):
            conditions.append("l.number < ?")
            values.append(Value(number))
        case .after(let number):
            conditions.append("l.number > ?")
            values.append(Value(number))
            isAscending = true
        }
        let order = isAscending ? "ASC" : "DESC"
        let found = try database.read { [conditions, values] in
            try $0.all(
                "SELECT \(ModerationLog.columns) WHERE \(conditions.joined(separator: " AND ")) ORDER BY l.number \(order) LIMIT ?",
                values + [Value(limit + 1)], ModerationLog.read)
        }
        let (hasMore, entries) = (found.count > limit, Array(found.prefix(limit)))
        return isAscending
            ? LogSlice(entries: entries.reversed(), hasOlder: true, hasNewer: hasMore)
            : LogSlice(entries: entries, hasOlder: hasMore, hasNewer: place != .newest)
    }

    /// The number of the line that ends the oldest page.
    package func beginning(trip: ID, _ filter: LogFilter, span: Range<Instant>?, limit: Int) throws -> Int? {
        let (conditions, values) = ModerationLog.conditions(trip, filter, span)
        return try database.read {
            try $0.one(
                "SELECT l.number FROM moderation_log l WHERE \(conditions.joined(separator: " AND ")) ORDER BY l.number LIMIT 1 OFFSET ?",
                values + [Value(limit)]
            ) { $0.int(0) }
        }
    }

    private static func conditions(_ trip: ID, _ filter: LogFilter, _ span: Range<Instant>?) -> ([String], [Value]) {
        var (conditions, values) = (["l.trip_id = ?"], [Value.id(trip)])
        func add(_ condition: String, _ value: Value) {
            conditions.append(condition)
            values.append(value)
        }
        if !filter.kind.isEmpty { add("l.action = ?", .text(filter.kind)) }
        if let member = filter.about { add("l.member_id = ?", .id(member)) }
        if !filter.by.isEmpty { add("l.actor_name = ?", .text(filter.by)) }
        if let span {
            add("l.at >= ?", .at(span.lowerBound))
            add("l.at < ?", .at(span.upperBound))
        }
        return (conditions, values)
    }

    /// Whom the log is about and who wrote it, for the fields that narrow it down.
    package func people(trip: ID) throws -> (about: [(id: ID, name: String)], by: [String]) {
        try database.read { connection in
            let about = try connection.all(
                """
                SELECT m.id, trim(m.first_name || ' ' || m.last_name) FROM member m
                WHERE m.id IN (SELECT member_id FROM moderation_log WHERE trip_id = ?) ORDER BY m.sort_name, m.id
                """, [.id(trip)]
            ) { (id: $0.id(0), name: $0.text(1)) }
            let by = try connection.all(
                "SELECT DISTINCT actor_name FROM moderation_log WHERE trip_id = ? ORDER BY actor_name", [.id(trip)]
            ) { $0.text(0) }
            return (about, by.filter { !$0.isEmpty })
        }
    }

    /// Of one case, oldest first.
    package func entries(case id: ID) throws -> [LogEntry] {
        try database.read {
            try $0.all("SELECT \(ModerationLog.columns) WHERE l.case_id = ? ORDER BY l.number LIMIT 500", [.id(id)], ModerationLog.read)
        }
    }

    // MARK: notices

    static func tell(_ member: ID, _ text: String, about log: Int?, id: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "INSERT INTO chat_notice (id, member_id, log_number, text, made_at) VALUES (?, ?, ?, ?, ?)",
            [.id(id), .id(member), log.map { Value($0) } ?? .null, .text(text), .at(now)])
        guard let trip = try connection.one("SELECT trip_id FROM member WHERE id = ?", [.id(member)], { $0.id(0) }) else { return }
        let notice = NewNotice(
            person: .member(member, trip: trip), kind: .moderation, subject: id, urgency: .normal, title: Texts.said("From the moderators"),
            text: text, expiresAt: now + .days(7))
        try NoticeStore.add([notice], at: now, on: connection)
    }

    package func notices(of member: ID) throws -> [ChatNotice] {
        try database.read { connection in
            try connection.all(
                """
                SELECT n.id, n.text, n.made_at, n.read_at IS NULL, l.number, l.action, a.text,
                    EXISTS (SELECT 1 FROM moderation_log u WHERE u.undoes = l.number), coalesce(l.reason, ''), l.ends_at,
                    CASE WHEN k.subject_kind IN ('message', 'review') THEN k.snapshot ELSE '' END, coalesce(k.place, '')
                FROM chat_notice n LEFT JOIN moderation_log l ON l.number = n.log_number LEFT JOIN appeal a ON a.log_number = l.number
                    LEFT JOIN moderation_case k ON k.id = l.case_id AND k.member_id = n.member_id
                WHERE n.member_id = ? ORDER BY n.made_at DESC, n.id DESC LIMIT 100
                """, [.id(member)]
            ) { row in
                let action = row.isNull(5) ? nil : ModerationAction(rawValue: row.text(5))
                let mayAppeal = action?.isAgainstAuthor == true && row.isNull(6) && !row.boolean(7)
                var notice = ChatNotice(
                    id: row.id(0), text: row.text(1), madeAt: row.at(2), isNew: row.boolean(3), appealable: mayAppeal ? row.int(4) : nil,
                    appeal: row.isNull(6) ? nil : row.text(6))
                notice.decision = action.map {
                    NoticeDecision(
                        action: $0, reason: row.text(8), quote: row.text(10), place: row.text(11), endsAt: row.optionalAt(9),
                        isUndone: row.boolean(7))
                }
                return notice
            }
        }
    }

    package func newNotices(of member: ID) throws -> Int {
        try database.read {
            try $0.one("SELECT count(*) FROM chat_notice WHERE member_id = ? AND read_at IS NULL", [.id(member)]) { $0.int(0) } ?? 0
        }
    }

    package func markRead(by member: ID, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run("UPDATE chat_notice SET read_at = ? WHERE member_id = ? AND read_at IS NULL", [.at(now), .id(member)])
        }
    }
}
