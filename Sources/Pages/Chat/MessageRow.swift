import Domain

/// One message. The page and the stream use the same partial: it holds nothing that only its reader may know, unless it is made for that
/// reader.
package struct MessageRow: Page {
    package struct Quote: Sendable {
        /// Nil where the reader may not open the conversation.
        let link: Link?
        let author: String
        let text: String
    }
    package struct Picture: Sendable {
        let small: Link
        let large: Link
        /// Pixels in which it is shown.
        let width: Int
        let height: Int
    }
    /// Links of whoever wrote it.
    package struct Own: Sendable {
        let edit: Link?
        let delete: Link
        let poll: PollClosing?
    }
    /// What can be done with it.
    package struct Menu: Sendable {
        let reply: Link?
        let report: Link?
        let own: Own?
        /// The page of all that can be done.
        let about: Link?
    }
    let number: Int
    let anchor: String
    let authorID: String
    let author: String
    let authorLink: Link
    let face: Face
    let isByStaff: Bool
    let parts: [MessagePart]
    let photos: [Picture]
    let poll: PollPart?
    let quote: Quote?
    let trace: String?
    let waits: Bool
    let call: CallMark?
    let isEdited: Bool
    let iso: String
    let milliseconds: String
    let clock: String
    let reactions: ReactionLine?
    let restore: Link?
    private(set) var menu: Menu?
    /// The first, or after a pause: it shows its time and author.
    let isFirst: Bool
    let style: String

    /// - Parameter previous: the message before it on the page.
    package init(_ message: ChatMessage, _ view: MessageView, after previous: ChatMessage? = nil) {
        let (slug, reader, blocked, isAlong) = (view.slug, view.reader, view.blocked, view.isAlong)
        let isBlocked = blocked.contains(message.authorID)
        let isShown = (message.state == .visible || message.state == .held) && !isBlocked
        let isOwn = reader == message.authorID
        number = message.number
        anchor = "m\(message.number)"
        authorID = message.authorID.description
        author = message.authorName
        let person = { (id: ID) in isAlong || view.isStaff ? Path.member(slug, id) : Path.friend(slug, id) }
        authorLink = person(message.authorID)
        face = Face(message.authorName, slug, message.authorPhoto)
        isByStaff = message.isByStaff
        let words = message.poll == nil ? message.text : Poll.question(in: message.text)
        parts = isShown ? MessagePart.parts(words, message.mentions, person) : []
        let isToReader = isShown && message.mentions.contains { $0.memberID == reader }
        photos = isShown ? message.photos.map { MessageRow.picture($0, slug) } : []
        let thread = Path.conversation(slug, message.conversationID)
        let around = { (number: Int) in view.opensConversation ? thread.asking("around", String(number)) : nil }
        quote = isShown ? message.quote.map { MessageRow.quote($0, around($0.number), blocked) } : nil
        trace =
            isBlocked && message.state == .visible ? Texts.said("Somebody whom you blocked wrote this.") : MessageRow.trace(message.state)
        waits = message.state == .held
        call = isShown ? view.calls[message.number] : nil
        isEdited = isShown && message.editedAt != nil
        iso = message.sentAt.iso8601
        milliseconds = String(message.sentAt.milliseconds)
        clock = view.zone.local(message.sentAt).clock
        let isOpen = isShown && !isAlong && message.state == .visible
        poll = isShown ? message.poll.map { MessageRow.poll($0, message, view, isOpen: isOpen) } : nil
        reactions = isOpen && !message.reactions.isEmpty ? ReactionLine(message.reactions, action: message.link(Path.react, slug)) : nil
        restore = view.isStaff && message.state == .removed && !isBlocked ? message.link(Path.restoreMessage, slug) : nil
        menu = isShown && !isAlong ? MessageRow.menu(message, view, isOwn: isOwn) : nil
        isFirst = MessageRow.beginsAnew(message, after: previous)
        let states = [(trace != nil, "gone"), (poll != nil, "asks"), (call != nil, "calls-help")]
        let styles = [(isOwn, "own"), (!isFirst, "close"), (isToReader, "to-me")] + states
        style = (["message"] + styles.filter(\.0).map(\.1)).joined(separator: " ")
    }

    private static func picture(_ photo: MessagePhoto, _ slug: String) -> Picture {
        let size = photo.size(within: 320)
        return Picture(
            small: Path.photo(slug, photo.id, .small), large: Path.photo(slug, photo.id, .large), width: size.width, height: size.height)
    }

    private static func poll(_ poll: Poll, _ message: ChatMessage, _ view: MessageView, isOpen: Bool) -> PollPart {
        PollPart(
            poll, vote: isOpen ? message.link(Path.vote, view.slug) : nil, about: isOpen ? message.link(Path.aboutMessage, view.slug) : nil,
            zone: view.zone, now: view.now)
    }

    private static func menu(_ message: ChatMessage, _ view: MessageView, isOwn: Bool) -> Menu {
        let isVisible = message.state == .visible
        let mayEdit = isVisible && message.poll == nil && message.sentAt > view.now - ChatMessage.editTime
        let number = String(message.number)
        let report = [("message", number), ("in", message.conversationID.description)]
        return Menu(
            reply: isVisible ? Path.conversation(view.slug, message.conversationID).asking("reply", number) : nil,
            report: isVisible && !isOwn ? Path.report(view.slug).asking(report) : nil,
            own: isOwn
                ? Own(
                    edit: mayEdit ? message.link(Path.editMessage, view.slug) : nil, delete: message.link(Path.deleteMessage, view.slug),
                    poll: PollClosing(message, view.slug, now: view.now)) : nil,
            about: isVisible ? message.link(Path.aboutMessage, view.slug) : nil)
    }

    /// On the page that has all of the menu.
    var withoutMenu: MessageRow {
        var row = self
        row.menu = nil
        return row
    }

    package func render(into out: inout HTMLBuffer) { Template.chatMessage(self, &out) }

    private var html: String {
        var buffer = HTMLBuffer(reserving: 1024)
        render(into: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    /// What goes over the stream, for readers who block these people.
    package static func forStream(_ message: ChatMessage, _ trip: Trip, blocked: Set<ID>, now: Instant) -> String {
        MessageRow(message, MessageView(trip.fields.slug, zone: trip.zone, blocked: blocked, now: now)).html
    }

    private static func beginsAnew(_ message: ChatMessage, after previous: ChatMessage?) -> Bool {
        guard let previous else { return true }
        return previous.authorID != message.authorID || message.sentAt - previous.sentAt > .minutes(10)
    }

    private static func quote(_ quote: ChatMessage.Quote, _ link: Link?, _ blocked: Set<ID>) -> Quote {
        if blocked.contains(quote.authorID) {
            return Quote(link: link, author: Texts.said("Quoted:"), text: Texts.said("somebody whom you blocked"))
        }
        let text =
            switch quote.state {
            case .visible: String(quote.text.prefix(140))
            case .held: Texts.said("Waits for a moderator.")
            case .removed, .deleted: trace(quote.state) ?? ""
            }
        return Quote(link: link, author: quote.author, text: text)
    }

    private static func trace(_ state: ChatMessage.State) -> String? {
        switch state {
        case .visible, .held: nil
        case .removed: Texts.said("Removed by a host or moderator.")
        case .deleted: Texts.said("Deleted by its author.")
        }
    }
}
