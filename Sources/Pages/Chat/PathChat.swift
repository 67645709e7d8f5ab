import Domain

/// Conversations, messages and polls.
extension Path {
    package static let chat = Address<String>("/trips/:slug/chat")
    package static let newMessage = Address<String>("/trips/:slug/chat/new")
    package static let chatNotices = Address<String>("/trips/:slug/chat/notices")
    package static let appealNotice = Address<String, Int>("/trips/:slug/chat/notices/:number/appeal")
    package static let chatSearch = Address<String>("/trips/:slug/chat/search")
    package static let conversation = Address<String, ID>("/trips/:slug/chat/:id")
    package static let followConversation = Address<String, ID>("/trips/:slug/chat/:id/follow")
    package static let markConversationRead = Address<String, ID>("/trips/:slug/chat/:id/read")
    package static let conversationSettings = Address<String, ID>("/trips/:slug/chat/:id/settings")
    package static let newPoll = Address<String, ID>("/trips/:slug/chat/:id/poll")
    package static let messages = Address<String, ID>("/trips/:slug/chat/:id/messages")
    package static let message = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number")
    package static let aboutMessage = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/about")
    package static let deleteMessage = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/delete")
    package static let editMessage = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/edit")
    package static let muteAuthor = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/mute")
    package static let pinMessage = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/pin")
    package static let closePoll = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/poll")
    package static let react = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/react")
    package static let removeMessage = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/remove")
    package static let restoreMessage = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/restore")
    package static let undoOnMessage = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/undo")
    package static let vote = Address<String, ID, Int>("/trips/:slug/chat/:id/messages/:number/vote")
    package static let blockFriend = Address<String, ID>("/trips/:slug/friends/:id/block")
    package static let chatWithFriend = Address<String, ID>("/trips/:slug/friends/:id/chat")
    package static let chatWithGroup = Address<String, ID>("/trips/:slug/groups/:id/chat")
}

extension ChatMessage {
    /// - Parameter address: of what is done with a message.
    func link(_ address: Address<String, ID, Int>, _ slug: String) -> Link { address(slug, conversationID, number) }
}
