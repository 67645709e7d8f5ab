import Atlas
import Domain
import Foundation
import Testing

/// Small files of our own, in a folder that goes with the value.
final class AtlasFixture: Sendable {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "atlas-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var target: String { folder + "/map.atlas" }

    @discardableResult func file(_ name: String, _ bytes: Data) throws -> String {
        try bytes.write(to: URL(filePath: folder + "/" + name))
        return folder + "/" + name
    }
    @discardableResult func osm(_ body: String) throws -> String { try osm("a.osm", body) }
    @discardableResult func osm(_ name: String, _ body: String) throws -> String {
        try file(name, Data("<?xml version=\"1.0\"?>\n<osm version=\"0.6\">\n\(body)</osm>\n".utf8))
    }
    /// A tile of 1,201 by 1,201 heights, rows from the north.
    @discardableResult func hgt(_ name: String, _ height: (_ row: Int, _ column: Int) -> Int16) throws -> String {
        var bytes = Data(capacity: 1201 * 1201 * 2)
        for row in 0..<1201 {
            for column in 0..<1201 {
                let value = UInt16(bitPattern: height(row, column))
                bytes.append(UInt8(value >> 8))
                bytes.append(UInt8(value & 255))
            }
        }
        return try file(name, bytes)
    }

    @discardableResult func make(_ files: [String]) throws -> ImportSummary {
        try AtlasImporter(name: "test", at: Instant(seconds: 0)) { _ in }.make(from: files, at: target)
    }
    func atlas(_ files: [String]) throws -> AtlasFile {
        try make(files)
        return try AtlasFile(path: target)
    }

    /// Runs a tool of the system on a file of the folder.
    func run(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.currentDirectoryURL = URL(filePath: folder)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(tool) failed")
    }
}

/// OpenStreetMap XML, written by hand. Places are hundredths of a minute or so: `at(10, 20)` is a little north-east of 46° 9°.
enum OSM {
    static func node(_ id: Int, _ north: Double, _ east: Double, _ tags: [String: String] = [:], more: String = "") -> String {
        "<node id=\"\(id)\" lat=\"\(46 + north / 10_000)\" lon=\"\(9 + east / 10_000)\"\(more)>\(xml(tags))</node>\n"
    }
    static func way(_ id: Int, _ refs: [Int], _ tags: [String: String], more: String = "") -> String {
        "<way id=\"\(id)\"\(more)>" + refs.map { "<nd ref=\"\($0)\"/>" }.joined() + xml(tags) + "</way>\n"
    }
    static func relation(_ id: Int, _ members: [(Int, String)], _ tags: [String: String]) -> String {
        "<relation id=\"\(id)\">" + members.map { "<member type=\"way\" ref=\"\($0.0)\" role=\"\($0.1)\"/>" }.joined() + xml(tags)
            + "</relation>\n"
    }
    /// Four nodes around a square and the refs that close it.
    static func square(_ first: Int, _ north: Double, _ east: Double, _ side: Double) -> (nodes: String, refs: [Int]) {
        let nodes =
            node(first, north, east) + node(first + 1, north, east + side) + node(first + 2, north + side, east + side)
            + node(first + 3, north + side, east)
        return (nodes, [first, first + 1, first + 2, first + 3, first])
    }
    private static func xml(_ tags: [String: String]) -> String {
        tags.sorted { $0.key < $1.key }.map { "<tag k=\"\($0.key)\" v=\"\($0.value)\"/>" }.joined()
    }
}

extension AtlasFile {
    var all: [FeatureRecord] { (0..<featureCount).map { feature($0) } }
    func all(_ kind: FeatureKind) -> [FeatureRecord] { all.filter { $0.kind == kind } }
}
