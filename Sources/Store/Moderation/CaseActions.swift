import Database
import Domain

/// What moderators do to a case: each call is one transaction, checks that nobody acted meanwhile, and leaves its lines in the log.
extension CaseStore {
    package struct Moderator: Sendable {
        package let account: ID
        package let author: Author
        /// Who they are on the trip themselves: nobody judges their own case.
        package let member: ID?
        package init(account: ID, author: Author, member: ID?) {
            self.account = account
            self.author = author
            self.member = member
        }
    }
    /// What changed for readers of a conversation.
    package struct Effects: Sendable {
        package var messages: [(conversation: ID, number: Int)] = []
        package var restricted: Set<ID> = []
        package var conversations: Set<ID> = []
        package init() {}
    }

    // MARK: claims

    /// - Parameter takesOver: also from a colleague who is at it.
    package func claim(_ id: ID, trip: ID, by moderator: Moderator, takesOver: Bool, at now: Instant) async throws {
        try await database.change { connection in
            let found = try CaseStore.open(id, trip: trip, for: moderator, on: connection)
            let holder = found.claim(at: now)
            if let holder, holder.account != moderator.account, !takesOver {
                throw Refusal.conflict("\(holder.name) has this case.")
            }
            try CaseStore.setClaim(id, moderator.account, moderator.author.name, at: now, on: connection)
            guard holder?.account != moderator.account else { return }
            try ModerationLog.append(
                .init(action: holder == nil ? .claim : .takeOver, caseID: id, member: found.memberID), trip: trip, by: moderator.author,
                at: now, on: connection)
        }
    }

    private static func setClaim(_ id: ID, _ account: ID, _ name: String, at now: Instant, on connection: Connection) throws {
        try connection.run(
            """
            UPDATE moderation_case SET claimed_by = ?, claimed_name = ?, claimed_at = ?, first_claimed_at = coalesce(first_claimed_at, ?)
            WHERE id = ?
            """, [.id(account), .text(name), .at(now), .at(now), .id(id)])
    }

