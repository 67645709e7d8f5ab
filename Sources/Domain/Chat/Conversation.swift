/// A place where members of one trip write to each other.
package struct Conversation: Sendable, Equatable {
    /// Whose conversation it is: the whole trip's, an event's, a group's, or that of two members. The raw value is stored.
    package enum Kind: String, Sendable { case trip, event, group, direct }
    package let id: ID
    package let tripID: ID
    package let kind: Kind
    package let eventID: ID?
    package let groupID: ID?
    /// The two of a direct one.
    package let pair: [ID]
    /// Everybody waits this long between two messages of theirs; 0 for no wait.
    package let slowSeconds: Int
    /// A member who joined the trip less than this ago can only read.
    package let newcomerMinutes: Int
    package let readOnlyUntil: Instant?
    package let readOnlyReason: String
    package init(
        id: ID, tripID: ID, kind: Kind, eventID: ID?, groupID: ID?, pair: [ID], slowSeconds: Int, newcomerMinutes: Int,
        readOnlyUntil: Instant?, readOnlyReason: String
    ) {
        self.id = id
        self.tripID = tripID
        self.kind = kind
        self.eventID = eventID
        self.groupID = groupID
        self.pair = pair
        self.slowSeconds = slowSeconds
        self.newcomerMinutes = newcomerMinutes
        self.readOnlyUntil = readOnlyUntil
        self.readOnlyReason = readOnlyReason
    }
}

/// A mute or a ban from a trip's chat. It always ends, by itself.
package struct Restriction: Sendable, Equatable {
    /// A mute ends when its moderator said, a ban with the trip. Either takes away writing alone. The raw value is stored.
    package enum Kind: String, Sendable { case mute, ban }
    package let kind: Kind
    package let reason: String
    package let endsAt: Instant
    package init(kind: Kind, reason: String, endsAt: Instant) {
        self.kind = kind
        self.reason = reason
        self.endsAt = endsAt
    }
}

/// What one member may do in one conversation.
package struct ChatPermissions: Sendable {
    package let conversation: Conversation
    package let isStaff: Bool
    package let mayRead: Bool
    /// They take part: going to the event, in the group, or one of the two.
    package let belongs: Bool
    package let restrictions: [Restriction]
    /// One of the two has blocked the other.
    package let isBlocked: Bool
    package let isDirectAllowed: Bool
    package let joinedAt: Instant
    /// The member's name, shown with what they write.
    package let name: String
    package let photo: ID?
    package init(
        conversation: Conversation, isStaff: Bool, mayRead: Bool, belongs: Bool, restrictions: [Restriction], isBlocked: Bool,
        isDirectAllowed: Bool, joinedAt: Instant, name: String, photo: ID?
    ) {
        self.name = name
        self.photo = photo
        self.conversation = conversation
        self.isStaff = isStaff
        self.mayRead = mayRead
        self.belongs = belongs
        self.restrictions = restrictions
        self.isBlocked = isBlocked
        self.isDirectAllowed = isDirectAllowed
        self.joinedAt = joinedAt
    }

    /// The one that lasts longest of those that hold now; nil if none does.
    package func restriction(at now: Instant) -> Restriction? {
        restrictions.filter { $0.endsAt > now }.max { $0.endsAt < $1.endsAt }
    }

    /// Why the member cannot write now; nil when they can.
    package func obstacle(isArchived: Bool, at now: Instant) -> ChatObstacle? {
        if isArchived { return .archived }
        if let restriction = restriction(at: now) { return .restricted(restriction) }
        if conversation.kind == .direct {
            if !isDirectAllowed { return .directOff }
            if isBlocked { return .blocked }
        }
        if isStaff { return nil }
        if let end = conversation.readOnlyUntil, end > now { return .readOnly(reason: conversation.readOnlyReason, until: end) }
        if !belongs { return .notGoing }
        let end = joinedAt + .minutes(conversation.newcomerMinutes)
        // A join time in the future dates from before the clock was set back.
        return joinedAt <= now && end > now ? .newcomer(until: end) : nil
    }
}

