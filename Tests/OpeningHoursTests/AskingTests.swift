import Domain
import OpeningHours
import Testing

/// What pages ask: now, when next, this week; over midnight, over the changes of the clocks, by the sun.
@Suite struct AskingTests {
    private func next(_ value: String, after moment: String, _ place: HoursPlace) throws -> String {
        guard let change = Hours(value).nextChange(after: try instant(moment, place), in: place) else { return "never" }
        let local = place.zone.local(change.at)
        return "\(local.day) \(local.clock) \(change.answer.state)"
    }

    @Test(arguments: [
        ("Mo-Fr 09:00-18:00", "2026-01-05 08:00", "2026-01-05 09:00 open"),
        ("Mo-Fr 09:00-18:00", "2026-01-05 09:00", "2026-01-05 18:00 closed"),
        ("Mo-Fr 09:00-18:00", "2026-01-09 18:00", "2026-01-12 09:00 open"),
        ("Fr 22:00-04:00; Sa off", "2026-01-09 23:00", "2026-01-10 04:00 closed"),
        ("Mo-Su 00:00-24:00; Su 12:00-13:00 off", "2026-01-05 12:00", "2026-01-11 12:00 closed"), ("24/7", "2026-01-05 12:00", "never"),
        ("off", "2026-01-05 12:00", "never"), ("Dec 24-Dec 26 off; 10:00-20:00", "2026-01-05 21:00", "2026-01-06 10:00 open"),
        ("2026 Jun 1-2026 Jun 30", "2026-01-05 12:00", "2026-06-01 00:00 open"), ("2019", "2026-01-05 12:00", "never"),
        ("Mo 11:00-15:00 open \"Lunch\", Mo 15:00-22:00 open \"Dinner\"", "2026-01-05 12:00", "2026-01-05 22:00 closed"),
        ("18:00+", "2026-01-05 12:00", "2026-01-05 18:00 unknown"),
        ("Mo-Su 18:00-02:00; PH off", "2026-01-05 20:00", "2026-01-06 02:00 closed"),
    ]) func nextChange(_ value: String, _ moment: String, _ expected: String) throws {
        #expect(try next(value, after: moment, place("AT")) == expected, "\(value) after \(moment)")
    }

