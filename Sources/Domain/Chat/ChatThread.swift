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
    /// What hosts keep at the top, the last pinned first.
    package let pinned: [ChatMessage]
    /// Whether the reader is told of what is written there; nil where nobody can choose it.
    package var isFollowed: Bool?
    package init(
        reader: ID, permissions: ChatPermissions, line: ConversationLine, messages: [ChatMessage], hasEarlier: Bool, hasLater: Bool,
        readUpTo: Int, blocked: Set<ID>, members: [Friend], pinned: [ChatMessage]
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
        self.pinned = pinned
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

/// Which messages of a thread: its end, or those beside one of them.
package enum ThreadPosition: Sendable, Equatable {
    case newest
    case before(Int)
    case after(Int)
    case around(Int)

    package var isBackwards: Bool {
        switch self {
        case .newest, .before: true
        case .after, .around: false
        }
    }
}

/// A message that a search found, with the conversation that it stands in.
package struct FoundMessage: Sendable {
    package let message: ChatMessage
    /// Nil if the conversation is gone meanwhile.
    package let room: ConversationLine?
    package init(_ message: ChatMessage, in room: ConversationLine?) {
        self.message = message
        self.room = room
    }
}

/// One message with all that a reader may do with it.
package struct OpenedMessage: Sendable {
    package let message: ChatMessage
    package let line: ConversationLine
    /// Who reads it.
    package let reader: ID
    /// Members whose messages the reader does not want to read.
    package let blocked: Set<ID>
    package var isBlocked: Bool { blocked.contains(message.authorID) }
    package let mayWrite: Bool
    /// Oldest first.
    package let reactors: [(reaction: Reaction, name: String)]
    /// Who voted for which answer, where it is a poll; oldest first.
    package let voters: [(position: Int, name: String)]
    /// At the top of its conversation.
    package let isPinned: Bool
    package init(
        message: ChatMessage, line: ConversationLine, reader: ID, blocked: Set<ID>, mayWrite: Bool,
        reactors: [(reaction: Reaction, name: String)], voters: [(position: Int, name: String)], isPinned: Bool
    ) {
        self.message = message
        self.line = line
        self.reader = reader
        self.blocked = blocked
        self.mayWrite = mayWrite
        self.reactors = reactors
        self.voters = voters
        self.isPinned = isPinned
    }
}
