/// Who is woken by a call for help, one circle after the other while nobody says that they are on it.
package enum HelpCircle: Int, Sendable, CaseIterable, Comparable {
    /// Who is on duty, if anybody is.
    case duty = 1
    /// The trip's hosts, co-hosts and moderators.
    case staff
    /// The server's admins as well.
    case admins

    /// Until the next circle.
    package static let patience = Duration.minutes(2)
    package static func < (one: HelpCircle, other: HelpCircle) -> Bool { one.rawValue < other.rawValue }
    package var next: HelpCircle? { HelpCircle(rawValue: rawValue + 1) }
}

/// What an open call for help asks of the outbox now.
package enum HelpAlarm: Sendable, Equatable {
    /// Wakes everybody up to that circle: a first call, or another one.
    case wake(HelpCircle)
    /// Wakes that circle besides: nobody of those before has said that they are on it.
    case widen(HelpCircle)
    /// Somebody is on it, or it is over: whoever was woken hears so.
    case standDown

    /// The same for the next circle; nil where there is none.
    package var wider: HelpAlarm? {
        switch self {
        case .wake(let circle): circle.next.map { .wake($0) }
        case .widen(let circle): circle.next.map { .widen($0) }
        case .standDown: nil
        }
    }

    /// - Parameters:
    ///   - first: the circle that is woken first.
    ///   - told: the widest circle that was woken; nil for nobody.
    ///   - isAnswered: all calls are taken, or the case is resolved.
    ///   - isNewer: it has calls of which nobody was told.
    ///   - toldAt: when a circle was last woken.
    package static func due(
        first: HelpCircle, told: HelpCircle?, isAnswered: Bool, isNewer: Bool, toldAt: Instant?, now: Instant
    ) -> HelpAlarm? {
        if isAnswered { return told == nil ? nil : .standDown }
        guard let told else { return .wake(first) }
        if isNewer { return .wake(told) }
        guard let next = told.next, let toldAt, !toldAt.isWithin(HelpCircle.patience, before: now) else { return nil }
        return .widen(next)
    }
}
