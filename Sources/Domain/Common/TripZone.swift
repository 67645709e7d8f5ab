import Foundation

/// Turns instants into a trip's local time. Every page shows local trip time with its zone.
package struct TripZone: Sendable {
    package let identifier: String
    private let zone: TimeZone

    /// Nil for a name that is not in the IANA database.
    package init?(_ identifier: String) {
        guard identifier.containsASCII("/") || identifier == "UTC", let zone = TimeZone(identifier: identifier) else {
            return nil
        }
        self.identifier = identifier
        self.zone = zone
    }

    private init(utc: Void) {
        identifier = "UTC"
        zone = .gmt
    }
    package static let utc = TripZone(utc: ())

    /// Seconds to add to UTC at that moment, summer time included.
    package func offset(at instant: Instant) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds)))
    }

    /// What the clocks of the zone show at that moment.
    package func local(_ instant: Instant) -> LocalTime {
        LocalTime(secondsSince1970: instant.seconds + Int64(offset(at: instant)))
    }

    /// "CET", or "GMT+9" where English has no customary letters. UTC keeps its name: one page has not two names of it.
    package func abbreviation(at instant: Instant) -> String {
        guard identifier != "UTC" else { return identifier }
        let date = Date(timeIntervalSince1970: Double(instant.seconds))
        let style: NSTimeZone.NameStyle = zone.isDaylightSavingTime(for: date) ? .shortDaylightSaving : .shortStandard
        return zone.localizedName(for: style, locale: Locale(identifier: "en_GB")) ?? identifier
    }

    /// The instant of a local wall-clock time. In the hour that a spring change skips, the later side; in the
    /// hour that an autumn change repeats, the first.
    package func instant(day: Day, secondsOfDay: Int) -> Instant {
        let wall = Int64(day.number) * 86400 + Int64(secondsOfDay)
        let before = Instant(seconds: wall - Int64(offset(at: Instant(seconds: wall - 86400))))
        let after = Instant(seconds: wall - Int64(offset(at: Instant(seconds: wall + 86400))))
        let exact = [before, after].first { $0.seconds + Int64(offset(at: $0)) == wall }
        return exact ?? max(before, after)
    }

    /// Every change of the clocks between two instants: when, from and to which offset in seconds, the new name, and
    /// whether it begins summer time.
    package func changes(from start: Instant, to end: Instant) -> [(at: Instant, from: Int, to: Int, name: String, isSummer: Bool)] {
        var found: [(at: Instant, from: Int, to: Int, name: String, isSummer: Bool)] = []
        var date = Date(timeIntervalSince1970: Double(start.seconds))
        while let next = zone.nextDaylightSavingTimeTransition(after: date), Int64(clamping: next.timeIntervalSince1970) < end.seconds {
            let at = Instant(seconds: Int64(clamping: next.timeIntervalSince1970))
            let isSummer = zone.isDaylightSavingTime(for: next)
            found.append((at, offset(at: at - .seconds(1)), offset(at: at), abbreviation(at: at), isSummer))
            date = next
        }
        return found
    }

    /// Whether the clocks show this time on that day: they skip an hour once a year.
    package func exists(day: Day, secondsOfDay: Int) -> Bool {
        let local = local(instant(day: day, secondsOfDay: secondsOfDay))
        return local.day == day && local.secondsOfDay == secondsOfDay
    }

    /// The date that the zone has at that moment.
    package func today(at instant: Instant) -> Day { local(instant).day }
}

/// A wall-clock reading.
package struct LocalTime: Sendable {
    package let day: Day
    package let secondsOfDay: Int

    init(secondsSince1970 seconds: Int64) {
        day = Day(number: Int(floorDivide(seconds, 86400)))
        secondsOfDay = Int(seconds - Int64(day.number) * 86400)
    }

    /// "07:40".
    package var clock: String { padded(secondsOfDay / 3600, 2) + ":" + padded(secondsOfDay / 60 % 60, 2) }
}
