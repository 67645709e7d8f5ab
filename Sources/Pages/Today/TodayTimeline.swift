import Domain

/// Today and tomorrow by the clock: what begins, when people must be back, and where now is.
package struct TodayTimeline: Sendable {
    /// A number that opens what it counts.
    package struct Number: Sendable {
        let text: String
        let link: Link
        /// Of its chip: something is to be done.
        private(set) var style: String = ""
    }
    package struct Item: Sendable {
        let clock: String
        let title: String
        let link: Link
        let note: String
        private(set) var numbers: [Number] = []
        private(set) var chip: String?
        /// Its lists on paper.
        private(set) var paper: Link?
        let style: String
        var chipStyle: String { style == "gone" ? "bad" : "none" }

        func counting(_ numbers: [Number]) -> Item { changed { $0.numbers = numbers } }
        func printed(_ paper: Link?) -> Item { changed { $0.paper = paper } }
        func marked(_ chip: String?) -> Item { changed { $0.chip = chip } }

        private func changed(_ change: (inout Item) -> Void) -> Item {
            var item = self
            change(&item)
            return item
        }
    }
    package struct Day: Sendable {
        let title: String
        /// What is over, once it is much: the day begins with what runs.
        let over: Fold?
        let before: [Item]
        /// The clock, on the day on which it runs.
        let now: String?
        let after: [Item]
        /// What a long day has besides.
        let later: Fold?
        let isEmpty: Bool

        init(_ title: String, before: [Item], now: String?, after: [Item]) {
            (self.title, self.now, isEmpty) = (title, now, before.isEmpty && after.isEmpty)
            let done = before.filter { ["over", "gone"].contains($0.style) }
            let isLong = done.count > 3
            over = isLong ? Fold(label: Texts.said("\(done.count) earlier today"), items: done) : nil
            self.before = isLong ? before.filter { !["over", "gone"].contains($0.style) } : before
            let (shown, rest) = TodayPage.folded(after)
            self.after = shown
            later = rest.isEmpty ? nil : Fold(label: Texts.said("and \(rest.count) more"), items: rest)
        }
    }
    package struct Fold: Sendable {
        let label: String
        let items: [Item]
    }
    let today: Day
    let tomorrow: Day

    private let slug: String
    private let text: EventText

    init(_ today: TripToday, _ trip: Trip, now: Instant) {
        let (text, first) = (EventText(zone: trip.zone, now: now), trip.zone.today(at: now))
        (slug, self.text) = (trip.fields.slug, text)
        var found: [(at: Instant, day: Int, item: Item)] = []
        let returns = Dictionary(today.returns.map { ($0.event, $0) }) { first, _ in first }
        for summary in today.events {
            let event = summary.event
            let start = text.day(event.fields.startsAt).number
            let isRunning = start < first.number && !event.isOver(at: now) && event.state == .published
            if isRunning || start == first.number || start == first.number + 1 {
                let paper = event.fields.startsAt > now ? TodayTimeline.paper(summary, today, trip.fields.slug) : nil
                let item = TodayTimeline.item(summary, trip.fields.slug, text).printed(paper)
                found.append((event.fields.startsAt, max(start, first.number), item))
            }
            if let (end, item) = TodayTimeline.back(event, returns[event.id], trip.fields.slug, text) {
                found.append((end, text.day(end).number, item))
            }
        }
        found.sort { ($0.at, $0.item.title) < ($1.at, $1.item.title) }
        func day(_ number: Int) -> Day {
            let items = found.filter { $0.day == number }
            let isToday = number == first.number
            let name = Domain.Day(number: number).withoutYear
            return Day(
                Texts.said(isToday ? "Today, \(name)" : "Tomorrow, \(name)"),
                before: isToday ? items.filter { $0.at <= now }.map(\.item) : [], now: isToday && !items.isEmpty ? text.clock(now) : nil,
                after: items.filter { !isToday || $0.at > now }.map(\.item))
        }
        (self.today, tomorrow) = (day(first.number), day(first.number + 1))
    }

    private static func item(_ summary: EventSummary, _ slug: String, _ text: EventText) -> Item {
        let (event, counts) = (summary.event, summary.counts)
        func number(_ said: String, _ tab: EventTab) -> Number {
            Number(
                text: said, link: Path.event(slug, event.id).asking("tab", tab.rawValue), style: tab == .pending ? "asks" : "")
        }
        let going = event.fields.capacity.map { Texts.said("\(counts.going) of \($0) going") } ?? Texts.said("\(counts.going) going")
        let isAsked = event.state == .published && !event.isOver(at: text.now)
        let numbers =
            event.state != .published
            ? []
            : [number(going, .going)]
                + (isAsked && counts.pending > 0 ? [number(Texts.said("\(counts.pending) no answer"), .pending)] : [])
                + (isAsked && counts[.waitlist] > 0 ? [number(Texts.said("\(counts[.waitlist]) waiting"), .waitlist)] : [])
        // On a phone the line is cut at its end: the time stands first.
        let until = event.fields.endsAt.map {
            Texts.said(event.fields.isBackBy ? "Back by \(text.clock($0))" : "Until \(text.clock($0))")
        }
        let style = event.state == .cancelled ? "gone" : event.state == .draft ? "draft" : event.isOver(at: text.now) ? "over" : ""
        return Item(
            clock: text.clock(event.fields.startsAt), title: event.fields.title, link: Path.event(slug, event.id),
            note: ([until].compactMap(\.self) + [event.fields.place]).filter { !$0.isEmpty }.joined(separator: " · "), style: style
        )
        .counting(numbers)
        .marked(event.state == .published ? nil : Texts.said(text: event.state.label))
    }

    /// A sheet for each of several lists, or the only one; without lists a sheet for each bus of the trip.
    private static func paper(_ summary: EventSummary, _ today: TripToday, _ slug: String) -> Link? {
        let print = Path.eventPrint(slug, summary.event.id)
        if let lists = today.lists[summary.event.id] {
            return print.asking([lists.count > 1 ? ("split", "list") : ("list", lists[0].id.description)])
        }
        let isPeopled = summary.event.state == .published && summary.counts.going > 0
        return isPeopled && today.hasBuses ? print.asking("split", "bus") : nil
    }

    /// When people must be back, and who is not.
    private static func back(_ event: Event, _ back: EventReturn?, _ slug: String, _ text: EventText) -> (Instant, Item)? {
        guard event.state == .published, event.fields.isBackBy, let end = event.fields.endsAt else { return nil }
        let isLate = end < text.now && (back?.missing ?? 0) > 0
        let item = Item(
            clock: text.clock(end), title: Texts.said("Back by \(text.clock(end))"), link: Path.event(slug, event.id),
            note: event.fields.title, style: isLate ? "late" : end < text.now ? "over" : "back")
        let numbers = back.map { back in
            back.missing == 0
                ? Number(text: Texts.said("Everybody is back"), link: Path.checkIn(slug, event.id, back.list))
                : Number(
                    text: Texts.said("\(back.missing) not back"), link: Path.checkIn(slug, event.id, back.list).asking("missing", "on"))
        }
        return (end, item.counting(numbers.map { [$0] } ?? []))
    }
}
