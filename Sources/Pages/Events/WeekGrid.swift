import Domain

/// Days of a trip by the hour: a table whose rows are half hours and whose columns are days. Events at the same time stand side by side.
package struct WeekGrid: Sendable {
    package struct Head: Sendable {
        let weekday: String
        let date: String
        let columns: Int
        let style: String
        let isToday: Bool
    }
    package struct Block: Sendable {
        let id: String
        let title: String
        let link: Link
        let hours: String
        let place: String
        let going: String
        /// What its colour means, in a word.
        let kind: String
        let chip: String?
        /// "bad" while people are not back, as in the list.
        let chipStyle: String
        let style: String
    }
    package struct Cell: Sendable {
        let rows: Int
        let columns: Int
        let style: String
        let block: Block?
    }
    package struct Row: Sendable {
        /// On full hours; of one that the clock itself covers only what is read out.
        let clock: String?
        let covered: String?
        var isHalf: Bool { clock == nil && covered == nil }
        /// What the clock says, in the row in which it stands.
        let time: String?
        /// Where in it the clock stands, "now at-2"; nil outside.
        let now: String?
        let cells: [Cell]
    }
    /// What a colour means.
    package struct Kind: Sendable {
        let label: String
        let style: String
    }
    let heads: [Head]
    /// Of the stylesheet: how many share the width, and which of them is today.
    let share: String
    let rows: [Row]
    /// Those of the week.
    let kinds: [Kind]
    var hasKinds: Bool { !kinds.isEmpty }

    /// An event of one day, in half hours from midnight, and the lane that it stands in.
    struct Slot {
        let summary: EventSummary
        let start: Int
        let end: Int
        /// By how much it begins after its first half hour does, and ends before its last one does, in steps of five minutes.
        var late = 0
        var early = 0
        var lane = 0
        /// Of those that stand side by side with it.
        var lanes = 1
        /// How many of those before it begin in the same half hour: where they lie on each other its name is below theirs.
        var below = 0
        /// In a narrow day, as classes of the stylesheet.
        var overlap: String {
            guard (2...4).contains(lanes) else { return "" }
            return WeekGrid.lane[lane] + WeekGrid.lanes[lanes] + WeekGrid.below[below]
        }
    }

    /// Classes of the stylesheet, by steps of five minutes within half an hour.
    private static let at = ["", " at-1", " at-2", " at-3", " at-4", " at-5"]
    private static let late = ["", " late-1", " late-2", " late-3", " late-4", " late-5"]
    /// In which lane, of how many, and how many of those before it begin with it.
    private static let lane = ["", " lane-1", " lane-2", " lane-3"]
    private static let lanes = ["", "", " lanes-2", " lanes-3", " lanes-4"]
    private static let below = ["", " below-1", " below-2", " below-3"]
    /// By how many days stand side by side; seven are what the stylesheet begins with.
    private static let shares = ["", "of-1", "of-2", "of-3", "of-4", "of-5", "of-6", "", "of-8"]
    /// Which of them is today; the first is what the stylesheet begins with.
    private static let todays = ["", " today-1", " today-2", " today-3", " today-4", " today-5", " today-6", " today-7"]
    private static let early = ["", " early-1", " early-2", " early-3", " early-4", " early-5"]

    init(_ events: [EventSummary], days: [Day], trip: Trip, slug: String, text: EventText) {
        let found = days.map { WeekGrid.slots(events, on: $0, text) }
        let all = found.flatMap(\.self)
        let (today, now) = (text.day(text.now), text.zone.local(text.now).secondsOfDay)
        let hours = WeekGrid.hours(all, now: days.contains(today) ? now / 1800 : nil)
        let slots = found.map(WeekGrid.sideBySide)
        // As many columns a day as stand side by side at its fullest: in each of them something begins.
        let widths = slots.map { $0.map(\.lanes).max() ?? 1 }
        let shown = Set(all.map(\.summary.event.fields.category))
        kinds = EventCategory.allCases.filter(shown.contains).map { Kind(label: Texts.said(text: $0.label), style: WeekGrid.edge($0)) }
        func style(_ day: Day) -> String {
            day < trip.fields.startDay || day > trip.fields.endDay ? "outside" : day == today ? "is-today" : ""
        }
        let place = days.firstIndex(of: today) ?? 0
        share = WeekGrid.shares[min(days.count, WeekGrid.shares.count - 1)] + WeekGrid.todays[min(place, WeekGrid.todays.count - 1)]
        heads = zip(days, widths).map { day, width in
            Head(weekday: day.weekdayWord, date: day.short, columns: width, style: style(day), isToday: day == today)
        }
        let showsNow = days.contains(today) && hours.contains(now / 1800)
        rows = hours.map { row in
            let cells = days.indices.flatMap { index in
                WeekGrid.cells(slots[index], at: row, width: widths[index], style: style(days[index])) { WeekGrid.block($0, slug, text) }
            }
            let isNow = showsNow && row == now / 1800
            let clock = WeekGrid.label(row)
            let isCovered = showsNow && abs(row * 1800 - now) < 1200
            return Row(
                clock: isCovered ? nil : clock, covered: isCovered ? clock : nil, time: isNow ? text.clock(text.now) : nil,
                now: isNow ? "now" + WeekGrid.at[now % 1800 / 300] : nil, cells: cells)
        }
    }

    /// From the first hour of the week that has anything to the last one, and the hour that it is, by day.
    private static func hours(_ slots: [Slot], now: Int?) -> Range<Int> {
        let clock = now.flatMap { waking.contains($0) ? $0 : nil }
        let starts = slots.map(\.start) + [clock].compactMap(\.self)
        let ends = slots.map(\.end) + [clock.map { $0 + 1 }].compactMap(\.self)
        guard let first = starts.min(), let last = ends.max() else { return usual }
        return (first & ~1)..<((last + 1) & ~1)
    }

    /// From seven to ten, and of a week in which nothing is from eight to six; in half hours.
    private static let waking = 14..<44
    private static let usual = 16..<36

    /// "08:00" on full hours.
    private static func label(_ row: Int) -> String? {
        row % 2 == 0 ? (row < 20 ? "0" : "") + "\(row / 2):00" : nil
    }

    /// What a day has in one row; what a cell above covers is not there again.
    private static func cells(
        _ slots: [Slot], at row: Int, width: Int, style: String, block: (Slot) -> Block
    ) -> [Cell] {
        let here = slots.filter { $0.start <= row && $0.end > row }
        guard let lanes = here.first?.lanes else {
            return [Cell(rows: 1, columns: width, style: style, block: nil)]
        }
        return (0..<lanes).compactMap { lane in
            let columns = (lane + 1) * width / lanes - lane * width / lanes
            guard let slot = here.first(where: { $0.lane == lane }) else {
                return Cell(rows: 1, columns: columns, style: style, block: nil)
            }
            guard slot.start == row else { return nil }
            return Cell(rows: slot.end - slot.start, columns: columns, style: style, block: block(slot))
        }
    }

    /// What of the day's events falls on it.
    private static func slots(_ events: [EventSummary], on day: Day, _ text: EventText) -> [Slot] {
        let start = text.zone.instant(day: day, secondsOfDay: 0)
        let end = text.zone.instant(day: Day(number: day.number + 1), secondsOfDay: 0)
        return events.compactMap { summary -> Slot? in
            let from = summary.event.fields.startsAt
            let until = summary.event.fields.endsAt ?? from + .hours(1)
            guard from < end, until > start else { return nil }
            let first = from <= start ? 0 : text.zone.local(from).secondsOfDay
            let last = until >= end ? 86_400 : text.zone.local(until).secondsOfDay
            let row = min(first / 1800, 47)
            var slot = Slot(summary: summary, start: row, end: max(row + 1, (last + 1799) / 1800))
            // What is shorter than 25 minutes is as high as those, for a line of words.
            let steps = 6 * (slot.end - slot.start) - 5
            slot.late = min(first % 1800 / 300, steps)
            slot.early = max(0, min((slot.end * 1800 - last) / 300, steps - slot.late))
            return slot
        }
    }

    /// Each in the first lane that is free.
    private static func sideBySide(_ slots: [Slot]) -> [Slot] {
        var (all, near, free): ([Slot], [Slot], [Int]) = ([], [], [])
        for var slot in slots.sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) }) {
            if slot.start >= free.max() ?? 0 {
                all += WeekGrid.settled(near, lanes: free.count)
                (near, free) = ([], [])
            }
            slot.lane = free.firstIndex { $0 <= slot.start } ?? free.count
            if slot.lane == free.count { free.append(slot.end) } else { free[slot.lane] = slot.end }
            near.append(slot)
        }
        return all + WeekGrid.settled(near, lanes: free.count)
    }

    private static func settled(_ slots: [Slot], lanes: Int) -> [Slot] {
        slots.map { slot in
            var slot = slot
            slot.lanes = lanes
            slot.below = slots.count { $0.start == slot.start && $0.lane < slot.lane }
            return slot
        }
    }

    /// The class of the stylesheet that colours its edge.
    static func edge(_ category: EventCategory) -> String {
        switch category {
        case .sport: "category-sport"
        case .outing: "category-outing"
        case .meal: "category-meal"
        case .party: "category-party"
        case .meeting: "category-meeting"
        case .travel: "category-travel"
        case .other: ""
        }
    }

    private static func block(_ slot: Slot, _ slug: String, _ text: EventText) -> Block {
        let (summary, event) = (slot.summary, slot.summary.event)
        let state = event.state == .draft ? " draft" : event.state == .cancelled ? " gone" : event.isOver(at: text.now) ? " over" : ""
        return Block(
            id: event.id.description, title: event.fields.title, link: Path.event(slug, event.id), hours: text.hours(event.fields),
            place: event.fields.place, going: Texts.said("\(summary.counts.going) going"),
            kind: Texts.said(text: event.fields.category.label),
            chip: event.state == .published && summary.notBack == 0 ? nil : EventsPage.state(event, notBack: summary.notBack, text.now),
            chipStyle: event.state == .published && summary.notBack > 0 ? "bad" : "none",
            style: edge(event.fields.category) + state + (slot.end - slot.start <= 2 ? " short" : "") + slot.overlap
                + WeekGrid.late[min(slot.late, 5)] + WeekGrid.early[min(slot.early, 5)])
    }
}
