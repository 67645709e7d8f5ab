import Atlas
import Domain
import Foundation
import Testing

/// A slope that falls to the south: a node's height grows with its north.
@Suite struct SkiTests {
    let fixture: AtlasFixture
    init() throws { fixture = try AtlasFixture() }

    private func details(_ body: String) throws -> SkiDetails {
        let heights = try fixture.hgt("N46E009.hgt") { row, _ in Int16((1200 - row) * 7) }
        return SkiDetails(try fixture.atlas([fixture.osm(body), heights]))
    }

    private let piste = ["piste:type": "downhill", "piste:difficulty": "easy"]

    @Test func liftAndPisteMakeARound() throws {
        // The piste's foot is about 90 m from the lift's: nothing touches, as in the real world. It is drawn uphill.
        let body =
            OSM.node(1, 0, 0) + OSM.node(2, 100, 0) + OSM.node(3, 2, 10) + OSM.node(4, 50, 20) + OSM.node(5, 99, 8)
            + OSM.way(10, [1, 2], ["aerialway": "chair_lift", "name": "Sessel"])
            + OSM.way(11, [3, 4, 5], piste.merging(["name": "P"]) { a, _ in a })
        let found = try details(body)
        #expect(found.lines.allSatisfy { $0.connection == .connected })
        #expect(found.connectedLength.connected == found.connectedLength.all)
        let line = try #require(found.lines.first { $0.name == "P" })
        #expect(line.samples.first.map { $0.height } ?? 0 > line.samples.last.map { $0.height } ?? 0)
        #expect(abs(try #require(line.drop) - 81) < 4)
    }

    @Test func whatIsApartSaysWhy() throws {
        let body =
            OSM.node(1, 0, 0) + OSM.node(2, 100, 0) + OSM.node(3, 1, 1) + OSM.node(4, 99, 1)
            // Begins at the lift's top, ends far below and away.
            + OSM.node(5, 100, 2) + OSM.node(6, 40, 120)
            // Begins far away, ends at the foot.
            + OSM.node(7, 90, -140) + OSM.node(8, 1, -2)
            // On its own.
            + OSM.node(9, 500, 500) + OSM.node(10, 450, 500)
            + OSM.way(20, [1, 2], ["aerialway": "chair_lift"]) + OSM.way(21, [4, 3], piste) + OSM.way(22, [5, 6], piste)
            + OSM.way(23, [7, 8], piste)
            + OSM.way(24, [9, 10], piste) + OSM.way(25, [1, 2], ["piste:type": "skitour"])
        let states = Dictionary(uniqueKeysWithValues: try details(body).lines.map { (Int($0.id).map { $0 >> 2 } ?? 0, $0.connection) })
        #expect(states == [20: .connected, 21: .connected, 22: .noWayOn, 23: .notReachable, 24: .apart, 25: .notRouted])
    }

    @Test func gondolasGoBothWaysAndChairsDoNot() throws {
        func body(_ type: String) -> String {
            // Nothing leads down but the lift itself; above there is a piste from a second lift back to the first one's top.
            OSM.node(1, 0, 0) + OSM.node(2, 100, 0) + OSM.node(3, 101, 1) + OSM.node(4, 200, 0) + OSM.node(5, 199, 2)
                + OSM.way(20, [1, 2], ["aerialway": type, "name": "Tal"]) + OSM.way(21, [3, 4], ["aerialway": "chair_lift"])
                + OSM.way(22, [5, 2], piste)
        }
        #expect(try details(body("gondola")).lines.first { $0.name == "Tal" }?.connection == .connected)
        #expect(try details(body("chair_lift")).lines.first { $0.name == "Tal" }?.connection == .notReachable)
    }

    @Test func aHeightDifferenceIsNoWalk() throws {
        // 140 m apart on the map, over 50 m in height: a cliff.
        let heights = try fixture.hgt("N46E009.hgt") { row, column in column > 24 ? 2000 : 1000 }
        let body =
            OSM.node(1, 0, 195) + OSM.node(2, 100, 195) + OSM.node(3, 0, 212) + OSM.node(4, 100, 212)
            + OSM.way(20, [1, 2], ["aerialway": "gondola"]) + OSM.way(21, [4, 3], piste)
        let found = SkiDetails(try fixture.atlas([fixture.osm(body), heights]))
        #expect(found.lines.contains { $0.connection == .apart })
    }

    @Test func aPlaceFindsItsPiste() throws {
        let body = OSM.node(1, 100, 0) + OSM.node(2, 0, 0) + OSM.way(20, [1, 2], piste)
        let found = try details(body)
        let near = try #require(Coordinates(latitude: 46.005, longitude: 9.0001))
        #expect(found.nearest(to: near, within: 20) != nil)
        #expect(found.nearest(to: try #require(Coordinates(latitude: 46.005, longitude: 9.01)), within: 20) == nil)
    }

    /// Easy and novice pistes are drawn apart in Europe, advanced and expert ones alike: a legend has a line for each sign.
    @Test func aLegendHasEachSignOnceAndOnlyWhatIsInView() throws {
        func down(_ way: Int, _ east: Double, _ difficulty: String, _ type: String = "downhill") -> String {
            OSM.node(way * 2, 100, east) + OSM.node(way * 2 + 1, 0, east)
                + OSM.way(500 + way, [way * 2, way * 2 + 1], ["piste:type": type, "piste:difficulty": difficulty])
        }
        func up(_ way: Int, _ east: Double, _ type: String) -> String {
            OSM.node(way * 2, 0, east) + OSM.node(way * 2 + 1, 100, east)
                + OSM.way(500 + way, [way * 2, way * 2 + 1], ["aerialway": type])
        }
        let body =
            down(1, 0, "easy") + down(2, 10, "advanced") + down(3, 20, "expert") + down(4, 30, "freeride")
            // Beyond the view: its box would meet a larger one.
            + down(5, 900, "novice") + up(6, 40, "gondola") + up(7, 50, "cable_car") + up(8, 60, "t-bar") + up(9, 900, "chair_lift")
        let found = try details(body)
        func words(_ style: MapStyle, zoom: Int) throws -> [[String]] {
            let corner = try #require(Coordinates(latitude: 46.02, longitude: 8.99))
            let other = try #require(Coordinates(latitude: 45.99, longitude: 9.03))
            return found.signs(from: corner, to: other, zoom: zoom, style: style).map(\.words)
        }
        #expect(
            try words(.mountain, zoom: 14) == [["Easy"], ["Advanced", "Expert"], ["Freeride"], ["Cable car", "Gondola"], ["T-bar"]])
        // The street map has lifts alone, and none from afar.
        #expect(try words(.street, zoom: 14) == [["Cable car", "Gondola"], ["T-bar"]])
        #expect(try words(.street, zoom: 12) == [] && words(.mountain, zoom: 10) == [])
    }

    @Test func whatOnlyPassesByIsNotInView() throws {
        // Along two sides of the view, around its corner.
        let body =
            OSM.node(1, 300, -50) + OSM.node(2, 300, 350) + OSM.node(3, -50, 350)
            + OSM.way(20, [1, 2, 3], ["piste:type": "downhill", "piste:difficulty": "easy"])
        let found = try details(body)
        let corner = try #require(Coordinates(latitude: 46.02, longitude: 9))
        #expect(found.signs(from: corner, to: try #require(Coordinates(latitude: 46, longitude: 9.03)), zoom: 14, style: .mountain) == [])
        #expect(
            found.signs(from: corner, to: try #require(Coordinates(latitude: 46, longitude: 9.04)), zoom: 14, style: .mountain).map(\.words)
                == [["Easy"]])
    }
}
