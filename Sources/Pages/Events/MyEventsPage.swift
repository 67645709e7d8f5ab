import Domain

/// A traveller's events: a strip of the trip's days, what is to answer first.
package struct MyEventsPage: Page {
    package struct Row: Sendable {
        let title: String
        let link: Link
        /// With the day, unless the heading above has it.
        let hours: String
        let place: String
        /// The reader's own, in words, with its sign.
        let answer: String
        let sign: Link
        let style: String
        /// Not below a heading that says it of all of them.
        var saysAnswer: Bool = true
        let note: String?
        let clash: String?
        let offer: Countdown?
        /// Time or place, since the reader said that they had seen them.
        let isChanged: Bool
        let isCancelled: Bool
        let needsAnswer: Bool
        let isGoing: Bool
        let buttons: AnswerButtons?
    }
    package struct DayTab: Sendable {
        let label: String
        let number: String
        let count: String
        let countLabel: String
        let link: Link
        let isCurrent: Bool
        let isToday: Bool
    }
    package struct Section: Sendable {
        let title: String
        let isToday: Bool
        let events: [Row]
    }
    let layout: Layout
    let days: [DayTab]
    let news: [EventNewsPanel]
    var hasNews: Bool { !news.isEmpty }
    var newsCount: String { counted(news.count, "thing is new", "things are new") }
    /// What was cancelled or moved is read without a tap.
    var isNewsOpen: Bool { news.contains { $0.style == "problem" } }
    let invitations: [Row]
    var hasInvitations: Bool { !invitations.isEmpty }
    let sections: [Section]
    let empty: Nothing?
    let new: Link?
    let zone: String
    let calendar: String?
    let programme: Link
    let calendarAction: Link
    let calendarRevoke: Link

    /// - Parameter calendar: the address of the reader's own, if they have one.
    package init(layout tripLayout: TripLayout, events own: OwnEvents, day: Day?, mayCreate: Bool, calendar: String?) {
        let events = own.listed
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, text) = (trip.fields.slug, EventText(zone: trip.zone, now: now))
        let today = trip.zone.today(at: now)
        days = MyEventsPage.days(events, trip.fields, text, today: today, chosen: day)
        news = MyEventsPage.news(events + own.deleted, slug, text, back: "events")
        let rows = events.map { ($0.event, MyEventsPage.row($0, among: events, slug, text, .underItsDay)) }
        let coming = rows.filter { !$0.0.isOver(at: now) }
        invitations =
            day == nil
            ? events.filter { !$0.event.isOver(at: now) }.map { MyEventsPage.row($0, among: events, slug, text, .list("events")) }
                .filter(\.needsAnswer) : []
        let shown = day.map { day in rows.filter { text.day($0.0.fields.startsAt) == day } } ?? coming.filter { !$0.1.needsAnswer }
        var seen: Set<Day> = []
        sections = shown.map { text.day($0.0.fields.startsAt) }.filter { seen.insert($0).inserted }.map { day in
            Section(
                title: text.dayName(day), isToday: day == today, events: shown.filter { text.day($0.0.fields.startsAt) == day }.map(\.1))
        }
        let none =
            day == nil
            ? Nothing("You are not invited to anything yet.", "Invitations appear here.")
            : Nothing("Nothing is on this day.", "Choose another one above.")
        empty = sections.isEmpty && invitations.isEmpty ? none : nil
        new = mayCreate ? Path.newMyEvent(slug) : nil
        self.calendar = calendar
        programme = Path.myProgramme(slug)
        calendarAction = Path.makeMyCalendar(slug)
        calendarRevoke = Path.revokeMyCalendar(slug)
        zone = Texts.said("Times are \(trip.zone.abbreviation(at: now)), \(trip.fields.timeZone).")
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsMine(self, &out) }

    /// The trip's days, and the ones beside them that have something.
    private static func days(_ events: [EventSummary], _ trip: TripFields, _ text: EventText, today: Day, chosen: Day?) -> [DayTab] {
        let counts = Dictionary(grouping: events.filter { $0.event.state == .published }) { text.day($0.event.fields.startsAt) }
        let last = max(trip.startDay, trip.endDay)
        return ((trip.startDay.number - 1)...(last.number + 1)).map(Day.init(number:)).filter {
            counts[$0] != nil || (trip.startDay...last).contains($0)
        }.map {
            DayTab(
                label: $0 == today ? Texts.said("Today") : $0.weekdayWord, number: String($0.components.day),
                count: String(repeating: "•", count: min(3, counts[$0]?.count ?? 0)), countLabel: counted(counts[$0]?.count ?? 0, "event"),
                link: Path.myEvents(trip.slug).asking("day", $0 == chosen ? "" : $0.description), isCurrent: $0 == chosen,
                isToday: $0 == today)
        }
    }

    /// What is new of the events that concern the reader, cancelled ones among them.
    static func news(_ events: [EventSummary], _ slug: String, _ text: EventText, back: String) -> [EventNewsPanel] {
        events.compactMap { summary in
            guard let own = summary.invitation else { return nil }
            let (event, news) = (summary.event, own.news(of: summary.event, at: text.now))
            guard news.concerns(own.invitation.rsvp) else { return nil }
            let panel = EventNewsPanel(
                news, event: event, invitation: own.invitation, action: Path.markMyEventSeen(slug, event.id), text: text)
            return panel?.listed(
                as: event.fields.title, link: summary.isDeleted ? nil : Path.myEvent(slug, event.id), back: back)
        }
    }

    /// Whether it stands among the news, above every list.
    static func isNews(_ summary: EventSummary, at now: Instant) -> Bool {
        summary.invitation.map { $0.news(of: summary.event, at: now).concerns($0.invitation.rsvp) } ?? false
    }

    /// The first other event at the same time at which the reader has a place.
    private static func clash(_ event: Event, _ events: [EventSummary]) -> String? {
        events.first { $0.event.state == .published && $0.own?.holdsSeat == true && $0.event.clashes(with: event) }?.event.fields.title
    }

    enum RowPlace: Equatable {
        /// A list of several days, from which one may answer.
        case list(String)
        case underItsDay
        /// A friend's page: the answer is the reader's, and is called so.
        case friend
        /// One's own page, as friends see it.
        case ownPage
    }

    static func row(
        _ summary: EventSummary, among events: [EventSummary] = [], _ slug: String, _ text: EventText, _ place: RowPlace
    ) -> Row {
        let (event, own, now) = (summary.event, summary.own ?? .pending, text.now)
        let isCancelled = event.state == .cancelled
        let isOpen = !isCancelled && now <= (event.fields.answerBy ?? event.fields.startsAt)
        let needsAnswer = summary.invitation?.needsAnswer(to: event, at: now) ?? false
        let day = place == .underItsDay ? "" : text.dayName(text.day(event.fields.startsAt)) + " "
        var buttons: AnswerButtons?
        if case .list(let back) = place, needsAnswer { buttons = AnswerButtons(summary, slug, back: back, now: now) }
        return Row(
            title: event.fields.title, link: Path.myEvent(slug, event.id), hours: day + text.hours(event.fields),
            place: event.fields.placeAndMeeting,
            answer: isCancelled
                ? Texts.said("Cancelled") : place == .friend ? Texts.said("You: \(Texts.said(text: own.label))") : own.ofReader,
            sign: Path.icon(isCancelled ? .x : own.sign), style: isCancelled ? "bad" : own.style,
            note: own == .pending && isOpen ? event.fields.answerBy.map { Texts.said("answer by \(text.deadline($0))") } : nil,
            clash: isOpen && own != .declined ? MyEventsPage.clash(event, events) : nil,
            offer: isOpen ? Countdown(summary.invitation?.invitation.offerExpiresAt, now: now) : nil,
            isChanged: own != .declined && summary.invitation?.news(of: event, at: now).was != nil, isCancelled: isCancelled,
            needsAnswer: needsAnswer, isGoing: own == .going && !isCancelled, buttons: buttons)
    }
}
