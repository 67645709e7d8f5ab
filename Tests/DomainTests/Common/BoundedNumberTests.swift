import Domain
import Testing

@Suite struct BoundedNumberTests {
    static let hostile = [
        "", " ", "x", "9223372036854775808", "-9223372036854775809", "1e400", "nan", "inf", "-inf", "0x10", "1 000", "1_000", "٣",
        "1" + String(repeating: "0", count: 30), String(repeating: "9", count: 1 << 20),
    ]

    @Test(arguments: hostile) func whatIsNoNumberOrHasNoPlaceIsNil(text: String) {
        #expect(text.whole(in: .min ... .max) == nil && text.ordinal == nil && text.instantInMilliseconds() == nil)
        #expect(text.instantInSeconds() == nil && text.secondsOfDay == nil && text.decimal(in: -1e12...1e12) == nil)
        #expect(Coordinates(latitude: text, longitude: "7") == nil && Coordinates(latitude: "46", longitude: text) == nil)
    }

    @Test func aRangeHoldsItsEndsAndNothingBeyond() {
        #expect(["0", "1", "240", "241", "-1", "+7"].map { $0.whole(in: 1...240) } == [nil, 1, 240, nil, nil, 7])
        #expect("9223372036854775807".whole(in: 0...Int.max) == .max && "-9223372036854775808".whole(in: Int.min...0) == .min)
        #expect("9007199254740992".ordinal == 1 << 53 && "9007199254740993".ordinal == nil)
        #expect("90".decimal(in: -90...90) == 90 && "90.0001".decimal(in: -90...90) == nil && "-0".decimal(in: 0...1) == 0)
        #expect(Coordinates(latitude: "-90", longitude: "180") != nil && Coordinates(latitude: "0", longitude: "180.5") == nil)
    }

    @Test func momentsAndClocksEndWhereTheyAreBelieved() {
        #expect("0".instantInMilliseconds() == Instant(seconds: 0) && "-1".instantInMilliseconds() == nil)
        #expect("7258118399000".instantInMilliseconds() == Instant.plausible.upperBound && "7258118400000".instantInMilliseconds() == nil)
        #expect("7258118399".instantInSeconds() == Instant.plausible.upperBound && "7258118400".instantInSeconds() == nil)
        #expect(
            ["07:40", "23:59:59", "24:00", "07:60", "7", "1:2:3:4", "-1:00", ":"].map(\.secondsOfDay) == [27600, 86340]
                + [Int?](repeating: nil, count: 6))
    }

    @Test func computingEndsAtTheLimits() {
        #expect(Int.max.clampedAdding(1) == .max && Int.min.clampedAdding(-1) == .min && 1.clampedAdding(-2) == -1)
        #expect(Int.min.clampedSubtracting(1) == .min && 0.clampedSubtracting(Int.min) == .max && 5.clampedSubtracting(7) == -2)
        #expect(Int.max.clampedMultiplied(by: 60) == .max && Int.min.clampedMultiplied(by: -1) == .max)
        #expect(Int.min.clampedMultiplied(by: 60) == .min && 6.clampedMultiplied(by: -7) == -42)
    }

    @Test(arguments: [Int64.max, .min, .max / 60, .min / 60, .max / 1000, 153_722_867_280_912_931, -1, 0])
    func momentsAndDurationsDoNotTrap(number: Int64) {
        let instants = [Instant(microseconds: number), Instant(milliseconds: number), Instant(seconds: number)]
        let durations = [Duration.minutes(Int(number)), .hours(Int(number)), .days(Int(number)), .seconds(number)]
        for instant in instants {
            for other in instants { #expect((instant - other).microseconds == instant.microseconds.clampedSubtracting(other.microseconds)) }
            for duration in durations {
                let (later, earlier) = (instant + duration, instant - duration)
                #expect(duration >= .zero ? later >= instant && earlier <= instant : later <= instant && earlier >= instant)
            }
            #expect(!instant.iso8601.isEmpty && !instant.httpDate.isEmpty && !TripZone.utc.local(instant).clock.isEmpty)
        }
    }

    @Test func decimalsBecomeTheNearestWholeNumber() {
        #expect(Int(clamping: Double.infinity) == .max && Int(clamping: -1e300) == .min && Int(clamping: Double.nan) == 0)
        #expect(UInt8(clamping: 255.9) == 255 && UInt8(clamping: -0.5) == 0 && UInt8(clamping: 1e9) == 255 && Int(clamping: -2.9) == -2)
        #expect(Int(2.5, in: 0...3) == 3 && Int(Double.nan, in: 0...3) == nil && Int(1e300, in: .min ... .max) == nil)
        #expect(tens(1e300) == .max && tens(324) == 320)
    }

    @Test func ofTwoPairsWithOneKeyTheFirstStays() {
        #expect(Dictionary(firstOf: [("a", 1), ("a", 2), ("b", 3)]) == ["a": 1, "b": 3])
    }

    @Test(arguments: ["1-9223372036854775807", "9223372036854775807-1", "5-1", "0-3", "-1", "99999999999999999999", "1-100001"])
    func rowNumbersThatNoListHasAreNamedAsUnreadable(text: String) {
        #expect(RowNumbers(text).numbers.isEmpty && RowNumbers(text).unreadable == [text])
    }

    @Test func aMegabyteOfSpansOfRowsEnds() {
        let numbers = RowNumbers(String(repeating: "1-9999 ", count: 150_000))
        #expect(numbers.numbers.count == 9999 && numbers.unreadable.count > 149_000)
    }
}
