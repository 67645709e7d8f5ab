import Domain

/// Whom hosts asked in the last day whether all is well, and what they said.
package struct NudgesPage: Page {
    let layout: Layout
    let summary: String
    /// Who needs somebody, or has not answered.
    let waiting: [NudgeRow]
    /// The others, folded unless there is nobody else.
    let well: [NudgeRow]
    var wellTitle: String { Texts.said("\(counted(well.count, "is", "are")) well") }
    var hasWaiting: Bool { !waiting.isEmpty }
    var hasWell: Bool { !well.isEmpty }
    var hasUnreached: Bool { waiting.contains(where: \.isUnreached) }
    /// Asks all who are silent; nil where nobody is, or nothing changes any more.
    let askSilent: Link?
    let silent: String
    var isEmpty: Bool { !hasWaiting && !hasWell }

    /// - Parameter silent: how many there are; nil for a reader who asks nobody.
    package init(layout tripLayout: TripLayout, lines: [NudgeLine], silent: Int?, origin: String, reader: CardReader) {
        layout = tripLayout.layout
        func rows(_ lines: [NudgeLine]) -> [NudgeRow] {
            lines.map { line in
                var row = NudgeRow(line, tripLayout.trip, origin: origin, now: tripLayout.now)
                row.message = line.nudge.answer == .fine ? nil : reader.message(to: line.nudge.memberID)
                return row
            }
        }
        (waiting, well) = (rows(lines.filter { $0.nudge.answer != .fine }), rows(lines.filter { $0.nudge.answer == .fine }))
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
