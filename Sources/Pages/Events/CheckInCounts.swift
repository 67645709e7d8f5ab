import Domain

extension CheckInPage {
    /// One line of the numbers above a list. It adds up: whoever is here, missing, elsewhere or out is expected or a walk-in.
    package struct Counts: Sendable {
        /// Of the group that the list is named after, or "Everyone" below it; nil where there is one line.
        let name: String?
        /// What the ids of its numbers begin with.
        let part: String
        private(set) var present: Int = 0
        private(set) var missing: Int = 0
        private(set) var elsewhere: Int = 0
        private(set) var out: Int = 0
        private(set) var expected: Int = 0
        private(set) var unplanned: Int = 0
        /// To whom nobody has ticked.
        let narrow: Link?

        init(_ name: String?, part: String, _ people: [Person], narrow: Link?) {
            (self.name, self.part, self.narrow) = (name, part, narrow)
            for person in people {
                let isExpected = person.expected == "yes"
                expected += isExpected ? 1 : 0
                switch person.state {
                case "present": (present, unplanned) = (present + 1, unplanned + (isExpected ? 0 : 1))
                case "awaited" where isExpected: missing += 1
                case "elsewhere" where isExpected: elsewhere += 1
                case "out" where isExpected: out += 1
                default: break
                }
            }
        }
    }

    /// Everybody's line and, above it, that of the group that the list is named after, if any of it are expected.
    static func counts(_ people: [Person], group: String?, narrow: Link) -> [Counts] {
        let ours = people.filter { $0.isOurs == "yes" }
        guard let group, ours.contains(where: { $0.expected == "yes" }) else {
            return [Counts(nil, part: "", people, narrow: narrow)]
        }
        return [
            Counts(group, part: "ours-", ours, narrow: narrow.asking("group", group)),
            Counts(Texts.said("Everyone"), part: "", people, narrow: nil),
        ]
    }

    static func tabs(_ lists: [CheckInTally], of sheet: CheckInSheet, _ slug: String) -> [Tab] {
        // An archived list is reached from the event's page.
        lists.filter { !$0.list.isArchived || $0.list.id == sheet.list.id }.map {
            Tab(
                name: $0.list.name, id: $0.list.id.description, link: Path.checkIn(slug, sheet.event.id, $0.list.id),
                isCurrent: $0.list.id == sheet.list.id, count: count($0),
                isBoarding: !$0.list.exclusiveSet.isEmpty, isExclusive: sheet.list.excludes($0.list) ? "true" : "false")
        }
    }

    /// "18/37" of a list for everybody. Of those of which each person is on one nobody knows how many come on each: how many are aboard,
    /// and the word for it after the number.
    private static func count(_ tally: CheckInTally) -> String {
        tally.list.exclusiveSet.isEmpty ? "\(tally.totals.present)/\(tally.totals.expected)" : String(tally.totals.present)
    }

    /// Of a list that is named after a group, among those of which each person is on one: how many sit there, and how many of them belong.
    static func aboard(_ counts: [Counts], hasRivals: Bool) -> Aboard? {
        guard hasRivals, counts.count > 1 else { return nil }
        let (ours, all) = (counts[0], counts[1])
        return Aboard(count: all.present, own: BoardingWords.own(ours.present - ours.unplanned, of: ours.expected))
    }

    package struct Aboard: Sendable {
        let count: Int
        /// "6 of its own 16".
        let own: String
    }
}

/// One word for one count, wherever people are counted on lists of which each is on one: they are aboard.
enum BoardingWords {
    static func aboard(_ count: Int) -> String { Texts.said("\(count) aboard") }
    static func own(_ aboard: Int, of expected: Int) -> String { Texts.said("\(aboard) of its own \(expected)") }
    static func of(_ aboard: Int, _ expected: Int) -> String { Texts.said("\(aboard) of \(expected) aboard") }
    static func absent(_ missing: Int) -> String { Texts.said("\(missing) not arrived") }
}
