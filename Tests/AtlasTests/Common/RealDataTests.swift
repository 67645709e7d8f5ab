import Domain
import Foundation
import Testing

import Atlas

private let shared = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    .deletingLastPathComponent().appending(path: "shared/data").path
private let isPresent = FileManager.default.fileExists(atPath: shared + "/osm")

/// Recorded extracts, where the folder with them is at hand; every rule is also held by a small file of our own.
@Suite(.enabled(if: isPresent, "the recorded data is not here"))
struct RealDataTests {
    private func imported(_ files: [String]) throws -> (AtlasFile, ImportSummary) {
        let target = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".atlas").path
        defer { try? FileManager.default.removeItem(atPath: target) }
        let importer = AtlasImporter(name: "test", at: Instant(seconds: 0)) { _ in }
        let summary = try importer.make(from: files.map { shared + "/" + $0 }, at: target)
        return (try AtlasFile(path: target), summary)
    }

    @Test func grandvaliraIsWhole() throws {
        let (atlas, summary) = try imported(["osm/andorra-grandvalira-2025.osm.gz", "elevation/N42E001.hgt.zip"])
        #expect(summary.nodes == 75_070)
        #expect(summary.ways == 3211)
        #expect(summary.relations == 108)
        #expect(summary.pistes == 464)
        #expect(summary.pistesByDifficulty == [.easy: 239, .intermediate: 118, .novice: 50, .advanced: 49, .unknown: 8])
        #expect(summary.aerialways == 555)
        #expect(summary.liftsByType[.chairLift] == 23)
        #expect(summary.liftsByType[.gondola] == 4)
        #expect(summary.peaks == 24)
        #expect(summary.buildings == 633)
        #expect(summary.restaurants == 45)
        #expect(summary.elevationVoids == 7652)
        // Nothing of it is lost on the way to the map.
        let kinds = Dictionary(grouping: (0..<atlas.featureCount).map { atlas.feature($0) }, by: \.kind).mapValues(\.count)
        #expect((kinds[.piste] ?? 0) + (kinds[.pisteArea] ?? 0) == 464)
        #expect(kinds[.lift] == summary.liftsByType.values.reduce(0, +))
        #expect(kinds[.liftPylon] == 413)
        #expect(kinds[.liftStation] == 82)
        // One of the 633 is a node: it has no shape.
        #expect(kinds[.building] == 632)
        #expect(kinds[.peak] == 24)
        let restaurants = (0..<atlas.featureCount).count {
            atlas.feature($0).kind == .pointOfInterest && atlas.feature($0).detail == PointOfInterest.restaurant.rawValue
        }
        #expect(restaurants == 45)
    }

    /// All of an atlas but what tells how long its import took.
    @Test(arguments: ["andorra-grandvalira-2025", "andorra-lavella-2025", "helsinki-centre-2019-04"])
    func pbfMakesTheSameAtlas(name: String) throws {
        let fixture = try AtlasFixture()
        let xml = "\(shared)/osm/\(name).osm.gz"
        try fixture.make([xml])
        let expected = try AtlasBytes.withoutFacts(fixture.target)
        for option in PBFTests.options {
            try fixture.run("osmium", ["cat", xml, "-o", "a.osm.pbf", "--overwrite", "-f", option])
            try fixture.make([fixture.folder + "/a.osm.pbf"])
            #expect(try AtlasBytes.withoutFacts(fixture.target) == expected, "\(option)")
        }
    }

    @Test func pistesHangTogether() throws {
        let (atlas, _) = try imported(["osm/andorra-grandvalira-2025.osm.gz", "elevation/N42E001.hgt.zip"])
        let details = SkiDetails(atlas)
        let (connected, all) = details.connectedLength
        #expect(all > 100_000)
        #expect(connected / all >= 0.95)
    }

    @Test func andorraLaVellaIsWhole() throws {
        let (_, summary) = try imported(["osm/andorra-lavella-2025.osm.gz"])
        #expect(summary.nodes == 87_289)
        #expect(summary.ways == 6797)
        #expect(summary.relations == 132)
        #expect(summary.buildings == 1948)
        #expect(summary.restaurants == 86)
        #expect(summary.pistes == 0)
    }

    @Test func helsinkiMissesWhatItMisses() throws {
        let (atlas, summary) = try imported(["osm/helsinki-centre-2019-04.osm.gz"])
        #expect((summary.skipped[.missingNode] ?? 0) > 3000)
        #expect(atlas.elevation.isEmpty)
        #expect(!TileDrawer(atlas).draw(try #require(TileKey(style: .mountain, zoom: 14, x: 9326, y: 4743))).isEmpty)
    }

    @Test(arguments: [(42.5069, 1.5218, 1027.0, 3.0), (42.5765, 1.6676, 1840, 20), (42.5917, 1.4442, 2875, 25)])
    func heightsAreRight(latitude: Double, longitude: Double, metres: Double, tolerance: Double) throws {
        let (atlas, _) = try imported(["elevation/N42E001.hgt.zip"])
        let place = try #require(Coordinates(latitude: latitude, longitude: longitude))
        let found = try #require(atlas.elevation.metres(at: place))
        #expect(abs(found - metres) <= tolerance, "\(found)")
    }

    /// A place just inside each ring is filled by winding where it is by parity, and nowhere else.
    @Test(arguments: ["andorra-grandvalira-2025", "andorra-lavella-2025", "helsinki-centre-2019-04"])
    func everyHoleIsOpen(name: String) throws {
        let (atlas, _) = try imported(["osm/\(name).osm.gz"])
        var (holes, filled) = (0, [String]())
        // The rings of one house in Helsinki cross each other at its corners: there is no right answer for it.
        for feature in atlas.all where feature.kind.isArea && feature.kind != .building && feature.ringCount > 1 {
            let rings = rings(atlas, feature)
            for ring in rings {
                let middle = ((ring.map(\.y).min() ?? 0) + (ring.map(\.y).max() ?? 0)) / 2
                let y = middle.rounded(.down) + 0.5
                let sides = ring.indices.map { (ring[$0], ring[($0 + 1) % ring.count]) }.filter { ($0.y <= y) != ($1.y <= y) }
                let crossings = sides.map { a, b in a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) }.sorted()
                guard crossings.count > 1 else { continue }
                let x = (crossings[0] + crossings[1]) / 2
                let around = rings.count { isAround($0, x: x, y: y) }
                guard around % 2 == 0 else { continue }
                holes += 1
                if winding(rings, x: x, y: y) != 0 {
                    filled.append("\(feature.kind) of \(rings.count) at \(WorldPoint(x: UInt32(x), y: UInt32(y)).coordinates)")
                }
            }
        }
        #expect(holes > 5)
        #expect(filled.isEmpty, "\(filled.count) of \(holes) holes are filled: \(filled)")
    }
}

/// By parity.
private func isAround(_ ring: [(x: Double, y: Double)], x: Double, y: Double) -> Bool {
    ring.indices.count { index in
        let (a, b) = (ring[index], ring[(index + 1) % ring.count])
        return (a.y <= y) != (b.y <= y) && a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > x
    } % 2 == 1
}
