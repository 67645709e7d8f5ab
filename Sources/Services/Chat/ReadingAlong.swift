import Domain
import Store

/// Staff who are not on a trip themselves, such as admins, read along where they may moderate: everything but what two people
/// write to each other. They write nothing, and what they have read is kept nowhere.
extension ChatService {
    /// An id that no member has.
    static let nobody = ID(high: 0, low: 0)

    package enum Reader: Sendable {
        case member(MemberAccess)
        /// Staff who are not on the trip themselves.
        case along(StaffAccess)
    }

    package func reader(_ access: TripAccess) throws(Refusal) -> Reader {
        if let member = access.asMember { return .member(member) }
        return .along(try access.requireStaff())
    }

    package func listAlong(_ access: some StaffProof) throws -> [ConversationLine] {
        try store.list(trip: access.trip.id, member: ChatService.nobody, isStaff: true)
    }

    /// - Throws: not found for what two people write to each other.
    package func openAlong(_ id: ID, _ part: ThreadPosition, _ access: some StaffProof) throws -> ThreadAlong {
        let conversation = try conversation(id, access)
        guard let line = try store.line(conversation.id, member: ChatService.nobody) else { throw Refusal.notFound }
        let found = try page(id, part, reader: ChatService.nobody, isStaff: true)
        return ThreadAlong(line: line, messages: found.messages, hasEarlier: found.hasEarlier, hasLater: found.hasLater)
    }
}
