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
                isCurrent: $0.list.id == sheet.list.id, count: count($0, of: sheet),
                isExclusive: sheet.list.excludes($0.list) ? "true" : "false")
        }
    }

    /// "18/37" of a list for everybody. Of those of which each person is on one nobody knows how many come on each, but for a list that is
    /// named after a group: that one says how many of the group are in, any other how many it has.
    private static func count(_ tally: CheckInTally, of sheet: CheckInSheet) -> String {
        if tally.list.exclusiveSet.isEmpty { return "\(tally.totals.present)/\(tally.totals.expected)" }
        let group = group(of: tally.list.name, sheet.guests)
        func isOurs(_ row: RosterRow) -> Bool { group.map(row.groupNames.contains) ?? false }
        let ours = sheet.guests.filter { isOurs($0.row) }
        let expected = EventGuest.expected(ours).count
        guard expected > 0 else { return String(tally.totals.present) }
        let present = (ours.map(\.row) + sheet.others.filter(isOurs)).count { tally.present.contains($0.id) }
        return "\(present)/\(expected)"
    }
}
