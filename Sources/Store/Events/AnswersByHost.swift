import Database
import Domain

/// What a host says for several people at once.
extension AnswerStore {
    /// One transaction: all of it is done, or nothing.
    /// - Parameter choice: what becomes of those for whom there is no place.
    /// - Throws: `SeatShortage` where the host has to choose; conflict where the event is no longer open; not found for who is not invited.
    package func apply(
        _ command: Command, event: ID, members: [ID], choice: SeatChoice, by author: Author, note: String, at now: Instant
    ) async throws {
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
            try ledger.fill(at: now)
            try ledger.close(at: now)
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
