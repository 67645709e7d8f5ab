import Domain

/// Whom to ask whether all is well, all who are silent or whom a host selected: how long they are silent, where they were last and how to
/// reach them. All are selected before anybody is asked.
package struct NudgeSilentPage: Page {
    package struct Person: Sendable {
        let id: String
        let name: String
        let link: Link
        let contact: AgeText?
        let style: String
        /// "240 m north-east of Chamanna Rosa, 2,190 m above sea level"
        let place: String?
        let isUnreached: Bool
        let phone: NudgeRow.Call?
        let message: Link?
        let map: Link?
    }
    /// Those whom the question does not reach.
    package struct Unreached: Sendable {
        /// More of them are folded.
        private static let few = 5

        let words: String
        let people: [Person]
        var isShort: Bool { people.count <= Unreached.few }

        init?(among people: [Person]) {
            self.people = people.filter(\.isUnreached)
            guard !self.people.isEmpty else { return nil }
            words =
                switch (self.people.count, people.count) {
                case (1, 1): Texts.said("Sotravel cannot reach them: call them")
                case (1, _): Texts.said("Sotravel cannot reach one of them: call them")
                default: Texts.said("Sotravel cannot reach \(self.people.count) of them: call them")
                }
        }
    }
    let layout: Layout
    let heading: String
    let words: String
    let people: [Person]
    let unreached: Unreached?
    let action: Link
    var isEmpty: Bool { people.isEmpty }

    /// - Parameters:
    ///   - people: in the order in which they stand.
    ///   - isSilent: all who are silent; else whom the reader selected.
    package init(layout tripLayout: TripLayout, people asked: [SilentPerson], isSilent: Bool, reader: CardReader) {
        let slug = tripLayout.slug
        layout = tripLayout.layout
        people = asked.map { NudgeSilentPage.person($0, slug, reader) }
        unreached = Unreached(among: people)
        let time = counted(tripLayout.trip.fields.staleMinutes, "minute")
        let count = isSilent ? counted(asked.count, "person is", "people are") : counted(asked.count, "person", "people")
        heading = isSilent ? Texts.said("\(count) silent") : Texts.said("Ask \(count) if all is well")
        let question = Texts.said("Whoever is selected gets one question, “All well?”, and answers with a tap.")
        words = (isSilent ? Texts.said("No position for more than \(time), the longest first.") + " " : "") + question
        action = Path.nudges(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.nudgesSilent(self, &out) }

    private static func person(_ asked: SilentPerson, _ slug: String, _ reader: CardReader) -> Person {
        let row = asked.entry.row
        return Person(
            id: row.id.description, name: row.fullName, link: Path.member(slug, row.id),
            contact: asked.entry.lastFix.map { .ago($0, now: reader.now) }, style: asked.entry.freshness == .lost ? "warn" : "",
            place: asked.inWords, isUnreached: row.reach.isEmpty,
            phone: row[.phone].isEmpty ? nil : NudgeRow.Call(number: row[.phone], link: Path.telephone(row[.phone])),
            message: reader.message(to: row.id),
            map: asked.entry.newest.map { _ in Path.map(slug).asking("member", row.id.description) })
    }
}
