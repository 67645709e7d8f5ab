import Domain

/// Whether the reader of a conversation is told of what is written there.
package struct FollowSwitch: Sendable {
    let action: Link
    let isOn: Bool

    /// Nil where nobody can choose it.
    init?(_ thread: ChatThread, _ slug: String) {
        guard let isFollowed = thread.isFollowed else { return nil }
        (action, isOn) = (Path.followConversation(slug, thread.permissions.conversation.id), isFollowed)
    }
}
