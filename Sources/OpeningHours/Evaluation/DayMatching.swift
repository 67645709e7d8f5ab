import Domain

extension SelectorSequence {
    /// Whether the rule speaks of a day. `isHoliday` answers for each of the value's holidays.
    func matches(_ date: CalendarDay, isHoliday: [Bool]) -> Bool {
        matchesWeekdayOrHoliday(date, isHoliday)
            && (years.isEmpty || years.contains { $0.contains(date.year) })
            && (monthDays.isEmpty || monthDays.contains { $0.contains(date) })
            && (weeks.isEmpty || weeks.contains { $0.contains(date.week) })
    }

    private func matchesWeekdayOrHoliday(_ date: CalendarDay, _ isHoliday: [Bool]) -> Bool {
        if holidays.isEmpty { return weekdays.isEmpty || weekdays.contains { $0.contains(date) } }
        let isOnHoliday = holidays.contains { isHoliday[$0] }
        if weekdays.isEmpty { return isOnHoliday }
        let isOnWeekday = weekdays.contains { $0.contains(date) }
        return wantsHolidayAndWeekday ? isOnHoliday && isOnWeekday : isOnHoliday || isOnWeekday
    }
}

extension YearRange {
    func contains(_ year: Int) -> Bool { first <= year && year <= last && (year - first) % step == 0 }
}

extension WeekRange {
    func contains(_ week: Int) -> Bool {
        if first <= last { return first <= week && week <= last && (week - first) % step == 0 }
        return (week >= first && (week - first) % step == 0) || (week <= last && (week + 53 - first) % step == 0)
    }
}

extension WeekdayRange {
    func contains(_ date: CalendarDay) -> Bool {
        switch self {
        case .days(let first, let last):
            return first <= last ? first <= date.weekday && date.weekday <= last : date.weekday >= first || date.weekday <= last
        case .nth(let weekday, let places, let offset):
            let date = offset == 0 ? date : date.moved(by: -offset)
            guard date.weekday == weekday else { return false }
            let (fromStart, fromEnd) = ((date.dayOfMonth - 1) / 7 + 1, (date.daysInMonth - date.dayOfMonth) / 7 + 1)
            return places & (WeekdayRange.bit(fromStart) | WeekdayRange.bit(-fromEnd)) != 0
        }
    }
}

extension MonthDayRange {
    func contains(_ date: CalendarDay) -> Bool {
        switch self {
        case .months(let first, let last):
            return first <= last ? first <= date.month && date.month <= last : date.month >= first || date.month <= last
        case .dates(let from, let to, let step):
            if let year = from.year { return MonthDayRange.contains(date, from, to, step, year) }
            // A range over the new year began in the year before; an offset moves a date over it both ways.
            return (date.year - 1...date.year + 1).contains { MonthDayRange.contains(date, from, to, step, $0) }
        case .since(let from):
            if let year = from.year { return date.day.number >= from.number(in: year) }
            return date.day.number >= from.number(in: date.year)
        }
    }

    private static func contains(_ date: CalendarDay, _ from: DateFrom, _ to: DateFrom, _ step: Int, _ year: Int) -> Bool {
        let start = from.number(in: year)
        guard date.day.number >= start, (date.day.number - start) % step == 0 else { return false }
        var end = to.number(in: to.year ?? year)
        if end < start, to.year == nil { end = to.number(in: year + 1) }
        return date.day.number <= end
    }
}

extension DateFrom {
    /// Days since 1970-01-01 of the date in a year. 29 February is 1 March where there is none.
    func number(in year: Int) -> Int {
        var number: Int
        switch base {
        case .fixed(let month, let day): number = CalendarDay.number(year, month, day)
        case .endOfMonth(let month): number = CalendarDay.number(year, month, CalendarDay.daysInMonth(month, year))
        case .easter: number = CalendarDay.easter(year)
        case .weekday(let month, let weekday, let nth):
            let edge = CalendarDay.number(year, month, nth > 0 ? 1 : CalendarDay.daysInMonth(month, year))
            number = DateFrom.weekday(weekday, from: edge, isBackward: nth < 0) + (nth > 0 ? nth - 1 : nth + 1) * 7
        }
        if let weekday = offset.weekday { number = DateFrom.weekday(weekday, from: number, isBackward: offset.isBackward) }
        return number + offset.days
    }

    /// The next such weekday or the one before; the day itself if it is one.
    static func weekday(_ weekday: Int, from number: Int, isBackward: Bool) -> Int {
        let distance = (weekday - Day(number: number).weekday + 7) % 7
        return isBackward && distance > 0 ? number + distance - 7 : number + distance
    }
}
