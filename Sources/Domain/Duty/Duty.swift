/// One person's time on duty on a trip: who is woken first by a call for help.
package struct Duty: Sendable, Equatable {
    /// Somebody of the trip's staff.
    package struct Person: Sendable, Equatable {
        package let id: ID
        package let name: String
        package let phone: String
        package init(id: ID, name: String, phone: String) { (self.id, self.name, self.phone) = (id, name, phone) }
    }
    package let id: ID
    /// Nil until somebody has accepted it.
    package let holder: Person?
    /// Who is asked to take it over.
    package let offered: Person?
    package let startsAt: Instant
    package let endsAt: Instant
    package init(id: ID, holder: Person?, offered: Person?, startsAt: Instant, endsAt: Instant) {
        (self.id, self.holder, self.offered, self.startsAt, self.endsAt) = (id, holder, offered, startsAt, endsAt)
    }

    /// Whether somebody is on duty by it at that moment.
    package func holds(at now: Instant) -> Bool { holder != nil && startsAt <= now && now < endsAt }

    /// The longest that one person may be on duty at a stretch.
    package static let longest = Duration.hours(72)
    /// The end of a night, in seconds of the day.
    package static let morning = 8 * 3600
    /// The most that a trip has to come.
    package static let most = 500
}

/// The duties of a trip from a moment on, and when nobody is on duty.
package struct DutyRoster: Sendable {
    /// A time at which nobody is on duty.
    package struct Gap: Sendable, Equatable {
        package let startsAt: Instant
        package let endsAt: Instant
        package init(startsAt: Instant, endsAt: Instant) { (self.startsAt, self.endsAt) = (startsAt, endsAt) }
    }
    /// By their begin.
    package let duties: [Duty]
    /// Between now and the end of the last duty, or the moment that is asked for if that is later.
    package let gaps: [Gap]
    private let start: Instant
    /// The one that has begun. It begins with the roster, a moment later than the page that shows it: a page's own clock does not tell.
    package var gapNow: Gap? { gaps.first.flatMap { $0.startsAt == start ? $0 : nil } }
    package var laterGaps: [Gap] { gaps.filter { $0.startsAt > start } }
    /// Of those who are on duty or asked: whom no channel reaches that the server has set up.
    package var unreached: Set<ID> = []

    /// - Parameter until: somebody is to be on duty at least until then; nil where nobody has to be, as after the trip.
    package init(_ duties: [Duty], from now: Instant, until limit: Instant? = nil) {
        self.duties = duties.sorted { ($0.startsAt, $0.endsAt, $0.id) < ($1.startsAt, $1.endsAt, $1.id) }
        var (gaps, covered) = ([Gap](), now)
        for duty in self.duties where duty.holder != nil && duty.endsAt > now {
            if duty.startsAt > covered { gaps.append(Gap(startsAt: covered, endsAt: duty.startsAt)) }
            covered = max(covered, duty.endsAt)
        }
        if let limit, covered < limit { gaps.append(Gap(startsAt: covered, endsAt: limit)) }
        (self.gaps, start) = (gaps, now)
    }

    /// Those at that moment.
    package func now(_ now: Instant) -> [Duty] { duties.filter { $0.holds(at: now) } }
}
