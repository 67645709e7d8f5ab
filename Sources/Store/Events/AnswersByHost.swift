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
    ) async throws -> [FormerAnswer] {
        try await database.change { connection in
            guard var ledger = try SeatLedger(event: event, on: connection) else { throw Refusal.notFound }
            try AnswerStore.requireOpen(ledger, isByHost: true, at: now)
            try ledger.passOnExpiredOffers(at: now)
            let invitations = try members.map { member in
                guard let found = try ledger.invitation(member) else { throw Refusal.notFound }
                return found
            }
            let respondent = SeatLedger.Respondent(author: author.name, now: now, note: note)
            switch command {
            case .promote: for old in invitations { try ledger.promote(old, by: respondent) }
            case .takeBack: for old in invitations { try ledger.takeBack(old, by: respondent) }
            case .override(isComing: true): try AnswerStore.seat(invitations, choice, by: author, respondent, in: &ledger)
            case .override, .answer: for old in invitations { try ledger.override(old, isComing: false, by: respondent) }
            }
            let former = invitations.compactMap { old in
                ledger.answers[old.memberID].map { FormerAnswer(number: old.number, was: old.rsvp, became: $0, queue: old.queue) }
            }
            try ledger.fill(at: now)
            try ledger.close(at: now)
            return former.filter { $0.was != $0.became }
        }
    }

    /// Takes back what a host answered for several people, where that still stands. One transaction.
    package func restore(_ former: [FormerAnswer], event: ID, by author: Author, at now: Instant) async throws -> RestoredAnswers {
        try await database.change { connection in
            guard var ledger = try SeatLedger(event: event, on: connection) else { throw Refusal.notFound }
            try AnswerStore.requireOpen(ledger, isByHost: true, at: now)
            let numbered = try connection.all(
                "SELECT \(EventRows.invitation) FROM invitation i WHERE i.event_id = ?", [.id(event)], EventRows.invitation)
            let invitations = Dictionary(firstOf: numbered.map { ($0.number, $0) })
            let respondent = SeatLedger.Respondent(author: author.name, now: now, note: "undone")
            var outcome = RestoredAnswers()
            // Those who give a place up come first: others may have had it.
            for answer in former.filter({ !$0.was.holdsSeat }) + former.filter(\.was.holdsSeat) {
                guard let invitation = invitations[answer.number] else { continue }
                guard invitation.rsvp == answer.became else {
                    outcome.kept.append(answer.number)
                    continue
                }
                try ledger.restore(invitation, to: answer, by: respondent)
                let isWaiting = answer.was.holdsSeat && ledger.answers[invitation.memberID] == .waitlisted
                if isWaiting { outcome.waiting.append(answer.number) } else { outcome.restored.append(answer.number) }
            }
            try ledger.passOnExpiredOffers(at: now)
            try ledger.fill(at: now)
            try ledger.close(at: now)
            return outcome
        }
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
                try ledger.raise(to: places, by: author, at: respondent.now)
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
