/// A moment in UTC, in microseconds since 1970. Never local time; a page turns it into trip time with `TripZone`.
/// Arithmetic ends at the first and the last moment that it holds (the years −290,000 and 294,000): it never traps.
package struct Instant: Hashable, Sendable, Comparable, Codable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }
    package init(seconds: Int64) { microseconds = seconds.clampedMultiplied(by: 1_000_000) }
    package init(milliseconds: Int64) { microseconds = milliseconds.clampedMultiplied(by: 1000) }

    package var seconds: Int64 { floorDivide(microseconds, 1_000_000) }
    package var milliseconds: Int64 { floorDivide(microseconds, 1000) }

    package static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
    package static func + (a: Instant, duration: Duration) -> Instant {
        Instant(microseconds: a.microseconds.clampedAdding(duration.microseconds))
    }
    package static func - (a: Instant, duration: Duration) -> Instant {
        Instant(microseconds: a.microseconds.clampedSubtracting(duration.microseconds))
    }
    package static func - (a: Instant, b: Instant) -> Duration {
        .microseconds(a.microseconds.clampedSubtracting(b.microseconds))
    }

    /// Whether this was less than `duration` ago. Never true for a time in the future, left by a clock that was set back since: it would
    /// stay true until that time comes again.
    package func isWithin(_ duration: Duration, before now: Instant) -> Bool { self <= now && now - self < duration }
}

extension Duration {
    /// Whole microseconds, clamped to what an `Instant` can move by.
    package var microseconds: Int64 {
        components.seconds.clampedMultiplied(by: 1_000_000).clampedAdding(components.attoseconds / 1_000_000_000_000)
    }
    /// Clamped, as are hours and days: a count from outside cannot overflow.
    package static func minutes(_ count: Int) -> Duration { .seconds(count.clampedMultiplied(by: 60)) }
    /// Of 3,600 seconds.
    package static func hours(_ count: Int) -> Duration { .seconds(count.clampedMultiplied(by: 3600)) }
    /// Of 24 hours each, not days of a calendar: see `TripZone` for those.
    package static func days(_ count: Int) -> Duration { .seconds(count.clampedMultiplied(by: 86400)) }
}

func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a / b - (a % b < 0 ? 1 : 0) }

/// A calendar day in the proleptic Gregorian calendar.
package struct Day: Hashable, Sendable, Comparable {
    /// Days since 1970-01-01.
    package let number: Int

    package init(number: Int) { self.number = number }

    /// Nil for a day that does not exist. Method: civil-from-days arithmetic over 400-year eras.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        number = Day.number(year: year, month: month, day: day)
        guard components == (year, month, day) else { return nil }
    }

    /// Reads `2026-01-31` and nothing else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = parts[0].whole(in: 1...9999), let month = parts[1].whole(in: 1...12), let day = parts[2].whole(in: 1...31)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    package var components: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func number(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 0 is Monday.
    package var weekday: Int { ((number + 3) % 7 + 7) % 7 }
    package static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}

extension Day: CustomStringConvertible {
    package var description: String {
        let (year, month, day) = components
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
    }
    /// "Sat 31 Jan 2026".
    package var long: String {
        let (year, month, day) = components
        return Texts.said(text: "\(Day.weekdays[weekday]) \(day) \(Day.months[month - 1]) \(year)")
    }
    /// "Sat 31 Jan".
    package var withoutYear: String {
        Texts.said(text: "\(Day.weekdays[weekday]) \(components.day) \(Day.months[components.month - 1])")
    }
    /// "Jan 2026".
    package var monthAndYear: String { Texts.said(text: "\(Day.months[components.month - 1]) \(components.year)") }
    /// "31 Jan".
    package var short: String { Texts.said(text: "\(components.day) \(Day.months[components.month - 1])") }

    /// "Sat".
    package var weekdayWord: String { Texts.said(text: Day.weekdays[weekday]) }

    static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// A number with zeros before it until it has that many digits: `padded(7, 2)` is "07". Longer ones stay as they are.
package func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return digits.utf8.count < width ? String(repeating: "0", count: width - digits.utf8.count) + digits : digits
}

extension Instant {
    /// Midnight UTC of a day plus seconds.
    package init(day: Day, secondsOfDay: Int = 0) {
        self.init(seconds: Int64(day.number) * 86400 + Int64(secondsOfDay))
    }

    /// "2026-01-31T07:40:00Z", or with milliseconds when there are any.
    package var iso8601: String {
        let (day, clock) = dayAndClock
        let fraction = Int(milliseconds - seconds * 1000)
        return "\(day)T\(clock)" + (fraction == 0 ? "" : "." + padded(fraction, 3)) + "Z"
    }

    /// "Sat, 31 Jan 2026 07:40:00 GMT" (RFC 9110 §5.6.7).
    package var httpDate: String {
        let (day, clock) = dayAndClock
        let (year, month, dayOfMonth) = day.components
        return "\(Day.weekdays[day.weekday]), \(padded(dayOfMonth, 2)) \(Day.months[month - 1]) \(padded(year, 4)) \(clock) GMT"
    }

    private var dayAndClock: (Day, String) {
        let day = Day(number: Int(floorDivide(seconds, 86400)))
        let rest = Int(seconds - Int64(day.number) * 86400)
        return (day, "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))")
    }
}
