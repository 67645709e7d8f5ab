/// A time as it was written.
struct WrittenTime {
    enum Half { case am, pm }
    var time: Time
    var half: Half?

    /// `2-5pm`: the end's half of the day is also the beginning's, where that keeps their order.
    mutating func joinHalf(of end: WrittenTime) {
        guard half == nil, end.half == .pm, case .clock(let start) = time, start < 12 * 60, case .clock(let last) = end.time,
            start + 12 * 60 < last
        else { return }
        time = .clock(start + 12 * 60)
    }
}

extension Parser {
    /// `<time>`, or for an end `<extended_time>`, which goes to 48:00.
    mutating func time(isEnd: Bool) throws(Unreadable) -> WrittenTime {
        switch kind {
        case .number: return try clockTime(until: isEnd ? 2880 : 1440)
        case .word(.noon):
            note(.wording)
            advance()
            return WrittenTime(time: .clock(720))
        case .word(.midnight):
            note(.wording)
            advance()
            return WrittenTime(time: .clock(isEnd ? 1440 : 0))
        default: return WrittenTime(time: try variableTime())
        }
    }

    /// `<variable_time>`.
    private mutating func variableTime() throws(Unreadable) -> Time {
        guard take(.openParenthesis) else { return .event(try event(), offset: 0) }
        let event = try event()
        guard isNext(.plus) || isNext(.dash) else { throw unreadable() }
        let sign = isNext(.plus) ? 1 : -1
        advance()
        guard case .clock(let minutes) = try clockTime(until: 1440).time, take(.closeParenthesis) else { throw unreadable() }
        return .event(event, offset: sign * minutes)
    }

    private mutating func event() throws(Unreadable) -> SunEvent {
        let event: SunEvent
        switch kind {
        case .word(.dawn): event = .dawn
        case .word(.sunrise): event = .sunrise
        case .word(.sunset): event = .sunset
        case .word(.dusk): event = .dusk
        default: throw unreadable()
        }
        advance()
        return event
    }

    /// `<hour_minutes>` and what people write for it.
    private mutating func clockTime(until latest: Int) throws(Unreadable) -> WrittenTime {
        guard case .number(let value, let digits) = kind else { throw unreadable() }
        let start = peek()
        var minutes = value * 60
        switch peek(1).kind {
        case _ where digits == 3 || digits == 4:
            note(.missingColon)
            guard value % 100 < 60 else { throw unreadable() }
            minutes = value / 100 * 60 + value % 100
            advance()
        case .colon where isMinuteOrDigit(2), .dot where isMinuteOrDigit(2):
            if isNext(.dot, 1) { note(.timeSeparator) } else if digits == 1 { note(.shortNumber) }
            minutes += minute(2)
            advance(3)
            takeSeconds()
        case .word(.hour) where isMinuteOrDigit(2):
            note(.timeSeparator)
            minutes += minute(2)
            advance(3)
        default:
            if !isNext(.hour, 1), !isNext(.am, 1), !isNext(.pm, 1) { note(.missingMinutes) }
            advance()
        }
        if isNext(.hour) {
            note(.hourMark)
            advance()
        }
        let half = try half(of: &minutes)
        guard minutes <= latest else { throw Unreadable(offset: start.start) }
        return WrittenTime(time: .clock(minutes), half: half)
    }

    private func isMinuteOrDigit(_ distance: Int) -> Bool {
        guard case .number(0...59, digits: 1...2) = peek(distance).kind else { return false }
        return !peek(distance).isSpaced
    }

    private mutating func minute(_ distance: Int) -> Int {
        guard case .number(let minute, let digits) = peek(distance).kind else { return 0 }
        if digits == 1 { note(.shortNumber) }
        return minute
    }

    /// `10:00:00`.
    private mutating func takeSeconds() {
        guard isNext(.colon), isNext(.number(0, digits: 2), 1), !peek(1).isSpaced else { return }
        note(.timeSeparator)
        advance(2)
    }

    /// `am` and `pm`; 12 am is midnight.
    private mutating func half(of minutes: inout Int) throws(Unreadable) -> WrittenTime.Half? {
        guard isNext(.am) || isNext(.pm) else { return nil }
        guard (60..<780).contains(minutes) else { throw unreadable() }
        note(.twelveHourClock)
        let half: WrittenTime.Half = isNext(.am) ? .am : .pm
        minutes = minutes % 720 + (half == .pm ? 720 : 0)
        advance()
        return half
    }
}
