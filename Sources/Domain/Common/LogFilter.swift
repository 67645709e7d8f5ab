/// What a log is narrowed down to. Nil and empty are everything.
package struct LogFilter: Sendable, Equatable {
    /// Whom a line is about.
    package var about: ID?
    /// Who did it, by the name that the line keeps.
    package var by = ""
    package var kind = ""
    package var day: Day?
    package init() {}

    /// Whether an entry passes: what is not set lets everything through. The day is the trip's.
    package func holds(about member: ID?, by author: String, kind: String, at moment: Instant, zone: TripZone) -> Bool {
        (about == nil || about == member) && (by.isEmpty || by == author) && (self.kind.isEmpty || self.kind == kind)
            && (day == nil || zone.local(moment).day == day)
    }

    /// From the day's first moment in trip time to the next day's.
    package func span(_ zone: TripZone) -> Range<Instant>? {
        guard let day else { return nil }
        let (from, to) = (zone.instant(day: day, secondsOfDay: 0), zone.instant(day: Day(number: day.number + 1), secondsOfDay: 0))
        return from < to ? from..<to : nil
    }
}

/// A page of a log, newest first.
package struct LogSlice<Entry: Sendable>: Sendable {
    package let entries: [Entry]
    package let hasOlder: Bool
    package let hasNewer: Bool
    package init(entries: [Entry], hasOlder: Bool, hasNewer: Bool) {
        self.entries = entries
        self.hasOlder = hasOlder
        self.hasNewer = hasNewer
    }
}

/// Where a page of a log begins.
package enum LogStart: Sendable, Equatable {
    case newest
    case before(Int)
    case after(Int)
}
