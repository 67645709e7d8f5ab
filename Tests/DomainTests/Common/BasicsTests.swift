import Domain
import Testing

@Suite struct BasicsTests {
    @Test func idsReadWhatTheyWrite() throws {
        let id = ID(at: Instant(milliseconds: 1_700_000_000_123), randomHigh: .max, randomLow: .max)
        let text = id.description
        #expect(text.count == 36)
        #expect(Array(text)[14] == "7")
        #expect("89ab".contains(Array(text)[19]))
        #expect(ID(text) == id)
        #expect(ID(text.uppercased()) == id)
        #expect(ID(bytes: id.bytes) == id)
    }

    @Test(arguments: [
        "", "x", "0189", "01890a5d-ac96-774b-bcce-b302099a805", "01890a5d-ac96-774b-bcce-b302099a80578",
        "01890a5dxac96-774b-bcce-b302099a8057",
    ])
    func brokenIDsAreRefused(_ text: String) { #expect(ID(text) == nil) }

    @Test func laterIDsSortLater() {
        let early = ID(at: Instant(milliseconds: 1), randomHigh: .max, randomLow: .max)
        #expect(early < ID(at: Instant(milliseconds: 2), randomHigh: 0, randomLow: 0))
    }

    /// What was noted before a clock was set back is not recent until that time comes again.
    @Test func whatLiesAheadIsNotRecent() {
        let now = Instant(seconds: 1_000_000)
        let ago = [0: true, 59: true, 60: false, -1: false, -1_000_000_000: false].map { (Duration.seconds($0.key), $0.value) }
        for (duration, isRecent) in ago { #expect((now - duration).isWithin(.minutes(1), before: now) == isRecent, "\(duration)") }
        #expect(!Instant(microseconds: .max).isWithin(.minutes(1), before: Instant(microseconds: .min)))
    }

    /// A code counts once; one that was used while the clock was ahead keeps nobody out.
    @Test func whichOneTimeCodesCount() {
        for (step, last, counts) in [
            (10, 9, true), (10, 10, false), (9, 10, false), (6, 10, false), (5, 10, true), (5, 1_000_000, true), (1, 0, true),
        ] as [(Int64, Int64, Bool)] { #expect(OneTimeCode.mayUse(step, after: last) == counts, "\(step) after \(last)") }
    }

    @Test func daysCountLeapYears() {
        #expect(Day(year: 2024, month: 2, day: 29)?.description == "2024-02-29")
        #expect(Day(year: 2023, month: 2, day: 29) == nil)
        #expect(Day(year: 1900, month: 2, day: 29) == nil)
        #expect(Day(year: 2000, month: 2, day: 29) != nil)
        #expect(Day(number: 0).description == "1970-01-01")
        #expect(Day("2026-01-31")?.long == "Sat 31 Jan 2026")
        #expect(Day("2026-1-31") == nil)
        #expect(Day("2026-13-01") == nil)
        for number in stride(from: -100_000, through: 100_000, by: 997) {
            let (year, month, day) = Day(number: number).components
            #expect(Day(year: year, month: month, day: day)?.number == number)
        }
    }

    /// Zurich goes from +1 to +2 on 29 March 2026 at 02:00, and back on 25 October at 03:00.
    @Test func localTimesAcrossDaylightSaving() throws {
        let zone = try #require(TripZone("Europe/Zurich"))
        let spring = try #require(Day("2026-03-29"))
        #expect(zone.instant(day: spring, secondsOfDay: 3600).iso8601 == "2026-03-29T00:00:00Z")
        #expect(zone.instant(day: spring, secondsOfDay: 3 * 3600).iso8601 == "2026-03-29T01:00:00Z")
        // 02:30 does not exist: the later side.
        #expect(zone.local(zone.instant(day: spring, secondsOfDay: 9000)).clock == "03:30")
        let autumn = try #require(Day("2026-10-25"))
        // 02:30 comes twice: the first.
        #expect(zone.instant(day: autumn, secondsOfDay: 9000).iso8601 == "2026-10-25T00:30:00Z")
        let winter = Instant(day: try #require(Day("2026-01-05")), secondsOfDay: 6 * 3600 + 40 * 60)
        #expect(zone.local(winter).clock == "07:40")
        #expect(zone.abbreviation(at: winter) == "CET")
        #expect(TripZone.utc.abbreviation(at: winter) == "UTC" && TripZone("UTC")?.abbreviation(at: winter) == "UTC")
        #expect(zone.abbreviation(at: winter + .days(180)) == "CEST")
        #expect(TripZone("Nowhere/Land") == nil)
        #expect(TripZone("") == nil)
    }

    @Test(arguments: [
        ("2026-01-05T14:03:22Z", 1_767_621_802_000), ("2026-01-05T14:03:22.5Z", 1_767_621_802_500),
        ("2026-01-05T15:03:22+01:00", 1_767_621_802_000), ("2026-01-05T07:03:22-0700", 1_767_621_802_000),
        ("2026-01-05 14:03:22", 1_767_621_802_000),
    ])
    func timesAreRead(_ text: String, _ milliseconds: Int64) { #expect(text.time == Instant(milliseconds: milliseconds)) }

    @Test(arguments: [
        "", "now", "2026-01-05", "2026-02-30T00:00:00Z", "2026-01-05T25:00:00Z", "2026-01-05T14:03:22X", "2026-01-05T14:03:22+99:00",
    ])
    func brokenTimesAreNil(_ text: String) { #expect(text.time == nil) }

    @Test func decimalsAreExact() {
        #expect("46.0207".decimalValue == 46.0207)
        #expect("-0.5".decimalValue == -0.5)
        #expect("1e3".decimalValue == 1000)
        #expect("37.785834000000001".decimalValue == 37.785834)
        for text in ["", "-", ".", "1.2.3", "nan", "inf", "0x10", "1 ", "+1"] { #expect(text.decimalValue == nil, "\(text)") }
        #expect(decimal(1.5, 3) == "1.5")
        #expect(decimal(-0.0000001, 3) == "0")
        #expect(decimal(.infinity, 2) == "0")
        #expect(decimal(9.9999999, 6) == "10")
    }

    @Test func namesAreTidied() {
        #expect(tidyLine("  Ada \t  Example\n") == "Ada Example")
        #expect(tidyLine("a\u{202E}b\u{FFFF}") == "a b")
        #expect(folded("ÅSA Møller-Strauß") == "asa moller-strauss")
        #expect(isEmailAddress("ada@example.org"))
        for bad in ["ada", "ada@", "@example.org", "ada@example", "a b@example.org", "ada@@example.org", "ada@.org"] {
            #expect(!isEmailAddress(bad), "\(bad)")
        }
    }

    /// RFC 6238's secret is "12345678901234567890"; RFC 4226 Appendix D lists the HMAC of count 0.
    @Test func oneTimeCodeTruncates() {
        let hmac: [UInt8] = [
            0xcc, 0x93, 0xcf, 0x18, 0x50, 0x8d, 0x94, 0x93, 0x4c, 0x64, 0xb6, 0x5d, 0x8b, 0xa7, 0x66, 0x7f, 0xb7, 0xcd, 0xe4, 0xb0,
        ]
        #expect(OneTimeCode.digits(hmac: hmac) == "755224")
        #expect(Base32.encode(Array("foobar".utf8)) == "MZXW6YTBOI")
        #expect(Base32.decode("mzxw 6ytb oi") == Array("foobar".utf8))
        #expect(Base32.decode("M1") == nil)
    }
}
