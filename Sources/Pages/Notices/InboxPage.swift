import Domain

/// Everything that one account is to know, of all its trips.
package struct InboxPage: Page {
    package struct Row: Sendable {
        let id: String
        let icon: Link
        let title: String
        let text: String?
        let trip: String?
        let at: TimeText
        let isUnread: Bool
        let isUrgent: Bool
        let open: Link
        let unread: Link
    }
    /// Sign-ins of one account, folded: the newest stands for all of them.
    package struct Fold: Sendable {
        let title: String
        let newest: Row
        let rows: [Row]
        var isUnread: Bool { rows.contains(where: \.isUnread) }
    }
    /// One notice, or several that are folded.
    package struct Entry: Sendable {
        let row: Row?
        let fold: Fold?
    }
    package struct Group: Sendable {
        let day: String
        let entries: [Entry]
    }
    let layout: Layout
    let groups: [Group]
    let isEmpty: Bool
    let hasUnread: Bool
    let older: Link?
    let isStill: Bool
    var readAll: Link { Path.readNotices() }
    var settings: Link { Path.noticeSettings() }

    /// - Parameter zone: the reader's, for what belongs to no trip.
    package init(layout: Layout, inbox: Inbox, zone own: TripZone, now: Instant) {
        (self.layout, isStill, isEmpty) = (layout, inbox.isStill, inbox.notices.isEmpty)
        hasUnread = inbox.notices.contains { !$0.isRead }
        older = inbox.hasMore ? inbox.notices.last.map { Path.notices().asking("before", $0.id.description) } : nil
        let folds = InboxPage.folds(inbox.notices, now)
        var groups: [(day: String, entries: [Entry])] = []
        for notice in inbox.notices {
            let fold = folds.first { $0.notices.contains(notice) }
            guard fold == nil || fold?.notices.first == notice else { continue }
            let trip = notice.tripID.flatMap { inbox.trips[$0] }
            let zone = trip?.zone ?? own
            let day = InboxPage.heading(zone.local(notice.madeAt).day, today: zone.today(at: now))
            let row = Row(notice, trip, zone, now)
            let entry = Entry(
                row: fold == nil ? row : nil,
                fold: fold.map { Fold(title: $0.title, newest: row, rows: $0.notices.map { Row($0, nil, zone, now) }) })
            if groups.last?.day == day { groups[groups.count - 1].entries.append(entry) } else { groups.append((day, [entry])) }
        }
        self.groups = groups.map { Group(day: $0.day, entries: $0.entries) }
    }

    /// Of sign-ins on this page, where there are several: those of the last seven days, and those before.
    private static func folds(_ notices: [Notice], _ now: Instant) -> [(title: String, notices: [Notice])] {
        let signIns = notices.filter { $0.kind == .signedIn }
        let recent = signIns.filter { $0.madeAt > now - .days(7) }
        let earlier = signIns.filter { $0.madeAt <= now - .days(7) }
        return [
            (Texts.said("\(counted(recent.count, "sign-in")) this week"), recent), (counted(earlier.count, "earlier sign-in"), earlier),
        ].filter { $0.1.count > 1 }
    }

    private static func heading(_ day: Day, today: Day) -> String {
        switch today.number - day.number {
        case 0: Texts.said("Today")
        case 1: Texts.said("Yesterday")
        default: day.long
        }
    }

    package func render(into out: inout HTMLBuffer) { Template.noticesInbox(self, &out) }
}

extension InboxPage.Row {
    init(_ notice: Notice, _ trip: Trip?, _ zone: TripZone, _ now: Instant) {
        id = "notice-\(notice.id)"
        icon = Path.icon(notice.kind.icon)
        (title, text) = (notice.title, notice.text.isEmpty ? nil : notice.text)
        self.trip = trip?.fields.name
        at = TimeText(notice.madeAt, zone: zone, now: now)
        // That somebody is on a call goes out as fast as the call did, and asks nothing of its reader.
        (isUnread, isUrgent) = (!notice.isRead, notice.urgency == .urgent && notice.kind != .helpTaken)
        (open, unread) = (Path.openNotice(notice.id), Path.markNoticeUnread(notice.id))
    }
}

extension NoticeKind {
    var icon: Icon {
        switch self {
        case .help, .helpTaken: .sos
        case .nudge: .phone
        case .trackerSilent: .locate
        case .duty: .shield
        case .announcement, .test: .bell
        case .eventPublished, .eventChanged, .eventCancelled, .answerDue, .eventStarts, .placeOffered, .placeLost, .morning: .calendar
        case .message, .mention, .followed: .chat
        case .joined, .joinRequest, .signedIn: .user
        case .moderation: .shield
        }
    }
}
