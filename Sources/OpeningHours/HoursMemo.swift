import Domain
import Synchronization

/// A moment as the clocks of a zone show it, worked out once for many values.
package struct HoursMoment: Sendable {
    package let instant: Instant
    package let zone: TripZone
    let day: Day
    let minute: Int

    package init(_ instant: Instant, in zone: TripZone) {
        (self.instant, self.zone) = (instant, zone)
        (day, minute) = WallClock(zone: zone).minute(at: instant)
    }
}

/// What a value says of a moment.
package struct HoursSaid: Sendable {
    package let answer: HoursAnswer
    /// When the state becomes another one. Nil if it stays, and where nobody asked.
    package let change: HoursChange?
}

/// What values said of the days that they were asked for. Those that are written alike in one region say the same, and say it until the
/// next boundary of the day: a list of very many places works each of them out once. The newest few days stay.
package final class HoursMemo: Sendable {
    private static let most = 8
    private let days: Int
    private let pages = Mutex<[HoursPage]>([])

    /// - Parameter days: within which the next change is looked for.
    package init(days: Int) { self.days = days }

    /// Shares what it works out with every other board of the same day.
    package func board(at moment: HoursMoment) -> HoursBoard {
        let page = pages.withLock { pages in
            if let known = pages.first(where: { $0.zone == moment.zone.identifier && $0.day == moment.day }) { return known }
            let page = HoursPage(zone: moment.zone.identifier, day: moment.day)
            pages.append(page)
            if pages.count > HoursMemo.most { pages.removeFirst() }
            return page
        }
        return HoursBoard(moment: moment, page: page, days: days)
    }
}

/// One day in one zone.
final class HoursPage: Sendable {
    struct Part {
        let minutes: Range<Int>
        let answer: HoursAnswer
        /// Nil before somebody asked for it.
        var change: HoursChange??
    }
    let zone: String
    let day: Day
    private let parts = Mutex<[UInt64: [Part]]>([:])

    init(zone: String, day: Day) { (self.zone, self.day) = (zone, day) }

    func find(_ key: UInt64, at minute: Int) -> Part? {
        parts.withLock { $0[key]?.first { $0.minutes.contains(minute) } }
    }
    func keep(_ parts: [Part], for key: UInt64) { self.parts.withLock { $0[key] = $0[key] ?? parts } }
    func keep(_ change: HoursChange?, for key: UInt64, at minute: Int) {
        parts.withLock { parts in
            guard let index = parts[key]?.firstIndex(where: { $0.minutes.contains(minute) }) else { return }
            parts[key]?[index].change = .some(change)
        }
    }
}

/// Answers for one moment.
package struct HoursBoard: Sendable {
    let moment: HoursMoment
    let page: HoursPage
    let days: Int

    /// - Parameters:
    ///   - key: the same for values that are written alike in one region.
    ///   - wantsChange: also when the state becomes another one, which costs more.
    ///   - read: asked where it is not known yet.
    package func said(_ key: UInt64, wantsChange: Bool, read: () -> (hours: Hours, place: HoursPlace)) -> HoursSaid {
        let known = page.find(key, at: moment.minute)
        if let known, !wantsChange { return HoursSaid(answer: known.answer, change: nil) }
        if let known, let change = known.change { return HoursSaid(answer: known.answer, change: change) }
        let (hours, place) = read()
        func change() -> HoursChange? { wantsChange ? hours.nextChange(after: moment.instant, in: place, within: days) : nil }
        // Where the sun decides, each place has a day of its own.
        guard !hours.followsSun else {
            return HoursSaid(answer: hours.answer(at: moment.instant, in: place), change: change())
        }
        let next = change()
        if known == nil {
            page.keep(hours.timeline(moment.day, in: place).map { .init(minutes: $0.minutes, answer: $0.answer) }, for: key)
        }
        if wantsChange { page.keep(next, for: key, at: moment.minute) }
        return HoursSaid(answer: known?.answer ?? hours.answer(at: moment.instant, in: place), change: next)
    }
}
