/// How far one looks back: some hours, or one day of the trip.
package enum WaySpan: Hashable, Sendable {
    case hours(Int)
    case day(Day)

    package static let choices = [1, 3, 6, 12, 24]
    package static let standard = WaySpan.hours(3)

    /// "3h" or "2026-01-05"; nil for anything else.
    package init?(_ text: String) {
        if let hours = WaySpan.choices.first(where: { text == "\($0)h" }) {
            self = .hours(hours)
        } else if let day = Day(text) {
            self = .day(day)
        } else {
            return nil
        }
    }

    package var text: String {
        switch self {
        case .hours(let hours): "\(hours)h"
        case .day(let day): day.description
        }
    }

    /// The first and the last moment of it. A day is the trip's, from midnight to midnight, and ends now if it is today.
    package func limits(_ zone: TripZone, now: Instant) -> (start: Instant, end: Instant) {
        switch self {
        case .hours(let hours): (now - .hours(hours), now)
        case .day(let day):
            (zone.instant(day: day, secondsOfDay: 0), min(now, zone.instant(day: Day(number: day.number + 1), secondsOfDay: 0)))
        }
    }
}

/// A recorded way as people look at it: a position a minute, and where nothing is known.
package struct Way: Sendable {
    /// No line joins two positions further apart than this: nobody knows anything about the time between them.
    package static let gap = Duration.minutes(5)
    /// Most fixes read for one way: a day with one every three seconds.
    package static let readLimit = 30_000

    /// Oldest first.
    package let fixes: [Fix]
    /// Number of fixes before thinning.
    package let recorded: Int

    /// - Parameter fixes: all of the span, oldest first.
    package init(_ all: [Fix]) {
        recorded = all.count
        var kept: [Fix] = []
        for fix in all {
            if let last = kept.last, fix.time.seconds / 60 == last.time.seconds / 60 { continue }
            kept.append(fix)
        }
        // The newest fix is always kept: people ask for it first.
        if let newest = all.last, kept.last != newest { kept.append(newest) }
        fixes = kept
    }

    /// Sections without a gap; a single position is a section, too.
    package var pieces: [[Fix]] {
        fixes.reduce(into: []) { pieces, fix in
            if let last = pieces.last?.last, fix.time - last.time <= Way.gap {
                pieces[pieces.count - 1].append(fix)
            } else {
                pieces.append([fix])
            }
        }
    }

    /// Each gap, from the last position before it to the first after it.
    package var gaps: [(from: Instant, to: Instant)] {
        zip(fixes, fixes.dropFirst()).filter { $1.time - $0.time > Way.gap }.map { ($0.time, $1.time) }
    }
}
