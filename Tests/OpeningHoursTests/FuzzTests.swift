import Domain
import Foundation
import OpeningHours
import Testing

/// Values put together by chance, right and wrong: none may trap, hang or contradict itself. Ten minutes of it: SOTRAVEL_FUZZ_SECONDS=600.
@Suite struct FuzzTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        /// SplitMix64: the same values for the same seed.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private static let pieces = [
        "Mo", "Tu", "We", "Th", "Fr", "Sa", "Su", "PH", "SH", "Jan", "Feb", "Dec", "easter", "week", "day", "days", "sunrise", "sunset",
        "dawn",
        "dusk", "open", "off", "closed", "unknown", "24/7", "10:00", "18:00", "00:00", "24:00", "26:00", "48:00", "9", "31", "29", "53",
        "2026", "2028",
        "0900", "-", "-", "-", ",", ",", ", ", ";", "; ", "||", " || ", "+", "/", ":", ".", "[", "]", "(", ")", "\"", "\"x\"", " ", " ",
        " ", "h", "am",
        "pm", "to", "and", "late", "–", "“", "\u{A0}", "é", "1", "5", "-1", "[1]", "[-1]", " +1 day", " -366 days", "999999", "1000000",
        "\n", "\u{0}",
    ]
    private static let grammatical = [
        "Mo-Fr 09:00-18:00", "Sa[1,3] 10:00-02:00", "Dec 24-Jan 6 off", "PH off", "SH Mo-Fr 10:00-14:00", "week 10-20/2 We 12:00-48:00",
        "18:00+",
        "easter -2 days-easter +1 day off", "2026-2030/2 Feb 29", "(sunset-02:00)-dusk", "Mar Su[-1]-Oct Su[-1] 08:00-20:00",
        "Su[-1] +1 day 22:00-06:00",
        "12:00-14:00 off \"lunch\"", "unknown \"call\"", "Jan 1 +Mo", "Feb 29-Mar 1", "PH -1 day 10:00-12:00", "Nov-Mar 23:59-24:00",
    ]

    private static func value(_ random: inout Random) -> String {
        let separators = ["; ", ", ", " || ", " ", ";"]
        if Bool.random(using: &random) {
            return (0..<Int.random(in: 1...14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        var text = ""
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            text += (grammatical.randomElement(using: &random) ?? "") + (separators.randomElement(using: &random) ?? "")
        }
        guard Bool.random(using: &random) else { return text }
        var bytes = Array(text.utf8)
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func places() throws -> [HoursPlace] {
        [
            try place("AT"), try place("JP", "Asia/Tokyo"), try place(nil, "America/St_Johns", at: nil),
            try place("NO", "Europe/Oslo", at: Coordinates(latitude: 78.2, longitude: 15.6)),
            try place("ES", "Pacific/Apia", at: Coordinates(latitude: -13.8, longitude: -171.7)),
        ]
    }

    @Test(arguments: 1...4) func noValueTrapsOrContradictsItself(_ part: UInt64) throws {
        let seconds = ProcessInfo.processInfo.environment["SOTRAVEL_FUZZ_SECONDS"]?.whole(in: 1...86_400)
        let deadline = ContinuousClock.now + .seconds((seconds ?? 0) / 4)
        let places = try FuzzTests.places()
        var round: UInt64 = 0
        repeat {
            round += 1
            let seed = part << 40 | round
            var random = Random(state: seed)
            let value = FuzzTests.value(&random)
            let day = Day(number: Int.random(in: -800_000...2_900_000, using: &random))
            let near = Day(number: Int.random(in: 20_000...22_000, using: &random))
            for day in [day, near] { try check(value, day, places[Int(round % UInt64(places.count))], seed) }
        } while round < 1500 || (seconds != nil && ContinuousClock.now < deadline)
    }

    private func check(_ value: String, _ day: Day, _ place: HoursPlace, _ seed: UInt64) throws {
        let hours = Hours(value)
        let timeline = hours.timeline(day, in: place)
        let ends = timeline.map(\.minutes)
        #expect(ends.first?.lowerBound == 0 && ends.last?.upperBound == 1440, "\(value) \(seed)")
        #expect(zip(ends, ends.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }, "\(value) \(seed)")
        let own = hours.day(day, in: place).intervals.map(\.minutes)
        #expect(own.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= 2880 }, "\(value) \(seed)")
        #expect(zip(own, own.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "\(value) \(seed)")
        #expect(hours.isReadable || timeline.allSatisfy { $0.answer.state == .unknown }, "\(value) \(seed)")
        // One moment, asked by itself and as a part of its day, has one answer: but for the hours that clocks skip or repeat.
        let minute = 720 + Int(seed % 600)
        let moment = place.zone.instant(day: day, secondsOfDay: minute * 60)
        let local = place.zone.local(moment)
        guard local.day == day, local.secondsOfDay == minute * 60 else { return }
        let part = timeline.first { $0.minutes.contains(minute) }?.answer
        #expect(hours.answer(at: moment, in: place).state == part?.state, "\(value) \(seed)")
        if let change = hours.nextChange(after: moment, in: place, within: 3) {
            #expect(change.at > moment && change.answer.state != part?.state, "\(value) \(seed)")
        }
    }
}
