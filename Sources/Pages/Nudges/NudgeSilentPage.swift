import Domain

/// Who is silent, for how long, where they were last and how to reach them: those to ask are ticked before anybody is asked.
package struct NudgeSilentPage: Page {
    package struct Person: Sendable {
        let id: String
        let name: String
        let contact: AgeText?
        /// "240 m north-east of Chamanna Rosa, 2,190 m above sea level"
        let place: String?
        /// Why a host has to hand the link on.
        let unreached: String?
        let phone: NudgeRow.Call?
        let message: Link?
        let map: Link?
    }
    let layout: Layout
    let heading: String
    let words: String
    let people: [Person]
    let action: Link
    let back: Link
    let button: String
    var isEmpty: Bool { people.isEmpty }

    /// - Parameter silent: in the order in which they stand.
    package init(layout tripLayout: TripLayout, silent: [SilentPerson], reader: CardReader) {
        let slug = tripLayout.slug
        layout = tripLayout.layout
        people = silent.map { NudgeSilentPage.person($0, slug, reader) }
        let count = counted(silent.count, "person is", "people are")
        heading = Texts.said("\(count) silent")
        button = NudgesPage.askAll(silent.count)
        let time = counted(tripLayout.trip.fields.staleMinutes, "minute")
        words = Texts.said("No position for more than \(time). Whoever is ticked gets one question: is all well?")
        (action, back) = (Path.nudges(slug), Path.roster(slug).asking("tracker", Freshness.lost.rawValue))
    }
    package func render(into out: inout HTMLBuffer) { Template.nudgesSilent(self, &out) }

    private static func person(_ silent: SilentPerson, _ slug: String, _ reader: CardReader) -> Person {
        let row = silent.entry.row
        return Person(
            id: row.id.description, name: row.fullName,
            contact: silent.entry.lastFix.map { .ago($0, now: reader.now) }, place: silent.inWords,
            unreached: row.reach.isEmpty ? NudgeRow.notReached : nil,
            phone: row[.phone].isEmpty ? nil : NudgeRow.Call(number: row[.phone], link: Path.telephone(row[.phone])),
            message: reader.message(to: row.id),
            map: silent.entry.newest.map { _ in Path.map(slug).asking("member", row.id.description) })
    }
}
