import Domain
import Testing

/// Answers that would fill the memory, or the database, if all of them were kept.
@Suite struct BikeSizeTests {
    private func document(_ element: String, _ count: Int) -> [UInt8] {
        Array(("{\"data\": {\"stations\": [" + Array(repeating: element, count: count).joined(separator: ",") + "]}}").utf8)
    }

    @Test(arguments: ["{}", "0", "{\"station_id\": \"a\"}"]) func soManyStationsAndNoMore(_ element: String) throws {
        let most = GBFSEnvelope.mostStations
        var faults: [BikeFault] = []
        let read = try GBFSInformation.read(document(element, most), faults: &faults)
        #expect(read.stations.count + faults.count == most)
        faults = []
        #expect(throws: BikeProblem.tooManyStations) { try GBFSInformation.read(document(element, most + 1), faults: &faults) }
        #expect(throws: BikeProblem.tooManyStations) { try GBFSStatus.read(document(element, 2 * most), faults: &faults) }
        #expect(faults.isEmpty)
        let list = Array(repeating: element, count: most + 1).joined(separator: ",")
        #expect(throws: BikeProblem.tooManyStations) {
            try Digitransit.read(Array("{\"data\": {\"vehicleRentalStations\": [\(list)]}}".utf8), at: bikeNow)
        }
    }

    @Test(arguments: [
        (String(repeating: "x", count: 200), true), (String(repeating: "x", count: 201), false), ("a\\u001F7", false), ("a\\n", false),
        ("Gr\u{fc}n 7", true),
    ]) func idsAreShortAndPlain(_ id: String, _ isGood: Bool) throws {
        let reading = try FeedText(information: [place(id)], statuses: [status(id)]).read()
        #expect(reading.stations.count == (isGood ? 1 : 0) && reading.faults.contains { $0.kind == .noID } == !isGood, "\(id)")
    }

    @Test func aLinkThatNoPageCouldUseIsNotKept() throws {
        for (length, isKept) in [(100, true), (5000, false)] {
            let link = "https://x.example/" + String(repeating: "x", count: length)
            let reading = try FeedText(
                information: [place("a", "59.91", "10.75", ", \"rental_uris\": {\"web\": \"\(link)\"}")], statuses: [status("a")]
            ).read()
            #expect(reading.station("a")?.link == (isKept ? link : ""))
        }
    }
}
