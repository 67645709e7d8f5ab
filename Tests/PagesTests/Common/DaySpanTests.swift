import Domain
import Pages
import Testing

@Suite struct DaySpanTests {
    /// Month and year stand once where both days share them.
    @Test(arguments: [
        ("2026-11-23", "2026-11-29", "Mon 23 – Sun 29 Nov 2026"), ("2026-11-30", "2026-12-06", "Mon 30 Nov – Sun 6 Dec 2026"),
        ("2026-12-28", "2027-01-03", "Mon 28 Dec 2026 – Sun 3 Jan 2027"), ("2026-11-23", "2026-11-23", "Mon 23 Nov 2026"),
        ("2025-11-23", "2026-11-23", "Sun 23 Nov 2025 – Mon 23 Nov 2026"),
    ])
    func span(first: String, last: String, said: String) throws {
        let (start, end) = (try #require(Day(first)), try #require(Day(last)))
        #expect(start.span(to: end) == said)
    }

    /// Whoever is on the trip knows the year.
    @Test(arguments: [
        ("2026-12-03", "2026-11-27", "Fri 27 Nov – Thu 3 Dec"), ("2026-12-04", "2026-11-27", "Fri 27 Nov – Thu 3 Dec 2026"),
        ("2026-12-03", "2025-11-27", "Thu 27 Nov 2025 – Thu 3 Dec 2026"),
    ])
    func spanOnTheWay(today: String, first: String, said: String) throws {
        let (now, start, end) = (try #require(Day(today)), try #require(Day(first)), try #require(Day("2026-12-03")))
        #expect(start.span(to: end, during: now) == said)
    }
}
