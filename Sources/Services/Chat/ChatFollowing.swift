import Domain
import Store

/// Following: being told of what is written in a conversation without being named there.
extension ChatService {
    /// Of a conversation that the member reads. What two people write to each other is told anyhow.
    package func setFollowing(_ isOn: Bool, _ id: ID, _ access: MemberAccess) async throws {
        guard try permissions(id, access).conversation.kind != .direct else { throw Refusal.notFound }
        guard access.trip.archivedAt == nil else {
            throw Refusal.conflict(ChatObstacle.archived.sentence(access.trip.zone, now: now))
        }
        try await store.setFollowing(isOn, id, member: access.member, at: now)
    }

    /// Nil where nobody can choose it.
    func isFollowed(_ conversation: Conversation, _ access: MemberAccess) throws -> Bool? {
        guard conversation.kind != .direct, access.trip.archivedAt == nil else { return nil }
        return try store.isFollowing(conversation.id, member: access.member)
    }
}
