import Domain
import Foundation

let bikeNow = Instant(seconds: 1_764_140_000)

/// A feed in two texts of JSON, as a test writes them: a station each line.
struct FeedText {
    var information: [String]
    var statuses: [String]
    var types: String?
    var version = "2.3"
    var updated = "1764139990"
    var base: Coordinates?

    private func document(_ stations: [String]) -> [UInt8] {
        let list = stations.joined(separator: ",")
        return Array(
            "{\"last_updated\": \(updated), \"ttl\": 60, \"version\": \"\(version)\", \"data\": {\"stations\": [\(list)]}}".utf8)
    }

    func read() throws -> BikeReading {
        var faults: [BikeFault] = []
        let places = try GBFSInformation.read(document(information), faults: &faults)
        let numbers = try GBFSStatus.read(document(statuses), faults: &faults)
        let kinds = try types.map { try GBFSVehicles.read(Array("{\"data\": {\"vehicle_types\": [\($0)]}}".utf8)).kinds }
        return BikeReading(
            places.stations, numbers.stations, kinds: kinds, updatedAt: numbers.envelope.updatedAt, base: base, now: bikeNow, faults: faults
        )
    }
}

func place(_ id: String, _ lat: String = "59.91", _ lon: String = "10.75", _ more: String = "") -> String {
    "{\"station_id\": \"\(id)\", \"name\": \"Station \(id)\", \"lat\": \(lat), \"lon\": \(lon)\(more)}"
}

func status(_ id: String, bikes: Int = 3, docks: Int = 7, _ more: String = "") -> String {
    "{\"station_id\": \"\(id)\", \"num_bikes_available\": \(bikes), \"num_docks_available\": \(docks)"
        + (more.contains("last_reported") ? "" : ", \"last_reported\": 1764139970") + "\(more)}"
}

extension BikeReading {
    func station(_ key: String) -> BikeStation? { stations.first { $0.key == key } }
    func kinds(_ key: String = "") -> Set<BikeFault.Kind> {
        Set(faults.filter { key.isEmpty || $0.station.hasSuffix(key) }.map(\.kind))
    }
}

/// A file of recorded data that is not the project's; nil where the folder is missing.
func recorded(_ name: String) -> [UInt8]? {
    let path = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../../shared/data/" + name
    return FileManager.default.contents(atPath: path).map { Array($0) }
}
