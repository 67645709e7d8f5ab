import Domain

extension Hours {
    /// What begins on a day, up to midnight of the next. Where it is not known whether the day is a holiday, both are evaluated, and
    /// what differs is unknown.
    func spans(of day: Day, in place: HoursPlace) -> [Span] {
        guard isReadable else { return [Span(0..<1440, .unknown, rule: -1, doubt: .unreadable)] }
        let date = CalendarDay(day)
        let matcher = TimeMatcher(sun: Sun(place, on: day))
        guard !holidays.isEmpty else { return evaluate(date, matcher, []) }
        let known = holidays.map { holiday -> Bool? in
            holiday.kind == .publicHoliday ? place.calendar?.isHoliday(Day(number: day.number - holiday.offset)) : nil
        }
        let open = known.indices.filter { known[$0] == nil }
        var answers = known.map { $0 ?? false }
        let ordinary = evaluate(date, matcher, answers)
        guard !open.isEmpty else { return ordinary }
        var doubt = HoursDoubt()
        for place in open { doubt.formUnion(holidays[place].kind == .publicHoliday ? .publicHoliday : .schoolHoliday) }
        // Values with more kinds of doubt than this are not in the map; all holidays at once stand for them.
        var merged = ordinary
        let combinations = open.count <= 4 ? 1 << open.count : 2
        for combination in 1..<combinations {
            for (bit, place) in open.enumerated() { answers[place] = open.count > 4 || combination & 1 << bit != 0 }
            merged = Hours.merge(merged, evaluate(date, matcher, answers), doubt)
        }
        return merged
    }

    private func evaluate(_ date: CalendarDay, _ matcher: TimeMatcher, _ isHoliday: [Bool]) -> [Span] {
        var spans: [Span] = []
        for (index, rule) in rules.enumerated() where rule.selectors.matches(date, isHoliday: isHoliday) {
            let own = matcher.spans(of: rule, at: index)
            let isClosed = rule.modifier.state == .closed
            switch rule.separator {
            case .fallback:
                for span in own { spans.fill(span) { rules[$0].comment != nil } }
            case .normal where !isClosed, _ where isClosed && rule.selectors.times.isEmpty: spans = own
            case .normal, .additional: for span in own { spans.paint(span) }
            }
        }
        return spans
    }

    /// Where two evaluations agree, their answer; elsewhere unknown, with the comment of the first that gives one.
    private static func merge(_ first: [Span], _ second: [Span], _ doubt: HoursDoubt) -> [Span] {
        guard first != second else { return first }
        let minutes = (first + second).boundaries(in: 0..<2880)
        var merged: [Span] = []
        for (start, end) in zip(minutes, minutes.dropFirst()) where start < end {
            let (one, other) = (first.at(start), second.at(start))
            if (one?.state ?? .closed) == (other?.state ?? .closed) {
                guard var span = one ?? other else { continue }
                (span.start, span.end) = (start, end)
                merged.append(span)
            } else if let said = one?.state == .closed ? other ?? one : one ?? other {
                var span = Span(start..<end, .unknown, rule: said.rule, doubt: said.doubt.union(doubt))
                span.onOrdinaryDay = one?.onOrdinaryDay ?? .closed
                merged.append(span)
            }
        }
        return merged
    }

    /// A calendar day from midnight to midnight, closed parts included: its own hours, and those of the day before that last into it.
    func timeline(of day: Day, in place: HoursPlace) -> [Span] {
        let own = spans(of: day, in: place)
        let before = passesMidnight ? night(before: day, in: place) : []
        let minutes = (own + before).boundaries(in: 0..<1440)
        var timeline: [Span] = []
        for (start, end) in zip(minutes, minutes.dropFirst()) {
            var span = Hours.said(own.at(start), before.at(start)) ?? Span(start..<end, .closed, rule: -1)
            (span.start, span.end) = (start, end)
            timeline.join(span)
        }
        return timeline
    }

    /// What of the day before lasts into a day, in minutes of that day.
    private func night(before day: Day, in place: HoursPlace) -> [Span] {
        spans(of: Day(number: day.number - 1), in: place).filter { $0.end > 1440 && $0.state != .closed }.map { span in
            var span = span
            (span.start, span.end) = (max(span.start - 1440, 0), span.end - 1440)
            return span
        }
    }

    /// After midnight belongs to the day that opened: a closed day does not end the night before, but closed hours do.
    static func said(_ own: Span?, _ before: Span?) -> Span? {
        guard let before, let own else { return own ?? before }
        switch own.state {
        case .open: return own
        case .closed: return own.isTimed ? own : before
        case .unknown: return before.state == .open ? before : own
        }
    }

    /// What is said of one minute of a day.
    func span(at minute: Int, of day: Day, in place: HoursPlace) -> Span? {
        let own = spans(of: day, in: place).at(minute)
        guard passesMidnight, own?.state != .open, !(own?.state == .closed && own?.isTimed == true) else { return own }
        return Hours.said(own, spans(of: Day(number: day.number - 1), in: place).last { $0.contains(minute + 1440) && $0.state != .closed })
    }

    func answer(_ span: Span?) -> HoursAnswer {
        guard let span else { return HoursAnswer(state: .closed, comment: nil, doubt: [], onOrdinaryDay: .closed) }
        let comment = span.doubt.contains(.unreadable) ? text : span.rule >= 0 ? rules[span.rule].comment : nil
        return HoursAnswer(state: span.state, comment: comment, doubt: span.doubt, onOrdinaryDay: span.onOrdinaryDay)
    }
}
