import Domain

/// One conversation.
package struct ThreadPage: Page {
    private let slug: String
    private let conversation: ID
    let layout: Layout
    var id: String { conversation.description }
    let me: String
    let title: String
    let detail: String?
    let detailLink: Link?
    var back: Link { Path.chat(slug) }
    let rows: [ThreadRow]
    /// What was announced after the last message.
    let announced: [AnnouncedLine]
    var isNothing: Bool { rows.isEmpty && announced.isEmpty }
    /// Hidden if there are no earlier messages; the script shows it when it drops messages from the page.
    let earlier: Link
    let later: Link
    let hasEarlier: Bool
    let hasLater: Bool
    var newest: Link { Path.conversation(slug, conversation) }
    let obstacle: String?
    /// For whoever was muted or banned: what was decided.
    let judged: Link?
    var action: Link { Path.messages(slug, conversation) }
    var ask: Link { Path.newPoll(slug, conversation) }
    let clientID: String
    let text: String
    let textError: String?
    let problem: String?
    let replyNumber: String
    let reply: MessageRow.Quote?
    var cancelReply: Link { Path.conversation(slug, conversation) }
    package let newestNumber: Int
    let zone: String
    let blocked: String
    let settings: Link?
    let slow: String?
    var search: Link { Path.chatSearch(slug).asking("room", id) }
    var jump: Link { Path.conversation(slug, conversation) }
    let today: String
    let names: String
    let photoLimit: Int
    let mayWrite: Bool
    let kind: RoomKind
    let isCancelled: Bool
    let pinned: [PinnedLine]
    /// For staff: where the pages of people are.
    let people: Link?
    let palette: ReactionPalette?
    let follow: FollowSwitch?
    var notices: Link { Path.chatNotices(slug) }

    /// What somebody typed that comes back to them.
    package struct Typed: Sendable {
        package var text = ""
        package var replyTo: Int?
        package var clientID: ID
        package init(clientID: ID) { self.clientID = clientID }
    }

    /// What was written, and what stands among it.
    package struct Content: Sendable {
        let thread: ChatThread
        /// For staff, what is a call for help.
        package var calls: [HelpMessage] = []
        /// What hosts announced meanwhile to the reader, oldest first, for staff with how many got it: in the trip's conversation alone.
        package var announced: [(announcement: Announcement, people: Int?)] = []
        package init(_ thread: ChatThread) { self.thread = thread }
    }

    /// - Parameter reply: the message that is answered.
    package init(layout tripLayout: TripLayout, content: Content, reply: ChatMessage?, typed: Typed, complaint: Complaint) {
        layout = tripLayout.layout
        let thread = content.thread
        let (trip, now, reader) = (tripLayout.trip, tripLayout.now, thread.reader)
        let (slug, conversation) = (trip.fields.slug, thread.permissions.conversation)
        let isStaff = thread.permissions.isStaff
        let path = { (query: [(String, String)]) in Path.conversation(slug, conversation.id).asking(query) }
        (self.slug, self.conversation) = (slug, conversation.id)
        me = reader.description
        title = ConversationsPage.title(thread.line, trip)
        detail = ThreadPage.detail(thread.line, trip, now)
        detailLink = ThreadPage.detailLink(conversation, slug, reader, isStaff: isStaff)
        var view = MessageView(slug, zone: trip.zone, reader: reader, blocked: thread.blocked, now: now)
        (view.isStaff, view.calls) = (isStaff, CallMark.byNumber(content.calls, slug))
        (rows, announced) = ThreadPage.placed(content, view, tripLayout)
        (hasEarlier, hasLater) = (thread.hasEarlier, thread.hasLater)
        earlier = path(thread.messages.first.map { [("before", String($0.number))] } ?? [])
        later = path(thread.messages.last.map { [("after", String($0.number))] } ?? [])
        (obstacle, judged) = ThreadPage.obstacle(thread, trip, now)
        mayWrite = obstacle == nil
        (clientID, text) = (typed.clientID.description, typed.text)
        (textError, problem) = (complaint.line, complaint.problem)
        replyNumber = reply.map { String($0.number) } ?? ""
        self.reply = reply.map { ThreadPage.quote($0, slug) }
        newestNumber = thread.messages.last?.number ?? 0
        zone = trip.fields.timeZone
        blocked = thread.blocked.map(\.description).joined(separator: " ")
        settings = isStaff && conversation.kind != .direct ? Path.conversationSettings(slug, conversation.id) : nil
        slow = conversation.slowSeconds > 0 ? Texts.said("Slow mode: a message every \(counted(conversation.slowSeconds, "second")).") : nil
        today = trip.zone.today(at: now).description
        names = thread.members.filter { $0.id != reader }.map(\.name).joined(separator: "\n")
        photoLimit = ChatMessage.photoLimit
        follow = FollowSwitch(thread, slug)
        (kind, isCancelled) = (RoomKind(conversation.kind), thread.line.isCancelled)
        pinned = ThreadPage.pinned(thread, slug, mayUnpin: tripLayout.isOpenHost)
        people = isStaff ? Path.member.stem(slug) : nil
        let any = Path.react(slug, conversation.id, max(1, newestNumber))
        palette = mayWrite ? ReactionPalette(action: any) : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.chatThread(self, &out) }

    /// Why the reader may not write, and where they read more of it.
    private static func obstacle(_ thread: ChatThread, _ trip: Trip, _ now: Instant) -> (sentence: String?, more: Link?) {
        let bar = thread.permissions.obstacle(isArchived: trip.archivedAt != nil, at: now)
        let more: Link? = if case .restricted = bar { Path.chatNotices(trip.fields.slug) } else { nil }
        return (bar.map { Texts.said($0.sentence(trip.zone, now: now)) }, more)
    }

    /// What was written, with what was announced meanwhile, and what was announced since.
    private static func placed(_ content: Content, _ view: MessageView, _ tripLayout: TripLayout) -> ([ThreadRow], [AnnouncedLine]) {
        let thread = content.thread
        let written = ThreadRow.rows(thread.messages, view, readUpTo: thread.hasLater ? nil : thread.readUpTo)
        let placed = ThreadRow.placing(
            content.announced, among: thread.messages, written, isFirst: !thread.hasEarlier, tripLayout)
        return (placed.rows, thread.hasLater ? [] : placed.left)
    }

    private static func detail(_ line: ConversationLine, _ trip: Trip, _ now: Instant) -> String? {
        line.startsAt.map {
            let moment = EventText(zone: trip.zone, now: now).moment($0)
            return line.meetingPoint.isEmpty ? moment : moment + " · " + line.meetingPoint
        }
    }

    private static func quote(_ message: ChatMessage, _ slug: String) -> MessageRow.Quote {
        MessageRow.Quote(
            link: Path.conversation(slug, message.conversationID).asking("around", String(message.number)),
            author: message.authorName, text: String(message.text.prefix(140)))
    }

    private static func pinned(_ thread: ChatThread, _ slug: String, mayUnpin: Bool) -> [PinnedLine] {
        thread.pinned.filter { !thread.blocked.contains($0.authorID) }.map { PinnedLine($0, slug, mayUnpin: mayUnpin) }
    }

    private static func detailLink(_ conversation: Conversation, _ slug: String, _ reader: ID, isStaff: Bool) -> Link? {
        switch conversation.kind {
        case .event: conversation.eventID.map { isStaff ? Path.event(slug, $0) : Path.myEvent(slug, $0) }
        case .direct: conversation.pair.first { $0 != reader }.map { Path.friend(slug, $0) }
        case .trip, .group: nil
        }
    }
}
