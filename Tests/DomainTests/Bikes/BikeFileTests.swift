import Domain
import Testing

/// Recorded feeds of real systems. They are not the project's: where the folder is missing these tests see nothing.
@Suite struct BikeFileTests {
    @Test func oslo() throws {
        guard let information = recorded("gbfs/oslo-2.2-2022-10-23/station_information.json"),
            let statuses = recorded("gbfs/oslo-2.2-2022-10-23/station_status.json")
        else { return }
        var faults: [BikeFault] = []
        let (places, numbers) = (
            try GBFSInformation.read(information, faults: &faults), try GBFSStatus.read(statuses, faults: &faults)
        )
        let reading = BikeReading(
            places.stations, numbers.stations, kinds: nil, updatedAt: numbers.envelope.updatedAt, base: nil,
            now: Instant(seconds: 1_666_551_810), faults: faults)
        #expect(reading.stations.count == 260 && places.envelope.version == "2.2" && numbers.envelope.ttl == 10)
        #expect(reading.faults.allSatisfy { !$0.kind.leavesOut })
        #expect(reading.station("2351")?.numbers.bikes == 10 && reading.station("2350")?.numbers.docks == 5)
    }

    @Test(arguments: [("2.3", 2), ("3.0", 23)]) func schemaFixtures(_ version: String, _ count: Int) throws {
        let folder = "gbfs/mobilitydata-v\(version)/"
        guard let information = recorded(folder + "station_information.json"), let statuses = recorded(folder + "station_status.json"),
            let types = recorded(folder + "vehicle_types.json"), let discovery = recorded(folder + "gbfs.json"),
            let system = recorded(folder + "system_information.json")
        else { return }
        var faults: [BikeFault] = []
        let (places, numbers) = (
            try GBFSInformation.read(information, faults: &faults), try GBFSStatus.read(statuses, faults: &faults)
        )
        let kinds = try GBFSVehicles.read(types).kinds
        let reading = BikeReading(
            places.stations, numbers.stations, kinds: kinds, updatedAt: numbers.envelope.updatedAt, base: nil, now: bikeNow)
        #expect(try GBFSDiscovery(discovery).addresses["station_status"] != nil && !GBFSSystem(system).name.isEmpty)
        #expect(reading.stations.count == count && places.envelope.version == version)
        if version == "2.3" {
            // One scooter is no bike.
            #expect(reading.station("TST:Station:1")?.numbers.bikes == 0 && reading.station("TST:Station:2")?.numbers.bikes == 4)
        } else {
            #expect(reading.faults.count { $0.kind == .noStatus } == 22 && reading.stations.contains { $0.name == "2 ROUES" })
        }
    }

    @Test func helsinki() throws {
        guard let bytes = recorded("digitransit/hsl-bikeRentalStations-2019-04-27.json") else { return }
        let answer = try Digitransit.read(bytes, at: bikeNow)
        let reading = BikeReading(answer.information, answer.statuses, kinds: nil, updatedAt: bikeNow, base: nil, now: bikeNow)
        #expect(reading.stations.count == 345 && reading.faults.allSatisfy { !$0.kind.leavesOut })
        #expect(reading.station("110")?.numbers.bikes == 0 && reading.station("110")?.numbers.fill == 0)
    }
}

@Suite struct DigitransitTests {
    @Test func answersOfTodayAndBefore() throws {
        let today = """
            {"data": {"vehicleRentalStations": [
                {"stationId": "smoove:005", "name": "Unioninkatu", "lat": 60.17, "lon": 24.95, "operative": true, "realtime": true,
                    "availableSpaces": {"total": 4}, "rentalUris": {"web": "https://x.example/5"},
                    "availableVehicles": {"total": 5, "byType": [
                        {"count": 3, "vehicleType": {"formFactor": "BICYCLE", "propulsionType": "HUMAN"}},
                        {"count": 2, "vehicleType": {"formFactor": "BICYCLE", "propulsionType": "ELECTRIC_ASSIST"}}]}},
                {"stationId": "smoove:006", "name": "Closed", "lat": 60.171, "lon": 24.95, "operative": false, "allowDropoffNow": false,
                    "availableSpaces": null, "availableVehicles": {"total": 0}}, "x"]}}
            """
        let answer = try Digitransit.read(Array(today.utf8), at: bikeNow)
        let reading = BikeReading(
            answer.information, answer.statuses, kinds: answer.kinds, updatedAt: bikeNow, base: nil, now: bikeNow, faults: answer.faults)
        let first = try #require(reading.station("smoove:005"))
        #expect(first.numbers.bikes == 5 && first.numbers.electric == 2 && first.numbers.docks == 4 && first.link == "https://x.example/5")
        #expect(reading.station("smoove:006")?.numbers.use == .closed && reading.kinds() == [.unreadable])
        // Before 2018 there were no ids; a station that is off said so in words; what is no realtime is no number.
        let old = """
            {"data": {"bikeRentalStations": [{"name": "Kaivopuisto", "bikesAvailable": 1, "spacesAvailable": 2, "lat": 60.15, "lon": 24.95,
                "state": "Station off"}, {"name": "Laivasillankatu", "bikesAvailable": 7, "lat": 60.16, "lon": 24.95, "realtime": false}]}}
            """
        let before = try Digitransit.read(Array(old.utf8), at: bikeNow)
        #expect(before.information.map(\.key) == ["Kaivopuisto", "Laivasillankatu"] && before.statuses[0].isInstalled == false)
        #expect(before.statuses[1].bikes == nil)
    }

    @Test func errorsAreProblems() {
        #expect(throws: BikeProblem.graphQL) {
            try Digitransit.read(Array("{\"errors\": [{\"message\": \"no\"}], \"data\": null}".utf8), at: bikeNow)
        }
        #expect(throws: BikeProblem.noStations) { try Digitransit.read(Array("{\"data\": {}}".utf8), at: bikeNow) }
        #expect(throws: BikeProblem.html) { try Digitransit.read(Array("<html>".utf8), at: bikeNow) }
    }
}
