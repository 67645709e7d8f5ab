/// When the times of a rule are on a day.
struct TimeMatcher {
    let sun: Sun?

    /// Spans of a rule on a day that it matches.
    func spans(of rule: Rule, at index: Int) -> [Span] {
        let times = rule.selectors.times
        let state = rule.modifier.state
        if times.isEmpty { return [Span(0..<1440, state, rule: index, isTimed: false)] }
        var spans: [Span] = []
        spans.reserveCapacity(times.count)
        for (place, time) in times.enumerated() {
            append(time, state, index, next: place + 1 < times.count ? times[place + 1] : nil, &spans)
        }
        return spans
    }

    private func append(_ time: TimeSpan, _ state: OpeningState, _ rule: Int, next: TimeSpan?, _ spans: inout [Span]) {
        guard let start = minutes(time.start) else {
            spans.leaveOpen(rule, .sun)
            return
        }
        switch time.end {
        case .none:
            spans.leaveOpen(rule, .pointInTime)
        case .open:
            spans.paint(openEnd(start, state, rule, next))
        case .time(let end), .timeThenOpen(let end):
            guard let last = minutes(end) else {
                spans.leaveOpen(rule, .sun)
                return
            }
            let close = end.isTomorrow(after: time.start) && last <= start ? last + 1440 : last
            if start < min(close, 2880) { spans.paint(Span(start..<min(close, 2880), state, rule: rule)) }
            if case .timeThenOpen = time.end { spans.paint(openEnd(close, state, rule, next)) }
        }
    }

    /// What follows an open end may be open, for as long as opening_hours.js guesses: to midnight, or in the evening for ten hours and
    /// late for eight; not into the next span. A closed rule with an open end is closed to midnight.
    private func openEnd(_ start: Int, _ state: OpeningState, _ rule: Int, _ next: TimeSpan?) -> Span {
        guard state != .closed else { return Span(start..<max(start, 1440), state, rule: rule) }
        let ofDay = start % 1440
        var end = ofDay >= 22 * 60 ? start + 8 * 60 : ofDay >= 17 * 60 ? start + 10 * 60 : start - ofDay + 1440
        if let next, let later = minutes(next.start), later > start { end = min(end, later) }
        return Span(start..<max(start, min(end, 2880)), .unknown, rule: rule, doubt: .openEnd)
    }

    private func minutes(_ time: Time) -> Int? {
        switch time {
        case .clock(let minutes): minutes
        case .event(let event, let offset): sun.map { min(max($0.minutes(of: event) + offset, 0), 2880) }
        }
    }
}

extension [Span] {
    /// The whole day is unknown but for the spans that are known.
    fileprivate mutating func leaveOpen(_ rule: Int, _ doubt: HoursDoubt) {
        fill(Span(0..<1440, .unknown, rule: rule, doubt: doubt)) { _ in false }
    }
}
