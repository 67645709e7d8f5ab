import Database
import Domain

/// Reports and the cases that they open or join.
extension CaseStore {
    /// What is reported, as it is now.
    package struct Subject: Sendable {
        package let kind: ModerationCase.Subject
        package let message: Int?
        package let event: ID?
        package let review: Int?
        package let member: ID
        package let conversation: ID?
        package let snapshot: String
        /// Where it stands, in words.
        package let place: String
        package init(
            kind: ModerationCase.Subject, message: Int? = nil, event: ID? = nil, review: Int? = nil, member: ID, conversation: ID? = nil,
            snapshot: String, place: String
        ) {
            self.kind = kind
            self.message = message
            self.event = event
            self.review = review
            self.member = member
            self.conversation = conversation
            self.snapshot = snapshot
            self.place = place
        }
    }
    package struct Filing: Sendable {
        package let reporter: ID?
        package let rule: ID?
        package let reason: String
        package let text: String
        package let isUrgent: Bool
        package init(reporter: ID?, rule: ID?, reason: String, text: String, isUrgent: Bool) {
            self.reporter = reporter
            self.rule = rule
            self.reason = reason
            self.text = text
            self.isUrgent = isUrgent
        }
    }

    /// How many reports a person files a day, changed words included: each is a line of the log for good.
    private static let reportsPerDay = 20

