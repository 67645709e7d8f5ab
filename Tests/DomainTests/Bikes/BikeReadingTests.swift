import Domain
import Testing

/// Faults of real feeds: each concerns its station, and no other.
@Suite struct BikeReadingTests {
    private func read(_ bad: String, _ status: String? = nil, types: String? = nil) throws -> BikeReading {
        let good = (1...6).map { place("g\($0)", "59.9\($0)") }
        return try FeedText(
            information: good + [bad], statuses: (1...6).map { Self.good("g\($0)") } + [status].compactMap(\.self), types: types
        ).read()
    }
    private static func good(_ id: String) -> String { DomainTests.status(id) }

    private func expectOthers(_ reading: BikeReading, _ comment: Comment? = nil) {
        #expect((1...6).allSatisfy { reading.station("g\($0)")?.numbers.bikes == 3 }, comment)
    }

    @Test(arguments: [0, 999, 100_000]) func aPlaceholderOfACapacityIsLeftOut(_ capacity: Int) throws {
        let reading = try read(place("x", "59.95", "10.75", ", \"capacity\": \(capacity)"), status("x"))
        let station = try #require(reading.station("x"))
        #expect(station.capacity == nil && (capacity > 99_999 || reading.kinds("x") == [.placeholderCapacity]))
        // Never a bar of a capacity alone.
        #expect(station.numbers.fill == 30)
        let alone = try read(
            place("x", "59.95", "10.75", ", \"capacity\": 20"),
            "{\"station_id\": \"x\", \"num_bikes_available\": 5, \"last_reported\": 1764139970}")
        #expect(alone.station("x")?.numbers.fill == nil && alone.station("x")?.capacity == 20)
        expectOthers(reading)
    }

    @Test func docksOf999AreNoDocks() throws {
        let reading = try read(place("x", "59.95"), status("x", docks: 999))
        #expect(reading.station("x")?.numbers.docks == nil && reading.kinds("x") == [.placeholderDocks])
    }

    @Test func docksThatAreNotCountedTakeABikeAllTheSame() throws {
        func station(_ status: String, _ more: String = "") throws -> BikeStation {
            try #require(read(place("x", "59.95", "10.75", more), status).station("x"))
        }
        // Absent, GBFS says, is as many as come; 999 is another word for it.
        let absent = "{\"station_id\": \"x\", \"num_bikes_available\": 5, \"last_reported\": 1764139970}"
        for said in [absent, status("x", bikes: 5, docks: 999)] {
            #expect(try station(said).returnable(at: bikeNow) == BikeParty.mostPeople && station(said).hasUncountedDocks)
            // Where there is a capacity, no more than is left of it.
            #expect(try station(said, ", \"capacity\": 20").returnable(at: bikeNow) == 15)
            #expect(try station(said, ", \"capacity\": 4").returnable(at: bikeNow) == 0)
            #expect(try station(said, ", \"capacity\": 999").returnable(at: bikeNow) == BikeParty.mostPeople)
            #expect(try station(said, ", \"capacity\": 4, \"is_virtual_station\": true").returnable(at: bikeNow) == BikeParty.mostPeople)
        }
        #expect(try !station(absent, ", \"is_virtual_station\": true").hasUncountedDocks)
        let shut = absent.dropLast() + ", \"is_returning\": false}"
        #expect(try station(String(shut)).returnable(at: bikeNow) == 0)
        // Without any numbers it takes none that anybody knows of.
        #expect(try station(status("y")).returnable(at: bikeNow) == 0 && !station(status("y")).hasUncountedDocks)
    }

    @Test func aStationThatIsThereTwiceIsShownOnce() throws {
        let reading = try read(place("g1", "59.95", "10.75"), status("g1", bikes: 9, ", \"last_reported\": 1764139980"))
        #expect(reading.stations.count == 6 && reading.kinds().isSuperset(of: [.twice, .statusTwice]))
        // The first place, and the newer numbers.
        #expect(reading.station("g1")?.place.latitude == 59.91 && reading.station("g1")?.numbers.bikes == 9)
    }

    @Test func informationWithoutStatusAndTheReverse() throws {
        let reading = try read(place("x", "59.95"), status("y"))
        #expect(reading.station("x")?.numbers.bikes == nil && reading.station("x")?.numbers.freshness(at: bikeNow) == .unknown)
        #expect(reading.station("y") == nil && reading.kinds().isSuperset(of: [.noStatus, .noInformation]))
        expectOthers(reading)
    }

    @Test func whoDoesNotSayWhenHasTheFeedsAge() throws {
        let reading = try read(place("x", "59.95"), "{\"station_id\": \"x\", \"num_bikes_available\": 1, \"num_docks_available\": 2}")
        #expect(reading.station("x")?.numbers.reportedAt == Instant(seconds: 1_764_139_990) && reading.kinds("x") == [.neverReported])
        let zero = try read(place("x", "59.95"), status("x", ", \"last_reported\": 0"))
        #expect(zero.kinds("x") == [.neverReported])
    }