/// Why a member cannot write in a conversation.
package enum ChatObstacle: Sendable, Equatable {
    case archived, notGoing, blocked, directOff
    case restricted(Restriction)
    case readOnly(reason: String, until: Instant)
    case newcomer(until: Instant)

    /// What the member reads about it, with ends in trip time.
    package func sentence(_ zone: TripZone, now: Instant) -> Texts.Sentence {
        func until(_ end: Instant) -> String {
            let local = zone.local(end)
            return (local.day == zone.today(at: now) ? "" : local.day.short + ", ") + local.clock
        }
        func ending(_ reason: String) -> Texts.Sentence {
            guard let last = reason.last else { return "." }
            return ".!?…".contains(last) ? ": \(reason)" : ": \(reason)."
        }
        switch self {
        case .archived: return "This trip is over: its chat can be read and no longer changes."
        case .notGoing: return "Only people who are going to the event can write here."
        case .blocked: return "One of you has blocked the other."
        case .directOff: return "Direct messages are switched off on this trip."
        case .restricted(let restriction):
            let end = until(restriction.endsAt)
            let isMute = restriction.kind == .mute
            return (isMute ? "You are muted until \(end)" : "You are banned from this trip’s chat until \(end)")
                + ending(restriction.reason)
        case .readOnly(let reason, let end): return "Read-only until \(until(end))" + ending(reason)
        case .newcomer(let end): return "You have just joined: you can write here from \(until(end))."
        }
    }
}

/// What somebody wrote.
package struct ChatMessage: Sendable, Equatable {
    /// Held waits for a moderator, removed was taken out by staff, deleted by its author. The raw value is stored.
    package enum State: String, Sendable, CaseIterable { case visible, held, removed, deleted }
    /// The message that another one answers, as it is now.
    package struct Quote: Sendable, Equatable {
        package let number: Int
        package let authorID: ID
        package let author: String
        /// Empty for what is not visible.
        package let text: String
        package let state: State
        package init(number: Int, authorID: ID, author: String, text: String, state: State) {
            self.number = number
            self.authorID = authorID
            self.author = author
            self.text = text
            self.state = state
        }
    }
    package static let textLimit = 4000
    package static let photoLimit = 5
    /// So many messages hosts keep at the top of one conversation.
    package static let pinLimit = 3
    package static let editTime = Duration.minutes(15)

    /// Its place in the order of all messages.
    package let number: Int
    package let conversationID: ID
    package let authorID: ID
    package let authorName: String
    package let authorPhoto: ID?
    package let isByStaff: Bool
    package let text: String
    package let state: State
    package let sentAt: Instant
    package let editedAt: Instant?
    package let quote: Quote?
    package var photos: [MessagePhoto]
    package var mentions: [Mention]
    package var reactions: [ReactionCount] = []
    /// Nil for any other message.
    package var poll: Poll?
    package init(
        number: Int, conversationID: ID, authorID: ID, authorName: String, authorPhoto: ID?, isByStaff: Bool, text: String, state: State,
        sentAt: Instant, editedAt: Instant?, quote: Quote?, photos: [MessagePhoto] = [], mentions: [Mention] = []
    ) {
        self.number = number
        self.conversationID = conversationID
        self.authorID = authorID
        self.authorName = authorName
        self.authorPhoto = authorPhoto
        self.isByStaff = isByStaff
        self.text = text
        self.state = state
        self.sentAt = sentAt
        self.editedAt = editedAt
        self.quote = quote
        self.photos = photos
        self.mentions = mentions
    }
}

/// A conversation as the list shows it.
package struct ConversationLine: Sendable {
    package let conversation: Conversation
    /// Name of the event, the group or the other member; empty for the trip's conversation.
    package let title: String
    package let photo: ID?
    package let startsAt: Instant?
    package let endsAt: Instant?
    package let lastAuthor: String
    package let lastText: String
    package let lastState: ChatMessage.State?
    package let lastAt: Instant?
    /// 100 stands for that many or more.
    package let unread: Int
    /// Something unread names the reader.
    package let namesReader: Bool
    /// The event's meeting point, set only where a single conversation is shown.
    package let meetingPoint: String
    /// The event is cancelled.
    package let isCancelled: Bool
    package init(
        conversation: Conversation, title: String, photo: ID?, startsAt: Instant?, endsAt: Instant?, lastAuthor: String, lastText: String,
        lastState: ChatMessage.State?, lastAt: Instant?, unread: Int, namesReader: Bool = false, meetingPoint: String = "",
        isCancelled: Bool = false
    ) {
        self.conversation = conversation
        self.title = title
        self.photo = photo
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.lastAuthor = lastAuthor
        self.lastText = lastText
        self.lastState = lastState
        self.lastAt = lastAt
        self.unread = unread
        self.namesReader = namesReader
        self.meetingPoint = meetingPoint
        self.isCancelled = isCancelled
    }
}
