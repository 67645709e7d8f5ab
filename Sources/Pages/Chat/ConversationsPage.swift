import Domain

/// Every conversation that the reader has: the trip’s own first, then the others as they were last written in, then what was cancelled.
package struct ConversationsPage: Page {
    package struct Row: Sendable {
        let title: String
        let link: Link
        let face: Face
        let isPerson: Bool
        let kind: RoomKind
        let isCancelled: Bool
        let detail: String?
        let call: CallMark?
        let last: String
        let time: String
        let unread: String?
        let namesReader: Bool
    }
    package struct Section: Sendable {
        let title: String
        let rows: [Row]
    }
    let layout: Layout
    let sections: [Section]
    /// Those who are not on the trip themselves read along, and have neither search nor moderator notices.
    let isMember: Bool
    let search: Link
    let notices: String?
    let noticesLink: Link
    let searched: String
    let empty: Nothing?
    /// Of those with unread messages, the one that was written in last.
    let latest: Row?
    /// Where one chooses somebody to write to; nil where nobody writes to one person.
    let new: Link?

    /// - Parameters:
    ///   - calls: for staff, what is a call for help.
    ///   - newNotices: nil for whoever reads along, without being on the trip.
    package init(layout tripLayout: TripLayout, lines: [ConversationLine], calls: [HelpMessage] = [], newNotices: Int?) {
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        layout = tripLayout.layout
        let slug = trip.fields.slug
        let marks = CallMark.byConversation(calls, slug)
        let row = { (line: ConversationLine) in
            ConversationsPage.row(line, trip, marks[line.conversation.id], showsUnread: newNotices != nil, now)
        }
        sections = ConversationsPage.sections(of: lines, now, row)
        isMember = newNotices != nil
        search = Path.chatSearch(slug)
        notices = newNotices.flatMap {
            $0 == 0 ? nil : counted($0, "moderator notice")
        }
        noticesLink = Path.chatNotices(slug)
        searched = ""
        empty = sections.isEmpty ? Nothing("No conversations yet.", "Those of your events appear here.") : nil
        let unread = isMember ? lines.filter { $0.unread > 0 } : []
        latest = unread.max { ($0.lastAt?.microseconds ?? 0) < ($1.lastAt?.microseconds ?? 0) }.map(row)
        new = isMember && trip.fields.directChat && trip.archivedAt == nil ? Path.newMessage(slug) : nil
    }

    /// Where nobody has written yet, what comes next stands first, below the others.
    private static func sections(of lines: [ConversationLine], _ now: Instant, _ row: (ConversationLine) -> Row) -> [Section] {
        func isBefore(_ one: ConversationLine, _ other: ConversationLine) -> Bool {
            if one.lastAt != nil || other.lastAt != nil { return (one.lastAt?.microseconds ?? 0) > (other.lastAt?.microseconds ?? 0) }
            return (one.startsAt ?? now) < (other.startsAt ?? now)
        }
        let trip = lines.filter { $0.conversation.kind == .trip }
        let held = lines.filter { line in
            line.conversation.kind != .trip && !line.isCancelled && (line.conversation.kind != .direct || line.lastAt != nil)
        }
        let cancelled = lines.filter(\.isCancelled)
        return [
            Section(title: Texts.said("Everybody"), rows: trip.map(row)),
            Section(title: Texts.said("Conversations"), rows: held.sorted(by: isBefore).map(row)),
            Section(title: Texts.said("Cancelled events"), rows: cancelled.sorted(by: isBefore).map(row)),
        ].filter { !$0.rows.isEmpty }
    }

    package func render(into out: inout HTMLBuffer) { Template.chatConversations(self, &out) }

    private static func row(_ line: ConversationLine, _ trip: Trip, _ call: CallMark?, showsUnread: Bool, _ now: Instant) -> Row {
        let text = EventText(zone: trip.zone, now: now)
        let last: String =
            switch line.lastState {
            case nil: Texts.said("No messages yet.")
            case .removed: Texts.said("Removed by a host or moderator.")
            case .deleted: Texts.said("\(line.lastAuthor) deleted a message.")
            default: line.lastAuthor + ": " + (line.lastText.isEmpty ? Texts.said("a photo") : preview(line.lastText))
            }
        let title = ConversationsPage.title(line, trip)
        return Row(
            title: title, link: Path.conversation(trip.fields.slug, line.conversation.id),
            face: Face(title, trip.fields.slug, line.photo), isPerson: line.conversation.kind == .direct,
            kind: RoomKind(line.conversation.kind), isCancelled: line.isCancelled,
            detail: line.startsAt.map(text.spoken), call: call, last: last,
            time: line.lastAt.map { at in
                let local = trip.zone.local(at)
                let days = trip.zone.today(at: now).number - local.day.number
                return days == 0 ? local.clock : days == 1 ? Texts.said("Yesterday") : local.day.short
            } ?? "", unread: line.unread == 0 || !showsUnread ? nil : line.unread >= 100 ? "99+" : String(line.unread),
            namesReader: line.namesReader)
    }

    /// A message in one line; of a poll, or what begins a list, that beginning.
    private static func preview(_ text: String) -> String {
        String(tidyLine(text.contains("\n• ") ? Poll.question(in: text) : text).prefix(120))
    }

    package static func title(_ line: ConversationLine, _ trip: Trip) -> String {
        switch line.conversation.kind {
        case .trip: trip.fields.name
        case .group: line.title.isEmpty ? Texts.said("Deleted group") : line.title
        default: line.title
        }
    }
}
