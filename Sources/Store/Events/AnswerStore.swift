import Database
import Domain

/// Answers, offers and the waitlist: each call is one transaction over the event's `SeatLedger`.
package struct AnswerStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package enum Command: Sendable {
        /// - Parameters:
        ///   - meantAt: when it was given, for one that waited in a phone.
        ///   - undoes: when the answer was given that this one takes back: no other.
        case answer(isComing: Bool, meantAt: Instant? = nil, undoes: Instant? = nil)
        case override(isComing: Bool)
        /// Back to no answer, as before the first.
        /// - Parameter of: when the answer was given that is taken back: no other.
        case takeBack(of: Instant)
        case promote
    }

    /// - Parameter isByHost: the deadline does not bind.
    /// - Returns: the answer in force: going may have become waitlisted.
    package func apply(
        _ command: Command, event: ID, member: ID, isByHost: Bool, author: String, note: String = "", at now: Instant
    ) async throws -> RSVP {
        try await database.change { connection in
            let respondent = SeatLedger.Respondent(author: author, now: now, note: note, isOwn: !isByHost)
            return try AnswerStore.perform(command, event: event, member: member, isByHost: isByHost, respondent, on: connection).rsvp
        }
    }

    /// The answer of the person who has an invitation's secret. The secret is looked up inside the transaction: a separate read would cost
    /// as much again.
    /// - Parameter seen: the event as it was on the page where the answer was given.
    package func answer(
        token: String, isComing: Bool, seen: SeenEvent? = nil, meantAt: Instant? = nil, author: String, at now: Instant
    ) async throws -> RSVP {
        try await database.change(maxDelay: AppDatabase.shortDelay) { connection in
            try AnswerStore.perform(
                .answer(isComing: isComing, meantAt: meantAt), token: token, seen, author: author, at: now, on: connection)
        }
    }

    /// Takes back the answer that was given with an invitation's secret at this time. Whoever has left has nothing to take back.
    /// - Parameter isComing: what stands then; nil for no answer.
    package func undo(token: String, of given: Instant, to isComing: Bool?, author: String, at now: Instant) async throws {
        _ = try await database.change { connection in
            let command = isComing.map { Command.answer(isComing: $0, undoes: given) } ?? .takeBack(of: given)
            return try AnswerStore.perform(command, token: token, nil, author: author, at: now, on: connection)
        }
    }

    /// The same for callers outside a task. `done` runs on the writer's thread, and hears whether it is stored.
    package func answer(
        token: String, isComing: Bool, seen: SeenEvent?, meantAt: Instant?, author: String, at now: Instant,
        done: @escaping @Sendable (Bool) -> Void
    ) {
        database.write(maxDelay: AppDatabase.shortDelay, changesMore: { _ in true }) { connection in
            try AnswerStore.perform(
                .answer(isComing: isComing, meantAt: meantAt), token: token, seen, author: author, at: now, on: connection)
        } done: {
            done((try? $0.get()) != nil)
        }
    }

    private static func perform(
        _ command: Command, token: String, _ seen: SeenEvent?, author: String, at now: Instant, on connection: Connection
    ) throws -> RSVP {
        let found = try connection.one(AnswerStore.byToken, [.text(token)]) {
            (EventRows.invitation($0), isFirst: $0.isNull(EventRows.invitationCount))
        }
        guard let (invitation, isFirst) = found else { throw Refusal.notFound }
        let (event, member) = (invitation.eventID, invitation.memberID)
        let respondent = SeatLedger.Respondent(author: author, now: now, isOwn: true)
        if isFirst { try connection.run("UPDATE invitation SET opened_at = ? WHERE token = ?", [.at(now), .text(token)]) }
        let answer = try perform(command, event: event, member: member, known: invitation, isByHost: false, respondent, on: connection)
        guard let seen else { return answer.rsvp }
        try EventStore.acknowledge(event: event, member: member, seen, on: connection)
        // Their other pages, even if the answer is the same as before.
        if !answer.isTold { try EventStore.note(event, told: [member: .own], on: connection) }
        return answer.rsvp
    }

    private static let byToken = """
        SELECT \(EventRows.invitation), i.opened_at FROM invitation i JOIN member m ON m.id = i.member_id
        WHERE i.token = ? AND i.revoked_at IS NULL AND m.status NOT IN ('cancelled', 'left')
        """

    /// - Parameter known: the invitation as this transaction has read it.
    /// - Returns: the answer in force, and whether the member's open pages hear of it.
    private static func perform(
        _ command: Command, event: ID, member: ID, known: Invitation? = nil, isByHost: Bool, _ respondent: SeatLedger.Respondent,
        on connection: Connection
    ) throws -> (rsvp: RSVP, isTold: Bool) {
        let now = respondent.now
        guard var ledger = try SeatLedger(event: event, on: connection) else { throw Refusal.notFound }
        do {
            try requireOpen(ledger, isByHost: isByHost, at: now)
        } catch {
            guard let given = try repeated(command, of: member, in: ledger) else { throw error }
            return (given, false)
        }
        try ledger.passOnExpiredOffers(at: now)
        let unchanged = ledger.answers[member] == nil ? known : nil
        guard let invitation = try unchanged ?? ledger.invitation(member) else { throw Refusal.notFound }
        switch command {
        case .answer(let isComing, let meantAt, let undone):
            if let undone { try requireSame(invitation, undone, respondent) }
            try requireNewest(isComing, meantAt, over: invitation)
            try ledger.answer(invitation, isComing: isComing, by: respondent)
        case .override(let isComing): try ledger.override(invitation, isComing: isComing, by: respondent)
        case .promote: try ledger.promote(invitation, by: respondent)
        case .takeBack(let undone):
            try requireSame(invitation, undone, respondent)
            try ledger.takeBack(invitation, by: respondent)
        }
        try ledger.fill(at: now)
        try ledger.close(at: now)
        return (ledger.answers[member] ?? invitation.rsvp, ledger.told[member] != nil)
    }

    /// A queued answer that comes again, because the phone did not hear that it arrived, is not late if it is in force already.
    private static func repeated(_ command: Command, of member: ID, in ledger: SeatLedger) throws -> RSVP? {
        guard case .answer(let isComing, .some, _) = command, let given = try ledger.invitation(member)?.rsvp else { return nil }
        return stands(isComing, given) ? given : nil
    }

    private static func stands(_ isComing: Bool, _ rsvp: RSVP) -> Bool {
        isComing ? rsvp == .going || rsvp == .waitlisted : rsvp == .declined
    }

    /// An undo reaches what was answered then and there, and nothing that anybody else has said since.
    private static func requireSame(_ invitation: Invitation, _ given: Instant, _ respondent: SeatLedger.Respondent) throws {
        guard invitation.answeredAt == given, invitation.answeredBy == respondent.author else {
            throw Refusal.conflict("Another answer was given after this one: \(invitation.rsvp.label.lowercased()).")
        }
    }

    /// An answer that waited in a phone does not undo one that anybody gave after it.
    private static func requireNewest(_ isComing: Bool, _ meantAt: Instant?, over given: Invitation) throws {
        guard let meantAt, let last = given.answeredAt, last > meantAt, !stands(isComing, given.rsvp) else { return }
        guard given.rsvp != .pending, given.rsvp != .offered else { return }
        throw Refusal.conflict("Another answer was given after this one: \(given.rsvp.label.lowercased()).")
    }

    static func requireOpen(_ ledger: SeatLedger, isByHost: Bool, at now: Instant) throws {
        switch ledger.state {
        case .draft: throw Refusal.notFound
        case .cancelled: throw Refusal.conflict("This event is cancelled.")
        case .published: break
        }
        guard !isByHost else { return }
        if let limit = ledger.rule.answerBy, now > limit { throw Refusal.conflict("The time for answers is over. Ask a host.") }
        if now > ledger.rule.startsAt { throw Refusal.conflict("This event has begun. Ask a host.") }
    }

    private static func position(_ event: ID, queue: Int, on connection: Connection) throws -> Int {
        try connection.one(
            "SELECT count(*) FROM invitation WHERE event_id = ? AND queue IS NOT NULL AND queue <= ?", [.id(event), Value(queue)]
        ) { $0.int(0) } ?? 1
    }

    /// How many are on the waitlist.
    package func waiting(event: ID) throws -> Int {
        try database.read { connection in
            try connection.one("SELECT count(*) FROM invitation WHERE event_id = ? AND queue IS NOT NULL", [.id(event)]) { $0.int(0) } ?? 0
        }
    }

    package func position(of invitation: Invitation) throws -> Int? {
        guard let queue = invitation.queue else { return nil }
        return try database.read { try AnswerStore.position(invitation.eventID, queue: queue, on: $0) }
    }

    /// Makes a party of waiting members, or with nil lets each wait alone again.
    package func setParty(_ party: ID?, members: [ID], event: ID, author: String, at now: Instant) async throws {
        try await database.change { connection in
            guard var ledger = try SeatLedger(event: event, on: connection) else { throw Refusal.notFound }
            for member in members {
                let count = try connection.run(
                    "UPDATE invitation SET party = ? WHERE event_id = ? AND member_id = ? AND rsvp = 'waitlisted'",
                    [.id(party), .id(event), .id(member)])
                guard count == 1 else { throw Refusal.conflict("Only people on the waitlist can wait together.") }
                try ledger.log(party == nil ? "waits alone" : "waits together", member: member, by: .init(author: author, now: now))
            }
            try ledger.passOnExpiredOffers(at: now)
            try ledger.close(at: now, isTouched: true)
        }
    }

    // MARK: jobs

    /// Lets offers run out that are due, and passes their places on. Returns the events that changed.
    package func passOnExpiredOffers(at now: Instant) async throws -> [ID] {
        let due = try database.read { connection in
            try connection.all(
                """
                SELECT DISTINCT i.event_id FROM invitation i JOIN event e ON e.id = i.event_id
                WHERE i.offer_expires_at IS NOT NULL AND i.offer_expires_at <= ? AND e.state = 'published'
                """, [.at(now)]
            ) { $0.id(0) }
        }
        guard !due.isEmpty else { return [] }
        return try await database.change { connection in
            var changed: [ID] = []
            for event in due {
                guard var ledger = try SeatLedger(event: event, on: connection) else { continue }
                try ledger.passOnExpiredOffers(at: now)
                if try ledger.close(at: now) { changed.append(event) }
            }
            return changed
        }
    }

    /// Invites whoever joined a trip, or a group, after an event for them was published.
    package func inviteNewcomers(at now: Instant, newToken: @escaping @Sendable () -> String) async throws {
        let found = try database.read { connection in
            try connection.all(
                """
                SELECT e.id, m.id FROM event e JOIN member m ON m.trip_id = e.trip_id
                WHERE e.state = 'published' AND e.admits_newcomers = 1 AND e.starts_at > ? AND m.status NOT IN ('cancelled', 'left')
                AND (e.audience = 'everyone' OR (e.audience = 'groups' AND EXISTS (
                    SELECT 1 FROM event_group g JOIN member_of_group x ON x.group_id = g.group_id
                    WHERE g.event_id = e.id AND x.member_id = m.id)))
                AND NOT EXISTS (SELECT 1 FROM invitation i WHERE i.event_id = e.id AND i.member_id = m.id)
                """, [.at(now)]
            ) { (event: $0.id(0), member: $0.id(1)) }
        }
        guard !found.isEmpty else { return }
        let events = Dictionary(grouping: found) { $0.event }
        try await database.change { connection in
            for (event, rows) in events {
                let invited = try EventStore.invite(
                    rows.map(\.member), to: event, by: "Sotravel", at: now, newToken: newToken, on: connection)
                guard !invited.isEmpty else { continue }
                try EventStore.note(event, told: Dictionary(firstOf: invited.map { ($0, .invited) }), on: connection)
            }
        }
    }
}
