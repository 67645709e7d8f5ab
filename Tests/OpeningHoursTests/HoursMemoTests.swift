import Domain
import OpeningHours
import Testing

/// What is kept of a day is what the value says of it, and is worked out once.
@Suite struct HoursMemoTests {
    private static let values = [
        "Mo-Fr 09:00-18:00; Sa 10:00-16:00; PH off", "18:00-02:00", "24/7", "off", "18:00+", "Mo-Su 11:00-14:00,17:30-23:00",
        "sunrise-sunset", "Mo 11:00-15:00 open \"Lunch\", Mo 15:00-22:00 open \"Dinner\"", "SH off; 10:00-12:00", "if the sun shines",
        "\"by appointment\"",
        "Fr 22:00-04:00; Sa off", "Mar Su[-1] 01:00-05:00", "Oct 25 00:30-03:30",
    ]

    @Test(arguments: [nil, "AT", "DE-BY"]) func itSaysWhatTheValueSays(_ region: String?) throws {
        let (seed, place, memo) = (UInt64.random(in: 0 ... .max), try place(region), HoursMemo(days: 8))
        var chance = Seeded(state: seed)
        let days = try ["2026-01-05", "2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25", "2026-12-25"].map(date)
        for _ in 0..<400 {
            let day = days.randomElement(using: &chance) ?? days[0]
            let moment = place.zone.instant(day: day, secondsOfDay: 0) + .seconds(Int.random(in: 0..<90_000, using: &chance))
            let board = memo.board(at: HoursMoment(moment, in: place.zone))
            for (key, value) in HoursMemoTests.values.enumerated() {
                let (hours, wantsChange) = (Hours(value), Bool.random(using: &chance))
                let said = board.said(UInt64(key), wantsChange: wantsChange) { (hours, place) }
                let words = Comment(rawValue: "\(value) at \(moment), seed \(seed)")
                #expect(said.answer == hours.answer(at: moment, in: place), words)
                if wantsChange { #expect(said.change == hours.nextChange(after: moment, in: place, within: 8), words) }
            }
        }
    }

    @Test func placesThatAreWrittenAlikeAreWorkedOutOnce() throws {
        let (place, memo) = (try place("AT"), HoursMemo(days: 8))
        var read = 0
        for minute in stride(from: 0, to: 120, by: 10) {
            let moment = try instant("2026-01-05 12:00", place) + .minutes(minute)
            let board = memo.board(at: HoursMoment(moment, in: place.zone))
            for _ in 0..<50 {
                let said = board.said(7, wantsChange: true) {
                    read += 1
                    return (Hours("Mo-Su 11:00-22:00"), place)
                }
                #expect(said.answer.state == .open)
            }
        }
        #expect(read == 1)
    }

    /// The sun rises elsewhere at another time.
    @Test func whatFollowsTheSunIsAskedOfEachPlace() throws {
        let west = try place(at: Coordinates(latitude: 48, longitude: 10))
        let east = try place(at: Coordinates(latitude: 48, longitude: 17))
        let (hours, memo) = (Hours("sunrise-sunset"), HoursMemo(days: 8))
        let rises = try #require(hours.nextChange(after: try instant("2026-01-05 00:00", east), in: east)).at
        let board = memo.board(at: HoursMoment(rises + .minutes(5), in: east.zone))
        #expect(board.said(1, wantsChange: false) { (hours, east) }.answer.state == .open)
        #expect(board.said(1, wantsChange: false) { (hours, west) }.answer.state == .closed)
    }
}

private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ mixed >> 33
    }
}
