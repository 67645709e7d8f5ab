extension Parser {
    /// `<selector_sequence>`: the selectors in any order up to the times, each kind once.
    mutating func selectorSequence(_ selectors: inout SelectorSequence) throws(Unreadable) {
        while try takeSelector(&selectors) {}
        guard !selectors.times.isEmpty, selectors.weekdays.isEmpty, selectors.holidays.isEmpty, isWeekdayAtTheEnd else { return }
        // `10:00-18:00 Mo-Fr`.
        note(.order)
        try weekdaySelector(&selectors)
    }

    /// False at what is no selector, and after the times, which are the last.
    private mutating func takeSelector(_ selectors: inout SelectorSequence) throws(Unreadable) -> Bool {
        let isFirst = !selectors.hasDays
        switch kind {
        case .number(24, _) where isTwentyFourSeven:
            advance(isNext(.slash, 1) ? 3 : 2)
            selectors.isAlways = true
            return false
        case .number where isYear && selectors.weekdays.isEmpty && selectors.holidays.isEmpty && !isDated: try yearSelector(&selectors)
        case .number where isDate, .month, .word(.easter):
            guard selectors.monthDays.isEmpty else { throw unreadable() }
            if !selectors.weekdays.isEmpty || !selectors.weeks.isEmpty { note(.order) }
            try monthdaySelector(&selectors)
        case .word(.week):
            guard selectors.weeks.isEmpty else { throw unreadable() }
            try weekSelector(&selectors)
        case .weekday, .word(.publicHoliday), .word(.schoolHoliday):
            guard selectors.weekdays.isEmpty, selectors.holidays.isEmpty else { throw unreadable() }
            try weekdaySelector(&selectors)
        case .word(.daily) where isFirst, .colon where !isFirst:
            // `<separator_for_readability>`; after weekdays it is one too many.
            if isNext(.colon), !selectors.weekdays.isEmpty { note(.separator) }
            advance()
        case .number, .openParenthesis, .word(.dawn), .word(.sunrise), .word(.sunset), .word(.dusk), .word(.noon), .word(.midnight):
            if isPast(1), !peek().isSpaced, !isNext(.colon, -1) { note(.spacing) }
            try timeSelector(&selectors)
            return false
        default: return false
        }
        return true
    }

    /// `24/7`, or `24h`.
    private var isTwentyFourSeven: Bool {
        (isNext(.slash, 1) && isNext(.number(7, digits: 1), 2)) || (isNext(.hour, 1) && !isNext(.dash, 2) && !isNext(.to, 2))
    }

    /// Whether weekdays stand here that end their rule: they belong to the times before them.
    private var isWeekdayAtTheEnd: Bool {
        var distance = 0
        while true {
            switch peek(distance).kind {
            case .weekday, .dash, .word(.publicHoliday), .word(.schoolHoliday), .word(.to): distance += 1
            case .comma:
                guard case .weekday = peek(distance + 1).kind else { return distance > 0 }
                distance += 1
            case .end, .semicolon, .fallback, .comment, .word(.closed): return distance > 0
            default: return false
            }
        }
    }

    // MARK: Years and weeks

    /// Four digits that are a year and no time.
    var isYear: Bool {
        guard case .number(1900...2999, digits: 4) = kind else { return false }
        return true
    }
    /// A year that belongs to the date behind it.
    private var isDated: Bool {
        switch peek(1).kind {
        case .month, .word(.easter): true
        default: false
        }
    }

    /// `<year_selector>`.
    private mutating func yearSelector(_ selectors: inout SelectorSequence) throws(Unreadable) {
        guard selectors.years.isEmpty, selectors.monthDays.isEmpty else { throw unreadable() }
        repeat {
            guard case .number(let first, digits: 4) = kind else { throw unreadable() }
            advance()
            if take(.plus) {
                selectors.years.append(YearRange(first: first, last: .max, step: 1))
                continue
            }
            var last = first
            if takeDash() {
                guard case .number(let year, digits: 4) = kind, year >= first else { throw unreadable() }
                last = year
                advance()
            }
            selectors.years.append(YearRange(first: first, last: last, step: try step()))
        } while takeComma { $0.isYear }
    }

    /// `<week_selector>`.
    private mutating func weekSelector(_ selectors: inout SelectorSequence) throws(Unreadable) {
        advance()
        repeat {
            guard case .number(1...53, _) = kind, case .number(let first, _) = kind else { throw unreadable() }
            advance()
            var last = first
            if takeDash() {
                guard case .number(1...53, _) = kind, case .number(let week, _) = kind else { throw unreadable() }
                last = week
                advance()
            }
            selectors.weeks.append(WeekRange(first: first, last: last, step: try step()))
        } while takeComma { parser in
            guard case .number(1...53, _) = parser.kind else { return false }
            return !parser.isTime
        }
    }

    /// `/2` behind a range.
    mutating func step() throws(Unreadable) -> Int {
        guard take(.slash) else { return 1 }
        guard case .number(let step, _) = kind, step > 0 else { throw unreadable() }
        advance()
        return step
    }

    /// Takes a comma, or a word for it, if the list goes on behind it.
    mutating func takeComma(_ goesOn: (Parser) -> Bool) -> Bool {
        guard isNext(.comma) || isNext(.and) else { return false }
        let position = position
        let isWord = isNext(.and)
        advance()
        guard goesOn(self) else {
            self.position = position
            return false
        }
        if isWord { note(.wording) } else if peek().isSpaced { note(.spacing) }
        return true
    }
}
