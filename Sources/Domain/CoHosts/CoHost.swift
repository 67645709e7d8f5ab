/// Host rights of a member for a time, because a host is away. They end by themselves.
package struct CoHost: Sendable, Equatable {
    package let id: ID
    package let tripID: ID
    package let memberID: ID
    package let name: String
    package let startsAt: Instant
    /// Nil: until a host ends it.
    package let endsAt: Instant?
    package let reason: String
    package let namedBy: String
    package let namedByID: ID?
    package init(
        id: ID, tripID: ID, memberID: ID, name: String, startsAt: Instant, endsAt: Instant?, reason: String,
        namedBy: String, namedByID: ID?
    ) {
        self.id = id
        self.tripID = tripID
        self.memberID = memberID
        self.name = name
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.reason = reason
        self.namedBy = namedBy
        self.namedByID = namedByID
    }

    /// Whether they have a host's rights now: from the start on, until just before the end.
    package func isActive(at now: Instant) -> Bool { startsAt <= now && !isOver(at: now) }
    /// Whether the rights have ended. Without an end they never do.
    package func isOver(at now: Instant) -> Bool { endsAt.map { $0 <= now } ?? false }

    /// "now until 5 Jan, 04:00", in trip time.
    package func period(_ zone: TripZone, now: Instant) -> String {
        func text(_ instant: Instant) -> String {
            let local = zone.local(instant)
            return "\(local.day.short), \(local.clock)"
        }
        guard startsAt > now else { return endsAt.map { Texts.said("until \(text($0))") } ?? Texts.said("until a host ends it") }
        let start = text(startsAt)
        return endsAt.map { Texts.said("from \(start) until \(text($0))") } ?? Texts.said("from \(start) until a host ends it")
    }
}

/// For how long somebody is made co-host.
package enum CoHostTime: String, Sendable, CaseIterable {
    case tonight, day, trip, open, exact

    package var label: String {
        switch self {
        case .tonight: "Until tonight"
        case .day: "For 24 hours"
        case .trip: "Until the trip ends"
        case .open: "Until a host ends it"
        case .exact: "Until a day and time"
        }
    }
}

/// What a host chooses when naming a co-host.
package struct CoHostRequest: Sendable {
    package static let reasonLimit = 200
    private static let longestAhead = Duration.days(60)
    package let member: ID
    package let time: CoHostTime
    /// Nil: now.
    package let start: Instant?
    /// Of `.exact`.
    package let end: Instant?
    package let reason: String
    package init(member: ID, time: CoHostTime, start: Instant?, end: Instant?, reason: String) {
        self.member = member
        self.time = time
        self.start = start
        self.end = end
        self.reason = tidyLine(reason)
    }

    /// - Parameter own: of a co-host who names another: nobody gives more than they have.
    package func period(_ trip: Trip, own: CoHost?, now: Instant) throws(Refusal) -> (start: Instant, end: Instant?) {
        var check = Validation()
        let start = max(start ?? now, now)
        let end: Instant? =
            switch time {
            case .tonight: SharingTime.tonight.end(from: start, trip: trip)
            case .day: start + .hours(24)
            case .trip: trip.endsAt
            case .open: nil
            case .exact: end
            }
        check.require(time != .exact || end != nil, "until_time", "Say until when.")
        check.require(end.map { $0 > start } ?? true, time == .exact ? "until_time" : "time", "The end must be after the start.")
        check.require(start - now <= CoHostRequest.longestAhead, "from_day", "At most 60 days ahead.")
        check.require(reason.count <= CoHostRequest.reasonLimit, "reason", "At most \(CoHostRequest.reasonLimit) characters.")
        if let limit = own?.endsAt {
            check.require(
                end.map { $0 <= limit } ?? false, "time",
                "You are a co-host yourself, \(own?.period(trip.zone, now: now) ?? ""). You cannot make somebody co-host for longer.")
        }
        try check.check()
        return (start, end)
    }
}
