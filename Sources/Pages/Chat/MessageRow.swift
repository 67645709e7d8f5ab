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
    }
    /// Links of whoever wrote it.
    package struct Own: Sendable {
        let edit: Link?
        let delete: Link
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
    let quote: Quote?
    let trace: String?
    let waits: Bool
    let isEdited: Bool
    let iso: String
    let milliseconds: String
    let clock: String
    let own: Own?
    let reply: Link?
    let report: Link?
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
        let person = { (id: ID) in isAlong ? Path.member(slug, id) : Path.friend(slug, id) }
        authorLink = person(message.authorID)
        face = Face(message.authorName, slug, message.authorPhoto)
        isByStaff = message.isByStaff
        parts = isShown ? MessagePart.parts(message.text, message.mentions, person) : []
        let isToReader = isShown && message.mentions.contains { $0.memberID == reader }
        photos = isShown ? message.photos.map { Picture(small: Path.photo(slug, $0, .small), large: Path.photo(slug, $0, .large)) } : []
        let thread = Path.conversation(slug, message.conversationID)
        let around = { (number: Int) in view.opensConversation ? thread.asking("around", String(number)) : nil }
        quote = isShown ? message.quote.map { MessageRow.quote($0, around($0.number), blocked) } : nil
        trace = isBlocked && message.state == .visible ? "Somebody whom you blocked wrote this." : MessageRow.trace(message.state)
        waits = message.state == .held
        isEdited = isShown && message.editedAt != nil
        iso = message.sentAt.iso8601
        milliseconds = String(message.sentAt.milliseconds)
        clock = view.zone.local(message.sentAt).clock
        let mayEdit = message.state == .visible && message.sentAt > view.now - ChatMessage.editTime
        let here = thread.below("/messages/\(message.number)")
        own = isOwn && isShown ? Own(edit: mayEdit ? here.below("/edit") : nil, delete: here.below("/delete")) : nil
        reply = isShown && !isAlong && message.state == .visible ? thread.asking("reply", String(message.number)) : nil
        report =
            isShown && !isOwn && !isAlong && message.state == .visible
            ? Path.report(slug, query: [("message", String(message.number)), ("in", message.conversationID.description)]) : nil
        isFirst = MessageRow.beginsAnew(message, after: previous)
        style = ["message", isOwn ? "own" : "", isFirst ? "" : "close", isToReader ? "to-me" : "", trace == nil ? "" : "gone"].filter {
            !$0.isEmpty
        }
        .joined(separator: " ")
    }

    /// For whoever wrote it.
    package init(_ message: ChatMessage, _ slug: String, zone: TripZone, reader: ID, now: Instant) {
        self.init(message, MessageView(slug, zone: zone, reader: reader, now: now))
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
        if blocked.contains(quote.authorID) { return Quote(link: link, author: "Quoted:", text: "somebody whom you blocked") }
        let text =
            switch quote.state {
            case .visible: String(quote.text.prefix(140))
            case .held: "Waits for a moderator."
            case .removed, .deleted: trace(quote.state) ?? ""
            }
        return Quote(link: link, author: quote.author, text: text)
    }

    private static func trace(_ state: ChatMessage.State) -> String? {
        switch state {
        case .visible, .held: nil
        case .removed: "Removed by the moderators."
        case .deleted: "Deleted by its author."
        }
    }
}

/// Messages with the lines between them: the name of a day, and the line above new messages.
package struct ThreadRow: Sendable {
    let day: String?
    let isNew: Bool
    let message: MessageRow

    /// - Parameter readUpTo: messages of others after this number are new; nil for no line.
    package static func rows(_ messages: [ChatMessage], _ view: MessageView, readUpTo: Int? = nil) -> [ThreadRow] {
        let zone = view.zone
        var (previous, isMarked): (ChatMessage?, Bool) = (nil, false)
        return messages.map { message in
            let day = zone.local(message.sentAt).day
            let isNewDay = previous.map { zone.local($0.sentAt).day != day } ?? true
            let isNew = !isMarked && readUpTo.map { message.number > $0 && $0 > 0 && message.authorID != view.reader } ?? false
            isMarked = isMarked || isNew
            defer { previous = message }
            return ThreadRow(
                day: isNewDay ? ThreadRow.name(day, today: zone.today(at: view.now)) : nil, isNew: isNew,
                message: MessageRow(message, view, after: isNewDay ? nil : previous))
        }
    }

    static func name(_ day: Day, today: Day) -> String {
        day == today ? "Today" : day.number == today.number - 1 ? "Yesterday" : day.long
    }
}

/// Rows alone, for scrolling on.
package struct ThreadPart: Page {
    let rows: [ThreadRow]
    package init(rows: [ThreadRow]) { self.rows = rows }
    package func render(into out: inout HTMLBuffer) { Template.chatPart(self, &out) }
}
