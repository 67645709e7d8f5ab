import Domain
import Store

/// Answers from buttons that have no page around them.
extension MyEventService {
    /// As `answer`, with what the button's owner is told.
    /// - Returns: also the place on the waitlist, from 1.
    package func answerPlainly(_ id: ID, isComing: Bool, _ access: MemberAccess) async throws -> (rsvp: RSVP, position: Int?) {
        let rsvp = try await answers.apply(
            .answer(isComing: isComing), event: id, member: access.member, isByHost: false, author: access.author.name, at: system.now())
        guard rsvp == .waitlisted, let invitation = try store.invitation(event: id, member: access.member) else {
            return (rsvp, nil)
        }
        return (.waitlisted, try answers.position(of: invitation))
    }
}
