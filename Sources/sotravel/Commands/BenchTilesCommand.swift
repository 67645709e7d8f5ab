import ArgumentParser
import Atlas
import Domain
import Foundation

/// Draws tiles that were never drawn before, and says how long each took and how large it is.
struct BenchTilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "tiles", abstract: "Cold tiles around a place.")
    @OptionGroup var data: DataOption
    @Option var style: MapStyle = .street
    @Option(help: "Latitude of the middle.") var latitude: Double
    @Option(help: "Longitude of the middle.") var longitude: Double
    @Option var zoom = 14
    @Option(help: "Tiles a side.") var side = 4
    @Option(help: "Threads.") var threads = 1
    @Option(help: "A folder for the pictures.") var out: String?

    func run() async throws {
        let drawer = TileDrawer(try Atlas(path: Program.atlasPath(data.folder)))
        let middle = Mercator(Coordinates(clampedLatitude: latitude, longitude: longitude))
        let (x, y) = (Int(middle.x * Double(1 << zoom)) - side / 2, Int(middle.y * Double(1 << zoom)) - side / 2)
        let keys = (0..<side * side).compactMap { TileKey(style: style, zoom: zoom, x: x + $0 % side, y: y + $0 / side) }
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
            ("tiles", "\(figures.count)"), ("p50", decimal(share(times, 0.5), 2)), ("p99", decimal(share(times, 0.99), 2)),
            ("rate", decimal(Double(figures.count) / seconds, 0)), ("median", "\(share(sizes, 0.5))"), ("largest", "\(sizes.last ?? 0)"),
        ]
        return fields.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
    }
}

extension MapStyle: ExpressibleByArgument {}
