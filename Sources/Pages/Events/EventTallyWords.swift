import Domain

/// How far a check-in list is, as the event's page says it. The numbers add up to those who are expected; whoever came besides is told
/// after them.
enum EventTallyWords {
    /// "43 of 48 arrived, 5 not arrived, 1 walk-in", "43 of 48 back, 5 not back". Of lists of which each person is on one it says who
    /// is aboard, and of one that is named after a group how many of that are: "18 aboard (17 of its own 20, 2 not arrived,
    /// 1 elsewhere)".
    static func text(_ tally: CheckInTally, _ guests: [EventGuest], isOver: Bool, isReturn: Bool) -> String {
        guard tally.list.exclusiveSet.isEmpty else { return boarding(tally, guests, isOver: isOver) }
        let totals = tally.totals
        let here = Texts.said(
            isReturn ? "\(totals.arrived) of \(totals.expected) back" : "\(totals.arrived) of \(totals.expected) arrived")
        let absent = isReturn ? Texts.said("\(totals.missing) not back") : EventTallyWords.absent(totals, isOver: isOver)
        let walkIns = totals.unplanned > 0 ? [counted(totals.unplanned, "walk-in")] : []
        return ([here, absent] + away(totals) + walkIns).joined(separator: ", ")
    }

    private static func boarding(_ tally: CheckInTally, _ guests: [EventGuest], isOver: Bool) -> String {
        let aboard = BoardingWords.aboard(tally.totals.present)
        let group = CheckInPage.group(of: tally.list.name, guests)
        let ours = group.map { group in EventGuest.expected(guests.filter { $0.row.groupNames.contains(group) }) } ?? []
        guard !ours.isEmpty else { return aboard }
        let totals = tally.totals(of: ours)
        let own = [BoardingWords.own(totals.arrived, of: totals.expected), absent(totals, isOver: isOver)] + away(totals)
        return "\(aboard) (\(own.joined(separator: ", ")))"
    }

    private static func absent(_ totals: AttendanceTotals, isOver: Bool) -> String {
        isOver ? counted(totals.missing, "no-show") : BoardingWords.absent(totals.missing)
    }

    private static func away(_ totals: AttendanceTotals) -> [String] {
        (totals.elsewhere > 0 ? [Texts.said("\(totals.elsewhere) elsewhere")] : [])
            + (totals.out > 0 ? [Texts.said("\(totals.out) out again")] : [])
    }
}
