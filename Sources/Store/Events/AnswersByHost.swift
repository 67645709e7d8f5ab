import Database
import Domain

/// What a host says for several people at once.
extension AnswerStore {
    /// One transaction: all of it is done, or nothing.
    /// - Parameter choice: what becomes of those for whom there is no place.
    /// - Returns: what those answers were that it changed.
    /// - Throws: `SeatShortage` where the host has to choose; conflict where the event is no longer open; not found for who is not invited.
    @discardableResult
    package func apply(
        _ command: Command, event: ID, members: [ID], choice: SeatChoice, by author: Author, note: String, at now: Instant
    ) async throws -> FormerAnswers {
        try await database.change { connection in
            guard var ledger = try SeatLedger(event: event, on: connection) else { throw Refusal.notFound }
            try AnswerStore.requireOpen(ledger, isByHost: true, at: now)
            try ledger.passOnExpiredOffers(at: now)
            let before = ledger.capacity
            let invitations = try members.map { member in
                guard let found = try ledger.invitation(member) else { throw Refusal.notFound }
                return found
            }
            let respondent = SeatLedger.Respondent(author: author.name, now: now, note: note)
            switch command {
            case .promote: for old in invitations { try ledger.promote(old, by: respondent) }
            case .takeBack: throw Refusal.conflict("There is nothing to undo.")
            case .override(isComing: true): try AnswerStore.seat(invitations, choice, by: author, respondent, in: &ledger)
            case .override, .answer: for old in invitations { try ledger.override(old, isComing: false, by: respondent) }
            }
            let former = invitations.compactMap { old in
                ledger.answers[old.memberID].map { FormerAnswer(number: old.number, was: old.rsvp, became: $0, queue: old.queue) }
            }
            try ledger.fill(at: now)
            try ledger.close(at: now)
            return FormerAnswers(
                former.filter { $0.was != $0.became }, at: now, places: before.flatMap { AnswerStore.places($0, ledger.capacity) })
        }
    }

    private static func places(_ before: Int, _ after: Int?) -> FormerAnswers.Places? {
        after.flatMap { $0 > before ? .init(before: before, after: $0) : nil }
    }

    /// Takes back what a host answered for several people, where that still stands. One transaction.
    package func restore(_ former: FormerAnswers, event: ID, by author: Author, at now: Instant) async throws -> RestoredAnswers {
        try await database.change { connection in
            guard var ledger = try SeatLedger(event: event, on: connection) else { throw Refusal.notFound }
            try AnswerStore.requireOpen(ledger, isByHost: true, at: now)
            let numbered = try connection.all(
                "SELECT \(EventRows.invitation) FROM invitation i WHERE i.event_id = ?", [.id(event)], EventRows.invitation)
            let invitations = Dictionary(firstOf: numbered.map { ($0.number, $0) })
            let respondent = SeatLedger.Respondent(author: author.name, now: now, note: "undone")
            var outcome = RestoredAnswers()
            // Those who give a place up come first: others may have had it.
            for answer in former.answers.filter({ !$0.was.holdsSeat }) + former.answers.filter(\.was.holdsSeat) {
                guard let invitation = invitations[answer.number] else { continue }
                guard former.stands(answer, in: invitation, by: author.name) else {
                    outcome.kept.append(answer.number)
                    continue
                }
                try ledger.restore(invitation, to: answer, by: respondent)
                let isWaiting = answer.was.holdsSeat && ledger.answers[invitation.memberID] == .waitlisted
                if isWaiting { outcome.waiting.append(answer.number) } else { outcome.restored.append(answer.number) }
            }
            if !outcome.restored.isEmpty { outcome.keptPlaces = try AnswerStore.lower(former.places, in: &ledger, by: author, at: now) }
            try ledger.passOnExpiredOffers(at: now)
            try ledger.fill(at: now)
            try ledger.close(at: now)
            return outcome
        }
    }

    /// Places made for answers that are taken back go with them, before anybody is offered one.
    /// - Returns: how many places stay, where somebody has one of those already.
    private static func lower(
        _ places: FormerAnswers.Places?, in ledger: inout SeatLedger, by author: Author, at now: Instant
    ) throws -> Int? {
        // Somebody has chosen another number since: that is no matter of this undo.
        guard let places, ledger.capacity == places.after, places.before < places.after else { return nil }
        guard ledger.taken <= places.before else { return places.after }
        try ledger.setCapacity(places.before, by: author, at: now)
        return nil
    }

    private static func seat(
        _ invitations: [Invitation], _ choice: SeatChoice, by author: Author, _ respondent: SeatLedger.Respondent,
        in ledger: inout SeatLedger
    ) throws {
        let without = invitations.filter { !$0.rsvp.holdsSeat }
        let shortage = SeatShortage(free: max(0, ledger.free), taken: ledger.taken, members: without.map(\.memberID))
        if without.count > ledger.free {
            switch choice {
            case .ask: throw shortage
            case .waitlist: break
            case .raise(let places):
                guard places >= shortage.enough else { throw shortage }
                try ledger.setCapacity(places, by: author, at: respondent.now)
            }
        }
        for old in invitations {
            if old.rsvp.holdsSeat || ledger.free > 0 {
                try ledger.override(old, isComing: true, by: respondent)
            } else {
                try ledger.wait(old, by: respondent)
            }
        }
    }
}
