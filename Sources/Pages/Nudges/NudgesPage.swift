import Domain

/// Whom hosts asked in the last day whether all is well, and what they said.
package struct NudgesPage: Page {
    let layout: Layout
    let summary: String
    let rows: [NudgeRow]
    /// Asks all who are silent; nil where nobody is, or nothing changes any more.
    let askSilent: Link?
    let silent: String
    var isEmpty: Bool { rows.isEmpty }

    /// - Parameter silent: how many there are; nil for a reader who asks nobody.
    package init(layout tripLayout: TripLayout, lines: [NudgeLine], silent: Int?, origin: String, reader: CardReader) {
        layout = tripLayout.layout
        rows = lines.map { line in
            var row = NudgeRow(line, tripLayout.trip, origin: origin, now: tripLayout.now)
            row.message = line.nudge.answer == .fine ? nil : reader.message(to: line.nudge.memberID)
            return row
        }
        summary = NudgesPage.summary(lines)
        askSilent = silent ?? 0 > 0 ? Path.newNudges(tripLayout.slug) : nil
        self.silent = NudgesPage.askAll(silent ?? 0)
    }
    package func render(into out: inout HTMLBuffer) { Template.nudgesNudges(self, &out) }

    static func askAll(_ count: Int) -> String {
        count == 1 ? Texts.said("Ask the silent person") : Texts.said("Ask all \(count) silent people")
    }

    /// "2 of 5 have answered, 1 needs help".
    package static func summary(_ lines: [NudgeLine]) -> String {
        let (answered, help) = (lines.count { $0.nudge.answer != nil }, lines.count { $0.nudge.answer == .help })
        let base = Texts.said("\(answered) of \(counted(lines.count, "person", "people")) answered")
        return help == 0 ? base : base + ", " + Texts.said("\(counted(help, "needs", "need")) help")
    }
}