    @Test func aWeekHasSevenDaysAndNightsUnderTheDayThatOpened() throws {
        let week = Hours("Mo-Th 11:00-23:00; Fr-Sa 11:00-02:00; Su off").week(from: try date("2026-01-05"), in: try place())
        #expect(
            week.map { $0.intervals.map(\.minutes) } == Array(repeating: [660..<1380], count: 4) + Array(repeating: [660..<1560], count: 2)
                + [[]])
        #expect(week.first?.day == Day("2026-01-05"))
    }

    @Test func aTimelineHasNoGapsAndBeginsWithTheNightBefore() throws {
        let timeline = Hours("Fr 22:00-04:00; Sa 10:00-12:00").timeline(try date("2026-01-10"), in: try place())
        #expect(timeline.map(\.minutes) == [0..<240, 240..<600, 600..<720, 720..<1440])
        #expect(timeline.map(\.answer.state) == [.open, .closed, .open, .closed])
    }

    @Test func hoursAreOfThePlaceAndNotOfTheServer() throws {
        let moment = Instant(seconds: 1_767_600_000)  // 2026-01-05 08:00 UTC
        #expect(try Hours("Mo 09:00-10:00").answer(at: moment, in: place()).state == .open)
        #expect(try Hours("Mo 17:00-18:00").answer(at: moment, in: place(nil, "Asia/Tokyo")).state == .open)
        #expect(try Hours("Su 23:00-24:00").answer(at: moment, in: place(nil, "Pacific/Honolulu")).state == .closed)
        #expect(try Hours("Su 22:00-23:00").answer(at: moment, in: place(nil, "Pacific/Honolulu")).state == .open)
    }

    /// In Austria on 2026-10-25 the hour from 02:00 comes twice: 00:00 to 01:00 UTC and again to 02:00.
    @Test func inTheHourThatComesTwiceNothingHappensTwice() throws {
        let austria = try place("AT")
        func at(_ utc: Int, _ value: String) throws -> OpeningState {
            Hours(value).answer(at: Instant(day: try date("2026-10-25"), secondsOfDay: utc * 60), in: austria).state
        }
        #expect(try at(15, "Sa 22:00-02:30") == .open)
        #expect(try at(30, "Sa 22:00-02:30") == .closed)
        #expect(try at(75, "Sa 22:00-02:30") == .closed)
        #expect(try at(75, "Su 02:30-10:00") == .open)
        #expect(try at(119, "Sa 22:00-03:00") == .open)
        #expect(try at(120, "Sa 22:00-03:00") == .closed)
        let change = Hours("Sa 22:00-03:00").nextChange(after: Instant(day: try date("2026-10-25"), secondsOfDay: 0), in: austria)
        #expect(change?.at.iso8601 == "2026-10-25T02:00:00Z")
    }

    /// On 2026-03-29 there is no hour from 02:00 to 03:00: 01:00 UTC follows 00:59.
    @Test func whatFallsIntoTheSkippedHourHappensAsItIsSkipped() throws {
        let austria = try place("AT")
        let midnight = Instant(day: try date("2026-03-29"), secondsOfDay: 0)
        #expect(Hours("Sa 22:00-02:30").nextChange(after: midnight, in: austria)?.at.iso8601 == "2026-03-29T01:00:00Z")
        #expect(Hours("Su 02:30-04:00").nextChange(after: midnight, in: austria)?.at.iso8601 == "2026-03-29T01:00:00Z")
        #expect(Hours("Su 02:30-04:00").answer(at: midnight + .minutes(60), in: austria).state == .open)
        #expect(Hours("Sa 22:00-02:30").answer(at: midnight + .minutes(60), in: austria).state == .closed)
    }

    // MARK: The sun

    /// Of NOAA's solar calculator, to two minutes; twilight around it.
    @Test(arguments: [
        ("Europe/Andorra", 42.55, 1.6, "2026-06-21", 6 * 60 + 16, 21 * 60 + 34),
        ("Europe/Andorra", 42.55, 1.6, "2026-12-21", 8 * 60 + 20, 17 * 60 + 23),
        ("Europe/Helsinki", 60.17, 24.94, "2026-06-21", 3 * 60 + 54, 22 * 60 + 49),
        ("Europe/Helsinki", 60.17, 24.94, "2026-12-21", 9 * 60 + 24, 15 * 60 + 12),
    ]) func sunriseAndSunset(_ zone: String, _ latitude: Double, _ longitude: Double, _ day: String, _ rise: Int, _ set: Int) throws {
        let here = try place(nil, zone, at: Coordinates(latitude: latitude, longitude: longitude))
        let minutes = try #require(Hours("sunrise-sunset").day(date(day), in: here).intervals.first?.minutes)
        #expect(abs(minutes.lowerBound - rise) <= 2 && abs(minutes.upperBound - set) <= 2, "\(minutes) for \(rise)..<\(set)")
        let moved = try #require(Hours("(sunrise+01:00)-(sunset-00:30)").day(date(day), in: here).intervals.first?.minutes)
        #expect(moved == minutes.lowerBound + 60..<minutes.upperBound - 30)
        let twilight = try #require(Hours("dawn-dusk").day(date(day), in: here).intervals.first?.minutes)
        #expect(twilight.lowerBound < minutes.lowerBound - 25 && twilight.upperBound > minutes.upperBound + 25)
    }

    @Test func betweenThePolarCirclesAndBeyond() throws {
        let tromso = try place(nil, "Europe/Oslo", at: Coordinates(latitude: 69.65, longitude: 18.96))
        #expect(try said("sunrise-sunset", "2026-06-21", tromso) == "00:00-24:00")
        #expect(try said("sunset-sunrise", "2026-06-21", tromso) == "")
        #expect(try said("sunrise-sunset", "2026-12-21", tromso) == "")
        #expect(try said("sunset-sunrise", "2026-12-21", tromso) == "12:00-36:00")
    }

    @Test func withoutCoordinatesTheSunIsUnknown() throws {
        let nowhere = try place(nil, at: nil)
        let answer = Hours("sunrise-sunset").answer(at: try instant("2026-06-21 12:00", nowhere), in: nowhere)
        #expect(answer.state == .unknown && answer.doubt == .sun)
        // A span that would end before it begins is none on that day; one that ends early in the morning is a night.
        let helsinki = try place(nil, "Europe/Helsinki", at: Coordinates(latitude: 60.17, longitude: 24.94))
        #expect(try said("sunrise-08:00", "2026-12-21", helsinki) == "")
        #expect(try said("18:00-sunset", "2026-12-21", helsinki) == "" && said("19:00-sunset", "2026-12-21", helsinki) == "")
        #expect(try said("19:00-sunset", "2026-06-21", helsinki).hasPrefix("19:00-22:"))
        #expect(try #require(Hours("22:00-sunrise").day(date("2026-12-21"), in: helsinki).intervals.first).minutes.upperBound > 1980)
        #expect(
            try #require(Hours("sunset-02:00").day(date("2026-12-21"), in: helsinki).intervals.first).minutes.upperBound == 1560)
    }
}
