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
    package init(layout tripLayout: TripLayout, lines: [NudgeLine], silent: Int?, origin: String) {
        layout = tripLayout.layout
        rows = lines.map { NudgeRow($0, tripLayout.trip, origin: origin, now: tripLayout.now) }
        summary = NudgesPage.summary(lines)
        askSilent = silent ?? 0 > 0 ? Path.newNudges(tripLayout.slug) : nil
        self.silent = NudgesPage.askAll(silent ?? 0)
    }
    package func render(into out: inout HTMLBuffer) { Template.nudgesNudges(self, &out) }

    static func askAll(_ count: Int) -> String {
        count == 1 ? Texts.said("Ask the silent one") : Texts.said("Ask all \(count) silent ones")
    }

    /// "2 of 5 have answered, 1 needs help".
    package static func summary(_ lines: [NudgeLine]) -> String {
        let (answered, help) = (lines.count { $0.nudge.answer != nil }, lines.count { $0.nudge.answer == .help })
        let base = Texts.said("\(answered) of \(counted(lines.count, "person", "people")) answered")
        return help == 0 ? base : base + ", " + Texts.said("\(counted(help, "needs", "need")) help")
    }
}

/// Says how many would be asked, and who, before they are.
package struct NudgeSilentPage: Page {
    package struct Person: Sendable {
        let id: String
        let name: String
        let contact: AgeText?
        let reach: String
    }
    let layout: Layout
    let heading: String
    let words: String
    let people: [Person]
    let action: Link
    let back: Link
    let button: String
    var isEmpty: Bool { people.isEmpty }

    package init(layout tripLayout: TripLayout, silent: [RosterEntry]) {
        let (slug, now) = (tripLayout.slug, tripLayout.now)
        layout = tripLayout.layout
        people = silent.map { entry in
            Person(
                id: entry.row.id.description, name: entry.row.fullName, contact: entry.lastFix.map { .ago($0, now: now) },
                reach: Texts.said(text: entry.row.reachText))
        }
        (heading, button) = (NudgesPage.askAll(silent.count), NudgesPage.askAll(silent.count))
        let count = counted(silent.count, "person is", "people are")
        let time = counted(tripLayout.trip.fields.staleMinutes, "minute")
        words = Texts.said("\(count) silent for more than \(time). Each gets one question.")
        (action, back) = (Path.nudges(slug), Path.roster(slug).asking("tracker", Freshness.lost.rawValue))
    }
    package func render(into out: inout HTMLBuffer) { Template.nudgesSilent(self, &out) }
}
