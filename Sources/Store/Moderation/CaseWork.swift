import Database
import Domain

/// One plan on its way through a transaction.
struct CaseWork {
    let found: ModerationCase
    let plan: CaseStore.Plan
    let moderator: CaseStore.Moderator
    let now: Instant
    let newID: @Sendable () -> ID
    let connection: Connection
    var effects = CaseStore.Effects()
    private var done: [String] = []

    init(
        found: ModerationCase, plan: CaseStore.Plan, moderator: CaseStore.Moderator, now: Instant, newID: @escaping @Sendable () -> ID,
        connection: Connection
    ) {
        self.found = found
        self.plan = plan
        self.moderator = moderator
        self.now = now
        self.newID = newID
        self.connection = connection
    }

    mutating func perform(_ planned: PlannedAction) throws {
        var line = ModerationLog.Line(
            action: planned.action, caseID: found.id, member: found.memberID, conversation: found.conversationID, reason: plan.reason,
            sentence: plan.sentence)
        switch planned.action {
        case .remove where found.subject == .review: line.messages = try removeReview()
        case .remove: line.messages = try remove(messageNumbers())
        case .removeAll: line.messages = try remove(messageNumbers(since: planned.since))
        case .dismiss: line.messages = try showHeld()
        case .mute: line.endsAt = now + .minutes(planned.minutes)
        case .ban: line.endsAt = try banEnd()
        case .readOnly: line.endsAt = try makeReadOnly(planned.minutes)
        case .escalate: try connection.run("UPDATE moderation_case SET is_escalated = 1 WHERE id = ?", [.id(found.id)])
        case .handOver: line.sentence = try handOver(to: planned.handOverTo)
        case .falseAlarm: line.sentence = try callOff(planned.lessons)
        default: break
        }
        let number = try ModerationLog.append(line, trip: found.tripID, by: moderator.author, at: now, on: connection)
        if let end = line.endsAt, planned.action == .mute || planned.action == .ban {
            try connection.run(
                "INSERT INTO restriction (log_number, member_id, kind, reason, starts_at, ends_at) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    Value(number), .id(found.memberID), .text(planned.action.rawValue), .text(plan.reason), .at(now), .at(end),
                ])
            effects.restricted.insert(found.memberID)
        }
        try RuleStore.learn(planned.lessons, from: found, log: number, by: moderator.author, at: now, newID: newID, on: connection)
        if planned.action.isAgainstAuthor { try tellAuthor(planned.action, line, number) }
        if try planned.action.closes && !(planned.action == .falseAlarm && hasOtherComplaint()) {
            done.append(planned.action.record(ofReview: found.subject == .review))
        }
    }

    private func messageNumbers() throws -> [(Int, ChatMessage.State)] {
        guard let number = found.messageNumber else { throw Refusal.invalid([FieldError("actions", "This case is not about a message.")]) }
        return try states("number = ?", [Value(number)])
    }

    private func messageNumbers(since: Instant?) throws -> [(Int, ChatMessage.State)] {
        guard let conversation = found.conversationID, let since else {
            throw Refusal.invalid([FieldError("actions", "Choose from when on their messages are removed.")])
        }
        return try states("conversation_id = ? AND member_id = ? AND sent_at >= ?", [.id(conversation), .id(found.memberID), .at(since)])
    }

    private func states(_ condition: String, _ values: [Value]) throws -> [(Int, ChatMessage.State)] {
        try connection.all(
            "SELECT number, state FROM message WHERE \(condition) AND state IN ('visible', 'held') ORDER BY number LIMIT 5000", values
        ) { ($0.int(0), ChatMessage.State(rawValue: $0.text(1)) ?? .visible) }
    }

    private mutating func remove(_ messages: [(Int, ChatMessage.State)]) throws -> [(number: Int, before: ChatMessage.State)] {
        for (number, _) in messages {
            try connection.run("UPDATE message SET state = 'removed' WHERE number = ?", [Value(number)])
            if let conversation = found.conversationID { effects.messages.append((conversation, number)) }
        }
        return messages.map { (number: $0.0, before: $0.1) }
    }

    private mutating func removeReview() throws -> [(number: Int, before: ChatMessage.State)] {
        let state = try connection.one(
            "SELECT state FROM place_review WHERE number = ? AND state <> 'removed'", [Value(found.reviewNumber ?? 0)]
        ) { ChatMessage.State(rawValue: $0.text(0)) ?? .visible }
        guard let state, let number = found.reviewNumber else { return [] }
        // One that its author deleted meanwhile is not put back by them.
        try connection.run("UPDATE place_review SET state = 'removed', state_before = '' WHERE number = ?", [Value(number)])
        effects.areReviewsChanged = true
        return [(number, state)]
    }

    /// What waited is let through.
    private mutating func showHeld() throws -> [(number: Int, before: ChatMessage.State)] {
        if let review = found.reviewNumber {
            let sql = "UPDATE place_review SET state = 'visible' WHERE number = ? AND state = 'held'"
            effects.areReviewsChanged = try connection.run(sql, [Value(review)]) == 1
            return effects.areReviewsChanged ? [(review, .held)] : []
        }
        guard let number = found.messageNumber,
            try connection.run("UPDATE message SET state = 'visible' WHERE number = ? AND state = 'held'", [Value(number)]) == 1
        else { return [] }
        if let conversation = found.conversationID { effects.messages.append((conversation, number)) }
        return [(number, .held)]
    }

    private func banEnd() throws -> Instant {
        guard plan.tripEnd > now else {
            throw Refusal.invalid([FieldError("actions", "The trip is over, so there is no chat to ban anybody from.")])
        }
        return plan.tripEnd
    }

    private mutating func makeReadOnly(_ minutes: Int) throws -> Instant {
        guard let conversation = found.conversationID else {
            throw Refusal.invalid([FieldError("actions", "This case is not about a conversation.")])
        }
        let end = now + .minutes(minutes)
        try connection.run(
            "UPDATE conversation SET read_only_until = ?, read_only_reason = ? WHERE id = ?",
            [.at(end), .text(plan.reason), .id(conversation)])
        effects.conversations.insert(conversation)
        return end
    }

    private func handOver(to account: ID?) throws -> String {
        let name = try account.flatMap { account in
            try connection.one(
                """
                SELECT a.name FROM account a JOIN member m ON m.account_id = a.id
                WHERE a.id = ? AND m.trip_id = ? AND \(CoHostStore.isStaff)
                """,
                [.id(account), .id(found.tripID), .at(now), .at(now)]
            ) { $0.text(0) }
        }
        guard let account, let name else { throw Refusal.invalid([FieldError("hand_over", "Choose a colleague on this trip.")]) }
        try connection.run(
            "UPDATE moderation_case SET claimed_by = ?, claimed_name = ?, claimed_at = ? WHERE id = ?",
            [.id(account), .text(name), .at(now), .id(found.id)])
        return "to " + name
    }

    /// - Returns: what is learned, for the log.
    private func callOff(_ lessons: [SafetyException]) throws -> String {
        guard found.isUrgent else { throw Refusal.conflict("This is no longer a call for help.") }
        try connection.run("UPDATE moderation_case SET is_urgent = 0 WHERE id = ?", [.id(found.id)])
        if let help = found.help {
            try HelpStore.callOff(help.id, trip: found.tripID, by: moderator.author, at: now, connection)
        }
        return lessons.isEmpty ? "" : "learned: " + lessons.map(\.text).joined(separator: "; ")
    }

    /// Whether somebody reported it for a reason other than danger: that report still waits.
    func hasOtherComplaint() throws -> Bool {
        try connection.one(
            "SELECT EXISTS (SELECT 1 FROM report WHERE case_id = ? AND reason <> ?)",
            [.id(found.id), .text(ReportReason.safety.rawValue)]
        ) { $0.boolean(0) } ?? false
    }

    private func tellAuthor(_ action: ModerationAction, _ line: ModerationLog.Line, _ number: Int) throws {
        let what: String =
            switch action {
            case .remove: found.subject == .review ? "Your review of \(found.place) was removed" : "A message of yours was removed"
            case .removeAll: counted(line.messages.count, "message of yours was", "messages of yours were") + " removed"
            case .warn: "The moderators warn you"
            case .mute: "You are muted"
            default: "You are banned from this trip’s chat"
            }
        let text = [what + (plan.reason.isEmpty ? "." : ": " + plan.reason), plan.sentence].filter { !$0.isEmpty }.joined(separator: "\n")
        try ModerationLog.tell(found.memberID, text, about: number, id: newID(), at: now, on: connection)
    }

    /// Closes the case when something settled it and no appeal waits in it, and tells those who reported.
    func finish() throws {
        try connection.run("UPDATE moderation_case SET version = version + 1 WHERE id = ?", [.id(found.id)])
        guard !done.isEmpty else { return }
        let isUpheld = plan.actions.contains { $0.action.isAgainstAuthor || $0.action == .readOnly }
        try connection.run(
            "UPDATE moderation_case SET closed_at = \(CaseStore.closing), outcome = ? WHERE id = ?",
            [.at(now), .text(done.joined(separator: ", ")), .id(found.id)])
        try connection.run("UPDATE report SET is_upheld = ? WHERE case_id = ?", [Value(isUpheld), .id(found.id)])
        let reporters = try connection.all(
            "SELECT reporter_id FROM report WHERE case_id = ? AND reporter_id IS NOT NULL", [.id(found.id)]
        ) { $0.id(0) }
        let text =
            isUpheld
            ? "Thank you for your report: the moderators acted on it."
            : "Thank you for your report: the moderators looked and let it stand."
        for reporter in reporters { try ModerationLog.tell(reporter, text, about: nil, id: newID(), at: now, on: connection) }
    }
}
