import Domain

/// Every conversation that the reader has: what is coming first, then what was, then people.
package struct ConversationsPage: Page {
    package struct Row: Sendable {
        let title: String
        let link: Link
        let face: Face
        let isPerson: Bool
        let detail: String?
        let last: String
        let time: String
        let unread: String?
        let namesReader: Bool
    }
    package struct Section: Sendable {
        let title: String
        let rows: [Row]
    }
    let frame: Frame
    let sections: [Section]
    /// Those who are not on the trip themselves read along, and have neither search nor words from the moderators.
    let isMember: Bool
    let search: Link
    let notices: String?
    let noticesLink: Link
    let searched: String
    let isEmpty: Bool

    /// - Parameter newNotices: nil for whoever reads along, without being on the trip.
    package init(frame: Frame, trip: Trip, lines: [ConversationLine], newNotices: Int?, now: Instant) {
        self.frame = frame
        let slug = trip.fields.slug
        let row = { (line: ConversationLine) in ConversationsPage.row(line, trip, showsUnread: newNotices != nil, now) }
        let events = lines.filter { $0.conversation.kind == .event }
        func isOver(_ line: ConversationLine) -> Bool { (line.endsAt ?? line.startsAt.map { $0 + .hours(3) } ?? now) < now }
        let coming = events.filter { !isOver($0) }.sorted { ($0.startsAt ?? now) < ($1.startsAt ?? now) }
        let past = events.filter(isOver).sorted { ($0.startsAt ?? now) > ($1.startsAt ?? now) }
        func newest(_ kinds: Set<Conversation.Kind>) -> [ConversationLine] {
            lines.filter { kinds.contains($0.conversation.kind) }.sorted { ($0.lastAt?.microseconds ?? 0) > ($1.lastAt?.microseconds ?? 0) }
        }
        sections = [
            ("Everybody", newest([.trip])), ("Coming events", coming), ("Past events", past), ("Groups", newest([.group])),
            ("Direct", newest([.direct]).filter { $0.lastAt != nil }),
        ].filter { !$0.1.isEmpty }.map { Section(title: $0.0, rows: $0.1.map(row)) }
        isMember = newNotices != nil
        search = Path.chat(slug, "/search")
        notices = newNotices.flatMap {
            $0 == 0 ? nil : $0 == 1 ? "A word from the moderators" : counted($0, "word") + " from the moderators"
        }
        noticesLink = Path.chat(slug, "/notices")
        searched = ""
        isEmpty = sections.isEmpty
    }
    package func render(into out: inout HTMLBuffer) { Template.chatConversations(self, &out) }

    private static func row(_ line: ConversationLine, _ trip: Trip, showsUnread: Bool, _ now: Instant) -> Row {
        let text = EventText(zone: trip.zone, now: now)
        let last: String =
            switch line.lastState {
            case nil: "Nothing yet."
            case .removed: "Removed by the moderators."
            case .deleted: "\(line.lastAuthor) deleted a message."
            default: line.lastAuthor + ": " + (line.lastText.isEmpty ? "a photo" : String(tidyLine(line.lastText).prefix(120)))
            }
        let title = ConversationsPage.title(line, trip)
        return Row(
            title: title, link: Path.conversation(trip.fields.slug, line.conversation.id),
            face: Face(title, trip.fields.slug, line.photo), isPerson: line.conversation.kind == .direct,
            detail: line.startsAt.map { text.moment($0) }, last: last,
            time: line.lastAt.map { at in
                let local = trip.zone.local(at)
                return local.day == trip.zone.today(at: now) ? local.clock : local.day.short
            } ?? "", unread: line.unread == 0 || !showsUnread ? nil : line.unread >= 100 ? "99+" : String(line.unread),
            namesReader: line.namesReader)
    }

    static func title(_ line: ConversationLine, _ trip: Trip) -> String {
        switch line.conversation.kind {
        case .trip: trip.fields.name
        case .group: line.title.isEmpty ? "A group that was dissolved" : line.title
        default: line.title
        }
    }
}

