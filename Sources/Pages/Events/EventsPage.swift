import Domain

/// The trip's events: agenda, a day, a week, the reader's own, the past.
package struct EventsPage: Page {
    package enum View: String, Sendable, CaseIterable {
        case agenda, day, week, mine, past
        var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }
    package struct Tab: Sendable {
        let label: String
        let link: Link
        let isCurrent: Bool
    }
    package struct Section: Sendable {
        let title: String
        let isToday: Bool
        /// One day alone: the stepper above has said it.
        let isAlone: Bool
        let events: [Row]
        var hasEvents: Bool { !events.isEmpty }
    }
    package struct Row: Sendable {
        let id: String
        let title: String
        let link: Link
        let hours: String
        /// The hours where no day stands above them.
        let near: String
        let place: String
        let category: String
        /// The class of its colour, the same as in the week; nil for what is of no kind.
        let edge: String?
        let host: String?
        let state: String?
        let stateStyle: String
        let isCancelled: Bool
        let going: String
        let waiting: String?
        let unanswered: String?
        let own: String?
        let ownStyle: String
    }
    package struct Step: Sendable {
        /// To the day or the days beside these; nil where a week has nothing there.
        let earlier: Way?
        let later: Way?
        /// Back to today, from where it is not in sight.
        let today: Link?
        let label: String
        let isToday: Bool
    }
    package struct Way: Sendable {
        let label: String
        let link: Link
    }

    let layout: Layout
    let tabs: [Tab]
    let sections: [Section]
    /// Days of the week under way that are over: on a phone they are folded, so that today is in sight.
    let earlier: [Section]
    var hasEarlier: Bool { !earlier.isEmpty }
    let step: Step?
    /// By the hour, where there is room; the list of days stands for it on phones.
    let week: WeekGrid?
    let programme: Link
    var isWeek: Bool { week != nil }
    let isEmpty: Bool
    let empty: String
    let zone: String
    let new: Link?
    let feeds: Link?
    let bin: Link?

    package init(layout tripLayout: TripLayout, events: [EventSummary], view: View, day: Day?) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (slug, text, today) = (trip.fields.slug, EventText(zone: trip.zone, now: now), trip.zone.today(at: now))
        let span = trip.fields.startDay...max(trip.fields.startDay, trip.fields.endDay)
        let chosen = day ?? span.clamping(today)
        tabs = View.allCases.map {
            let link = EventsPage.link(slug, $0, $0 == .day || $0 == .week ? day : nil)
            return Tab(label: Texts.said(text: $0.label), link: link, isCurrent: $0 == view)
        }
        let shown = EventsPage.chosen(events, view, text, now)
        let weekDays = WeekDays(of: chosen, trip: span, planned: events.map { text.day($0.event.fields.startsAt) })
        let days = view == .week ? weekDays.days : view == .day ? [chosen] : EventsPage.days(shown, text)
        let isUnderWay = view == .week && days.contains(today)
        func section(_ day: Day) -> Section? {
            let found = shown.filter { text.day($0.event.fields.startsAt) == day }
            // One day that has nothing says so once.
            if view == .day, found.isEmpty { return nil }
            // On a phone a week begins with what is to come, not with the headings of days that had nothing.
            if view == .week, day < today, found.isEmpty { return nil }
            return Section(
                title: view == .week ? day.withoutYear : day.long, isToday: day == today, isAlone: view == .day,
                events: found.map { EventsPage.row($0, slug, text, now) })
        }
        earlier = isUnderWay ? days.filter { $0 < today }.compactMap(section) : []
        sections = (isUnderWay ? days.filter { $0 >= today } : days).compactMap(section)
        let back = span.contains(today) && !days.contains(today) ? EventsPage.link(slug, view, today) : nil
        step =
            view == .week
            ? EventsPage.step(slug, weekDays, back: back)
            : view == .day ? EventsPage.step(slug, chosen, isToday: chosen == today, back: back) : nil
        week = view == .week ? WeekGrid(shown, days: days, trip: trip, slug: slug, text: text) : nil
        (programme, empty) = (Path.programme(slug), EventsPage.nothing(in: view))
        isEmpty = (earlier + sections).allSatisfy(\.events.isEmpty)
        zone = Texts.said("Times are \(trip.zone.abbreviation(at: now)), \(trip.fields.timeZone).")
        new = tripLayout.isOpenHost ? Path.newEvent(slug) : nil
        feeds = tripLayout.isHost ? Path.calendars(slug) : nil
        bin = tripLayout.isHost ? Path.rosterBin(slug) : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsAgenda(self, &out) }

    private static func nothing(in view: View) -> String {
        switch view {
        case .agenda: Texts.said("Nothing is planned from now on.")
        case .day, .week: Texts.said("Nothing is planned then.")
        case .mine: Texts.said("You are not invited to anything, and host nothing.")
        case .past: Texts.said("Nothing is over yet.")
        }
    }

    private static func link(_ slug: String, _ view: View, _ day: Day?) -> Link {
        Path.events(slug).asking([("view", view == .agenda ? "" : view.rawValue), ("day", day?.description ?? "")])
    }

    private static func chosen(_ events: [EventSummary], _ view: View, _ text: EventText, _ now: Instant) -> [EventSummary] {
        switch view {
        // All of today's events, also those that are over: in the evening people ask who is back from them.
        case .agenda: events.filter { !$0.event.isOver(at: now) || text.day($0.event.fields.startsAt) == text.day(now) }
        case .day, .week: events
        case .mine: events.filter { $0.own == .going || $0.own == .waitlisted || $0.own == .offered || $0.own == .pending }
        case .past: events.filter { $0.event.isOver(at: now) }.reversed()
        }
    }

    /// On which they begin, in their order.
    private static func days(_ events: [EventSummary], _ text: EventText) -> [Day] {
        var seen: Set<Day> = []
        return events.map { text.day($0.event.fields.startsAt) }.filter { seen.insert($0).inserted }
    }

    private static func step(_ slug: String, _ day: Day, isToday: Bool, back: Link?) -> Step {
        func beside(_ number: Int) -> Link { link(slug, .day, Day(number: number)) }
        return Step(
            earlier: Way(label: Texts.said("Previous day"), link: beside(day.number - 1)),
            later: Way(label: Texts.said("Next day"), link: beside(day.number + 1)), today: back, label: day.long, isToday: isToday)
    }

    private static func step(_ slug: String, _ week: WeekDays, back: Link?) -> Step {
        Step(
            earlier: week.earlier.map { Way(label: Texts.said("Previous week"), link: link(slug, .week, $0)) },
            later: week.later.map { Way(label: Texts.said("Next week"), link: link(slug, .week, $0)) }, today: back,
            label: week.span.lowerBound.span(to: week.span.upperBound), isToday: false)
    }

    /// What a chip says of an event; of one that is over and not all are back from: how many are not.
    static func state(_ event: Event, notBack: Int, _ now: Instant) -> String? {
        guard event.state == .published else { return Texts.said(text: event.state.label) }
        guard event.isOver(at: now) else { return nil }
        return notBack > 0 ? Texts.said("\(notBack) not back") : Texts.said("Over")
    }

    static func row(_ summary: EventSummary, _ slug: String, _ text: EventText, _ now: Instant) -> Row {
        let (event, counts) = (summary.event, summary.counts)
        let (isOver, isCancelled) = (event.isOver(at: now), event.state == .cancelled)
        let going = event.fields.capacity.map { Texts.said("\(counts.going) of \($0) going") } ?? Texts.said("\(counts.going) going")
        let waiting = counts.waitlisted + counts.offered
        return Row(
            id: event.id.description, title: event.fields.title, link: Path.event(slug, event.id), hours: text.hours(event.fields),
            near: text.near(event.fields),
            place: event.fields.place, category: Texts.said(text: event.fields.category.label),
            edge: event.fields.category == .other ? nil : WeekGrid.edge(event.fields.category),
            host: summary.hostName.isEmpty ? nil : summary.hostName,
            state: EventsPage.state(event, notBack: summary.notBack, now),
            stateStyle: isCancelled || summary.notBack > 0 ? "bad" : "none", isCancelled: isCancelled,
            going: isCancelled ? Texts.said("\(counts.going) were going") : going,
            waiting: waiting == 0 || isCancelled ? nil : Texts.said("\(waiting) waiting"),
            unanswered: counts.pending == 0 || isOver || isCancelled ? nil : Texts.said("\(counts.pending) no answer"),
            own: isCancelled ? nil : summary.own.map { Texts.said(text: $0.label) }, ownStyle: summary.own?.style ?? "none")
    }
}

extension ClosedRange<Day> {
    func clamping(_ day: Day) -> Day { Swift.min(Swift.max(day, lowerBound), upperBound) }
}