    /// - Throws: too many, with the time to wait.
    package func file(
        _ filing: Filing, on subject: Subject, trip: ID, by author: Author, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> ID {
        try await database.change { connection in
            if let account = author.id { try CaseStore.checkPace(of: account, at: now, on: connection) }
            let (id, isChanged) = try CaseStore.file(filing, on: subject, trip: trip, by: author, at: now, newID: newID, on: connection)
            if isChanged { CaseStore.note([filing], trip, on: connection) }
            return id
        }
    }

    /// Reports dated in the future come from before the clock was set back, and no longer count.
    private static func checkPace(of account: ID, at now: Instant, on connection: Connection) throws {
        let earliest = try connection.one(
            """
            SELECT at FROM moderation_log WHERE action = 'report' AND actor_id = ? AND at > ? AND at <= ?
            ORDER BY at DESC LIMIT 1 OFFSET ?
            """, [.id(account), .at(now - .days(1)), .at(now), Value(reportsPerDay - 1)]
        ) { $0.at(0) }
        guard let earliest else { return }
        let seconds = Int((earliest + .days(1) - now).components.seconds)
        let wait = seconds > 5400 ? counted((seconds + 3599) / 3600, "hour") : counted(seconds / 60 + 1, "minute")
        throw Refusal.tooMany(
            "You have reported \(counted(reportsPerDay, "time")) within a day. You can report again in \(wait). In an emergency use SOS.",
            retryAfter: seconds + 1)
    }

    /// Moderators hear of it, and everybody on the staff if somebody may need help.
    static func note(_ filings: [Filing], _ trip: ID, on connection: Connection) {
        guard !filings.isEmpty else { return }
        connection.note(TripChange(.cases, trip: trip))
        if filings.contains(where: \.isUrgent) { connection.note(TripChange(.alerts, trip: trip)) }
    }

    /// Joins the open case of the same subject, or opens one. The same person's second report only replaces their words.
    /// - Returns: the case, and whether it says anything new.
    @discardableResult
    static func file(
        _ filing: Filing, on subject: Subject, trip: ID, by author: Author, at now: Instant, newID: @Sendable () -> ID,
        on connection: Connection
    ) throws -> (id: ID, isChanged: Bool) {
        let id = try openCase(of: subject, on: connection) ?? newID()
        try insert(id, subject, reason: filing.reason, trip: trip, at: now, on: connection)
        guard let weight = try add(filing, id: newID(), to: id, at: now, on: connection) else { return (id, false) }
        try connection.run(
            """
            UPDATE moderation_case SET weight = weight + ?, is_urgent = max(is_urgent, ?), outcome = '', version = version + 1
            WHERE id = ?
            """,
            [.real(weight), Value(filing.isUrgent), .id(id)])
        if filing.isUrgent { try raise(id, subject, trip: trip, at: now, newID: newID, on: connection) }
        try ModerationLog.append(
            .init(action: .report, caseID: id, member: subject.member, conversation: subject.conversation, reason: filing.reason),
            trip: trip, by: author, at: now, on: connection)
        return (id, true)
    }

    /// Whoever wrote it may need help: unless their case of help is open because of this very subject already.
    private static func raise(
        _ id: ID, _ subject: Subject, trip: ID, at now: Instant, newID: @Sendable () -> ID, on connection: Connection
    ) throws {
        let isOpen = try connection.one(
            "SELECT 1 FROM moderation_case k JOIN help_case h ON h.id = k.help_id WHERE k.id = ? AND h.resolved_at IS NULL", [.id(id)]
        ) { _ in true }
        guard isOpen == nil else { return }
        let isUsed = try connection.one("SELECT 1 FROM help_case WHERE id = ?", [.id(id)]) { _ in true } ?? false
        let help = try HelpStore.raise(isUsed ? newID() : id, member: subject.member, trip: trip, at: now, connection)
        try connection.run("UPDATE moderation_case SET help_id = ? WHERE id = ?", [.id(help), .id(id)])
    }

    /// Nothing happens if the case is there.
    private static func insert(
        _ id: ID, _ subject: Subject, reason: String, trip: ID, at now: Instant, on connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO moderation_case (id, trip_id, subject_kind, message_number, event_id, member_id, conversation_id, reason, snapshot,
                place, is_urgent, weight, opened_at, review_number)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?) ON CONFLICT (id) DO NOTHING
            """,
            [
                .id(id), .id(trip), .text(subject.kind.rawValue), subject.message.map { Value($0) } ?? .null, .id(subject.event),
                .id(subject.member), .id(subject.conversation), .text(reason), .text(subject.snapshot), .text(subject.place), .at(now),
                subject.review.map { Value($0) } ?? .null,
            ])
    }

    /// - Returns: what it adds to the case's weight; nil if the same person said just that before.
    private static func add(_ filing: Filing, id: ID, to caseID: ID, at now: Instant, on connection: Connection) throws -> Double? {
        let weight = try filing.reporter.map { try CaseStore.weight(of: $0, on: connection) } ?? 1
        let (reason, text) = (Value.text(filing.reason), Value.text(filing.text))
        let count = try connection.run(
            """
            INSERT INTO report (id, case_id, reporter_id, rule_id, reason, text, made_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (case_id, reporter_id) DO NOTHING
            """,
            [.id(id), .id(caseID), .id(filing.reporter), .id(filing.rule), reason, text, .at(now)])
        guard count == 0 else { return weight }
        let changed = try connection.run(
            "UPDATE report SET reason = ?, text = ? WHERE case_id = ? AND reporter_id = ? AND (reason, text) IS DISTINCT FROM (?, ?)",
            [reason, text, .id(caseID), .id(filing.reporter), reason, text])
        return changed > 0 ? 0 : nil
    }

    private static func openCase(of subject: Subject, on connection: Connection) throws -> ID? {
        let (column, value): (String, Value) =
            switch subject.kind {
            case .message: ("message_number", subject.message.map { Value($0) } ?? .null)
            case .member: ("member_id", .id(subject.member))
            case .event: ("event_id", .id(subject.event))
            case .review: ("review_number", subject.review.map { Value($0) } ?? .null)
            }
        return try connection.one(
            "SELECT id FROM moderation_case WHERE \(column) = ? AND subject_kind = ? AND closed_at IS NULL",
            [value, .text(subject.kind.rawValue)]
        ) { $0.id(0) }
    }

    private static func weight(of reporter: ID, on connection: Connection) throws -> Double {
        let (upheld, refused) = try record(of: reporter, on: connection)
        return CaseReport.weight(upheld: upheld, refused: refused)
    }
}
