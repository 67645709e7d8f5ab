import Domain

/// Whom hosts asked in the last day whether all is well, and what they said.
package struct NudgesPage: Page {
    let layout: Layout
    let summary: String
    /// Who needs somebody, or has not answered.
    let waiting: [NudgeRow]
    /// Those of them whom nothing reaches.
    let byPhone: [NudgeRow]
    /// The others, folded unless there is nobody else.
    let well: [NudgeRow]
    var wellTitle: String { Texts.said("\(counted(well.count, "is", "are")) well") }
    var hasWaiting: Bool { !waiting.isEmpty }
    var hasWell: Bool { !well.isEmpty }
    var hasUnreached: Bool { !byPhone.isEmpty }
    var unreachedCount: Int { byPhone.count }
    /// Asks those who are silent; nil where nobody is, or nothing changes any more.
    let askSilent: Link?
    let silent: String
    /// Some of them were not asked yet.
    let hasSilent: Bool
    /// "3 called for help" and the way to their cases, where nobody else is silent.
    let calling: Calling?
    var isEmpty: Bool { !hasWaiting && !hasUnreached && !hasWell }
    var isWellAlone: Bool { !hasWaiting && !hasUnreached }

    package struct Calling: Sendable {
        let words: String
        let link: Link
    }

    /// Who is silent and has not called for help, who of them was not asked lately, and how many have called.
    package struct Silent: Sendable {
        let (all, left, calling): (Int, Int, Int)
        package init(_ people: [ID], asked: Set<ID>, reader: CardReader) {
            let others = people.filter { !reader.calls.members.contains($0) }
            (all, left, calling) = (others.count, others.count { !asked.contains($0) }, people.count - others.count)
        }
    }

    /// - Parameter silent: nil for a reader who asks nobody.
    package init(layout tripLayout: TripLayout, lines: [NudgeLine], silent: Silent?, origin: String, reader: CardReader) {
        layout = tripLayout.layout
        func rows(_ lines: [NudgeLine]) -> [NudgeRow] {
            lines.map { line in
                var row = NudgeRow(line, tripLayout.trip, origin: origin, now: tripLayout.now)
                row.message = line.nudge.answer != .fine && line.isReached ? reader.message(to: line.nudge.memberID) : nil
                return row
            }
        }
        let open = rows(lines.filter { $0.nudge.answer != .fine })
        (waiting, byPhone) = (open.filter { !$0.isUnreached }, open.filter(\.isUnreached).map(\.underHeading))
        well = rows(lines.filter { $0.nudge.answer == .fine })
        summary = NudgesPage.summary(lines)
        askSilent = silent?.all ?? 0 > 0 ? Path.newNudges(tripLayout.slug) : nil
        hasSilent = silent?.left ?? 0 > 0
        self.silent = silent.map(NudgesPage.ask) ?? ""
        calling = silent.flatMap { silent in
            guard silent.left == 0, silent.calling > 0 else { return nil }
            return Calling(words: Texts.said("\(silent.calling) called for help"), link: Path.help(tripLayout.slug))
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.nudgesNudges(self, &out) }

    private static func ask(_ silent: Silent) -> String {
        if silent.left == silent.all { return askAll(silent.all) }
        guard silent.left > 0 else { return Texts.said("Ask again") }
        return silent.left == 1 ? Texts.said("Ask the last silent person") : Texts.said("Ask the other \(silent.left) silent people")
    }

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
