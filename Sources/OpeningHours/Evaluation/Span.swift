/// Part of a day that a rule speaks of. What no span covers is closed.
struct Span: Equatable {
    /// Minutes after the midnight that begins the day, up to 2,880: hours after the next midnight belong to the day that opened.
    var start: Int
    var end: Int
    let state: OpeningState
    /// Where the rule stands in the value, for its comment; −1 for none.
    let rule: Int
    var doubt = HoursDoubt()
    /// What holds if the day is no holiday.
    var onOrdinaryDay: OpeningState
    /// A closed rule with times of its own cuts them out of the night before, too.
    var isTimed = true

    init(_ range: Range<Int>, _ state: OpeningState, rule: Int, doubt: HoursDoubt = [], isTimed: Bool = true) {
        (start, end) = (range.lowerBound, range.upperBound)
        (self.state, self.rule, self.doubt, self.isTimed, onOrdinaryDay) = (state, rule, doubt, isTimed, state)
    }

    func contains(_ minute: Int) -> Bool { start <= minute && minute < end }

    /// Whether someone is told the same by both.
    func saysTheSame(as other: Span) -> Bool {
        state == other.state && rule == other.rule && doubt == other.doubt && onOrdinaryDay == other.onOrdinaryDay
    }
}

extension [Span] {
    /// The span at a minute.
    func at(_ minute: Int) -> Span? { last { $0.contains(minute) } }

    /// Puts a span over those that are there.
    mutating func paint(_ span: Span) {
        guard span.start < span.end else { return }
        cut(span.start, span.end)
        append(span)
    }

    /// Takes away what lies between two minutes.
    private mutating func cut(_ start: Int, _ end: Int) {
        guard contains(where: { $0.start < end && start < $0.end }) else { return }
        var kept: [Span] = []
        kept.reserveCapacity(count + 2)
        for span in self {
            guard span.start < end, start < span.end else {
                kept.append(span)
                continue
            }
            if span.start < start {
                kept.append(span)
                kept[kept.count - 1].end = start
            }
            if end < span.end {
                kept.append(span)
                kept[kept.count - 1].start = end
            }
        }
        self = kept
    }

    /// Puts a span where nothing is said, or that it is closed without a word why.
    mutating func fill(_ span: Span, hasComment: (Int) -> Bool) {
        var parts: [Span] = [span]
        for other in self where other.state != .closed || hasComment(other.rule) { parts.cut(other.start, other.end) }
        for part in parts { paint(part) }
    }

    /// Every minute at which something begins or ends, in order.
    func boundaries(in range: Range<Int>) -> [Int] {
        var minutes = [range.lowerBound, range.upperBound]
        for span in self {
            if range.contains(span.start) { minutes.append(span.start) }
            if range.contains(span.end) { minutes.append(span.end) }
        }
        minutes.sort()
        return minutes
    }

    /// Adds a span behind the last, or lengthens it where they say the same.
    mutating func join(_ span: Span) {
        guard span.start < span.end else { return }
        if let last, last.end == span.start, last.saysTheSame(as: span) {
            self[count - 1].end = span.end
        } else {
            append(span)
        }
    }
}
