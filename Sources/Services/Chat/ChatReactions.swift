import Domain
import Live
import Store

/// Reactions, and messages that hosts keep at the top.
extension ChatService {
    /// Whoever may write in a conversation may react in it, and not to whom they have blocked.
    /// - Returns: the message as it is then.
    package func react(
        _ reaction: Reaction, isOn: Bool, to number: Int, in id: ID, _ access: MemberAccess
    ) async throws -> ChatMessage {
        _ = try permissionsToWrite(id, access)
        let found = try message(number, in: id, access)
        guard found.state == .visible, try !blocked(access).contains(found.authorID) else { throw Refusal.notFound }
        try await messages.setReaction(
            reaction, isOn: isOn, to: number, by: access.member, pace: limiter.reactions(of: access.member), at: now)
        return try message(number, in: id, access)
    }

    /// A message with what the reader may do with it, and who reacted; nobody is named where they have blocked its author.
    package func opened(_ number: Int, in id: ID, _ access: MemberAccess) throws -> OpenedMessage {
        let (message, permissions) = (try message(number, in: id, access), try permissions(id, access))
        guard let line = try store.line(id, member: access.member) else { throw Refusal.notFound }
        let blocked = try blocked(access)
        let isShown = message.state == .visible && !blocked.contains(message.authorID)
        return OpenedMessage(
            message: message, line: line, reader: access.member, blocked: blocked,
            mayWrite: permissions.obstacle(isArchived: access.trip.archivedAt != nil, at: now) == nil,
            reactors: isShown ? try messages.reactors(of: number) : [],
            voters: isShown && message.poll != nil ? try messages.voters(in: number) : [],
            isPinned: try messages.pinned(in: id).contains { $0.number == number })
    }

    /// The row as everybody sees it, without its words: open pages take the signs and votes alone.
    func publishReactions(_ number: Int, by member: ID, in conversation: Conversation, at place: UInt64) {
        guard let trip = try? trips(conversation.tripID), let found = try? messages.find(number, conversation: conversation.id) else {
            return hub.tripChannel(conversation.tripID).touchChat()
        }
        var bare = ChatMessage(
            number: number, conversationID: found.conversationID, authorID: found.authorID, authorName: found.authorName,
            authorPhoto: found.authorPhoto, isByStaff: found.isByStaff, text: "", state: .visible, sentAt: found.sentAt, editedAt: nil,
            quote: nil)
        (bare.reactions, bare.poll) = (found.reactions, found.poll?.withoutWords)
        let html = draw(bare, trip, [], now)
        let data = JSON.object(reserving: html.utf8.count * 5 / 4 + 256) { out in
            out.add("c", conversation.id)
            out.add("n", number)
            out.add("a", member)
            out.add("h", html)
        }
        publish("reacted", data, in: conversation, at: place)
    }

    // MARK: pinned messages

    /// Of any conversation but one between two members.
    /// - Throws: conflict where the most that may be pinned are.
    package func setPinned(_ isPinned: Bool, _ number: Int, in id: ID, _ access: OpenHostAccess) async throws {
        let conversation = try conversation(id, access)
        guard try messages.find(number, conversation: id)?.state == .visible else { throw Refusal.notFound }
        try await messages.setPinned(
            isPinned, number, in: conversation, place: placeText(conversation, access.trip.id), by: access.author, at: now)
    }
}
