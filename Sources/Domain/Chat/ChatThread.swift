/// A part of a conversation for one of its members.
package struct ChatThread: Sendable {
    /// Who reads it.
    package let reader: ID
    package let permissions: ChatPermissions
    package let line: ConversationLine
    /// Oldest first.
    package let messages: [ChatMessage]
    package let hasEarlier: Bool
    package let hasLater: Bool
    /// Number of the last message that the reader had read before.
    package let readUpTo: Int
    /// Members whose messages the reader does not want to read.
    package let blocked: Set<ID>
    /// Everybody on the trip, as candidates for a mention.
    package let members: [Friend]
    package init(
        reader: ID, permissions: ChatPermissions, line: ConversationLine, messages: [ChatMessage], hasEarlier: Bool, hasLater: Bool,
        readUpTo: Int, blocked: Set<ID>, members: [Friend]
    ) {
        self.reader = reader
        self.permissions = permissions
        self.line = line
        self.messages = messages
        self.hasEarlier = hasEarlier
        self.hasLater = hasLater
        self.readUpTo = readUpTo
        self.blocked = blocked
        self.members = members
    }
}

/// A part of a conversation for staff who are not on the trip themselves.
package struct ThreadAlong: Sendable {
    package let line: ConversationLine
    /// Oldest first.
    package let messages: [ChatMessage]
    package let hasEarlier: Bool
    package let hasLater: Bool
    package init(line: ConversationLine, messages: [ChatMessage], hasEarlier: Bool, hasLater: Bool) {
        self.line = line
        self.messages = messages
        self.hasEarlier = hasEarlier
        self.hasLater = hasLater
    }
}