    @Test func aReportOfMonthsAgoIsAsGoodAsNone() throws {
        let reading = try read(place("x", "59.95"), status("x", ", \"last_reported\": 1751437263"))
        let numbers = try #require(reading.station("x")?.numbers)
        #expect(
            numbers.freshness(at: bikeNow) == .unknown && numbers.rentable(at: bikeNow) == 0 && reading.kinds("x") == [.reportedLongAgo])
        let ahead = try read(place("x", "59.95"), status("x", ", \"last_reported\": 1764150000"))
        #expect(ahead.station("x")?.numbers.reportedAt == bikeNow && ahead.kinds("x") == [.reportedAhead])
        let old = try read(place("x", "59.95"), status("x", ", \"last_reported\": 1764139399"))
        #expect(old.station("x")?.numbers.freshness(at: bikeNow) == .old && old.kinds("x") == [])
    }

    @Test func flagsAreObeyed() throws {
        func numbers(_ flags: String) throws -> BikeNumbers {
            try #require(read(place("x", "59.95"), status("x", flags)).station("x")).numbers
        }
        let closed = try numbers(", \"is_installed\": false")
        #expect(closed.use == .closed && closed.rentable(at: bikeNow) == 0 && closed.returnable(at: bikeNow, isVirtual: false) == 0)
        let noRent = try numbers(", \"is_renting\": 0")
        #expect(noRent.use == .notRenting && noRent.rentable(at: bikeNow) == 0 && noRent.returnable(at: bikeNow, isVirtual: false) == 7)
        let noReturn = try numbers(", \"is_returning\": \"false\"")
        #expect(
            noReturn.use == .notReturning && noReturn.rentable(at: bikeNow) == 3 && noReturn.returnable(at: bikeNow, isVirtual: true) == 0)
        #expect(try numbers(", \"is_renting\": 0, \"is_returning\": 0").use == .closed)
    }

    @Test(arguments: ["1", "true", "\"true\"", "\"1\""]) func integersStandForBooleans(_ yes: String) throws {
        let reading = try read(
            place("x", "59.95"), status("x", ", \"is_installed\": \(yes), \"is_renting\": \(yes), \"is_returning\": \(yes)"))
        #expect(reading.station("x")?.numbers.use == .open)
    }

    @Test func swappedCoordinatesAreTurned() throws {
        let reading = try read(place("x", "10.75", "59.95"), status("x"))
        #expect(reading.station("x")?.place == Coordinates(latitude: 59.95, longitude: 10.75) && reading.kinds("x") == [.swapped])
        // 120 is no latitude.
        let odd = try FeedText(information: [place("x", "120.5", "15.1")], statuses: [status("x")]).read()
        #expect(odd.station("x")?.place == Coordinates(latitude: 15.1, longitude: 120.5))
        expectOthers(reading)
    }

    @Test func aWholeFeedThatIsSwappedIsTurnedByTheTripsBase() throws {
        let all = (1...6).map { place("g\($0)", "8.5\($0)", "47.3\($0)") }
        var feed = FeedText(information: all, statuses: (1...6).map { status("g\($0)") })
        feed.base = Coordinates(latitude: 47.3, longitude: 8.6)
        #expect(try feed.read().station("g1")?.place == Coordinates(latitude: 47.31, longitude: 8.51))
        #expect(try feed.read().kinds() == [.allSwapped])
    }

    @Test func zeroAndFarPlacesAreLeftOut() throws {
        for (bad, kind) in [
            (place("x", "0", "0"), BikeFault.Kind.noPlace), (place("x", "0.0", "0.0"), .noPlace), (place("x", "null", "10.7"), .noPlace),
            (place("x", "\"north\"", "10.7"), .noPlace), (place("x", "300", "200"), .noPlace), (place("x", "-33.9", "151.2"), .farAway),
            ("{\"name\": \"Nobody\", \"lat\": 59.9, \"lon\": 10.7}", .noID), ("17", .unreadable), ("null", .unreadable),
            ("[]", .unreadable),
        ] {
            let reading = try read(bad, status("x"))
            #expect(reading.station("x") == nil && reading.kinds().contains(kind) && kind.leavesOut, "\(bad)")
            expectOthers(reading, "\(bad)")
        }
    }

    private static let types = """
        {"vehicle_type_id": "b", "form_factor": "bicycle", "propulsion_type": "human"},
        {"vehicle_type_id": "e", "form_factor": "cargo_bicycle", "propulsion_type": "electric_assist"},
        {"vehicle_type_id": "c", "form_factor": "car", "propulsion_type": "combustion"}
        """

    private func shares(_ text: String) -> String { ", \"vehicle_types_available\": [\(text)]" }

    @Test func carsAreNoBikes() throws {
        let cars = try read(place("x", "59.95"), status("x", shares("{\"vehicle_type_id\": \"c\", \"count\": 3}")), types: Self.types)
        #expect(cars.station("x") == nil && cars.kinds("x") == [.onlyCars])
        expectOthers(cars)
        let both = try read(
            place("x", "59.95"),
            status("x", bikes: 5, shares("{\"vehicle_type_id\": \"c\", \"count\": 3}, {\"vehicle_type_id\": \"e\", \"count\": 2}")),
            types: Self.types)
        #expect(both.station("x")?.numbers.bikes == 2 && both.station("x")?.numbers.electric == 2 && both.kinds("x") == [.otherVehicles])
        // Without the document of types nobody knows: they are called vehicles.
        let unknown = try read(place("x", "59.95"), status("x", shares("{\"vehicle_type_id\": \"c\", \"count\": 3}")))
        #expect(unknown.station("x")?.numbers.areVehicles == true && unknown.station("x")?.numbers.bikes == 3)
    }

    @Test func countsByTypeNeedNotAddUp() throws {
        let none = try read(
            place("x", "59.95"), status("x", bikes: 6, shares("{\"vehicle_type_id\": \"b\", \"count\": 0}")), types: Self.types)
        #expect(none.station("x")?.numbers.bikes == 6 && none.station("x")?.numbers.electric == nil && none.kinds("x") == [.countsDiffer])
        let more = try read(
            place("x", "59.95"), status("x", bikes: 2, shares("{\"vehicle_type_id\": \"e\", \"count\": 9}")), types: Self.types)
        #expect(more.station("x")?.numbers.bikes == 2 && more.station("x")?.numbers.electric == 2 && more.kinds("x") == [.countsDiffer])
    }

    @Test func textsComeByLanguage() throws {
        let names = "[{\"language\": \"de\", \"text\": \"Bahnhof\"}, {\"language\": \"en\", \"text\": \"Main station\"}]"
        let reading = try read("{\"station_id\": \"x\", \"name\": \(names), \"lat\": 59.95, \"lon\": 10.75}", status("x"))
        #expect(reading.station("x")?.name == "Main station")
        let german = try read(
            "{\"station_id\": \"x\", \"name\": [{\"language\": \"de\", \"text\": \"Bahnhof\"}], \"lat\": 59.95, \"lon\": 10.75}",
            status("x"))
        #expect(german.station("x")?.name == "Bahnhof")
    }

    @Test(arguments: [
        "1764139970", "\"1764139970\"", "1764139970000", "\"2025-11-26T06:52:50Z\"", "\"2025-11-26T07:52:50+01:00\"",
    ]) func timesAreRFC3339OrEpoch(_ time: String) throws {
        let reading = try read(place("x", "59.95"), status("x", ", \"last_reported\": \(time)"))
        #expect(reading.station("x")?.numbers.reportedAt == Instant(seconds: 1_764_139_970), "\(time)")
    }

    @Test func aPageOrHalfADocumentIsAProblem() {
        var faults: [BikeFault] = []
        #expect(throws: BikeProblem.html) { try GBFSDiscovery(Array("\u{FEFF}<!DOCTYPE html><p>Hello".utf8)) }
        #expect(throws: BikeProblem.notJSON) { try GBFSInformation.read(Array("{\"data\": {\"stations\": [".utf8), faults: &faults) }
        #expect(throws: BikeProblem.notGBFS) { try GBFSDiscovery(Array("{\"hello\": 1}".utf8)) }
        #expect(throws: BikeProblem.noStations) { try GBFSStatus.read(Array("{\"data\": {}}".utf8), faults: &faults) }
        #expect(throws: BikeProblem.notJSON) { try GBFSDiscovery([]) }
    }

    @Test func discoveryOfVersions2And3() throws {
        func feeds(_ name: String) -> String { "{\"feeds\": [{\"name\": \"station_status\", \"url\": \"https://x.example/\(name)\"}]}" }
        let two = try GBFSDiscovery(Array("{\"data\": {\"nb\": \(feeds("nb")), \"en\": \(feeds("en"))}}".utf8))
        #expect(two.addresses == ["station_status": "https://x.example/en"])
        #expect(try GBFSDiscovery(Array("{\"data\": \(feeds("3")), \"version\": \"3.0\"}".utf8)).envelope.version == "3.0")
    }

    @Test(arguments: ["59.95208441268443", "-0.000001", "60", "1e1", "12345678901234567890123", "0.12345678901234567890123456789"])
    func degreesAreReadWell(_ text: String) throws {
        let value = try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            return try reader.degrees()
        }
        let exact = try #require(Double(text))
        #expect(abs(exact) > 360 ? value == nil : value.map { abs($0 - exact) <= abs(exact) * 1e-14 } == true)
    }
}