/// One conversation.
package struct ThreadPage: Page {
    let frame: Frame
    let id: String
    let me: String
    let title: String
    let detail: String?
    let detailLink: Link?
    let back: Link
    let rows: [ThreadRow]
    /// Where there is none, the script shows it when it lets go of messages.
    let earlier: Link
    let later: Link
    let hasEarlier: Bool
    let hasLater: Bool
    let newest: Link
    let obstacle: String?
    let action: Link
    let clientID: String
    let text: String
    let textError: String?
    let problem: String?
    let replyNumber: String
    let reply: MessageRow.Quote?
    let cancelReply: Link
    package let newestNumber: Int
    let zone: String
    let blocked: String
    let settings: Link?
    let slow: String?
    let search: Link
    let jump: Link
    let today: String
    let names: String
    let photoLimit: Int
    let mayWrite: Bool

    /// What somebody typed that comes back to them.
    package struct Typed: Sendable {
        package var text = ""
        package var replyTo: Int?
        package var clientID: ID
        package init(clientID: ID) { self.clientID = clientID }
    }

    /// - Parameter reply: the message that is answered.
    package init(frame tripFrame: TripFrame, thread: ChatThread, reply: ChatMessage?, typed: Typed, complaint: Complaint) {
        frame = tripFrame.frame
        let (trip, now, reader) = (tripFrame.trip, tripFrame.now, thread.reader)
        let (slug, conversation) = (trip.fields.slug, thread.standing.conversation)
        let path = { (query: [(String, String)]) in Path.conversation(slug, conversation.id, query: query) }
        id = conversation.id.description
        me = reader.description
        title = ConversationsPage.title(thread.line, trip)
        detail = thread.line.startsAt.map {
            let moment = EventText(zone: trip.zone, now: now).moment($0)
            return thread.line.meetingPoint.isEmpty ? moment : moment + " · " + thread.line.meetingPoint
        }
        detailLink = ThreadPage.detailLink(conversation, slug, reader, isStaff: thread.standing.isStaff)
        back = Path.chat(slug)
        rows = ThreadRow.rows(
            thread.messages, MessageView(slug, zone: trip.zone, reader: reader, blocked: thread.blocked, now: now),
            readUpTo: thread.hasLater ? nil : thread.readUpTo)
        (hasEarlier, hasLater) = (thread.hasEarlier, thread.hasLater)
        earlier = path(thread.messages.first.map { [("before", String($0.number))] } ?? [])
        later = path(thread.messages.last.map { [("after", String($0.number))] } ?? [])
        newest = path([])
        let obstacle = thread.standing.obstacle(isArchived: trip.archivedAt != nil, at: now)
        self.obstacle = obstacle?.sentence(trip.zone, now: now)
        mayWrite = obstacle == nil
        action = Path.conversation(slug, conversation.id, "/messages")
        clientID = typed.clientID.description
        text = typed.text
        (textError, problem) = (complaint.line, complaint.problem)
        replyNumber = reply.map { String($0.number) } ?? ""
        self.reply = reply.map {
            .init(link: path([("around", String($0.number))]), author: $0.authorName, text: String($0.text.prefix(140)))
        }
        cancelReply = path([])
        newestNumber = thread.messages.last?.number ?? 0
        zone = trip.fields.timeZone
        blocked = thread.blocked.map(\.description).joined(separator: " ")
        settings = thread.standing.isStaff && conversation.kind != .direct ? Path.conversation(slug, conversation.id, "/settings") : nil
        slow = conversation.slowSeconds > 0 ? "Slow mode: a message every \(counted(conversation.slowSeconds, "second"))." : nil
        search = Path.chat(slug, "/search")
        jump = path([])
        today = trip.zone.today(at: now).description
        names = thread.members.filter { $0.id != reader }.map(\.name).joined(separator: "\n")
        photoLimit = ChatMessage.photoLimit
    }
    package func render(into out: inout HTMLBuffer) { Template.chatThread(self, &out) }

    private static func detailLink(_ conversation: Conversation, _ slug: String, _ reader: ID, isStaff: Bool) -> Link? {
        switch conversation.kind {
        case .event: conversation.eventID.map { isStaff ? Path.event(slug, $0) : Path.myEvent(slug, $0) }
        case .direct: conversation.pair.first { $0 != reader }.map { Path.friend(slug, $0) }
        case .trip, .group: nil
        }
    }
}

/// What a search found, newest first.
package struct ChatSearchPage: Page {
    package struct Hit: Sendable {
        let author: String
        let time: TimeText
        let parts: [Part]
        let link: Link
    }
    package struct Part: Sendable {
        let text: String
        let isHit: Bool
    }
    let frame: Frame
    let searched: String
    let action: Link
    let back: Link
    let hits: [Hit]
    let empty: String?

    package init(frame: Frame, trip: Trip, searched: String, messages: [ChatMessage], now: Instant) {
        self.frame = frame
        let slug = trip.fields.slug
        self.searched = searched
        action = Path.chat(slug, "/search")
        back = Path.chat(slug)
        let words = searched.split { !$0.isLetter && !$0.isNumber }.map { folded(String($0)) }
        hits = messages.map { message in
            Hit(
                author: message.authorName, time: TimeText(message.sentAt, zone: trip.zone, now: now),
                parts: ChatSearchPage.marked(message.text, words),
                link: Path.conversation(slug, message.conversationID, query: [("around", String(message.number))]))
        }
        empty = searched.isEmpty ? nil : hits.isEmpty ? "Nothing was found. Beginnings of words are enough." : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.chatSearch(self, &out) }

    /// Words that begin as one of those searched for.
    static func marked(_ text: String, _ words: [String]) -> [Part] {
        var (parts, plain, word): ([Part], String, String) = ([], "", "")
        func isHit(_ word: String) -> Bool {
            let plain = folded(word)
            return words.contains { plain.hasPrefix($0) }
        }
        func close() {
            if isHit(word) {
                if !plain.isEmpty { parts.append(Part(text: plain, isHit: false)) }
                parts.append(Part(text: word, isHit: true))
                plain = ""
            } else {
                plain += word
            }
            word = ""
        }
        for character in text {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else {
                if !word.isEmpty { close() }
                plain.append(character)
            }
        }
        if !word.isEmpty { close() }
        return plain.isEmpty ? parts : parts + [Part(text: plain, isHit: false)]
    }
}

/// Words from the moderators, and the way to contradict.
package struct NoticesPage: Page {
    package struct Row: Sendable {
        let text: String
        let at: TimeText
        let isNew: Bool
        let appeal: String?
        let action: Link?
    }
    let frame: Frame
    let rows: [Row]
    let back: Link
    let problem: String?

    package init(frame: Frame, trip: Trip, notices: [ChatNotice], problem: String?, now: Instant) {
        self.frame = frame
        rows = notices.map { notice in
            Row(
                text: notice.text, at: TimeText(notice.madeAt, zone: trip.zone, now: now), isNew: notice.isNew, appeal: notice.appeal,
                action: notice.appealable.map { Path.chat(trip.fields.slug, "/notices/\($0)/appeal") })
        }
        back = Path.chat(trip.fields.slug)
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.chatNotices(self, &out) }
}
