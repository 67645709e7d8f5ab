import Domain

/// A day with what selectors ask of it, computed once.
struct CalendarDay {
    let day: Day
    let year: Int
    let month: Int
    let dayOfMonth: Int
    let weekday: Int

    init(_ day: Day) {
        self.day = day
        (year, month, dayOfMonth) = day.components
        weekday = day.weekday
    }

    func moved(by days: Int) -> CalendarDay { CalendarDay(Day(number: day.number + days)) }

    var daysInMonth: Int { CalendarDay.daysInMonth(month, year) }

    static func daysInMonth(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// ISO 8601: weeks begin on Monday, and the first has the year's first Thursday.
    var week: Int {
        let thursday = CalendarDay(Day(number: day.number - weekday + 3))
        return (thursday.day.number - CalendarDay.number(thursday.year, 1, 1)) / 7 + 1
    }

    /// Days since 1970-01-01. A day beyond the end of its month is counted on from its first.
    static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let first = Day(year: min(max(year, 1), 9999), month: month, day: 1)?.number ?? 0
        return first + day - 1
    }

    /// Western Easter Sunday, by the anonymous Gregorian computus (Meeus, Jones and Butcher).
    static func easter(_ year: Int) -> Int {
        let (a, b, c) = (year % 19, year / 100, year % 100)
        let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
        let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
        let m = (a + 11 * h + 22 * l) / 451
        let month = (h + l - 7 * m + 114) / 31
        return number(year, month, (h + l - 7 * m + 114) % 31 + 1)
    }
}
