import Atlas
import Domain
import Foundation

/// `make fuzz`: whatever the bytes are, an import ends with an atlas or with a problem, and what it made can be drawn. The
/// first byte chooses the reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard count > 1 else { return 0 }
    let bytes = Data(bytes: start + 1, count: count - 1)
    let folder = "/dev/shm/sotravel-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = ["a.osm", "a.osm.gz", "a.osm.bz2", "N46E009.hgt", "N46E009.hgt.zip", "a.osm.pbf"][Int(start[0]) % 6]
    let (source, target) = (folder + "/" + name, folder + "/map.atlas")
    guard (try? bytes.write(to: URL(filePath: source))) != nil else { return 0 }
    do {
        _ = try AtlasImporter(name: "fuzz", at: Instant(seconds: 0)) { _ in }.make(from: [source], at: target)
        draw(try AtlasFile(path: target))
    } catch is AtlasProblem {
    } catch {
        fatalError("neither an atlas nor a problem: \(error)")
    }
    return 0
}

private func draw(_ atlas: AtlasFile) {
    let drawer = TileDrawer(atlas)
    let centre = atlas.bounds.centre
    for zoom in [8, 14, 18] {
        for style in MapStyle.allCases {
            if let key = TileKey(style: style, zoom: zoom, x: Int(centre.x >> UInt32(32 - zoom)), y: Int(centre.y >> UInt32(32 - zoom))) {
                _ = drawer.draw(key)
            }
        }
    }
    _ = SkiDetails(atlas).lines
    _ = AtlasSearch(atlas).search("a b", limit: 5)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>, Int) -> Int32
) -> Int32

/// The package manager points `main` here.
@_cdecl("AtlasFuzz_main")
public func start(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments) { fuzz($0, $1) }
}
