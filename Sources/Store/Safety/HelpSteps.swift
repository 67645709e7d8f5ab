import Database
import Domain

/// What people do about a case: each step is one transaction with its entry and its line of the trail.
extension HelpStore {
    /// Nil for no such case on the trip; else the case as it is now, and whether it was this call that took it.
    package func take(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws -> (help: HelpCase, isFirst: Bool)? {
        try await database.change(isUrgent: true) { connection in
            guard let found = try HelpStore.find(id, trip: trip, connection) else { return nil }
            guard found.objection(to: .take, by: author.id) == nil, found.state == .open else { return (found, false) }
            try HelpStore.perform(.take, on: found, by: author, at: now, connection)
            let taken = found.taken(by: .init(account: author.id, name: author.name, since: now))
            taken.changes.forEach(connection.note)
            return (taken, true)
        }
    }

    /// - Throws: not found, or a conflict that says what was done meanwhile.
    package func perform(_ step: HelpStep, on id: ID, trip: ID, by author: Author, at now: Instant) async throws -> HelpCase {
        try await database.change(isUrgent: true) { connection in
            try HelpStore.perform(step, on: id, trip: trip, by: author, at: now, connection)
        }
    }

    static func perform(
        _ step: HelpStep, on id: ID, trip: ID, by author: Author, at now: Instant, _ connection: Connection
    ) throws -> HelpCase {
        guard let found = try find(id, trip: trip, connection) else { throw Refusal.notFound }
        if let objection = found.objection(to: step, by: author.id) { throw Refusal.conflict(objection) }
        if step.kind == .reopened, try openCase(of: found.memberID, isTest: found.isTest, connection) != nil {
            throw Refusal.conflict("\(found.memberName) has called again since: that case is open.")
        }
        try perform(step, on: found, by: author, at: now, connection)
        let help = try find(id, trip: trip, connection) ?? found
        help.changes.forEach(connection.note)
        return help
    }

    private static func perform(
        _ step: HelpStep, on found: HelpCase, by author: Author, at now: Instant, _ connection: Connection
    ) throws {
        try change(found.id, step, by: author, at: now, connection)
        try append(step, to: found.id, by: author, at: now, connection)
        try AuditStore.append(
            action(step), subject: .init(id: found.memberID, name: found.memberName), trip: found.tripID, by: author, at: now,
            on: connection)
    }

    private static func change(_ id: ID, _ step: HelpStep, by author: Author, at now: Instant, _ connection: Connection) throws {
        let taken = "UPDATE help_case SET is_waiting = 0, taken_at = ?, taken_by = ?, taken_name = ? WHERE id = ?"
        switch step {
        case .take: try connection.run(taken, [.at(now), .id(author.id), .text(author.name), .id(id)])
        case .handOver(let account, let name): try connection.run(taken, [.at(now), .id(account), .text(name), .id(id)])
        case .release, .handBack:
            try connection.run(
                "UPDATE help_case SET is_waiting = 1, taken_at = NULL, taken_by = NULL, taken_name = '' WHERE id = ?", [.id(id)])
        case .saysOK: try connection.run("UPDATE help_case SET said_ok_at = ? WHERE id = ?", [.at(now), .id(id)])
        case .resolve(let outcome, let words):
            try connection.run(
                "UPDATE help_case SET is_waiting = 0, resolved_at = ?, resolved_name = ?, outcome = ?, words = ? WHERE id = ?",
                [.at(now), .text(author.name), .text(outcome.rawValue), .text(words), .id(id)])
        case .reopen, .takeBackResolution:
            try connection.run(
                """
                UPDATE help_case SET is_waiting = 1, resolved_at = NULL, resolved_name = '', outcome = NULL, words = '', said_ok_at = NULL,
                    taken_at = NULL, taken_by = NULL, taken_name = '' WHERE id = ?
                """, [.id(id)])
        case .phoned, .note: break
        }
    }

    private static func append(_ step: HelpStep, to id: ID, by author: Author, at now: Instant, _ connection: Connection) throws {
        try connection.run(
            "INSERT INTO help_entry (case_id, kind, at, actor_id, actor_name, text) VALUES (?, ?, ?, ?, ?, ?)",
            [.id(id), .text(step.kind.rawValue), .at(now), .id(author.id), .text(author.name), .text(step.text)])
    }

    private static func action(_ step: HelpStep) -> String {
        switch step {
        case .take: "help: is on it"
        case .handOver: "help: handed over"
        case .release, .handBack: "help: let go"
        case .phoned: "help: phoned"
        case .note: "help: noted"
        case .saysOK: "help: says they are OK"
        case .resolve: "help: resolved"
        case .reopen, .takeBackResolution: "help: opened again"
        }
    }

    // MARK: urgent messages

    /// A message that sounds like a call joins the open case of whoever wrote it, or opens one.
    /// - Parameter id: of a new case, usually the message's moderation case.
    static func raise(_ id: ID, member: ID, trip: ID, at now: Instant, _ connection: Connection) throws -> ID {
        if let open = try openCase(of: member, isTest: false, connection) {
            try setWaiting(open, connection)
            return open
        }
        let new = HelpCase(id: id, tripID: trip, memberID: member, memberName: "", phone: "", isTest: false, raisedAt: now, calls: [])
        try insert(new, at: now, connection)
        return id
    }

    /// A message is no call after all: a case that has nothing else is resolved by that.
    static func callOff(_ id: ID, trip: ID, by author: Author, at now: Instant, _ connection: Connection) throws {
        guard let found = try find(id, trip: trip, connection), found.ending == nil, found.calls.isEmpty else { return }
        try perform(.resolve(.falseAlarm, ""), on: found, by: author, at: now, connection)
    }

    /// The message is a call again.
    /// - Returns: the case that it belongs to.
    static func callAgain(_ id: ID, trip: ID, by author: Author, at now: Instant, _ connection: Connection) throws -> ID {
        guard let found = try find(id, trip: trip, connection), found.ending != nil else { return id }
        if let open = try openCase(of: found.memberID, isTest: false, connection) { return open }
        try perform(.reopen, on: found, by: author, at: now, connection)
        return id
    }

    /// Erasing a traveller empties what they said and what was noted about them.
    static func empty(of member: ID, on connection: Connection) throws {
        try connection.run(
            "UPDATE help_call SET text = '', latitude = NULL, longitude = NULL, accuracy = NULL, fixed_at = NULL WHERE member_id = ?",
            [.id(member)])
        try connection.run("UPDATE help_case SET words = '' WHERE member_id = ?", [.id(member)])
        try connection.run(
            """
            UPDATE help_entry SET text = '', actor_name = CASE WHEN kind = 'says_ok' THEN 'Former traveller' ELSE actor_name END
            WHERE case_id IN (SELECT id FROM help_case WHERE member_id = ?)
            """, [.id(member)])
    }
}
