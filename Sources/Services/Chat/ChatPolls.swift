import Domain
import Store

/// Polls: messages with answers that everybody who may write there chooses from. Everybody there sees who voted for what.
extension ChatService {
    /// Asks once, however often it is sent: as any message it passes the limits and the rules, and is told to open pages.
    package func ask(_ poll: NewPoll, clientID: ID, in id: ID, _ access: MemberAccess) async throws -> ChatMessage {
        try poll.check(at: now)
        return try await send(.init(clientID: clientID, text: poll.words, replyTo: nil, photos: [], poll: poll), to: id, access)
    }

    /// For the form: whoever cannot write in the conversation asks nothing there.
    /// - Throws: conflict where the member may read and not write.
    package func roomToAsk(_ id: ID, _ access: MemberAccess) throws -> ConversationLine {
        _ = try permissionsToWrite(id, access)
        guard let line = try store.line(id, member: access.member) else { throw Refusal.notFound }
        return line
    }

    /// - Parameter isOn: false takes the vote back.
    /// - Returns: the message as it is then.
    package func vote(
        _ position: Int, isOn: Bool, in number: Int, of id: ID, _ access: MemberAccess
    ) async throws -> ChatMessage {
        _ = try openPoll(number, in: id, access)
        try await messages.setVote(
            position, isOn: isOn, in: number, by: access.member, pace: limiter.reactions(of: access.member, isVote: true), at: now)
        return try message(number, in: id, access)
    }

    /// For its author, hosts and moderators. What one of the staff closes is in the trail.
    /// - Parameter isClosed: false opens one again that somebody closed.
    package func setPollClosed(_ isClosed: Bool, _ number: Int, in id: ID, _ access: MemberAccess) async throws {
        let (permissions, found) = try openPoll(number, in: id, access)
        let isOwn = found.authorID == access.member
        guard isOwn || permissions.isStaff else {
            throw Refusal.forbidden("Only the person who asked, or a host, can close or open this poll.")
        }
        let account = access.actor.account
        try await messages.setPollClosed(
            isClosed, number, in: permissions.conversation, place: placeText(permissions.conversation, access.trip.id),
            by: isOwn ? nil : Author(id: account.id, name: account.name), at: now)
    }

    /// A poll that the member reads, where they may write.
    private func openPoll(_ number: Int, in id: ID, _ access: MemberAccess) throws -> (ChatPermissions, ChatMessage) {
        let permissions = try permissionsToWrite(id, access)
        let found = try message(number, in: id, access)
        guard found.poll != nil, found.state == .visible, try !blocked(access).contains(found.authorID) else { throw Refusal.notFound }
        return (permissions, found)
    }
}
