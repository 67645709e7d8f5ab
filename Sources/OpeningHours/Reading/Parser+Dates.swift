extension Parser {
    /// `<monthday_selector>`.
    mutating func monthdaySelector(_ selectors: inout SelectorSequence) throws(Unreadable) {
        var month: Int?
        repeat {
            selectors.monthDays.append(try monthdayRange(in: &month))
        } while takeComma { $0.isDate || (month != nil && $0.isDayNumber && !$0.peek().isSpaced) }
    }

    /// A month, easter, a year before one of them, or `15 Jun`.
    var isDate: Bool {
        switch (kind, peek(1).kind) {
        case (.month, _), (.word(.easter), _): true
        case (.number, .month): isYear || isDayNumber
        case (.number, .word(.easter)): isYear
        // `15-20 Jun`.
        case (.number, .dash): isDayNumber && isDayBeforeMonth(2)
        default: false
        }
    }

    /// One or two digits that are no time.
    var isDayNumber: Bool { isDayNumber(0) }
    private func isDayNumber(_ distance: Int) -> Bool {
        guard case .number(1...31, digits: 1...2) = peek(distance).kind else { return false }
        switch peek(distance + 1).kind {
        case .colon, .dot: return !isMinute(distance + 2)
        case .word(.hour), .word(.am), .word(.pm): return false
        default: return true
        }
    }
    private func isDayBeforeMonth(_ distance: Int) -> Bool {
        guard case .month = peek(distance + 1).kind else { return false }
        return isDayNumber(distance)
    }

    /// `<monthday_range>`. `month` is that of the date before in the list, for `Dec 24,31`.
    private mutating func monthdayRange(in month: inout Int?) throws(Unreadable) -> MonthDayRange {
        if let month, case .number(let day, _) = kind, !isDate {
            advance()
            return try range(from: DateFrom(base: .fixed(month: month, day: day)), month: month)
        }
        let from = try dateFrom()
        switch from.base {
        case .endOfMonth(let first):
            month = nil
            return try months(first, from.year)
        case .fixed(let of, _): month = of
        default: month = nil
        }
        return try range(from: from, month: month)
    }

    /// Behind a date: nothing, `+`, or a hyphen and `<date_to>`.
    private mutating func range(from: DateFrom, month: Int?) throws(Unreadable) -> MonthDayRange {
        if take(.plus) { return .since(from) }
        guard isDateRange else { return .dates(from: from, to: from, step: 1) }
        _ = takeDash()
        if let month, case .number(let day, _) = kind, !isDate {
            guard case .fixed(_, let first) = from.base, first <= day else { throw unreadable() }
            advance()
            let to = DateFrom(year: from.year, base: .fixed(month: month, day: day), offset: try dateOffset())
            return .dates(from: from, to: to, step: try step())
        }
        let to = try dateFrom()
        return .dates(from: from, to: to, step: try step())
    }

    /// Whether a hyphen leads to another date, and not to a time.
    private var isDateRange: Bool {
        guard isNext(.dash) || isNext(.to) else { return false }
        var ahead = self
        ahead.advance()
        return ahead.isDate || ahead.isDayNumber
    }

    /// Whole months; `first` has been read.
    private mutating func months(_ first: Int, _ year: Int?) throws(Unreadable) -> MonthDayRange {
        let start = DateFrom(year: year, base: .fixed(month: first, day: 1))
        guard isDateRange else {
            guard year != nil else { return .months(first: first, last: first) }
            return take(.plus) ? .since(start) : .dates(from: start, to: DateFrom(year: year, base: .endOfMonth(first)), step: 1)
        }
        _ = takeDash()
        let to = try dateFrom(endsMonths: true)
        if case .endOfMonth(let last) = to.base, year == nil, to.year == nil { return .months(first: first, last: last) }
        return .dates(from: start, to: to, step: 1)
    }

    /// `<date_from>`, or a month alone, which is its last day. Behind whole months a weekday is a selector of its own: `Feb-Aug Mo[1]`.
    private mutating func dateFrom(endsMonths: Bool = false) throws(Unreadable) -> DateFrom {
        var year: Int?
        if isYear, case .number(let number, _) = kind {
            year = number
            advance()
        }
        if take(.easter) { return DateFrom(year: year, base: .easter, offset: try dateOffset()) }
        if case .number(let day, _) = kind, isDayNumber {
            note(.order)
            advance()
            // `15-20 Jun`: the month stands behind the last day.
            if isNext(.dash), case .month(let month) = peek(2).kind { return DateFrom(base: .fixed(month: month, day: day)) }
            guard case .month(let month) = kind else { throw unreadable() }
            takeAbbreviation()
            return DateFrom(year: year, base: .fixed(month: month, day: day), offset: try dateOffset())
        }
        guard case .month(let month) = kind else { throw unreadable() }
        takeAbbreviation()
        if case .number(let day, _) = kind, isDayNumber {
            advance()
            return DateFrom(year: year, base: .fixed(month: month, day: day), offset: try dateOffset())
        }
        if !endsMonths, var date = try weekdayOfMonth(month) {
            date.year = year
            return date
        }
        return DateFrom(year: year, base: .endOfMonth(month))
    }

    /// `Mar Su[-1]` where it begins or ends a range of dates; elsewhere the weekday is a selector of its own, and means the same.
    private mutating func weekdayOfMonth(_ month: Int) throws(Unreadable) -> DateFrom? {
        guard case .weekday(let weekday) = kind, isNext(.openBracket, 1) else { return nil }
        let start = position
        let isEnd = isBehindDash
        advance()
        let places = try nthEntries()
        let offset = try dateOffset()
        guard places.nonzeroBitCount == 1, isEnd || isDateRange else {
            position = start
            return nil
        }
        let bit = places.trailingZeroBitCount
        return DateFrom(base: .weekday(month: month, weekday: weekday, nth: bit < 8 ? bit : 8 - bit), offset: offset)
    }

    /// Whether the month just read ends a range.
    private var isBehindDash: Bool { isPast(2) && isNext(.dash, -2) }

    /// `<date_offset>`.
    private mutating func dateOffset() throws(Unreadable) -> DateOffset {
        var offset = DateOffset()
        if isNext(.plus) || isNext(.dash), case .weekday(let weekday) = peek(1).kind {
            (offset.weekday, offset.isBackward) = (weekday, isNext(.dash))
            advance(2)
        }
        offset.days = try dayOffset() ?? 0
        return offset
    }
}
