import Domain
import Testing

/// Which days a view of a trip's events has, and what lies before and after it.
@Suite struct WeekDaysTests {
    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private func week(_ chosen: String, _ first: String, _ last: String, planned: [String] = []) throws -> WeekDays {
        WeekDays(of: try day(chosen), trip: try day(first)...day(last), planned: try planned.map(day))
    }

    /// From the trip's first day on, whatever weekday that is.
    @Test(arguments: [
        // Saturday to Saturday is one view, whichever of its days is asked for.
        ("2026-01-03", "2026-01-03", "2026-01-10", "2026-01-03", "2026-01-10"),
        ("2026-01-10", "2026-01-03", "2026-01-10", "2026-01-03", "2026-01-10"),
        // Exactly a week, and fewer days: as many as there are.
        ("2026-01-05", "2026-01-03", "2026-01-09", "2026-01-03", "2026-01-09"),
        ("2026-01-04", "2026-01-03", "2026-01-05", "2026-01-03", "2026-01-05"),
        ("2026-01-03", "2026-01-03", "2026-01-03", "2026-01-03", "2026-01-03"),
        // Nine days are seven and two; fifteen are seven and eight.
        ("2026-01-09", "2026-01-03", "2026-01-11", "2026-01-03", "2026-01-09"),
        ("2026-01-10", "2026-01-03", "2026-01-11", "2026-01-10", "2026-01-11"),
        ("2026-01-09", "2026-01-03", "2026-01-17", "2026-01-03", "2026-01-09"),
        ("2026-01-17", "2026-01-03", "2026-01-17", "2026-01-10", "2026-01-17"),
        // Outside of the trip by sevens that end before it and begin after it.
        ("2026-01-02", "2026-01-03", "2026-01-10", "2025-12-27", "2026-01-02"),
        ("2025-12-27", "2026-01-03", "2026-01-10", "2025-12-27", "2026-01-02"),
        ("2025-12-26", "2026-01-03", "2026-01-10", "2025-12-20", "2025-12-26"),
        ("2026-01-11", "2026-01-03", "2026-01-10", "2026-01-11", "2026-01-17"),
        ("2026-01-18", "2026-01-03", "2026-01-10", "2026-01-18", "2026-01-24"),
    ])
    func theDaysOfAView(chosen: String, start: String, end: String, first: String, last: String) throws {
        let days = try week(chosen, start, end).days
        #expect(days.first?.description == first && days.last?.description == last)
        #expect(days.map(\.number) == Array(try day(first).number...day(last).number))
    }

    /// A trip that is one view leads nowhere, unless something is planned outside it.
    @Test func whatIsBeforeAndAfter() throws {
        let alone = try week("2026-01-05", "2026-01-03", "2026-01-10", planned: ["2026-01-04", "2026-01-10"])
        #expect(alone.earlier == nil && alone.later == nil)
        let more = try week("2026-01-05", "2026-01-03", "2026-01-10", planned: ["2025-11-01", "2025-12-01", "2026-02-01", "2026-03-01"])
        #expect(more.earlier?.description == "2025-12-01" && more.later?.description == "2026-02-01")
        let first = try week("2026-01-03", "2026-01-03", "2026-01-20")
        #expect(first.earlier == nil && first.later?.description == "2026-01-10")
        let second = try week("2026-01-10", "2026-01-03", "2026-01-20")
        #expect(second.earlier?.description == "2026-01-09" && second.later?.description == "2026-01-17")
        #expect(try week("2026-01-20", "2026-01-03", "2026-01-20").later == nil)
        // From outside the trip one comes back to it.
        let before = try week("2025-06-01", "2026-01-03", "2026-01-10")
        #expect(before.earlier == nil && before.later?.description == "2026-01-03")
        let after = try week("2026-06-01", "2026-01-03", "2026-01-10")
        #expect(after.later == nil && after.earlier?.description == "2026-01-10")
    }

    /// Every day of a trip is in one view, and the ways between the views go through all of them.
    @Test(arguments: 1...40)
    func theWaysGoThroughAllDaysOnce(length: Int) throws {
        let start = try day("2026-03-25")
        let trip = start...Day(number: start.number + length - 1)
        var (seen, next): ([Day], Day?) = ([], start)
        while let chosen = next {
            let week = WeekDays(of: chosen, trip: trip, planned: [])
            #expect(week.days.count <= 8 && (week.days.count > 1 || length == 1))
            for day in week.days { #expect(WeekDays(of: day, trip: trip, planned: []) == week) }
            if let before = week.earlier { #expect(WeekDays(of: before, trip: trip, planned: []).later == week.days.first) }
            seen += week.days
            next = week.later
        }
        #expect(seen == (0..<length).map { Day(number: start.number + $0) })
    }

    /// Days are a calendar's: the one of 23 and the one of 25 hours are there once, like all others.
    @Test(arguments: [("2026-03-27", "2026-03-29"), ("2026-10-23", "2026-10-25")])
    func aDayOnWhichTheClocksChangeIsADay(start: String, change: String) throws {
        let zone = try #require(TripZone("Europe/Zurich"))
        let trip = try day(start)...Day(number: day(start).number + 7)
        let days = WeekDays(of: try day(change), trip: trip, planned: []).days
        #expect(days.count == 8 && days.first == trip.lowerBound)
        for day in days {
            let (midnight, evening) = (zone.instant(day: day, secondsOfDay: 0), zone.instant(day: day, secondsOfDay: 86_340))
            for instant in [midnight, evening] {
                #expect(WeekDays(of: zone.today(at: instant), trip: trip, planned: []).days.contains(day))
                #expect(zone.today(at: instant) == day)
            }
        }
    }
}
