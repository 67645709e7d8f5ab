import Atlas
import Domain
import Foundation
import Testing

/// Holes are holes however OpenStreetMap winds their rings: a picture fills what its rings wind around.
@Suite struct HoleTests {
    private let fixture: AtlasFixture

    init() throws { fixture = try AtlasFixture() }

    /// How often the rings of a feature wind around a place, as SVG's nonzero rule counts it.
    private func turns(_ atlas: AtlasFile, _ kind: FeatureKind, north: Double, east: Double) throws -> Int {
        let place = WorldPoint(try #require(Coordinates(latitude: 46 + north / 10_000, longitude: 9 + east / 10_000)))
        return atlas.all(kind).reduce(0) { $0 + winding(rings(atlas, $1), x: Double(place.x) + 0.5, y: Double(place.y) + 0.5) }
    }

    /// A wood of squares, each given as its south-west corner, side and direction, all of one relation.
    private func wood(_ squares: [(north: Double, east: Double, side: Double, isReversed: Bool)]) throws -> AtlasFile {
        var body = ""
        for (index, square) in squares.enumerated() {
            let (nodes, refs) = OSM.square(index * 10 + 1, square.north, square.east, square.side)
            body += nodes + OSM.way(100 + index, square.isReversed ? refs.reversed() : refs, [:])
        }
        let members = squares.indices.map { (100 + $0, $0 == 0 ? "outer" : "inner") }
        return try fixture.atlas([fixture.osm(body + OSM.relation(1, members, ["type": "multipolygon", "natural": "wood"]))])
    }

    @Test(arguments: [false, true], [false, true]) func aHoleIsOpenHoweverItIsWound(outer: Bool, inner: Bool) throws {
        let atlas = try wood([(0, 0, 100, outer), (20, 20, 40, inner)])
        #expect(try turns(atlas, .forest, north: 40, east: 40) == 0)
        #expect(try turns(atlas, .forest, north: 80, east: 80) != 0)
    }

    @Test(arguments: [false, true], [false, true]) func innerRingsMayTouch(first: Bool, second: Bool) throws {
        // They share a side, and one of them a corner with the outer ring.
        let atlas = try wood([(0, 0, 100, false), (0, 0, 30, first), (0, 30, 30, second)])
        for east in [15.0, 45] { #expect(try turns(atlas, .forest, north: 15, east: east) == 0) }
        #expect(try turns(atlas, .forest, north: 60, east: 60) != 0)
    }

    @Test(arguments: 0..<16) func islandsInLakesInIslandsAlternate(directions: Int) throws {
        let squares = (0..<4).map { depth in
            let inset = Double(depth) * 10
            return (north: inset, east: inset, side: 100 - 2 * inset, isReversed: directions & (1 << depth) != 0)
        }
        let atlas = try wood(squares)
        for depth in 0..<4 {
            let found = try turns(atlas, .forest, north: Double(depth) * 10 + 5, east: 50)
            #expect((found != 0) == (depth % 2 == 0), "depth \(depth)")
        }
    }

    @Test(arguments: [false, true]) func aRingMayTouchItself(isReversed: Bool) throws {
        // A way around a square that goes around a hole at its corner, then on.
        let outer = OSM.square(1, 0, 0, 100)
        let hole = OSM.node(5, 10, 40) + OSM.node(6, 50, 50) + OSM.node(7, 40, 10)
        let inner = isReversed ? [7, 6, 5] : [5, 6, 7]
        let atlas = try fixture.atlas([
            fixture.osm(outer.nodes + hole + OSM.way(1, [1] + inner + [1, 2, 3, 4, 1], ["natural": "wood"]))
        ])
        #expect(try turns(atlas, .forest, north: 30, east: 30) == 0)
        #expect(try turns(atlas, .forest, north: 80, east: 80) != 0)
    }

    @Test func areasThatOverlapStayFilled() throws {
        let (one, other) = (OSM.square(1, 0, 0, 60), OSM.square(11, 30, 30, 60))
        let atlas = try fixture.atlas([
            fixture.osm(
                one.nodes + other.nodes + OSM.way(1, one.refs, ["natural": "wood"])
                    + OSM.way(2, other.refs.reversed(), ["natural": "wood"]))
        ])
        #expect(try abs(turns(atlas, .forest, north: 45, east: 45)) == 2)
    }

    @Test func holesOfAnOuterRingThatIsLostAreNotFilled() throws {
        let (hole, nodes) = (
            OSM.square(11, 10, 45, 5), OSM.node(1, 0, 0) + OSM.node(2, 0, 100) + OSM.node(3, 100, 0) + OSM.node(4, 100, 100)
        )
        let body =
            nodes + hole.nodes + OSM.way(1, [1, 2, 3, 4, 1], [:]) + OSM.way(2, hole.refs, [:])
            + OSM.relation(1, [(1, "outer"), (2, "inner")], ["type": "multipolygon", "natural": "wood"])
        #expect(try fixture.atlas([fixture.osm(body)]).all(.forest).isEmpty)
    }

    @Test func aMemberThatIsNamedTwiceCountsOnce() throws {
        let (outer, hole) = (OSM.square(1, 0, 0, 100), OSM.square(11, 20, 20, 40))
        let body =
            outer.nodes + hole.nodes + OSM.way(1, outer.refs, [:]) + OSM.way(2, hole.refs, [:])
            + OSM.relation(1, [(1, "outer"), (2, "inner"), (2, "inner")], ["type": "multipolygon", "natural": "water"])
        let atlas = try fixture.atlas([fixture.osm(body)])
        #expect(try turns(atlas, .water, north: 40, east: 40) == 0)
    }
}

/// The rings of a feature as pairs of numbers.
func rings(_ atlas: AtlasFile, _ feature: FeatureRecord) -> [[(x: Double, y: Double)]] {
    var rings: [[(x: Double, y: Double)]] = []
    atlas.lines(of: feature) { ring in rings.append(ring.map { (Double($0.x), Double($0.y)) }) }
    return rings
}

/// How often rings wind around a place: upward sides to the right of it less downward ones.
func winding(_ rings: [[(x: Double, y: Double)]], x: Double, y: Double) -> Int {
    rings.reduce(0) { sum, ring in
        sum
            + ring.indices.reduce(0) { turns, index in
                let (a, b) = (ring[index], ring[(index + 1) % ring.count])
                guard (a.y <= y) != (b.y <= y), a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > x else { return turns }
                return turns + (a.y < b.y ? 1 : -1)
            }
    }
}
