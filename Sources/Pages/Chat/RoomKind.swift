import Domain

/// What stands beside a conversation's name: a sign for each kind.
package struct RoomKind: Sendable {
    let label: String
    let isTrip: Bool
    let isEvent: Bool
    let isGroup: Bool
    let isDirect: Bool

    init(_ kind: Conversation.Kind) {
        (isTrip, isEvent, isGroup, isDirect) = (kind == .trip, kind == .event, kind == .group, kind == .direct)
        let said =
            switch kind {
            case .trip: "Everybody on the trip"
            case .event: "An event"
            case .group: "A group"
            case .direct: "Direct messages"
            }
        label = Texts.said(text: said)
    }
}

/// A message that hosts keep at the top, in one line.
package struct PinnedLine: Sendable {
    let author: String
    let text: String
    let link: Link
    /// For hosts.
    let unpin: Link?

    init(_ message: ChatMessage, _ slug: String, mayUnpin: Bool) {
        let number = String(message.number)
        author = message.authorName
        text = ChatPreview.text(message)
        link = Path.conversation(slug, message.conversationID).asking("around", number)
        unpin = mayUnpin ? message.link(Path.pinMessage, slug) : nil
    }
}

/// What a moderator did beside a message, with the way back.
package struct Acted: Sendable {
    package let text: String
    package let undo: Link

    package init(_ entry: LogEntry, _ slug: String, _ conversation: ID, message: Int) {
        text = Texts.said("\(Texts.said(text: entry.done)): \(entry.memberName).")
        undo = Path.undoOnMessage(slug, conversation, message).asking("log", String(entry.number))
    }
    package var flash: Flash { Flash(text, undo: undo) }
}
