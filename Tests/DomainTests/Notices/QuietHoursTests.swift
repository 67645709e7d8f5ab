import Domain
import Testing

@Suite struct QuietHoursTests {
    private static let zone = TripZone("Europe/Rome") ?? .utc
    private static func at(_ day: String, _ clock: String) throws -> Instant {
        zone.instant(day: try #require(Day(day)), secondsOfDay: try #require(clock.secondsOfDay))
    }

    @Test(arguments: [
        ("2026-01-10", "23:30", "2026-01-11"), ("2026-01-10", "06:59", "2026-01-10"), ("2026-01-10", "00:00", "2026-01-10"),
        ("2026-01-10", "22:00", "2026-01-11"),
    ]) func quietOverMidnightEndsInTheMorning(_ day: String, _ clock: String, _ end: String) throws {
        let quiet = try #require(QuietHours(from: 22 * 60, to: 7 * 60))
        let now = try QuietHoursTests.at(day, clock)
        #expect(try quiet.end(at: now, in: QuietHoursTests.zone) == QuietHoursTests.at(end, "07:00"))
    }

    @Test(arguments: ["07:00", "12:00", "21:59"]) func theDayIsNotQuiet(_ clock: String) throws {
        let quiet = try #require(QuietHours(from: 22 * 60, to: 7 * 60))
        #expect(try quiet.end(at: QuietHoursTests.at("2026-01-10", clock), in: QuietHoursTests.zone) == nil)
    }

    @Test func quietInTheMiddleOfTheDay() throws {
        let quiet = try #require(QuietHours(from: 13 * 60, to: 15 * 60))
        #expect(
            try quiet.end(at: QuietHoursTests.at("2026-01-10", "14:00"), in: QuietHoursTests.zone)
                == QuietHoursTests.at("2026-01-10", "15:00"))
        #expect(try quiet.end(at: QuietHoursTests.at("2026-01-10", "15:00"), in: QuietHoursTests.zone) == nil)
    }

    /// In the night of 29 March 2026 the clocks go from 2:00 to 3:00, in the one of 25 October from 3:00 to 2:00.
    @Test func nightsOfTheClockChange() throws {
        let quiet = try #require(QuietHours(from: 22 * 60, to: 2 * 60 + 30))
        let spring = try #require(quiet.end(at: QuietHoursTests.at("2026-03-28", "23:00"), in: QuietHoursTests.zone))
        #expect(try spring == QuietHoursTests.at("2026-03-29", "02:30"))
        let autumn = try #require(quiet.end(at: QuietHoursTests.at("2026-10-24", "23:00"), in: QuietHoursTests.zone))
        #expect(try autumn > QuietHoursTests.at("2026-10-24", "23:00"))
        // In the hour that comes twice it always ends later than now.
        var now = try QuietHoursTests.at("2026-10-25", "00:00")
        for _ in 0..<240 {
            if let end = quiet.end(at: now, in: QuietHoursTests.zone) { #expect(end > now) }
            now = now + .minutes(1)
        }
    }

    /// From ten to seven they last as long as the night does: an hour less in spring, an hour more in autumn.
    @Test(arguments: [("2026-03-28", 8), ("2026-10-24", 10), ("2026-07-10", 9)])
    func theWholeNightIsQuietUntilTheClockSaysSeven(_ day: String, _ hours: Int) throws {
        let quiet = try #require(QuietHours(from: 22 * 60, to: 7 * 60))
        let begin = try QuietHoursTests.at(day, "22:00")
        for minute in -60..<(hours + 1) * 60 {
            let end = quiet.end(at: begin + .minutes(minute), in: QuietHoursTests.zone)
            #expect(end == ((0..<hours * 60).contains(minute) ? begin + .hours(hours) : nil), "\(minute)")
        }
        #expect(QuietHoursTests.zone.local(begin + .hours(hours)).clock == "07:00")
    }

    /// Half past two comes twice in autumn and not at all in spring: who waits for it always gets out, and not an hour late.
    @Test(arguments: ["2026-03-29", "2026-10-25"]) func anEndInTheHourThatIsMissingOrComesTwice(_ day: String) throws {
        let quiet = try #require(QuietHours(from: 22 * 60, to: 2 * 60 + 30))
        let midnight = try QuietHoursTests.at(day, "00:00")
        for minute in 0..<300 {
            var (now, looks) = (midnight + .minutes(minute), 0)
            while let end = quiet.end(at: now, in: QuietHoursTests.zone) {
                #expect(end > now)
                (now, looks) = (end, looks + 1)
                try #require(looks < 200)
            }
            #expect(now <= max(midnight + .minutes(minute), midnight + .minutes(210)), "\(minute)")
        }
    }

    /// Quiet from half past two: the hour that is missing hides no beginning, the one that comes twice begins it twice.
    @Test func aBeginningInTheHourThatIsMissingOrComesTwice() throws {
        let quiet = try #require(QuietHours(from: 2 * 60 + 30, to: 7 * 60))
        func minutes(_ day: String) throws -> [Int] {
            let midnight = try QuietHoursTests.at(day, "00:00")
            return (0..<600).filter { quiet.end(at: midnight + .minutes($0), in: QuietHoursTests.zone) != nil }
        }
        // Three o'clock is the minute after 1:59, and seven comes after six hours.
        #expect(try minutes("2026-03-29") == Array(120..<360))
        // Half past two, then two again.
        #expect(try minutes("2026-10-25") == Array(150..<180) + Array(210..<480))
    }

    @Test func anEmptyPartOfTheDayIsNone() {
        #expect(QuietHours(from: 60, to: 60) == nil && QuietHours(from: -1, to: 60) == nil && QuietHours(from: 0, to: 1440) == nil)
    }
}

@Suite struct DeliveryRetryTests {
    @Test func delaysGrowAndAreSpread() {
        let delays = (1...8).map { DeliveryRetry.delay(attempts: $0, asked: nil, spread: 0.5) }
        #expect(delays == delays.sorted() && delays[0] == .seconds(5) && delays[7] == .hours(1))
        #expect(DeliveryRetry.delay(attempts: 3, asked: nil, spread: 0) < DeliveryRetry.delay(attempts: 3, asked: nil, spread: 1))
        #expect(DeliveryRetry.delay(attempts: 9, asked: .seconds(7), spread: 1) == .seconds(7))
        #expect(DeliveryRetry.delay(attempts: .max, asked: nil, spread: 0) > .zero)
    }
}
