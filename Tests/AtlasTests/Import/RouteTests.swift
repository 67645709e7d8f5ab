import Atlas
import Domain
import Foundation
import Testing

/// Routes are relations of ways, and names stand by how much they matter.
@Suite struct RouteTests {
    private let fixture: AtlasFixture
    private let nodes = (1...6).map { OSM.node($0, Double($0) * 20, Double($0) * 30) }.joined()

    init() throws { fixture = try AtlasFixture() }

    private func route(_ id: Int, _ ways: [Int], _ tags: [String: String]) -> String {
        OSM.relation(id, ways.map { ($0, "") }, tags.merging(["type": "route"]) { old, _ in old })
    }

    @Test func pisteRoutesBecomePistes() throws {
        // The run has no tags of its own; the piste of the second route has, and is not drawn twice.
        let body =
            nodes + OSM.way(1, [1, 2], ["highway": "track"]) + OSM.way(2, [2, 3], [:])
            + OSM.way(3, [4, 5], ["piste:type": "downhill", "piste:difficulty": "easy"])
            + route(1, [1, 2], ["route": "piste", "piste:type": "sled", "piste:difficulty": "easy", "name": "Schlittelweg"])
            + route(2, [3], ["route": "piste", "piste:type": "downhill"])
            + route(3, [2], ["route": "ski", "piste:type": "skitour", "name": "Haute Route"])
        let atlas = try fixture.atlas([fixture.osm(body)])
        let pistes = atlas.all(.piste)
        #expect(pistes.filter { $0.pisteType == .sled }.map(atlas.name) == ["Schlittelweg", "Schlittelweg"])
        #expect(pistes.count { $0.pisteType == .downhill } == 1)
        #expect(atlas.facts.summary.pistes == 2)
        #expect(SkiDetails(atlas).lines.contains { $0.name == "Schlittelweg" })
    }

