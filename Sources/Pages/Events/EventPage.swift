import Domain

/// An event: what, where, who comes, who has not answered, what happened.
package struct EventPage: Page {
    package struct Fact: Sendable {
        let label: String
        let text: String
        let link: Link?
    }
    /// Others' events at the same time, with who is going to both.
    package struct Conflict: Sendable {
        let title: String
        let count: String
        let names: String
    }
    package struct Action: Sendable {
        let value: String
        let label: String
    }
    package struct ListRow: Sendable {
        let name: String
        let link: Link
        let tally: String
        let isArchived: Bool
    }

    let layout: Layout
    private let slug: String
    private let eventID: ID
    var id: String { eventID.description }
    let title: String
    let state: String?
    let stateStyle: String
    let day: String
    let hours: String
    let reason: String?
    let version: String
    let facts: [Fact]
    let meeting: CoordinateForms?
    let details: [TextPart]
    let map: Link?
    let smallMap: SmallMap?
    /// Nil where nothing limits the places.
    let capacity: String?
    let isFull: Bool
    let head: EventHead
    let papers: EventPapers
    let answers: EventAnswers
    let isJustPublished: Bool
    let isPublished: Bool
    let isDraft: Bool
    let mayEdit: Bool
    /// Also what no longer changes is copied and deleted.
    let mayDelete: Bool
    var mayCancel: Bool { mayEdit && !isDraft }
    let mayAnswer: Bool
    let conflicts: [Conflict]
    var hasConflicts: Bool { !conflicts.isEmpty }
    let reminders: [String]
    let acknowledged: String?
    let log: [EventStoryLine]
    var logLink: Link { at(Path.eventLog) }
    let lists: [ListRow]
    var hasLists: Bool { !lists.isEmpty }
    /// Which reminder those on the open list can be sent.
    let mayRemind: Bool
    /// Those without an answer: who only comes is reminded from the menu.
    let isPending: Bool
    let isWaiting: Bool
    private let view: EventView
    private let complaint: Complaint
    var noteError: String? { Complaint(complaint.errors.filter { $0.field != "name" }).line }
    /// What is wrong with lists that were to be added, and what was typed of them.
    var listError: String? { complaint.errors.first(where: { $0.field == "name" })?.said }
    var listNames: String { view.listNames }
    /// What was refused stays in sight.
    var isAddingLists: Bool { listError != nil || !view.listNames.isEmpty }
    var isExclusive: Bool { view.isExclusive }
    var mistakes: Mistakes {
        Mistakes([Mistakes.line("name", Texts.said("Names, a line each"), listError)].compactMap(\.self), problem: complaint.problem)
    }
    let stamp: String
    var countsLink: Link { at(Path.eventCounts) }
    var answerAction: Link { at(Path.setAnswers) }
    var remindAction: Link { at(Path.remindInvited) }
    var messageAction: Link { at(Path.messageInvited) }
    /// To whom is ticked, or to all of the open list.
    var announce: Link { Path.newAnnouncement(slug).asking("event", id) }
    var inviteAction: Link { at(Path.setInvitations) }
    var listAction: Link { at(Path.addCheckInLists) }
    let uninvited: [Action]
    var edit: Link { at(Path.editEvent) }
    var publish: Link { at(Path.publishEvent) }
    var cancel: Link { at(Path.cancelEvent) }
    var delete: Link { at(Path.deleteEvent) }
    var copy: Link { Path.newEvent(slug).asking("copy", id) }
    var csv: Link { at(Path.eventRosterCSV) }
    var ics: Link { at(Path.eventCalendar) }
    var links: Link { at(Path.invitationLinks) }
    let share: Link?
    let chat: ChatPreview?
    let address: String

    /// - Parameter url: of the event's page for those who are invited.
    package init(layout tripLayout: TripLayout, opened: OpenedEvent, view: EventView, url: String, complaint: Complaint) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (detail, event) = (opened.detail, opened.detail.event)
        let (slug, fields, text) = (trip.fields.slug, event.fields, EventText(zone: trip.zone, now: now))
        let names = Dictionary(firstOf: detail.people.map { ($0.id, $0.fullName) })
        (self.slug, eventID) = (slug, event.id)
        (title, version) = (fields.title, String(event.version))
        let notBack = detail.notBack(at: now)
        (state, stateStyle) = (EventsPage.state(event, notBack: notBack, now), event.state == .cancelled || notBack > 0 ? "bad" : "none")
        (day, hours) = (text.day(fields.startsAt).long, text.hoursInZone(fields))
        reason = event.state == .cancelled ? event.cancelReason : nil
        facts = EventPage.facts(fields, text, names, trip)
        meeting = event.meeting.map(CoordinateForms.init)
        details = TextPart.parts(fields.details)
        map = event.meeting.map { Path.map(slug).around($0, zoom: 16) }
        smallMap = SmallMap(event.meeting, on: opened.ground, label: fields.meetingPoint, link: map)
        capacity = fields.capacity.map { Texts.said("\(event.taken) of \(counted($0, "place")) taken") }
        isFull = fields.capacity.map { event.taken >= $0 } ?? false
        answers = EventAnswers(detail, view, slug, text)
        papers = EventPapers(opened, slug)
        (isPublished, isDraft) = (event.state == .published, event.state == .draft)
        chat = opened.chat.map { ChatPreview($0, conversation: event.id, trip: trip, now: now) }
        mayEdit = tripLayout.isOpenHost && event.state != .cancelled
        (mayAnswer, mayDelete) = (mayEdit && event.state == .published, tripLayout.isOpenHost)
        head = EventHead(detail, mayEdit: mayEdit, slug, text)
        mayRemind = mayAnswer && EventPage.mayRemind(view.tab, event, now)
        (isWaiting, isPending) = (view.tab == .waitlist, view.tab == .pending)
        isJustPublished = view.isPublished && event.state == .published
        conflicts = EventPage.conflicts(detail.conflicts, names)
        reminders = detail.reminders.map { EventPage.reminder($0.kind, $0.count, text.near($0.at)) }
        acknowledged = detail.acknowledgement.map { EventPage.sentence($0, trip.zone, now) }
        log = EventStoryLine.all(detail.log, detail.changes, trip.zone, now)
        lists = EventPage.lists(detail, slug, now)
        (self.view, self.complaint) = (view, complaint)
        stamp = EventPage.stamp(event, text)
        uninvited = EventPage.uninvited(detail)
        address = url
        share = event.state == .published ? Path.shareOnTelegram(url, "\(fields.title), \(text.sentence(fields))") : nil
    }

    private func at(_ address: Address<String, ID>) -> Link { address(slug, eventID) }

    package func render(into out: inout HTMLBuffer) { Template.eventsEvent(self, &out) }

    package static func sentence(_ found: Acknowledgement, _ zone: TripZone, _ now: Instant) -> String {
        Texts.said("\(found.seen) of \(found.count) have seen the change of \(TimeText(found.at, zone: zone, now: now).text).")
    }

    /// Not after the start, nor of an answer that is too late.
    private static func mayRemind(_ tab: EventTab, _ event: Event, _ now: Instant) -> Bool {
        guard let kind = tab.reminder, event.fields.startsAt > now else { return false }
        return kind == .start || event.fields.answerBy.map { $0 > now } ?? true
    }

    private static func reminder(_ kind: String, _ count: Int, _ moment: String) -> String {
        let people = counted(count, "person", "people")
        return Texts.said(
            kind == "answer"
                ? "Reminder to answer sent to \(people), last \(moment)." : "Reminder of the start sent to \(people), last \(moment).")
    }

    /// "Reminder sent to 8 people. 2 people were reminded within the last 12 hours."
    package static func said(told: Int, recent: Int, unreached: Int) -> String {
        var sentences: [Texts.Sentence] = [told == 0 ? "Nobody was reminded." : "Reminder sent to \(counted(told, "person", "people"))."]
        if recent > 0 { sentences.append("\(counted(recent, "person was", "people were")) reminded within the last 12 hours.") }
        if unreached > 0 {
            sentences.append("\(counted(unreached, "person has", "people have")) not joined and would not see it: print personal cards.")
        }
        return sentences.map { Texts.said($0) }.joined(separator: " ")
    }

    /// Archived lists come last.
    private static func lists(_ detail: EventDetail, _ slug: String, _ now: Instant) -> [ListRow] {
        let (lists, event) = (detail.lists, detail.event)
        let back = lists.returning(from: event, at: now)?.list.id
        let rows = lists.map { tally in
            let list = tally.list
            return ListRow(
                name: list.name, link: Path.checkIn(slug, event.id, list.id),
                tally: EventTallyWords.text(tally, detail.guests, isOver: event.isOver(at: now), isReturn: list.id == back),
                isArchived: list.isArchived)
        }
        return rows.filter { !$0.isArchived } + rows.filter(\.isArchived)
    }

    private static func uninvited(_ detail: EventDetail) -> [Action] {
        let invited = Set(detail.guests.map(\.row.id))
        return detail.people.filter { !invited.contains($0.id) && $0.status != .cancelled && $0.status != .left }.map {
            Action(value: $0.id.description, label: $0.fullName)
        }
    }

    private static func conflicts(_ found: [(member: ID, title: String)], _ names: [ID: String]) -> [Conflict] {
        Dictionary(grouping: found) { $0.title }.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { title, people in
            Conflict(
                title: title, count: counted(people.count, "person", "people"),
                names: people.compactMap { names[$0.member] }.joined(separator: ", "))
        }
    }

    /// "list v12, 07:40 CET": what paper and screen are compared by.
    static func stamp(_ event: Event, _ text: EventText) -> String {
        Texts.said("list v\(event.listVersion), \(TimeText(event.listChangedAt, zone: text.zone, now: text.now).text)")
    }

    private static func facts(_ fields: EventFields, _ text: EventText, _ names: [ID: String], _ trip: Trip) -> [Fact] {
        let all: [(String, String, Link?)] = [
            ("Place", fields.place, nil),
            ("Meeting point", fields.meetingPoint, nil),
            ("Answer by", fields.answerBy.map(text.moment) ?? "", nil),
            ("Host", fields.hostID.flatMap { names[$0] } ?? "", fields.hostID.map { Path.member(trip.fields.slug, $0) }),
            ("Co-hosts", fields.coHosts.compactMap { names[$0] }.joined(separator: ", "), nil), ("Bring", fields.bring, nil),
            ("Cost", fields.cost, nil), ("Category", Texts.said(text: fields.category.label), nil),
            (
                "Waitlist",
                fields.capacity == nil
                    ? ""
                    : fields.offersAutomatically
                        ? Texts.said("A freed place is offered to the next for \(fields.offerMinutes / 60) h")
                        : Texts.said("Offers by hand only"),
                nil
            ),
        ]
        return all.filter { !$0.1.isEmpty }.map { Fact(label: Texts.said(text: $0.0), text: $0.1, link: $0.2) }
    }
}
