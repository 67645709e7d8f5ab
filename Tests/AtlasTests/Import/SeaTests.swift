import Atlas
import Domain
import Foundation
import Testing

/// Coasts have the water on their right, and the map has the sea.
@Suite struct SeaTests {
    private let fixture: AtlasFixture
    private static let bounds = "<bounds minlat=\"46\" minlon=\"9\" maxlat=\"46.01\" maxlon=\"9.01\"/>\n"

    init() throws { fixture = try AtlasFixture() }

    /// A coast through places, from the extract's corner in ten thousandths of a degree: 0 to 100 both ways.
    private func coast(_ id: Int, _ places: [(north: Double, east: Double)], isClosed: Bool = false) -> String {
        let refs = places.indices.map { id * 100 + $0 }
        return places.enumerated().map { OSM.node(id * 100 + $0.offset, $0.element.north, $0.element.east) }.joined()
            + OSM.way(id, refs + (isClosed ? refs.prefix(1) : []), ["natural": "coastline"])
    }

    private func isSea(_ atlas: AtlasFile, _ north: Double, _ east: Double) throws -> Bool {
        let place = WorldPoint(try #require(Coordinates(latitude: 46 + north / 10_000, longitude: 9 + east / 10_000)))
        return atlas.all(.sea).reduce(0) { $0 + winding(rings(atlas, $1), x: Double(place.x) + 0.5, y: Double(place.y) + 0.5) } != 0
    }

    /// Counter-clockwise on the map: land on the left.
    private func island(_ id: Int, _ north: Double, _ east: Double, _ side: Double) -> String {
        coast(id, [(north, east), (north, east + side), (north + side, east + side), (north + side, east)], isClosed: true)
    }

    @Test func waterIsOnTheRightOfACoast() throws {
        // Eastwards across the extract and beyond it on both sides: land in the north, a bay reaching into it.
        let line = coast(1, [(50, -20), (50, 30), (80, 40), (80, 60), (50, 70), (50, 120)])
        let atlas = try fixture.atlas([fixture.osm(SeaTests.bounds + line)])
        #expect(try isSea(atlas, 20, 50))
        #expect(try isSea(atlas, 70, 50))
        #expect(try !isSea(atlas, 90, 50))
        #expect(try !isSea(atlas, 70, 10))
        #expect(atlas.facts.summary.warnings.isEmpty)
        // Nothing is claimed beyond the edge.
        #expect(try !isSea(atlas, 20, -10))
    }

    @Test func coastsInPiecesAreJoined() throws {
        let nodes = (1...4).map { OSM.node($0, 50, Double($0) * 40 - 60) }.joined()
        let ways = OSM.way(2, [2, 3], ["natural": "coastline"]) + OSM.way(1, [1, 2], ["natural": "coastline"])
        let last = OSM.way(3, [3, 4], ["natural": "coastline"])
        let atlas = try fixture.atlas([fixture.osm(SeaTests.bounds + nodes + ways + last)])
        #expect(try isSea(atlas, 20, 50) && !isSea(atlas, 80, 50))
        #expect(atlas.facts.summary.warnings.isEmpty)
    }

    @Test func islandsAreLandAndTheirLagoonsWater() throws {
        let lagoon = coast(2, [(45, 45), (55, 45), (55, 55), (45, 55)], isClosed: true)
        let atlas = try fixture.atlas([fixture.osm(SeaTests.bounds + island(1, 30, 30, 40) + lagoon)])
        #expect(try isSea(atlas, 10, 10))
        #expect(try !isSea(atlas, 35, 35))
        #expect(try isSea(atlas, 50, 50))
    }

    @Test func anIslandThatReachesBeyondTheEdgeIsCutThere() throws {
        let atlas = try fixture.atlas([fixture.osm(SeaTests.bounds + island(1, 30, 60, 80))])
        #expect(try isSea(atlas, 10, 10) && isSea(atlas, 10, 90))
        #expect(try !isSea(atlas, 50, 80))
    }

    @Test func anExtractOfSeaOnlyIsSea() throws {
        let buoy = OSM.node(1, 50, 50, ["seamark:type": "buoy_lateral"])
        #expect(try isSea(fixture.atlas([fixture.osm(SeaTests.bounds + buoy)]), 20, 20))
        // With a house there is land, and nobody knows where it ends.
        let house = OSM.square(10, 20, 20, 5)
        let land = house.nodes + OSM.way(1, house.refs, ["building": "yes"])
        #expect(try !isSea(fixture.atlas([fixture.osm(SeaTests.bounds + buoy + land)]), 50, 50))
    }

    @Test func inlandStaysDry() throws {
        let house = OSM.square(10, 20, 20, 5)
        let atlas = try fixture.atlas([fixture.osm(SeaTests.bounds + house.nodes + OSM.way(1, house.refs, ["building": "yes"]))])
        #expect(atlas.all(.sea).isEmpty)
    }

    @Test func brokenCoastsAreMendedAndNamed() throws {
        // It ends inside; the second part runs the wrong way; the third begins 22 metres on.
        let nodes = OSM.node(1, 50, -20) + OSM.node(2, 50, 30) + OSM.node(3, 50, 50) + OSM.node(4, 52, 50) + OSM.node(5, 50, 80)
        let ways =
            OSM.way(1, [1, 2], ["natural": "coastline"]) + OSM.way(2, [3, 2], ["natural": "coastline"])
            + OSM.way(3, [4, 5], ["natural": "coastline"])
        let atlas = try fixture.atlas([fixture.osm(SeaTests.bounds + nodes + ways)])
        #expect(try isSea(atlas, 20, 50) && !isSea(atlas, 80, 50))
        let warnings = atlas.facts.summary.warnings
        #expect(warnings.contains { $0.contains("runs against its neighbour at 46.005, 9.003") })
        #expect(warnings.contains { $0.contains("gap of 22 m at 46.005, 9.005") })
        #expect(warnings.contains { $0.contains("ends inside the extract at 46.005, 9.008") })
        #expect(warnings.count == 3)
    }

    @Test func anIslandThatIsDrawnTheWrongWayRoundIsLandAndNamed() throws {
        let turned = coast(2, [(20, 20), (40, 20), (40, 40), (20, 40)], isClosed: true)
        let atlas = try fixture.atlas([fixture.osm(SeaTests.bounds + coast(1, [(80, -20), (80, 120)]) + turned)])
        #expect(try !isSea(atlas, 30, 30) && isSea(atlas, 10, 50))
        #expect(atlas.facts.summary.warnings.contains { $0.contains("runs the wrong way round") })
    }

    @Test func twoExtractsHaveTheirOwnEdges() throws {
        let far =
            "<bounds minlat=\"47\" minlon=\"9\" maxlat=\"47.01\" maxlon=\"9.01\"/>\n" + OSM.node(900, 10_050, 50, ["place": "village"])
        let atlas = try fixture.atlas([
            fixture.osm("a.osm", SeaTests.bounds + island(1, 30, 30, 40)), fixture.osm("b.osm", far),
        ])
        #expect(try isSea(atlas, 10, 10))
        #expect(try !isSea(atlas, 5000, 50) && !isSea(atlas, 10_010, 10))
    }

    @Test(arguments: MapStyle.allCases) func theSeaIsBlueInBothStyles(style: MapStyle) throws {
        let atlas = try fixture.atlas([fixture.osm(SeaTests.bounds + coast(1, [(50, -20), (50, 120)]))])
        let place = Mercator(try #require(Coordinates(latitude: 46.002, longitude: 9.005)))
        let key = try #require(TileKey(style: style, zoom: 17, x: Int(place.x * 131_072), y: Int(place.y * 131_072)))
        let picture = String(decoding: TileDrawer(atlas).draw(key), as: UTF8.self)
        #expect(picture.contains(style == .street ? "#abd0e6" : "#9cc8e2"))
    }

    @Test func aLongCoastIsCutIntoPiecesThatHoldTogether() throws {
        // A saw of 3,000 teeth, with an island under it.
        func tooth(_ number: Int) -> (north: Double, east: Double) {
            let north: Double = number % 2 == 0 ? 50 : 60
            return (north, Double(number) / 25 - 10)
        }
        let teeth = (0...3000).map(tooth)
        let refs = teeth.indices.map { 10_000 + $0 }
        let saw = teeth.indices.map { OSM.node(10_000 + $0, teeth[$0].north, teeth[$0].east) }.joined()
        let atlas = try fixture.atlas([
            fixture.osm(SeaTests.bounds + saw + OSM.way(1, refs, ["natural": "coastline"]) + island(2, 10, 40, 20))
        ])
        #expect(atlas.all(FeatureKind.sea).count > 4)
        for east: Double in [3, 18, 33, 71, 97] {
            #expect(try isSea(atlas, 5, east))
            #expect(try isSea(atlas, 45, east))
            #expect(try !isSea(atlas, 70, east))
        }
        #expect(try !isSea(atlas, 20, 50))
    }
}
