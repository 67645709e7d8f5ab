import Domain

/// What the moderators had to do, day by day.
package struct FiguresPage: Page {
    package struct Bar: Sendable {
        let weekday: String
        /// Empty where days stand too close for it.
        let label: String
        let title: String
        let opened: Int
        let hasCases: Bool
        let x: String
        let middle: String
        let above: String
        let width: String
        /// Of closed cases, and of open ones on top of them.
        let closed: Part
        let open: Part
    }
    package struct Part: Sendable {
        let y: String
        let height: String
    }
    package struct Row: Sendable {
        let label: String
        let opened: Int
        let open: Int
        let claim: String
        let close: String
        let reasons: String
    }
    /// A line across the chart with its number.
    package struct Level: Sendable {
        let label: String
        let y: String
        let text: String
    }
    let layout: Layout
    let bars: [Bar]
    let levels: [Level]
    /// Days on which there was something, the last first.
    let rows: [Row]
    let total: String

    /// The chart's height for its bars, and its width, in its own units.
    private static let (height, width) = (120.0, 600.0)

    package init(layout tripLayout: TripLayout, days: [ModerationDay]) {
        layout = tripLayout.layout
        let most = FiguresPage.top(days.map(\.opened).max() ?? 0)
        let step = FiguresPage.width / Double(max(1, days.count))
        bars = days.enumerated().map { index, day in FiguresPage.bar(day, at: Double(index) * step, step, most) }
        levels = [0, most / 2, most].map { count in
            let y = FiguresPage.height * (1 - Double(count) / Double(most))
            return Level(label: String(count), y: decimal(y + 20, 1), text: decimal(y + 24, 1))
        }
        rows = days.reversed().filter { $0.opened > 0 }.map { day in
            Row(
                label: day.day.short, opened: day.opened, open: day.open, claim: FiguresPage.span(day.medianClaim),
                close: FiguresPage.span(day.medianClose), reasons: FiguresPage.reasons(day))
        }
        let sum = days.reduce(0) { $0 + $1.opened }
        let isUntilNow = days.last?.day == tripLayout.trip.zone.today(at: tripLayout.now)
        let when = isUntilNow ? Texts.said("in the last \(counted(days.count, "day"))") : Texts.said("during the trip")
        let cases = sum == 0 ? Texts.said("No case was opened") : counted(sum, "case was opened", "cases were opened")
        let open = days.reduce(0) { $0 + $1.open }
        let rest = counted(open, "is still open", "are still open")
        total = Texts.said(open == 0 ? "\(cases) \(when)." : "\(cases) \(when), \(rest).")
    }
    package func render(into out: inout HTMLBuffer) { Template.moderationFigures(self, &out) }

    private static func span(_ duration: Duration?) -> String {
        duration.map { $0 < .seconds(60) ? Texts.said("under a minute") : TimeText.age($0) } ?? "–"
    }

    /// An even number, so that half of it is a whole one.
    private static func top(_ most: Int) -> Int { max(2, most + most % 2) }

    private static func bar(_ day: ModerationDay, at x: Double, _ step: Double, _ most: Int) -> Bar {
        func y(_ count: Int) -> Double { height * (1 - Double(count) / Double(most)) + 20 }
        func part(_ from: Int, _ to: Int) -> Part { Part(y: decimal(y(to), 1), height: decimal(y(from) - y(to), 1)) }
        let title = "\(day.day.short): " + counted(day.opened, "case") + (day.opened == 0 ? "" : ", " + reasons(day))
        let number = String(day.day.components.day)
        return Bar(
            weekday: step < 36 ? String(day.day.weekdayWord.prefix(1)) : day.day.weekdayWord, label: step < 60 ? number : day.day.short,
            title: title,
            opened: day.opened, hasCases: day.opened > 0, x: decimal(x + step * 0.15 + 30, 1), middle: decimal(x + step / 2 + 30, 1),
            above: decimal(y(day.opened) - 4, 1), width: decimal(step * 0.7, 1), closed: part(0, day.opened - day.open),
            open: part(day.opened - day.open, day.opened))
    }

    private static func reasons(_ day: ModerationDay) -> String {
        day.byReason.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(CaseText.reason($0.key)) \($0.value)" }
            .joined(separator: ", ")
    }
}
