/// The days that stand side by side in a view of a trip's events. They are the trip's own, not a calendar's: seven from its first day on,
/// then the next seven. One day that is left over stands beside the seven before it, so that a trip from Saturday to Saturday is one view.
package struct WeekDays: Sendable, Equatable {
    /// In a row. Outside the trip always seven, within it at most eight.
    package let days: [Day]
    /// A day of the view before this one, and of the one after it; nil where there is nothing to see.
    package let earlier: Day?
    package let later: Day?
    package var span: ClosedRange<Day> { days[0]...days[days.count - 1] }

    /// - Parameters:
    ///   - day: Any of the days that are shown.
    ///   - trip: From its first day to its last.
    ///   - planned: Days on which something is planned, in any order. Those outside the trip have views of their own.
    package init(of day: Day, trip: ClosedRange<Day>, planned: some Sequence<Day>) {
        let numbers = WeekDays.numbers(of: day.number, trip: trip.lowerBound.number...trip.upperBound.number)
        days = numbers.map(Day.init(number:))
        let (first, last) = (days[0], days[days.count - 1])
        let seen = Array(planned)
        // The trip's days follow one another; outside of it a view without anything is passed over.
        earlier =
            first > trip.lowerBound && first <= trip.upperBound
            ? Day(number: first.number - 1)
            : (seen + [trip.upperBound]).filter { $0 < first }.max()
        later =
            last < trip.upperBound && last >= trip.lowerBound
            ? Day(number: last.number + 1)
            : (seen + [trip.lowerBound]).filter { $0 > last }.min()
    }

    private static func numbers(of day: Int, trip: ClosedRange<Int>) -> ClosedRange<Int> {
        if day < trip.lowerBound {
            let last = trip.lowerBound - 1 - (trip.lowerBound - 1 - day) / 7 * 7
            return last - 6...last
        }
        if day > trip.upperBound {
            let first = trip.upperBound + 1 + (day - trip.upperBound - 1) / 7 * 7
            return first...first + 6
        }
        let first = trip.lowerBound + (day - trip.lowerBound) / 7 * 7
        // The last day alone belongs to the seven before it.
        if first == trip.upperBound, first > trip.lowerBound { return first - 7...first }
        return first...(first + 7 >= trip.upperBound ? trip.upperBound : first + 6)
    }
}
