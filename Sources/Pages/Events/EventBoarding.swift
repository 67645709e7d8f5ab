import Domain

/// The way from an event's head into check-in, and how far it is.
package struct EventBoarding: Sendable {
    /// Of the list that is ticked now.
    package let link: Link
    /// "32 of 36 arrived", of a list of return "32 of 36 back", of buses "32 of 36 aboard"; empty where nobody is expected.
    package let count: String
    /// "32/36".
    package let short: String

    /// - Returns: nil where there is nothing to be ticked.
    package init?(_ lists: [CheckInTally], of event: Event, _ slug: String, at now: Instant) {
        guard event.state == .published, let current = lists.current(of: event, at: now) else { return nil }
        link = Path.checkIn(slug, event.id, current.list.id)
        // Of buses that exclude each other it counts everybody, on whichever they sit.
        let (expected, ticked) = (current.totals.expected, current.totals.arrived + current.totals.elsewhere)
        let isReturn = lists.returning(from: event, at: now)?.list.id == current.list.id
        let isBoarding = !current.list.exclusiveSet.isEmpty
        count =
            expected == 0
            ? ""
            : isBoarding
                ? BoardingWords.of(ticked, expected)
                : Texts.said(isReturn ? "\(ticked) of \(expected) back" : "\(ticked) of \(expected) arrived")
        short = expected == 0 ? "" : "\(ticked)/\(expected)"
    }
}

extension [CheckInTally] {
    /// The list by which people come back, with its totals.
    func returning(from event: Event, at now: Instant) -> CheckInTally? {
        let back = map(\.list).returning(from: event, at: now)
        return first { $0.list.id == back?.id }
    }

    /// The list that is ticked now: the last one with a tick, or what comes after it once all are ticked there. In the second half of an
    /// event to come back from it is the list of the way back: who stayed at home keeps nobody at the bus in the morning.
    func current(of event: Event, at now: Instant) -> CheckInTally? {
        let (used, back) = (filter { !$0.list.isArchived }, returning(from: event, at: now))
        if let back, let end = event.fields.endsAt, now - event.fields.startsAt > end - now { return back }
        guard let reached = used.last(where: { $0.totals.present > 0 }) else { return used.first }
        func isBeside(_ other: CheckInTally) -> Bool { other.list.id == reached.list.id || other.list.excludes(reached.list) }
        let next = reached.totals.missing == 0 ? used.drop { !isBeside($0) }.first { !isBeside($0) } : nil
        return next ?? used.first(where: isBeside)
    }
}
