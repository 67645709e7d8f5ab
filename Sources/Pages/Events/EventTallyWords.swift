import Domain

/// How far a check-in list is, as the event's page says it. The numbers add up to those who are expected; whoever came besides is told
/// after them.
enum EventTallyWords {
    /// "43 of 48 arrived, 5 not arrived, 1 walk-in", "43 of 48 back, 5 not back". Of lists of which each person is on one, one that is
    /// named after a group counts the group: "17 of 20 arrived, 2 not arrived, 1 elsewhere, 1 other".
    static func text(_ tally: CheckInTally, _ guests: [EventGuest], isOver: Bool, isReturn: Bool) -> String {
        let group = tally.list.exclusiveSet.isEmpty ? nil : CheckInPage.group(of: tally.list.name, guests)
        let ours = group.map { group in EventGuest.expected(guests.filter { $0.row.groupNames.contains(group) }) } ?? []
        let totals = ours.isEmpty ? tally.totals : tally.totals(of: ours)
        let (arrived, expected, missing) = (totals.arrived, totals.expected, totals.missing)
        let absent =
            isReturn
            ? Texts.said("\(missing) not back") : isOver ? counted(missing, "no-show") : Texts.said("\(missing) not arrived")
        let here = Texts.said(isReturn ? "\(arrived) of \(expected) back" : "\(arrived) of \(expected) arrived")
        var parts = [here, absent]
        if totals.elsewhere > 0 { parts.append(Texts.said("\(totals.elsewhere) elsewhere")) }
        if totals.out > 0 { parts.append(Texts.said("\(totals.out) out again")) }
        if totals.unplanned > 0 { parts.append(ours.isEmpty ? counted(totals.unplanned, "walk-in") : counted(totals.unplanned, "other")) }
        return parts.joined(separator: ", ")
    }
}
