extension Parser {
    /// `<weekday_selector>`: weekdays, holidays or both.
    mutating func weekdaySelector(_ selectors: inout SelectorSequence) throws(Unreadable) {
        repeat {
            try weekdayOrHoliday(&selectors)
            // `PH Mo-Fr`: what follows a blank narrows it.
            if isWeekday, selectors.weekdays.isEmpty {
                selectors.wantsHolidayAndWeekday = true
                try weekdayOrHoliday(&selectors)
            } else if isHoliday, selectors.holidays.isEmpty, peek().isSpaced {
                note(.order)
                selectors.wantsHolidayAndWeekday = true
                try weekdayOrHoliday(&selectors)
            }
        } while takeComma { $0.isWeekday || ($0.isHoliday && !$0.isClosedOnHolidays) }
    }

    private var isWeekday: Bool { if case .weekday = kind { true } else { false } }
    private var isHoliday: Bool { isNext(.publicHoliday) || isNext(.schoolHoliday) }

    /// `Mo-Fr, PH off` as the first rule: two rules, or nothing would ever be open.
    private var isClosedOnHolidays: Bool { isFirstRule && peek().isSpaced && isNext(.closed, 1) }

    private mutating func weekdayOrHoliday(_ selectors: inout SelectorSequence) throws(Unreadable) {
        if isWeekday {
            selectors.weekdays.append(try weekdayRange())
        } else if isHoliday {
            selectors.holidays.append(try holiday())
        } else {
            throw unreadable()
        }
    }

    /// `<weekday_range>`.
    mutating func weekdayRange() throws(Unreadable) -> WeekdayRange {
        guard case .weekday(let first) = kind else { throw unreadable() }
        takeAbbreviation()
        if isNext(.openBracket) {
            let places = try nthEntries()
            return .nth(weekday: first, places: places, offset: try dayOffset() ?? 0)
        }
        guard takeDash() else { return .days(first: first, last: first) }
        guard case .weekday(let last) = kind else { throw unreadable() }
        takeAbbreviation()
        return .days(first: first, last: last)
    }

    /// A weekday or a month, with the dot of an abbreviation.
    mutating func takeAbbreviation() {
        advance()
        guard isNext(.dot), !peek().isSpaced else { return }
        note(.wording)
        advance()
    }

    /// `<nth_entry>` in brackets.
    mutating func nthEntries() throws(Unreadable) -> UInt16 {
        var places: UInt16 = 0
        advance()
        repeat {
            if take(.dash) {
                places |= WeekdayRange.bit(-(try nth()))
            } else {
                let first = try nth()
                let last = take(.dash) ? try nth() : first
                guard first <= last else { throw unreadable() }
                for place in first...last { places |= WeekdayRange.bit(place) }
            }
        } while take(.comma)
        guard take(.closeBracket) else { throw unreadable() }
        return places
    }

    private mutating func nth() throws(Unreadable) -> Int {
        guard case .number(1...5, digits: 1) = kind, case .number(let nth, _) = kind else { throw unreadable() }
        advance()
        return nth
    }

    /// `<holiday>`.
    private mutating func holiday() throws(Unreadable) -> Int {
        let kind: Holiday.Kind = isNext(.publicHoliday) ? .publicHoliday : .schoolHoliday
        advance()
        return place(of: Holiday(kind: kind, offset: try dayOffset() ?? 0))
    }

    /// `<day_offset>`: ` +1 day`, ` -2 days`. Nil where none stands.
    mutating func dayOffset() throws(Unreadable) -> Int? {
        guard isNext(.plus) || isNext(.dash), case .number(1...366, _) = peek(1).kind, isNext(.day, 2) else { return nil }
        let sign = isNext(.plus) ? 1 : -1
        guard case .number(let days, _) = peek(1).kind else { throw unreadable() }
        advance(3)
        return sign * days
    }
}
