import Domain
import Foundation
import Runtime

/// The bikes of the demo's valley, as its fictional system publishes them: GBFS 2.3, with the mistakes that real feeds have.
package enum DemoBikes {
    private struct Station {
        let name: String
        let place: Valley.Point
        let capacity: Int
        var isElectric = false
    }
    private static let stations = [
        Station(name: "Lodge Larix", place: .init(east: 60, north: 40), capacity: 12),
        Station(name: "Valrosa church", place: .init(east: 240, north: -90), capacity: 16),
        Station(name: "Rosa gondola, valley station", place: .init(east: 420, north: 260), capacity: 24, isElectric: true),
        Station(name: "Old sawmill", place: .init(east: -310, north: -160), capacity: 10),
        Station(name: "Bus terminal", place: .init(east: 620, north: -210), capacity: 20),
        Station(name: "River bridge", place: .init(east: -120, north: -420), capacity: 8),
        Station(name: "School", place: .init(east: 150, north: 380), capacity: 12),
        Station(name: "Swimming hall", place: .init(east: -640, north: 120), capacity: 14),
        Station(name: "Camp site", place: .init(east: 980, north: -330), capacity: 10),
        Station(name: "Ice rink", place: .init(east: -930, north: -60), capacity: 12, isElectric: true),
        Station(name: "Upper mill", place: .init(east: 1450, north: 180), capacity: 8),
        Station(name: "Larix meadow", place: .init(east: -1720, north: 90), capacity: 10),
        Station(name: "Corn Alv, car park", place: .init(east: -2600, north: 340), capacity: 12),
        Station(name: "Summer garden", place: .init(east: 330, north: -480), capacity: 10),
    ]
    private static let ttl = 15

    /// The documents that there are, by the end of their address.
    package static let names = ["gbfs", "system_information", "vehicle_types", "station_information", "station_status"]

    /// - Parameters:
    ///   - base: of the addresses, without a slash at its end.
    ///   - now: the numbers change every few seconds.
    package static func document(_ name: String, base: String, at now: Instant) -> JSON? {
        guard names.contains(name) else { return nil }
        return JSON.object(reserving: 8192) { out in
            out.add("last_updated", Int(now.seconds))
            out.add("ttl", name == "station_status" ? ttl : 3600)
            out.add("version", "2.3")
            out.object("data") { out in
                switch name {
                case "gbfs": discovery(base, &out)
                case "system_information": about(&out)
                case "vehicle_types": types(&out)
                case "station_information": information(&out)
                default: statuses(now, &out)
                }
            }
        }
    }

    private static func discovery(_ base: String, _ out: inout JSONWriter) {
        out.object("en") { out in
            out.array("feeds") { out in
                for name in names.dropFirst() {
                    out.object { out in
                        out.add("name", name)
                        out.add("url", "\(base)/\(name).json")
                    }
                }
            }
        }
    }

    private static func about(_ out: inout JSONWriter) {
        out.add("system_id", "valrosa_velo")
        out.add("name", "Valrosa Velo")
        out.add("language", "en")
        out.add("timezone", "Europe/Zurich")
    }

    private static func types(_ out: inout JSONWriter) {
        out.array("vehicle_types") { out in
            for (id, propulsion) in [("bike", "human"), ("ebike", "electric_assist")] {
                out.object { out in
                    out.add("vehicle_type_id", id)
                    out.add("form_factor", "bicycle")
                    out.add("propulsion_type", propulsion)
                }
            }
        }
    }

    private static func information(_ out: inout JSONWriter) {
        out.array("stations") { out in
            for (index, station) in stations.enumerated() {
                write(index, station.name, Valley.coordinates(station.place), station.capacity, &out)
            }
            // As real feeds do: one at 0, 0 in the sea, one that is there twice, one with a placeholder.
            write(90, "Test station", Coordinates(clampedLatitude: 0, longitude: 0), 10, &out)
            write(0, "Lodge Larix", Valley.coordinates(stations[0].place), 12, &out)
            write(91, "Pop-up station", Valley.coordinates(.init(east: -480, north: 520)), 999, &out)
        }
    }

    private static func write(_ id: Int, _ name: String, _ place: Coordinates, _ capacity: Int, _ out: inout JSONWriter) {
        out.object { out in
            out.add("station_id", "vv-\(id)")
            out.add("name", name)
            out.add("lat", place.latitude, places: 6)
            out.add("lon", place.longitude, places: 6)
            out.add("capacity", capacity)
            out.object("rental_uris") { $0.add("web", "https://velo.example/stations/vv-\(id)") }
        }
    }

    private static func statuses(_ now: Instant, _ out: inout JSONWriter) {
        out.array("stations") { out in
            for (index, station) in stations.enumerated() {
                let bikes = count(index, station, now)
                let electric = station.isElectric ? bikes / 2 : 0
                out.object { out in
                    out.add("station_id", "vv-\(index)")
                    out.add("is_installed", station.name != "Summer garden")
                    out.add("is_renting", station.name != "Summer garden")
                    out.add("is_returning", station.name != "Bus terminal" && station.name != "Summer garden")
                    out.add("last_reported", Int(now.seconds) - (station.name == "Upper mill" ? 2400 : 20))
                    out.add("num_bikes_available", bikes)
                    out.add("num_docks_available", station.capacity - bikes)
                    out.array("vehicle_types_available") { out in
                        for (id, count) in [("bike", bikes - electric), ("ebike", electric)] {
                            out.object { out in
                                out.add("vehicle_type_id", id)
                                out.add("count", count)
                            }
                        }
                    }
                }
            }
            // One that nobody describes.
            out.object { out in
                out.add("station_id", "vv-77")
                out.add("num_bikes_available", 3)
            }
        }
    }

    /// Slowly up and down, each station in its own time; one is always empty.
    private static func count(_ index: Int, _ station: Station, _ now: Instant) -> Int {
        guard station.name != "River bridge" else { return 0 }
        let phase = Double(now.seconds / 20 * 20) / (340 + Double(index % 5) * 90) + Double(index)
        let share = 0.5 + 0.42 * sin(phase)
        return Int(clamping: (Double(station.capacity) * share).rounded())
    }
}
