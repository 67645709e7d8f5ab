import ArgumentParser
import Domain
import Foundation

/// How long a feed of bike stations takes to be read, how much memory, and how long a group waits for its stations.
struct BenchBikesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bikes", abstract: "Bike feeds: reading one, and stations for a group.")
    @Option(help: "A file as station_information.json.") var information = ""
    @Option(help: "A file as station_status.json.") var status = ""
    @Option(help: "Stations around a group.") var stations = 2000
    @Option var people = 12

    func run() async throws {
        if !information.isEmpty { print(try reading()) }
        print(try planning())
        print(try rising())
    }

    private func reading() throws -> String {
        let (places, numbers) = (try bytes(information), try bytes(status))
        let before = peak
        let clock = ContinuousClock()
        var (best, count) = (Duration.seconds(100), 0)
        for _ in 0..<15 {
            let begin = clock.now
            var faults: [BikeFault] = []
            let (found, said) = (
                try GBFSInformation.read(places, faults: &faults), try GBFSStatus.read(numbers, faults: &faults)
            )
            let reading = BikeReading(
                found.stations, said.stations, kinds: nil, updatedAt: said.envelope.updatedAt, base: nil,
                now: Instant(seconds: 1_764_140_000),
                faults: faults)
            best = min(best, clock.now - begin)
            count = reading.stations.count
        }
        return "read_ms=\(best / .milliseconds(1)) stations=\(count) more_mb=\(peak - before)"
    }

    private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// The most memory that the program ever had, in MB.
    private var peak: Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
        return (String(line.filter(\.isNumber)).decimal(in: 0...1e12) ?? 0) / 1024
    }

    /// The slowest of many groups, each among other stations and over another number of parts.
    private func planning() throws -> String {
        var generator = SystemRandomNumberGenerator()
        let clock = ContinuousClock()
        var worst = Duration.zero
        for round in 0..<300 {
            let most = 1 + round % 6
            let rich = [1, 2, 4, 12][round % 4]
            let offers = (0..<stations).map { _ in
                BikeParty.Offer(
                    distance: Double.random(in: 20...5000, using: &generator), count: Int.random(in: 0...rich, using: &generator))
            }
            let begin = clock.now
            let party = BikeParty(offers, people: people, most: most)
            worst = max(worst, clock.now - begin)
            guard party.found <= people else { throw ValidationError("more bikes than people") }
        }
        return "plan_ms=\(worst / .milliseconds(1))"
    }

    /// A hundred people over six stations, where counts rise with the distance, so that no station makes another one needless.
    private func rising() throws -> String {
        let offers = (0..<stations).map { BikeParty.Offer(distance: 1000 + Double($0), count: 1 + $0 * 40 / stations) }
        let clock = ContinuousClock()
        var worst = Duration.zero
        for most in 1...6 {
            let begin = clock.now
            let party = BikeParty(offers, people: BikeParty.mostPeople, most: most)
            worst = max(worst, clock.now - begin)
            guard party.found == min(BikeParty.mostPeople, most * 40) else { throw ValidationError("too few bikes") }
        }
        return "rising_ms=\(worst / .milliseconds(1))"
    }
}
