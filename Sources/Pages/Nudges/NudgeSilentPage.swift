import Domain

/// Whom to ask whether all is well, all who are silent or whom a host selected: how long they are silent, where they were last and how to
/// reach them. All are selected before anybody is asked, but for those who called for help, were asked lately or have to be called.
package struct NudgeSilentPage: Page {
    package struct Person: Sendable {
        let id: String
        let face: Face
        let name: String
        let link: Link
        let contact: AgeText?
        let style: String
        /// "240 m north-east of Chamanna Rosa"
        let place: String?
        let isUnreached: Bool
        /// Lately.
        let asked: AgeText?
        let help: NeedsHelp?
        var isTicked: Bool { asked == nil && help == nil && !isUnreached }
        let phone: NudgeRow.Call?
        /// Where nobody can be asked, what one does is to call.
        var isToCall: Bool = false
        let map: Link?
    }
    /// Those of whom the same is to be done.
    package struct Part: Sendable {
        let id: String
        let title: String
        let hint: String?
        let people: [Person]
        var count: Int { people.count }
    }
    let layout: Layout
    let heading: String
    let words: String
    /// Without those that nobody is in.
    let parts: [Part]
    let action: Link
    /// Nobody can be asked: the numbers come first.
    let isCallList: Bool
    var isEmpty: Bool { parts.isEmpty }

    /// - Parameters:
    ///   - people: in the order in which they stand.
    ///   - isSilent: all who are silent; else whom the reader selected.
    package init(layout tripLayout: TripLayout, people asked: [SilentPerson], isSilent: Bool, reader: CardReader) {
        let slug = tripLayout.slug
        layout = tripLayout.layout
        let people = asked.map { NudgeSilentPage.person($0, slug, reader) }
        let toCall = NudgeSilentPage.toCall(people)
        parts = NudgeSilentPage.parts(toCall ?? people)
        let time = counted(tripLayout.trip.fields.staleMinutes, "minute")
        let count = isSilent ? counted(asked.count, "person is", "people are") : counted(asked.count, "person", "people")
        let request = toCall == nil ? Texts.said("Ask \(count) if all is well") : Texts.said("Call \(count)")
        heading = isSilent ? Texts.said("\(count) silent") : request
        let question =
            toCall == nil
            ? Texts.said("Whoever is selected gets one question, “All well?”, and answers with a tap.")
            : Texts.said("Sotravel cannot ask any of them: call them.")
        words = (isSilent ? Texts.said("No position for more than \(time), the longest first.") + " " : "") + question
        action = Path.nudges(slug)
        isCallList = toCall != nil
    }
    package func render(into out: inout HTMLBuffer) { Template.nudgesSilent(self, &out) }

    /// All of them with their numbers to call; nil where somebody can be asked, or nobody is left but those who called for help.
    private static func toCall(_ people: [Person]) -> [Person]? {
        let others = people.filter { $0.help == nil }
        guard !others.isEmpty, others.allSatisfy(\.isUnreached) else { return nil }
        return people.map { person in
            var person = person
            person.isToCall = person.help == nil
            return person
        }
    }

    private static func parts(_ people: [Person]) -> [Part] {
        let others = people.filter { $0.help == nil }
        let hint = Texts.said(
            "They have no push, no Telegram and no email address that works here. Select them to make links that you send yourself.")
        return [
            Part(id: "called", title: Texts.said("Called for help already"), hint: nil, people: people.filter { $0.help != nil }),
            Part(id: "askable", title: Texts.said("Can be asked"), hint: nil, people: others.filter { !$0.isUnreached }),
            Part(id: "by-phone", title: Texts.said("Only by phone"), hint: hint, people: others.filter(\.isUnreached)),
        ].filter { !$0.people.isEmpty }
    }

    private static func person(_ asked: SilentPerson, _ slug: String, _ reader: CardReader) -> Person {
        let row = asked.entry.row
        return Person(
            id: row.id.description, face: Face(row.fullName, slug, row.photo), name: row.fullName, link: Path.member(slug, row.id),
            contact: asked.entry.lastFix.map { .ago($0, now: reader.now) }, style: asked.entry.freshness == .lost ? "warn" : "",
            place: asked.inWords, isUnreached: row.reach.isEmpty,
            asked: asked.askedAt.map { .ago($0, now: reader.now) }, help: reader.calls.of(row.id, slug, reader.now),
            phone: row[.phone].isEmpty ? nil : NudgeRow.Call(number: row[.phone], link: Path.telephone(row[.phone])),
            map: asked.entry.newest.map { _ in Path.map(slug).asking("member", row.id.description) })
    }
}
