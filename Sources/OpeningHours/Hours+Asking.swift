import Domain

extension Hours {
    /// The state at a moment.
    package func answer(at instant: Instant, in place: HoursPlace) -> HoursAnswer {
        let (day, minute) = WallClock(zone: place.zone).minute(at: instant)
        return answer(span(at: minute, of: day, in: place))
    }

    /// When the state becomes another one after a moment. Nil if it stays for `days`.
    package func nextChange(after instant: Instant, in place: HoursPlace, within days: Int = 366) -> HoursChange? {
        guard isReadable, !isConstant else { return nil }
        let clock = WallClock(zone: place.zone)
        let (today, minute) = clock.minute(at: instant)
        let state = span(at: minute, of: today, in: place)?.state ?? .closed
        for number in today.number...today.number + max(days, 0) {
            let day = Day(number: number)
            let timeline = timeline(of: day, in: place)
            guard let next = timeline.first(where: { (day > today || $0.start > minute) && $0.state != state }) else { continue }
            return HoursChange(at: clock.instant(of: day, minute: next.start), answer: answer(next))
        }
        return nil
    }

    /// What begins on a day. Hours after midnight are those of the day that opened.
    package func day(_ day: Day, in place: HoursPlace) -> HoursDay {
        var joined: [Span] = []
        for span in spans(of: day, in: place).sorted(by: { $0.start < $1.start }) where span.state != .closed { joined.join(span) }
        return HoursDay(day: day, intervals: joined.map { HoursInterval(minutes: $0.start..<$0.end, answer: answer($0)) })
    }

    /// Seven days from one on.
    package func week(from first: Day, in place: HoursPlace) -> [HoursDay] {
        (0..<7).map { day(Day(number: first.number + $0), in: place) }
    }

    /// A calendar day from midnight to midnight in every state, with what lasts into it from the night before. It has no gaps.
    package func timeline(_ day: Day, in place: HoursPlace) -> [HoursInterval] {
        timeline(of: day, in: place).map { HoursInterval(minutes: $0.start..<$0.end, answer: answer($0)) }
    }
}
