extension Parser {
    /// `<time_selector>`.
    mutating func timeSelector(_ selectors: inout SelectorSequence) throws(Unreadable) {
        repeat {
            if isTwentyFourHours {
                advance(isNext(.slash, 1) ? 3 : 2)
                selectors.times.append(TimeSpan(start: .clock(0), end: .time(.clock(1440))))
            } else {
                selectors.times.append(try timeSpan())
            }
        } while takeComma { $0.isTime && !$0.isDate } || takeSlash() || isTimeBehindBlank()
    }

    /// `Mo-Fr 24h`.
    private var isTwentyFourHours: Bool { isNext(.number(24, digits: 2)) && (isNext(.hour, 1) || isNext(.number(7, digits: 1), 2)) }

    /// `09:00-12:00 / 13:00-18:00`.
    private mutating func takeSlash() -> Bool {
        guard isNext(.slash), isTime(1) else { return false }
        note(.separator)
        advance()
        return true
    }

    /// `12:00-14:00 16:00-20:00`.
    private mutating func isTimeBehindBlank() -> Bool {
        guard peek().isSpaced, case .number(_, digits: 1...2) = kind, isTime, !isDate else { return false }
        note(.separator)
        return true
    }

    /// Whether a time stands here: digits with a colon or what people write for it, or an event of the sun.
    var isTime: Bool { isTime(0) }
    func isTime(_ distance: Int) -> Bool {
        switch peek(distance).kind {
        case .number(let value, let digits):
            if digits == 4 { return !(1900...2999).contains(value) }
            guard digits <= 2 else { return false }
            switch peek(distance + 1).kind {
            case .colon, .dot: return isMinute(distance + 2)
            case .word(.hour), .word(.am), .word(.pm): return true
            // `10-18`: whoever reads dates asks for these first.
            case .dash, .word(.to): return true
            default: return false
            }
        case .openParenthesis, .word(.dawn), .word(.sunrise), .word(.sunset), .word(.dusk), .word(.noon), .word(.midnight): return true
        default: return false
        }
    }

    func isMinute(_ distance: Int) -> Bool {
        guard case .number(0...59, digits: 2) = peek(distance).kind else { return false }
        return !peek(distance).isSpaced
    }

    /// `<timespan>`.
    private mutating func timeSpan() throws(Unreadable) -> TimeSpan {
        let isBare = isBareHour
        let begin = peek()
        var start = try time(isEnd: false)
        if take(.plus) { return TimeSpan(start: start.time, end: .open) }
        if isNext(.dash) || isNext(.to) {
            if takeOpenDash() { return TimeSpan(start: start.time, end: .open) }
            _ = takeDash()
            let end = try time(isEnd: true)
            start.joinHalf(of: end)
            if take(.plus) { return TimeSpan(start: start.time, end: .timeThenOpen(end.time)) }
            try repetition()
            return TimeSpan(start: start.time, end: .time(end.time))
        }
        guard !isBare else { throw Unreadable(offset: begin.start) }
        note(.pointInTime)
        return TimeSpan(start: start.time, end: .none)
    }

    private var isBareHour: Bool {
        guard case .number(_, digits: 1...2) = kind else { return false }
        switch peek(1).kind {
        case .colon, .dot, .word(.hour), .word(.am), .word(.pm): return false
        default: return true
        }
    }

    /// `16:00-` and `17:00-late` are open ends.
    private mutating func takeOpenDash() -> Bool {
        switch peek(1).kind {
        case .end, .comma, .semicolon, .fallback, .word(.late):
            note(.openEnd)
            advance(isNext(.late, 1) ? 2 : 1)
            return true
        default: return false
        }
    }

    /// `/90` or `/01:30`.
    private mutating func repetition() throws(Unreadable) {
        guard isNext(.slash), case .number(let value, let digits) = peek(1).kind else { return }
        if isNext(.colon, 2), isMinute(3) {
            guard !isNext(.dash, 4) else { return }
            note(.repetition)
            advance(4)
        } else {
            guard digits <= 3, value > 0, !isTime(1) else { return }
            note(.repetition)
            advance(2)
        }
    }
}
