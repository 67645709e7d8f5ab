import Domain
import Store

/// What waits unread, and how far somebody has read.
extension ChatService {
    /// Unread messages that name the reader, or are written to them alone; none for whoever is not on the trip.
    package func countForMe(_ access: some TripProof) throws -> Int {
        guard let member = access.actor.members[access.trip.id] else { return 0 }
        return try forMe.value(for: member) { try store.forMe(member, isStaff: isStaff(access)) }
    }

    package func markRead(_ number: Int, in id: ID, _ access: MemberAccess) async throws {
        _ = try permissions(id, access)
        let member = access.member
        try await store.setReadPosition(number, conversation: id, member: member, at: now)
        unreadNotices.forget([access.actor.account.id])
        forMe.forget([member])
        news.forget([newsKey(member, access.trip.id)])
    }

    /// Whether anything unread waits in a conversation of the reader's; nothing does for whoever is not on the trip.
    package func hasNews(_ access: some TripProof) throws -> Bool {
        guard let member = access.actor.members[access.trip.id] else { return false }
        return try news.value(for: newsKey(member, access.trip.id)) {
            try store.hasNews(member, trip: access.trip.id, isStaff: access.role.isStaff)
        }
    }

    private func newsKey(_ member: ID, _ trip: ID) -> ChatNewsKey {
        ChatNewsKey(member: member, written: written.withLock { $0[trip] ?? 0 })
    }

    /// A plain message is stored without emptying the caches.
    func noteSent(in conversation: Conversation) {
        written.withLock { $0[conversation.tripID, default: 0] += 1 }
        if conversation.kind == .direct { forMe.forget(conversation.pair) }
    }

    /// What a search found, each with its conversation: hits are many, conversations few.
    package func searchWithRooms(_ text: String, in room: ID?, _ access: MemberAccess) throws -> [FoundMessage] {
        var rooms: [ID: ConversationLine?] = [:]
        return try search(text, in: room, access).map { message in
            let room = try rooms[message.conversationID] ?? store.line(message.conversationID, member: access.member)
            rooms[message.conversationID] = room
            return FoundMessage(message, in: room)
        }
    }

    /// A conversation that the reader may read.
    package func searchedRoom(_ id: ID, _ access: MemberAccess) throws -> ConversationLine {
        _ = try permissions(id, access)
        guard let line = try store.line(id, member: access.member) else { throw Refusal.notFound }
        return line
    }
}
