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

/// A recorded way as people look at it: a position a minute, those that keep its shape besides, and where nothing is known.
package struct Way: Sendable {
    /// No line joins two positions further apart than this: nobody knows anything about the time between them.
    package static let gap = Duration.minutes(5)
    /// Most fixes read for one way: a day with one every three seconds.
    package static let readLimit = 30_000
    /// Most positions shown: a day with one a minute and every second minute a bend. A page of them is sent as 100 KiB.
    package static let shownLimit = 2_200
    /// Metres from the straight line at which a position is a bend: as exact as phones are under open sky.
    private static let bend = 8.0

    /// Oldest first.
    package let fixes: [Fix]
    /// Number of fixes before thinning.
    package let recorded: Int

    /// - Parameter fixes: all of the span, oldest first.
    package init(_ all: [Fix]) {
        recorded = all.count
        let minutes = Way.minutes(all)
        var (tolerance, kept) = (Way.bend, Way.bends(all, between: minutes, Way.bend))
        while kept.count > max(Way.shownLimit, minutes.count) {
            tolerance *= 2
            kept = Way.bends(all, between: minutes, tolerance)
        }
        fixes = kept.map { all[$0] }
    }

    /// The first of every minute, and the newest: people ask for it first.
    private static func minutes(_ all: [Fix]) -> [Int] {
        var kept = all.indices.filter { $0 == 0 || all[$0].time.seconds / 60 != all[$0 - 1].time.seconds / 60 }
        if let last = all.indices.last, kept.last != last { kept.append(last) }
        return kept
    }

    /// Those positions, and between each two of them what Douglas and Peucker keep of the line.
    private static func bends(_ all: [Fix], between kept: [Int], _ tolerance: Double) -> [Int] {
        var found = kept
        var waiting = Array(zip(kept, kept.dropFirst()))
        while let (first, last) = waiting.popLast() {
            let between = first + 1..<last
            let far = between.map { all[$0].coordinates.distance(toLineFrom: all[first].coordinates, to: all[last].coordinates) }
            guard let most = far.indices.max(by: { far[$0] < far[$1] }), far[most] > tolerance else { continue }
            let bend = between.lowerBound + most
            found.append(bend)
            waiting += [(first, bend), (bend, last)]
        }
        return found.sorted()
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
