import Domain
import Testing

@Suite struct CallPlaceTests {
    private static let now = Instant(seconds: 1_800_000_000)

    private func place(_ latitude: Double, _ seconds: Double) -> HelpCase.Location {
        HelpCase.Location(
            coordinates: Coordinates(clampedLatitude: latitude, longitude: 7), accuracy: nil,
            fixedAt: CallPlaceTests.now + .milliseconds(Int(seconds * 1000)))
    }

    private func entry(_ latitude: Double, measured: Int, arrived: Int) -> BoardEntry {
        let fix = Fix(time: CallPlaceTests.now + .seconds(measured), coordinates: Coordinates(clampedLatitude: latitude, longitude: 7))
        return BoardEntry(memberID: ID(high: 1, low: 1), fix: fix, lastContactAt: CallPlaceTests.now + .seconds(arrived))
    }

    private func latitude(_ own: HelpCase.Location?, _ entry: BoardEntry?) -> Double? {
        HelpCase.Location.ofCall(own, board: entry, at: CallPlaceTests.now)?.coordinates.latitude
    }

    @Test func theClockOfAFastPhoneHidesNoNewerPlace() {
        #expect(latitude(place(46.4, -1), entry(46.1, measured: 240, arrived: -60)) == 46.4)
        #expect(latitude(place(46.4, 240), entry(46.1, measured: 240, arrived: 0)) == 46.4)
        #expect(latitude(place(46.4, 0), entry(46.1, measured: 21_600, arrived: 21_600)) == 46.4)
    }

    @Test func aNewerPlaceOfTheBoardCounts() {
        #expect(latitude(place(46.4, -600), entry(46.1, measured: -5, arrived: -4)) == 46.1)
        #expect(latitude(nil, entry(46.1, measured: -5, arrived: -4)) == 46.1)
        #expect(latitude(place(46.4, -600), nil) == 46.4 && latitude(nil, nil) == nil)
    }
}
