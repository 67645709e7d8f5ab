import ArgumentParser
import Atlas
import Domain
import Foundation
import Runtime

/// Draws tiles that were never drawn before, and says how long each took and how large it is.
struct BenchTilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "tiles", abstract: "Cold tiles of an area.")
    @OptionGroup var data: FolderOption
    @Option var style: MapStyle = .street
    @Option(help: "West, south, east and north of what is drawn: every tile that it touches.") var area: Area
    @Option var zoom = 14
    @Option(help: "Threads.") var threads = 1
    @Option(help: "A folder for the pictures.") var out: String?

    func run() async throws {
        let drawer = TileDrawer(try AtlasFile(path: Program.atlasPath(data.folder)))
        let (columns, rows) = area.tiles(zoom)
        let keys = columns.flatMap { x in rows.compactMap { y in TileKey(style: style, zoom: zoom, x: x, y: y) } }
        let clock = ContinuousClock()
        let start = clock.now
        let figures = await withTaskGroup(of: [(milliseconds: Double, bytes: Int)].self) { group in
            for thread in 0..<threads {
                group.addTask {
                    stride(from: thread, to: keys.count, by: threads).map { index in
                        let begin = clock.now
                        let packed = drawer.packed(keys[index])
                        return ((clock.now - begin) / .milliseconds(1), packed.count)
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let seconds = (clock.now - start) / .seconds(1)
        if let out { try write(keys, drawer, to: out) }
        print(report(figures, seconds))
    }

    private func write(_ keys: [TileKey], _ drawer: TileDrawer, to folder: String) throws {
        for key in keys {
            let path = "\(folder)/\(key.style.rawValue)-\(key.zoom)-\(key.x)-\(key.y).svg"
            try Data(drawer.draw(key)).write(to: URL(filePath: path))
        }
    }

    private func report(_ figures: [(milliseconds: Double, bytes: Int)], _ seconds: Double) -> String {
        let (times, sizes) = (figures.map(\.milliseconds).sorted(), figures.map(\.bytes).sorted())
        func share<Value>(_ values: [Value], _ share: Double) -> Value { values[min(values.count - 1, Int(Double(values.count) * share))] }
        let fields: [(String, String)] = [
            ("tiles", "\(figures.count)"), ("p50", decimal((times[(times.count - 1) / 2] + times[times.count / 2]) / 2, 2)),
            ("p99", decimal(share(times, 0.99), 2)),
            ("rate", decimal(Double(figures.count) / seconds, 0)), ("median", "\(share(sizes, 0.5))"), ("largest", "\(sizes.last ?? 0)"),
        ]
        return fields.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    }
}

/// Four numbers with commas.
struct Area: ExpressibleByArgument {
    private let northWest: Mercator
    private let southEast: Mercator

    init?(argument: String) {
        let numbers = argument.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3] else { return nil }
        northWest = Mercator(Coordinates(clampedLatitude: numbers[3], longitude: numbers[0]))
        southEast = Mercator(Coordinates(clampedLatitude: numbers[1], longitude: numbers[2]))
    }

    func tiles(_ zoom: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        let count = Double(1 << zoom)
        return (Int(northWest.x * count)...Int(southEast.x * count), Int(northWest.y * count)...Int(southEast.y * count))
    }
}

/// What a height costs, beside one read of the same memory.
struct BenchElevationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "elevation", abstract: "Heights around a place.")
    @OptionGroup var data: FolderOption
    @Option var latitude: Double
    @Option var longitude: Double

    func run() async throws {
        let elevation = try AtlasFile(path: Program.atlasPath(data.folder)).elevation
        let places = (0..<4096).map { (number: Int) -> Coordinates in
            let (north, east) = (Double(number % 64) * 0.0004, Double(number * 37 % 4096) * 0.00001)
            return Coordinates(clampedLatitude: latitude + north, longitude: longitude + east)
        }
        let heights = places.map { Int16(elevation.metres(at: $0) ?? 0) }
        let (rounds, clock) = (500, ContinuousClock())
        var sum = 0.0
        let query = clock.measure { for _ in 0..<rounds { for place in places { sum += elevation.metres(at: place) ?? 0 } } }
        var (total, at) = (0, 0)
        let read = clock.measure {
            for _ in 0..<rounds * places.count {
                total &+= Int(heights[at])
                // Where the next read goes depends on this one: nothing is read ahead.
                at = (at &* 5 &+ 1 &+ (total & 1)) & 4095
            }
        }
        let count = Double(rounds * places.count)
        print(
            "query=\(decimal(query / .nanoseconds(1) / count, 2)) read=\(decimal(read / .nanoseconds(1) / count, 2)) "
                + "sum=\(decimal(sum + Double(total), 0))"
        )
    }
}

/// How long the ski network of some files takes, and how much of it hangs together.
struct BenchNetworkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "network", abstract: "The ski network of map files.")
    @Argument var files: [String]

    func run() async throws {
        let target = FileManager.default.temporaryDirectory.appending(path: "sotravel-network-\(ProcessInfo.processInfo.processIdentifier)")
            .path
        defer { try? FileManager.default.removeItem(atPath: target) }
        _ = try AtlasImporter(name: "bench", at: Program.system.now()) { _ in }.make(from: files, at: target)
        let atlas = try AtlasFile(path: target)
        let seconds = try NetworkTiming.seconds(atlas)
        let length = SkiDetails(atlas).connectedLength
        print("seconds=\(decimal(seconds, 4)) \(decimal(length.connected / max(length.all, 1) * 100, 1))%-connected")
    }
}

extension MapStyle: ExpressibleByArgument {}
