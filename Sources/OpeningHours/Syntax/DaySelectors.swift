/// `<year_range>`: the last year is the first without a dash, and the end of time after a `+`.
struct YearRange: Sendable {
    let first: Int
    let last: Int
    let step: Int
}

/// `<week>`: ISO weeks, in which the last may be before the first.
struct WeekRange: Sendable {
    let first: Int
    let last: Int
    let step: Int
}

/// `<monthday_range>`.
enum MonthDayRange: Sendable {
    /// Whole months, 1 to 12; the last may be before the first.
    case months(first: Int, last: Int)
    /// One date, or from one to another, both included; with a step only every so many days.
    case dates(from: DateFrom, to: DateFrom, step: Int)
    /// `Jan 5+`: until the year ends, or for ever where a year is given.
    case since(DateFrom)
}

/// `<date_from>`: a date of a year or of every year.
struct DateFrom: Sendable {
    enum Base: Sendable, Equatable {
        case fixed(month: Int, day: Int)
        case easter
        /// `Mar Su[-1]`; the weekday counts from Monday, 0.
        case weekday(month: Int, weekday: Int, nth: Int)
        case endOfMonth(Int)
    }
    var year: Int?
    let base: Base
    var offset = DateOffset()
}

/// `<date_offset>`: first to a weekday, then by days.
struct DateOffset: Sendable {
    /// To the next such weekday (`+Su`) or the one before (`-Su`), the date itself included; 0 is Monday.
    var weekday: Int?
    var isBackward = false
    var days = 0
}

/// `<weekday_range>`; weekdays count from Monday, 0.
enum WeekdayRange: Sendable {
    /// The last may be before the first: `Fr-Mo`.
    case days(first: Int, last: Int)
    /// `Su[1]`, `Su[-1]`, each moved by an offset in days: bits 1 to 5 count from the month's beginning, 9 to 13 from its end.
    case nth(weekday: Int, places: UInt16, offset: Int)

    /// The bit of a place: 1 to 5, or −5 to −1 from the end.
    static func bit(_ nth: Int) -> UInt16 { 1 << UInt16(nth > 0 ? nth : 8 - nth) }
}

/// `<holiday>`, moved by an offset in days.
struct Holiday: Sendable, Equatable {
    enum Kind: Sendable { case publicHoliday, schoolHoliday }
    let kind: Kind
    let offset: Int
}
