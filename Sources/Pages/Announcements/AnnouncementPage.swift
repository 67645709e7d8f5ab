import Domain

/// An announcement as staff see it: what it says, and what became of it with everybody.
package struct AnnouncementPage: Page {
    package struct Fact: Sendable {
        let label: String
        let text: String
    }
    package struct Line: Sendable {
        let time: TimeText
        let name: String
        let action: String
        let detail: String?
    }
    /// What may be done with it now; nil where it may not.
    package struct Acts: Sendable {
        let edit: Link?
        let delete: Link?
        let unschedule: Link?
        let remind: Link?
        /// "Remind 3": whom it reaches.
        let remindLabel: String
        let unopened: String
        /// Most of those who have not opened it get no reminder: they have to be called.
        let callsFirst: Bool
        /// The rows of those whom to call, each with a number to tap.
        let call: Link?
        let correct: Link?
        let recall: Link?
        let csv: Link?
        let print: Link?
        /// What is seldom done stands in a menu.
        var hasMore: Bool { print != nil }

        init(_ opened: OpenedAnnouncement, slug: String, now: Instant) {
            let (found, maySend, counts) = (opened.announcement, opened.maySend, opened.receipts.counts)
            func link(_ address: Address<String, ID>, _ holds: Bool) -> Link? { holds ? address(slug, found.id) : nil }
            let (isLive, isOut) = (found.state == .sent && found.correctedBy == nil, found.sentAt != nil)
            let waiting = counts.people - counts.atLeast(.opened) - counts[.phoned]
            edit = link(Path.editAnnouncement, maySend && found.state.isOpen)
            delete = link(Path.deleteAnnouncement, maySend && found.state.isOpen)
            unschedule = link(Path.unscheduleAnnouncement, maySend && found.state == .scheduled)
            let mayRemind = maySend && isLive && waiting > 0 && !found.isOver(at: now)
            remind = link(Path.remindOfAnnouncement, mayRemind && opened.remindable > 0)
            remindLabel = Texts.said("Remind \(opened.remindable)")
            unopened = Texts.said("\(counted(waiting, "person has", "people have")) not opened it.")
            callsFirst = mayRemind && (opened.remindable == 0 || counts[.unreached] * 2 > waiting)
            call = callsFirst ? AnnouncementPage.toCall(found.id, slug, counts) : nil
            correct = link(Path.correctAnnouncement, maySend && isLive)
            recall = link(Path.recallAnnouncement, maySend && found.state == .sent)
            csv = link(Path.announcementReceipts, isOut)
            print = link(Path.announcementPrint, isOut)
        }
    }
    package struct Other: Sendable {
        let title: String
        let link: Link
    }

    let layout: Layout
    let id: String
    let title: String
    let state: String
    let stateStyle: String
    /// "Sent today 12:04 by Ida Host to 58 of 60 people; 2 people are not reached."
    let sent: String?
    let card: AnnouncementCard
    let receipts: ReceiptsPart?
    /// For hosts: what became of each push, Telegram message and email.
    let deliveries: Link?
    let own: AnswerPanel?
    let facts: [Fact]
    let history: [Line]
    var hasHistory: Bool { !history.isEmpty }
    let correctedBy: Link?
    let corrects: Other?
    let recalled: String?
    let scheduled: String?
    let isDraft: Bool
    /// Of a draft that was to go out by itself: why it did not.
    let missed: String?
    let acts: Acts
    let problem: String?

    package init(
        layout tripLayout: TripLayout, opened: OpenedAnnouncement, choice: ReceiptsPart.Choice, complaint: Complaint, typed: String?
    ) {
        let (found, slug, now) = (opened.announcement, tripLayout.slug, tripLayout.now)
        let text = EventText(zone: tripLayout.trip.zone, now: now)
        layout = tripLayout.layout
        (id, title) = (found.id.description, found.content.title)
        let isCorrected = found.correctedBy != nil
        (state, stateStyle) = isCorrected ? (Texts.said("Corrected"), "warn") : (found.state.label, found.state.style)
        card = AnnouncementCard(
            found.content, sentAt: found.sentAt, event: opened.event,
            reader: .init(trip: tripLayout.trip, role: tripLayout.role, opensEvent: true, now: now))
        let isOut = found.sentAt != nil
        sent = found.sentAt.map { AnnouncementPage.sent(text.near($0), by: found.authorName, opened.receipts.counts) }
        receipts = isOut ? ReceiptsPart(opened.receipts, choice, mayTell: opened.maySend, slug: slug, now: now) : nil
        deliveries = isOut && tripLayout.role == .host ? Path.deliveries(slug) : nil
        own = opened.own.flatMap { AnswerPanel($0, layout: tripLayout, complaint: complaint, typed: typed) }
        facts = AnnouncementPage.facts(found, text)
        history = opened.history.map { AnnouncementPage.line($0, tripLayout) }
        correctedBy = found.correctedBy.map { Path.announcement(slug, $0) }
        corrects = opened.corrects.map { Other(title: $0.content.title, link: Path.announcement(slug, $0.id)) }
        recalled = found.recalledAt.map { Texts.said("Recalled \(text.near($0)) by \(found.recalledBy)") }
        scheduled = found.state == .scheduled ? found.content.scheduledAt.map { text.near($0) } : nil
        isDraft = found.state == .draft
        missed = AnnouncementPage.missed(opened, text)
        acts = Acts(opened, slug: slug, now: now)
        problem = complaint.problem
    }
    package func render(into out: inout HTMLBuffer) { Template.announcementsAnnouncement(self, &out) }

    private static func sent(_ when: String, by author: String, _ counts: ReceiptCounts) -> String {
        let unreached = counts[.unreached]
        let all = counted(counts.people, "person", "people")
        guard unreached > 0 else { return Texts.said("Sent \(when) by \(author) to \(all).") }
        let rest = counted(unreached, "person is", "people are")
        return Texts.said("Sent \(when) by \(author) to \(counts.people - unreached) of \(all); \(rest) not reached.")
    }

    /// What was sent just now: how many it reaches, and whom somebody has to call.
    package static func sent(_ opened: OpenedAnnouncement, slug: String) -> Flash {
        let people = opened.receipts.counts.people
        let all = counted(people, "person", "people")
        return told(
            Texts.said("Sent to \(all)."),
            { Texts.said("Sent to \(people - $0) of \(all); \(counted($0, "person has", "people have")) to be called.") }, opened, slug)
    }

    /// Who was reminded just now: a reminder reaches nobody whom the announcement could not reach either.
    package static func reminded(_ people: Int, _ opened: OpenedAnnouncement, slug: String) -> Flash {
        let all = counted(people, "person", "people")
        return told(
            Texts.said("Reminded \(all)."), { Texts.said("Reminded \(all); \(counted($0, "person has", "people have")) to be called.") },
            opened, slug)
    }

    /// - Parameter besides: the same with how many somebody has to call.
    private static func told(_ text: String, _ besides: (Int) -> String, _ opened: OpenedAnnouncement, _ slug: String) -> Flash {
        let toCall = opened.receipts.counts[.unreached]
        guard toCall > 0 else { return Flash(text) }
        let list = AnnouncementPage.toCall(opened.announcement.id, slug, opened.receipts.counts)
        return Flash(besides(toCall), way: .init(label: Texts.said("Whom to call"), link: list))
    }

    /// Those whom nothing reached; where it reached everybody, all of them.
    private static func toCall(_ id: ID, _ slug: String, _ counts: ReceiptCounts) -> Link {
        let state = counts[.unreached] > 0 ? [("state", ReceiptState.unreached.rawValue)] : []
        return Path.announcement(slug, id).asking(state).at("receipts")
    }

    /// Who was told by phone just now, with the way to take it back.
    package static func phoned(_ member: ID, _ opened: OpenedAnnouncement, slug: String) -> Flash? {
        guard let receipt = opened.receipts.receipts.first(where: { $0.member == member }), receipt.state == .phoned else { return nil }
        let list = Path.announcement(slug, opened.announcement.id).asking("state", ReceiptState.phoned.rawValue).at("receipts")
        return Flash(Texts.said("\(receipt.name) is told by phone."), way: .init(label: ReceiptState.phoned.label, link: list))
    }

    private static func missed(_ opened: OpenedAnnouncement, _ text: EventText) -> String? {
        let found = opened.announcement
        guard found.state == .draft, opened.history.first?.action == "announcement not sent", let time = found.content.scheduledAt else {
            return nil
        }
        let when = text.near(time)
        let why = Texts.said("It was not sent \(when): the server was off, the trip was archived, or other urgent ones came first.")
        return why + " " + Texts.said("Send it if it is still valid.")
    }

    private static func facts(_ announcement: Announcement, _ text: EventText) -> [Fact] {
        var facts = [Fact(label: Texts.said("To"), text: announcement.audienceWords)]
        if announcement.content.addsLater {
            facts.append(Fact(label: Texts.said("Later"), text: Texts.said("Anybody who matches later gets it too")))
        }
        if let end = announcement.endsAt ?? announcement.content.expiresAt {
            facts.append(Fact(label: Texts.said("Valid until"), text: text.spoken(end)))
        }
        if let reminded = announcement.remindedAt {
            facts.append(Fact(label: Texts.said("Reminded"), text: text.spoken(reminded)))
        }
        return facts
    }

    private static func line(_ entry: AuditEntry, _ tripLayout: TripLayout) -> Line {
        let people = entry.changes.first { $0.field == "people" }?.to.whole(in: 0...1_000_000)
        let detail = people.map { counted($0, "person", "people") }
        return Line(
            time: TimeText(entry.at, zone: tripLayout.trip.zone, now: tripLayout.now), name: entry.actorName, action: word(entry.action),
            detail: detail)
    }

    /// What the trail calls it, as a page says it.
    private static func word(_ action: String) -> String {
        switch action {
        case "announcement drafted": Texts.said("Draft saved")
        case "announcement scheduled": Texts.said("Scheduled")
        case "announcement no longer scheduled": Texts.said("No longer scheduled")
        case "announcement not sent": Texts.said("Not sent")
        case "announcement sent": Texts.said("Sent")
        case "announcement corrected": Texts.said("Sent as a correction")
        case "announcement sent to more": Texts.said("Sent to more")
        case "announcement: reminded": Texts.said("Reminded")
        case "announcement recalled": Texts.said("Recalled")
        default: action
        }
    }
}
