import Domain
import Store

/// Answers from buttons that have no page around them.
extension MyEventService {
    /// As `answer`, with what the button's owner is told.
    /// - Returns: also the place on the waitlist, from 1.
    package func answerPlainly(_ id: ID, isComing: Bool, _ access: MemberAccess) async throws -> (rsvp: RSVP, position: Int?) {
        let outcome = try await answers.apply(
            .answer(isComing: isComing), event: id, member: access.member, isByHost: false, author: access.author.name, at: system.now())
        events.announce([id], access.trip.id)
        events.tell(outcome.told, of: id, access.trip.id)
        guard outcome.rsvp == .waitlisted, let invitation = try store.invitation(event: id, member: access.member) else {
            return (outcome.rsvp, nil)
        }
        return (.waitlisted, try answers.position(of: invitation))
    }
}