    package func release(_ id: ID, trip: ID, by moderator: Moderator, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE moderation_case SET claimed_by = NULL, claimed_name = '', claimed_at = NULL WHERE id = ? AND trip_id = ? AND claimed_by = ?",
                [.id(id), .id(trip), .id(moderator.account)])
            guard count == 1 else { return }
            try ModerationLog.append(.init(action: .release, caseID: id), trip: trip, by: moderator.author, at: now, on: connection)
        }
    }

    /// A sign of life of who has it.
    package func touch(_ id: ID, account: ID, at now: Instant) async throws {
        try await database.append { connection in
            _ = try connection.run(
                "UPDATE moderation_case SET claimed_at = ? WHERE id = ? AND claimed_by = ? AND claimed_at > ?",
                [.at(now), .id(id), .id(account), .at(now - ModerationCase.claimTime)])
        }
    }

    /// - Throws: not found, or forbidden for whoever the case is about.
    static func open(_ id: ID, trip: ID, for moderator: Moderator, on connection: Connection) throws -> ModerationCase {
        guard let found = try find(id, trip: trip, on: connection) else { throw Refusal.notFound }
        try requireOthers(found, moderator)
        guard found.closedAt == nil else { throw Refusal.conflict("This case is closed already.") }
        return found
    }

    static func requireOthers(_ found: ModerationCase, _ moderator: Moderator) throws {
        guard moderator.member != found.memberID else { throw Refusal.forbidden("This case is about you: a colleague decides it.") }
    }

    // MARK: notes and evidence

    package func note(_ id: ID, text: String, trip: ID, by moderator: Moderator, at now: Instant) async throws {
        try await log(.note, on: id, sentence: text, trip: trip, by: moderator, at: now) { _, _ in }
    }

    package func setHeld(_ isHeld: Bool, _ id: ID, trip: ID, by moderator: Moderator, at now: Instant) async throws {
        try await log(isHeld ? .hold : .unhold, on: id, sentence: "", trip: trip, by: moderator, at: now) { _, connection in
            try connection.run("UPDATE moderation_case SET is_held = ? WHERE id = ?", [Value(isHeld), .id(id)])
        }
    }

    private func log(
        _ action: ModerationAction, on id: ID, sentence: String, trip: ID, by moderator: Moderator, at now: Instant,
        _ body: @escaping @Sendable (ModerationCase, Connection) throws -> Void
    ) async throws {
        try await database.change { connection in
            guard let found = try CaseStore.find(id, trip: trip, on: connection) else { throw Refusal.notFound }
            try CaseStore.requireOthers(found, moderator)
            try body(found, connection)
            try ModerationLog.append(
                .init(action: action, caseID: id, member: found.memberID, sentence: sentence), trip: trip, by: moderator.author, at: now,
                on: connection)
            try connection.run("UPDATE moderation_case SET version = version + 1 WHERE id = ?", [.id(id)])
        }
    }

    // MARK: acting

    package struct Plan: Sendable {
        package let actions: [PlannedAction]
        /// For the log and the author.
        package let reason: String
        /// To the author.
        package let sentence: String
        /// The case's version that the moderator saw.
        package let version: Int
        /// The last instant of the trip: no ban goes further.
        package let tripEnd: Instant
        package init(actions: [PlannedAction], reason: String, sentence: String, version: Int, tripEnd: Instant) {
            self.actions = actions
            self.reason = reason
            self.sentence = sentence
            self.version = version
            self.tripEnd = tripEnd
        }
    }

    /// All of the plan, or nothing.
    /// - Throws: conflict when a colleague acted after `plan.version` or has the case.
    package func apply(
        _ plan: Plan, to id: ID, trip: ID, by moderator: Moderator, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> Effects {
        try await database.change { connection in
            let found = try CaseStore.open(id, trip: trip, for: moderator, on: connection)
            guard found.version == plan.version else { throw Refusal.conflict("A colleague was faster. Compare before you go on.") }
            if let holder = found.claim(at: now), holder.account != moderator.account {
                throw Refusal.conflict("\(holder.name) has this case. Take it over first.")
            }
            var work = CaseWork(found: found, plan: plan, moderator: moderator, now: now, newID: newID, connection: connection)
            try CaseStore.setClaim(id, moderator.account, moderator.author.name, at: now, on: connection)
            for action in plan.actions { try work.perform(action) }
            try work.finish()
            return work.effects
        }
    }

    /// Takes one action back. The case is open again.
    package func undo(
        _ number: Int, trip: ID, reason: String, by moderator: Moderator, at now: Instant, newID: @escaping @Sendable () -> ID
    ) async throws -> Effects {
        try await database.change { connection in
            try CaseStore.undo(number, trip: trip, reason: reason, by: moderator, at: now, newID: newID, on: connection)
        }
    }

    static func undo(
        _ number: Int, trip: ID, reason: String, by moderator: Moderator, at now: Instant, newID: @Sendable () -> ID,
        on connection: Connection
    ) throws -> Effects {
        guard let entry = try ModerationLog.find(number, trip: trip, on: connection), let id = entry.caseID,
            let found = try find(id, trip: trip, on: connection)
        else { throw Refusal.notFound }
        try requireOthers(found, moderator)
        guard entry.action.isUndoable else { throw Refusal.conflict("This cannot be undone.") }
        guard !entry.isUndone else { throw Refusal.conflict("This is undone already.") }
        try ModerationLog.append(
            .init(
                action: .undo, caseID: id, member: found.memberID, conversation: found.conversationID, messages: entry.messages,
                reason: reason,
                sentence: entry.action.done, undoes: number), trip: trip, by: moderator.author, at: now, on: connection)
        var effects = Effects()
        try takeBack(entry, found, at: now, &effects, on: connection)
        if entry.action.isAgainstAuthor {
            try ModerationLog.tell(
                found.memberID, "Taken back: \(entry.action.done.lowercased()). " + reason, about: nil, id: newID(), at: now, on: connection
            )
        }
        try connection.run(
            "UPDATE moderation_case SET closed_at = NULL, outcome = '', version = version + 1 WHERE id = ? AND NOT EXISTS (\(sameSubjectOpen))",
            [.id(id)])
        try connection.run("UPDATE report SET is_upheld = NULL WHERE case_id = ?", [.id(id)])
        return effects
    }

    private static let sameSubjectOpen = """
        SELECT 1 FROM moderation_case o WHERE o.id <> moderation_case.id AND o.closed_at IS NULL AND o.subject_kind = moderation_case.subject_kind
            AND (o.message_number = moderation_case.message_number OR o.event_id = moderation_case.event_id
                OR (o.subject_kind = 'member' AND o.member_id = moderation_case.member_id))
        """

    private static func takeBack(
        _ entry: LogEntry, _ found: ModerationCase, at now: Instant, _ effects: inout Effects, on connection: Connection
    ) throws {
        for (number, before) in entry.messages {
            let after = entry.action == .dismiss ? "visible" : "removed"
            try connection.run(
                "UPDATE message SET state = ? WHERE number = ? AND state = ?", [.text(before.rawValue), Value(number), .text(after)])
            if let conversation = found.conversationID { effects.messages.append((conversation, number)) }
        }
        switch entry.action {
        case .mute, .ban:
            try connection.run(
                "UPDATE restriction SET lifted_at = ? WHERE log_number = ? AND lifted_at IS NULL", [.at(now), Value(entry.number)])
            effects.restricted.insert(found.memberID)
        case .readOnly:
            guard let conversation = found.conversationID else { return }
            try connection.run(
                "UPDATE conversation SET read_only_until = NULL, read_only_reason = '' WHERE id = ? AND read_only_until = ?",
                [.id(conversation), .at(entry.endsAt)])
            effects.conversations.insert(conversation)
        default: return
        }
    }

    // MARK: appeals

    /// - Throws: conflict for a second one.
    package func appeal(_ number: Int, text: String, by member: ID, author: Author, trip: ID, at now: Instant) async throws {
        try await database.change { connection in
            guard let entry = try ModerationLog.find(number, trip: trip, on: connection), entry.memberID == member, let id = entry.caseID,
                entry.action.isAgainstAuthor, !entry.isUndone
            else { throw Refusal.notFound }
            let count = try connection.run(
                "INSERT INTO appeal (log_number, case_id, member_id, text, made_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [Value(number), .id(id), .id(member), .text(text), .at(now)])
            guard count == 1 else { throw Refusal.conflict("You have appealed already.") }
            try ModerationLog.append(
                .init(action: .appeal, caseID: id, member: member, sentence: text), trip: trip, by: author, at: now, on: connection)
            try connection.run(
                """
                UPDATE moderation_case SET closed_at = NULL, weight = weight + 1, version = version + 1
                WHERE id = ? AND NOT EXISTS (\(CaseStore.sameSubjectOpen))
                """, [.id(id)])
        }
    }

    package func appeals(of id: ID) throws -> [(number: Int, text: String, at: Instant, isGranted: Bool?)] {
        try database.read {
            try $0.all("SELECT log_number, text, made_at, is_granted FROM appeal WHERE case_id = ? ORDER BY made_at", [.id(id)]) {
                ($0.int(0), $0.text(1), $0.at(2), $0.isNull(3) ? nil : $0.boolean(3))
            }
        }
    }

    /// Granting undoes what was appealed against.
    package func decideAppeal(
        _ number: Int, isGranted: Bool, reason: String, trip: ID, by moderator: Moderator, at now: Instant,
        newID: @escaping @Sendable () -> ID
    ) async throws -> Effects {
        try await database.change { connection in
            guard let entry = try ModerationLog.find(number, trip: trip, on: connection), let id = entry.caseID,
                let found = try CaseStore.find(id, trip: trip, on: connection)
            else { throw Refusal.notFound }
            try CaseStore.requireOthers(found, moderator)
            let count = try connection.run(
                "UPDATE appeal SET decided_at = ?, is_granted = ? WHERE log_number = ? AND decided_at IS NULL",
                [.at(now), Value(isGranted), Value(number)])
            guard count == 1 else { throw Refusal.conflict("This appeal is decided already.") }
            try ModerationLog.append(
                .init(action: isGranted ? .grantAppeal : .refuseAppeal, caseID: id, member: found.memberID, reason: reason), trip: trip,
                by: moderator.author, at: now, on: connection)
            var effects = Effects()
            if isGranted, !entry.isUndone {
                effects = try CaseStore.undo(
                    number, trip: trip, reason: reason, by: moderator, at: now, newID: newID, on: connection)
            } else if !isGranted {
                try ModerationLog.tell(
                    found.memberID, "Your appeal was looked at, and what was decided stays. " + reason, about: nil, id: newID(), at: now,
                    on: connection)
            }
            try connection.run(
                "UPDATE moderation_case SET closed_at = ?, outcome = ?, version = version + 1 WHERE id = ?",
                [.at(now), .text(isGranted ? "Appeal granted" : "Appeal refused"), .id(id)])
            return effects
        }
    }
}

/// One plan on its way through a transaction.
private struct CaseWork {
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
        case .remove: line.messages = try remove(messageNumbers())
        case .removeAll: line.messages = try remove(messageNumbers(since: planned.since))
        case .dismiss: line.messages = try showHeld()
        case .mute: line.endsAt = now + .minutes(planned.minutes)
        case .ban: line.endsAt = try banEnd()
        case .readOnly: line.endsAt = try makeReadOnly(planned.minutes)
        case .escalate: try connection.run("UPDATE moderation_case SET is_escalated = 1 WHERE id = ?", [.id(found.id)])
        case .handOver: line.sentence = try handOver(to: planned.handOverTo)
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
        if planned.action.isAgainstAuthor { try tellAuthor(planned.action, line, number) }
        if planned.action.closes { done.append(planned.action.done) }
    }

    private func messageNumbers() throws -> [(Int, ChatMessage.State)] {
        guard let number = found.messageNumber else { throw Refusal.invalid([FieldError("actions", "This case is about no message.")]) }
        return try states("number = ?", [Value(number)])
    }

    private func messageNumbers(since: Instant?) throws -> [(Int, ChatMessage.State)] {
        guard let conversation = found.conversationID, let since else {
            throw Refusal.invalid([FieldError("actions", "Say from when on, in a conversation.")])
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

    /// What waited is let through.
    private mutating func showHeld() throws -> [(number: Int, before: ChatMessage.State)] {
        guard let number = found.messageNumber,
            try connection.run("UPDATE message SET state = 'visible' WHERE number = ? AND state = 'held'", [Value(number)]) == 1
        else { return [] }
        if let conversation = found.conversationID { effects.messages.append((conversation, number)) }
        return [(number, .held)]
    }

    private func banEnd() throws -> Instant {
        guard plan.tripEnd > now else { throw Refusal.invalid([FieldError("actions", "The trip is over: there is nothing to ban from.")]) }
        return plan.tripEnd
    }

    private mutating func makeReadOnly(_ minutes: Int) throws -> Instant {
        guard let conversation = found.conversationID else {
            throw Refusal.invalid([FieldError("actions", "This case is about no conversation.")])
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
                "SELECT a.name FROM account a JOIN member m ON m.account_id = a.id WHERE a.id = ? AND m.trip_id = ? AND m.role <> 'traveller'",
                [.id(account), .id(found.tripID)]
            ) { $0.text(0) }
        }
        guard let account, let name else { throw Refusal.invalid([FieldError("hand_over", "Choose a colleague on this trip.")]) }
        try connection.run(
            "UPDATE moderation_case SET claimed_by = ?, claimed_name = ?, claimed_at = ? WHERE id = ?",
            [.id(account), .text(name), .at(now), .id(found.id)])
        return "to " + name
    }

    private func tellAuthor(_ action: ModerationAction, _ line: ModerationLog.Line, _ number: Int) throws {
        let what: String =
            switch action {
            case .remove: "A message of yours was removed"
            case .removeAll: "\(line.messages.count) messages of yours were removed"
            case .warn: "The moderators warn you"
            case .mute: "You are muted"
            default: "You are banned from this trip's chat"
            }
        let text = [what + (plan.reason.isEmpty ? "." : ": " + plan.reason), plan.sentence].filter { !$0.isEmpty }.joined(separator: "\n")
        try ModerationLog.tell(found.memberID, text, about: number, id: newID(), at: now, on: connection)
    }

    /// Closes the case when something settled it, and tells those who reported.
    func finish() throws {
        try connection.run("UPDATE moderation_case SET version = version + 1 WHERE id = ?", [.id(found.id)])
        guard !done.isEmpty else { return }
        let isUpheld = plan.actions.contains { $0.action.isAgainstAuthor || $0.action == .readOnly }
        try connection.run(
            "UPDATE moderation_case SET closed_at = ?, outcome = ? WHERE id = ?",
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
