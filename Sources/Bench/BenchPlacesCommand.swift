import ArgumentParser
import Atlas
import Domain
import Foundation
import OpeningHours
import Runtime

/// What the index of an atlas's places costs, and one search in it: for those that are open at a moment, each asked for its hours.
struct BenchPlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "places", abstract: "The places index of an atlas.")
    @OptionGroup var data: FolderOption
    @Option var latitude: Double
    @Option var longitude: Double
    @Option(help: "Metres.") var radius = 20_000.0

    func run() async throws {
        let atlas = try AtlasFile(path: Program.atlasPath(data.folder))
        let clock = ContinuousClock()
        let begin = clock.now
        let index = PlaceIndex(atlas)
        let opening = clock.now - begin
        let centre = Coordinates(clampedLatitude: latitude, longitude: longitude)
        let (query, zone) = (PlaceQuery(centre: centre, radius: radius), TripZone("Europe/Zurich") ?? .utc)
        let moment = Program.system.now()
        func search() -> Int {
            index.nearest(query, limit: 51) { number in
                let place = HoursPlace(zone: zone, coordinates: index.coordinates(of: number), region: "CH")
                return index.hours(of: number)?.answer(at: moment, in: place).state == .open
            }.count
        }
        let first = clock.measure { _ = search() }
        let times = (0..<50).map { _ in clock.measure { _ = search() } / .milliseconds(1) }.sorted()
        print(
            "places=\(index.count) open_ms=\(decimal(opening / .milliseconds(1), 1)) bytes=\(index.byteCount) found=\(search()) "
                + "first_ms=\(decimal(first / .milliseconds(1), 2)) search_ms=\(decimal(times[times.count / 2], 2))")
    }
}
