import Atlas
import Domain
import Foundation
import Testing

/// Files that somebody made to stop the import, or that only are a great tangle: it ends soon and says what it left out.
/// Where a test has tens of thousands of pieces, looking at all pairs of them would take minutes.
@Suite(.timeLimit(.minutes(5))) struct TangleTests {
    private static let bounds = "<bounds minlat=\"46\" minlon=\"9\" maxlat=\"46.01\" maxlon=\"9.01\"/>\n"
    private let fixture: AtlasFixture
    private let lake = ["type": "multipolygon", "natural": "water"]

    init() throws { fixture = try AtlasFixture() }

    private func turns(_ atlas: AtlasFile, _ kind: FeatureKind, _ north: Double, _ east: Double) throws -> Int {
        let place = WorldPoint(try #require(Coordinates(latitude: 46 + north / 10_000, longitude: 9 + east / 10_000)))
        return atlas.all(kind).reduce(0) { $0 + winding(rings(atlas, $1), x: Double(place.x) + 0.5, y: Double(place.y) + 0.5) }
    }

    /// Nodes on a circle around the node 1, from 10 on.
    private func circle(_ count: Int) -> String {
        OSM.node(1, 50, 50)
            + (0..<count).map { number in
                let angle = 2 * Double.pi * Double(number) / Double(count)
                return OSM.node(10 + number, 50 + 40 * sin(angle), 50 + 40 * cos(angle))
            }.joined()
    }

    private func members(_ ways: Range<Int>) -> [(Int, String)] { ways.map { ($0, "outer") } }

    private func skipped(_ atlas: AtlasFile, _ kind: ImportSummary.Skipped) -> Int { atlas.facts.summary.skipped[kind] ?? 0 }

    // MARK: lakes

    @Test func aLakeMayHaveVeryManyIslandsInARow() throws {
        let count = 60_000
        func east(_ number: Int) -> Double { 1 + 0.1 * Double(number) }
        let outer = OSM.square(1, 0, 0, 6100)
        let islands = (0..<count).map { number in
            let square = OSM.square(10 + 4 * number, 50, east(number), 0.05)
            return square.nodes + OSM.way(2 + number, square.refs, [:])
        }
        let atlas = try fixture.atlas([
            fixture.osm(outer.nodes + islands.joined() + OSM.way(1, outer.refs, [:]) + OSM.relation(1, members(1..<count + 2), lake))
        ])
        for number in [0, 1, count / 2, count - 1] {
            #expect(try turns(atlas, .water, 50.025, east(number) + 0.025) == 0)
            #expect(try turns(atlas, .water, 50.025, east(number) + 0.075) != 0)
        }
        #expect(atlas.facts.summary.skipped.values.allSatisfy { $0 == 0 })
    }

    @Test func aRingMayHaveVeryManyTeethBesideOneAnother() throws {
        let count = 60_000
        let teeth = (0..<count).map { number in
            let north = 100 * Double(number) / Double(count)
            return OSM.node(10 + 2 * number, north, 0) + OSM.node(11 + 2 * number, north + 0.0008, 100)
        }
        let ring = [1] + (10..<10 + 2 * count) + [2, 1]
        let atlas = try fixture.atlas([
            fixture.osm(teeth.joined() + OSM.node(1, 0, -1) + OSM.node(2, 100, -1) + OSM.way(1, ring, ["natural": "water"]))
        ])
        #expect(try turns(atlas, .water, 50.001, -0.5) != 0)
        #expect(skipped(atlas, .selfCrossingRing) == 0)
    }

    @Test func whatIsTooTangledIsLeftOutAndCounted() throws {
        // Slanting teeth: the box around each holds all others.
        let count = 5000
        let teeth = (0..<count).map { number in
            let north = 100 * Double(number) / Double(count)
            return OSM.node(10 + 2 * number, north, 0) + OSM.node(11 + 2 * number, north + 100, 100)
        }
        let ring = [2] + (10..<10 + 2 * count) + [1, 2]
        let house = OSM.square(100_000, 0, 200, 10)
        let atlas = try fixture.atlas([
            fixture.osm(
                teeth.joined() + OSM.node(1, 200, -1) + OSM.node(2, 0, -1) + OSM.way(1, ring, ["natural": "water"]) + house.nodes
                    + OSM.way(2, house.refs, ["natural": "water"]))
        ])
        #expect(skipped(atlas, .tangledRing) == 1)
        #expect(atlas.all(.water).count == 1)
    }

    @Test func ringsInRingsEndSomewhere() throws {
        func nest(_ count: Int) throws -> AtlasFile {
            let squares = (0..<count).map { number in
                let inset = 50 * Double(number) / Double(count)
                let square = OSM.square(10 + 4 * number, inset, inset, 100 - 2 * inset)
                return square.nodes + OSM.way(1 + number, square.refs, [:])
            }
            return try fixture.atlas([fixture.osm(squares.joined() + OSM.relation(1, members(1..<count + 1), lake))])
        }
        let bearable = try nest(200)
        #expect(try turns(bearable, .water, 50, 0.1) != 0 && turns(bearable, .water, 50, 0.35) == 0)
        let tangled = try nest(5000)
        #expect(skipped(tangled, .tangledRing) == 5000)
        #expect(tangled.all(.water).isEmpty)
    }

    @Test func anAreaOfMoreThan65535RingsIsCutAndCounted() throws {
        let count = 65_540
        let squares = (0..<count).map { number in
            let square = OSM.square(10 + 4 * number, Double(number / 300), Double(number % 300), 0.5)
            return square.nodes + OSM.way(1 + number, square.refs, [:])
        }
        let atlas = try fixture.atlas([fixture.osm(squares.joined() + OSM.relation(1, members(1..<count + 1), lake))])
        #expect(atlas.all(.water).map(\.ringCount) == [65_535])
        #expect(skipped(atlas, .beyondCount) == 5)
    }

    // MARK: stars

    @Test func veryManyWaysMayMeetInOnePlace() throws {
        let count = 40_000
        let spokes = (0..<count).map { OSM.way(1 + $0, [10 + $0, 1], ["highway": "path", "name": "Weg"]) }
        let atlas = try fixture.atlas([
            fixture.osm(circle(count) + spokes.joined() + OSM.relation(1, members(1..<count + 1), ["type": "route", "route": "hiking"]))
        ])
        #expect(atlas.all(.pathway).count == count)
        #expect(atlas.all(.hikingRoute).map(\.ringCount) == [count / 2])
    }

    @Test func aMemberThatIsNamedVeryOftenCountsOnce() throws {
        let square = OSM.square(1, 0, 0, 10)
        let often = [(Int, String)](repeating: (1, "outer"), count: 40_000)
        let body =
            square.nodes + OSM.way(1, square.refs, [:]) + OSM.relation(1, often, lake)
            + OSM.relation(2, often, ["type": "route", "route": "hiking"]) + OSM.relation(3, often, ["type": "route", "route": "piste"])
        let atlas = try fixture.atlas([fixture.osm(body)])
        #expect(atlas.all(.water).map(\.ringCount) == [1])
        #expect(atlas.all(.hikingRoute).map(\.ringCount) == [1])
        #expect(atlas.all(.piste).count == 1)
    }

    @Test func relationsDoNotMultiplyTheirWaysWithoutEnd() throws {
        let (places, count) = (5000, 400)
        let ring = OSM.way(1, Array(10..<10 + places) + [10], [:])
        let lakes = (1...count).map { OSM.relation($0, [(1, "outer")], lake) }
        let atlas = try fixture.atlas([fixture.osm(circle(places) + ring + lakes.joined())])
        // A million places, and sixteen times those of the ways.
        let most = (1_000_000 + 16 * (places + 1)) / (places + 1)
        #expect(atlas.all(.water).count == most)
        #expect(skipped(atlas, .overusedWays) == count - most)
    }

    @Test func pistesInACrowdAreJoinedToTheNearestOnes() throws {
        let count = 3000
        let pistes = (0..<count).map { number in
            let north = 50 + Double(number) / 1000
            return OSM.node(10 + 2 * number, north, 50) + OSM.node(11 + 2 * number, north, 60)
                + OSM.way(1 + number, [10 + 2 * number, 11 + 2 * number], ["piste:type": "downhill"])
        }
        let atlas = try fixture.atlas([fixture.osm(pistes.joined())])
        #expect(atlas.all(.piste).count == count)
        #expect(atlas.facts.summary.warnings.contains { $0.contains("too close together at 6000 of their ends") })
    }

    @Test func veryManyPeaksMayStandClose() throws {
        let peaks = (1...60_000).map { OSM.node($0, 50, 50, ["natural": "peak", "ele": "\($0 % 4000)"]) }
        #expect(try fixture.make([fixture.osm(peaks.joined())]).peaks == 60_000)
    }

    // MARK: coasts

    @Test func veryManyCoastsMayEndInOnePlace() throws {
        let count = 20_000
        let pieces = (0..<count).map { OSM.way(1 + $0, [10 + $0, 1], ["natural": "coastline"]) }
        // A long one that ends there too.
        let long = OSM.way(count + 1, Array(10..<10 + count) + [1], ["natural": "coastline"])
        let summary = try fixture.make([fixture.osm(TangleTests.bounds + circle(count) + long + pieces.joined())])
        #expect(summary.warnings.contains { $0.contains("runs against its neighbour") })
    }

    @Test func gapsAreClosedInVeryManyPiecesOfCoast() throws {
        // A coast of 3,000 pieces with gaps of 7 metres, across the extract and beyond it.
        let count = 3000
        func east(_ number: Int) -> Double { Double(number) * 2 - 3000 }
        let pieces = (0..<count).map { number in
            OSM.node(10 + 2 * number, 50, east(number)) + OSM.node(11 + 2 * number, 50, east(number) + 1)
                + OSM.way(1 + number, [10 + 2 * number, 11 + 2 * number], ["natural": "coastline"])
        }
        let atlas = try fixture.atlas([fixture.osm(TangleTests.bounds + pieces.joined())])
        #expect(try turns(atlas, .sea, 20, 50) != 0 && turns(atlas, .sea, 80, 50) == 0)
        #expect(!atlas.facts.summary.warnings.contains { $0.contains("ends inside") })
        #expect(atlas.all(.sea).count == 1 || atlas.all(.sea).count == 2)
    }

    @Test func gapsInACrowdAreNamed() throws {
        // All of them begin and end within a few metres.
        let count = 8000
        let pieces = (0..<count).map { number in
            let east = Double(number) / 1000
            return OSM.node(10 + 2 * number, 50, 40 + east) + OSM.node(11 + 2 * number, 50.5, 40 + east)
                + OSM.way(1 + number, [10 + 2 * number, 11 + 2 * number], ["natural": "coastline"])
        }
        let warnings = try fixture.make([fixture.osm(TangleTests.bounds + pieces.joined())]).warnings
        #expect(warnings.contains { $0.contains("too many ends close together") })
    }

    @Test func aCoastThatGoesToAndFroIsNotCutWithoutEnd() throws {
        // Level teeth and upright ones, from edge to edge: every half of the extract has a part of each.
        let count = 4000
        var body = TangleTests.bounds
        for number in 0..<count {
            let step = 100 * Double(number) / Double(count)
            body += OSM.node(10 + 2 * number, step, 1) + OSM.node(11 + 2 * number, step + 0.01, 99)
            body += OSM.node(100_000 + 2 * number, 1, step) + OSM.node(100_001 + 2 * number, 99, step + 0.01)
        }
        let ring = Array(10..<10 + 2 * count) + (100_000..<100_000 + 2 * count) + [10]
        let atlas = try fixture.atlas([fixture.osm(body + OSM.way(1, ring, ["natural": "coastline"]))])
        let places = atlas.all(.sea).reduce(0) { $0 + rings(atlas, $1).reduce(0) { $0 + $1.count } }
        #expect(places > 0 && places < 5 * ring.count + 30_000)
    }

    @Test func aCoastThatCrossesItselfEverywhereIsTakenAsItRuns() throws {
        var chance = Chance(state: 1)
        let count = 10_000
        let nodes = (0..<count).map {
            OSM.node(10 + $0, .random(in: -10...110, using: &chance), .random(in: -10...110, using: &chance))
        }
        let coast = OSM.way(1, Array(10..<10 + count), ["natural": "coastline"])
        let summary = try fixture.make([fixture.osm(TangleTests.bounds + nodes.joined() + coast)])
        #expect(summary.warnings.contains { $0.contains("too tangled to tell islands from lagoons") })
    }

    @Test func coastsMayRunAlongTheEdge() throws {
        let count = 20_000
        let nodes = (0...count).map { OSM.node(10 + $0, 100 * Double($0) / Double(count), [0, 0.00001, -0.00001][$0 % 3]) }
        let ways = (0..<count).map { OSM.way(1 + $0, [10 + $0, 11 + $0], ["natural": "coastline"]) }
        let atlas = try fixture.atlas([fixture.osm(TangleTests.bounds + nodes.joined() + ways.joined())])
        #expect(try turns(atlas, .sea, 50, 50) != 0)
    }
}