    @Test func skiToursAndHikingRoutesAreDrawn() throws {
        let body =
            nodes + OSM.way(1, [1, 2], ["highway": "path"]) + OSM.way(2, [2, 3], ["highway": "path"])
            + route(1, [1, 2, 99], ["route": "hiking", "network": "nwn", "ref": "GR 7", "osmc:symbol": "red:white:red_lower"])
            + route(2, [1], ["route": "piste", "piste:type": "skitour", "name": "Tour"])
        let atlas = try fixture.atlas([fixture.osm(body)])
        let hiking = try #require(atlas.all(.hikingRoute).first)
        #expect(hiking.ringCount == 1, "the ways of a route are joined")
        #expect(atlas.attribute(.mark, of: hiking) == "red:white:red_lower")
        #expect(atlas.all(.piste).map(\.pisteType) == [.skitour])
        #expect(atlas.facts.summary.skipped[.missingMember] == 1)
        let place = Mercator(try #require(Coordinates(latitude: 46.004, longitude: 9.006)))
        let key = try #require(TileKey(style: .mountain, zoom: 17, x: Int(place.x * 131_072), y: Int(place.y * 131_072)))
        #expect(String(decoding: TileDrawer(atlas).draw(key), as: UTF8.self).contains("GR 7"))
    }

    @Test func whatIsDroppedIsCounted() throws {
        let body =
            nodes + OSM.way(1, [1, 2], [:]) + route(1, [1], ["route": "bus"]) + route(2, [77], ["route": "hiking"])
            + OSM.relation(3, [(1, "")], ["type": "site", "piste:type": "downhill"])
        let summary = try fixture.make([fixture.osm(body)])
        #expect(summary.skipped[.otherRelation] == 2)
        #expect(summary.skipped[.emptyRoute] == 1)
        #expect(summary.pistes == 0)
    }

    // MARK: names

    /// The words of the tile around a place.
    private func words(_ atlas: AtlasFile, _ style: MapStyle, _ zoom: Int) throws -> String {
        let place = Mercator(try #require(Coordinates(latitude: 46.001, longitude: 9.001)))
        let count = Double(1 << zoom)
        let key = try #require(TileKey(style: style, zoom: zoom, x: Int(place.x * count), y: Int(place.y * count)))
        return String(decoding: TileDrawer(atlas).draw(key), as: UTF8.self)
    }

    /// Ids decide nothing: any of them may be the one that matters.
    @Test(arguments: 1...8) func theCapitalStandsFirst(lucky: Int) throws {
        let towns = (1...8).map { id in
            let own =
                id == lucky
                ? ["capital": "yes", "population": "20000", "name": "Hauptort"] : ["population": "90000", "name": "Nebenort\(id)"]
            return OSM.node(id, 10 + Double(id), 10, own.merging(["place": "town"]) { old, _ in old })
        }
        let atlas = try fixture.atlas([fixture.osm(towns.joined())])
        for zoom in 8...13 {
            let found = try words(atlas, .street, zoom)
            #expect(found.contains("Hauptort") && !found.contains("Nebenort"), "zoom \(zoom)")
        }
    }

    @Test(arguments: 1...8) func theLargerTownStandsBeforeTheSmaller(lucky: Int) throws {
        let towns = (1...8).map { id in
            OSM.node(
                id, 10 + Double(id), 10,
                ["place": "town", "population": id == lucky ? "30000" : "1200\(id)", "name": "T\(id == lucky ? "Gross" : "Klein")"])
        }
        let found = try words(fixture.atlas([fixture.osm(towns.joined())]), .street, 12)
        #expect(found.contains("TGross") && !found.contains("TKlein"))
    }

    @Test(arguments: 1...8) func theHighestPeakIsOnTheMapAtEveryZoom(lucky: Int) throws {
        let peaks = (1...8).map { id in
            OSM.node(
                id, 10 + Double(id), 10,
                ["natural": "peak", "ele": id == lucky ? "2942" : "29\(30 + id)", "name": id == lucky ? "Pic Major" : "Puig"])
        }
        let atlas = try fixture.atlas([fixture.osm(peaks.joined())])
        for zoom in 8...13 {
            let found = try words(atlas, .mountain, zoom)
            #expect(found.contains("Pic Major") && !found.contains("Puig"), "zoom \(zoom)")
        }
    }

    @Test(arguments: 1...8) func prominenceCountsBeforeHeight(lucky: Int) throws {
        let peaks = (1...8).map { id in
            OSM.node(
                id, 10 + Double(id), 10,
                [
                    "natural": "peak", "ele": id == lucky ? "2800" : "290\(id)", "prominence": id == lucky ? "900" : "40",
                    "name": id == lucky ? "Allein" : "Grat",
                ])
        }
        let found = try words(fixture.atlas([fixture.osm(peaks.joined())]), .mountain, 13)
        #expect(found.contains("Allein") && !found.contains("Grat"))
    }

    // MARK: what else is drawn

    /// Each of these by itself changes the picture, in both styles.
    @Test(
        arguments: [
            ["barrier": "wall"], ["barrier": "fence"], ["power": "line"], ["man_made": "pier"], ["waterway": "dam"], ["landuse": "quarry"],
            ["leisure": "sports_centre"], ["leisure": "pitch"], ["amenity": "parking"], ["aeroway": "helipad"],
        ], MapStyle.allCases)
    func itIsDrawn(tags: [String: String], style: MapStyle) throws {
        let square = OSM.square(1, 5, 5, 10)
        let road = OSM.node(90, 12, 0) + OSM.node(91, 12, 25) + OSM.way(9, [90, 91], ["highway": "residential"])
        let bare = try words(fixture.atlas([fixture.osm(square.nodes + road + OSM.way(1, square.refs, ["natural": "mud"]))]), style, 16)
        let drawn = try words(fixture.atlas([fixture.osm(square.nodes + road + OSM.way(1, square.refs, tags))]), style, 16)
        #expect(drawn.count > bare.count + 40)
    }
}
