import Atlas
import CLibXML2
import Domain
import Foundation
import Testing

@Suite struct TileTests {
    let fixture: AtlasFixture
    let atlas: AtlasFile

    /// A grid of streets with long names, peaks close together, a piste and a lift, on a slope.
    init() throws {
        fixture = try AtlasFixture()
        var body = ""
        var id = 1
        for row in 0..<12 {
            var refs: [Int] = []
            for column in 0..<12 {
                let tags = (row + column) % 3 == 0 ? ["natural": "peak", "name": "Piz \(row) & <\(column)>", "ele": "\(2000 + row)"] : [:]
                body += OSM.node(id, Double(row) * 40, Double(column) * 40, tags.mapValues(xml))
                refs.append(id)
                id += 1
            }
            body += OSM.way(10_000 + row, refs, ["highway": "residential", "name": "Lange Gasse \(row)"])
        }
        let square = OSM.square(50_000, 100, 100, 60)
        body += square.nodes + OSM.way(60_000, square.refs, ["building": "yes", "addr:housenumber": "12"])
        body += OSM.way(60_001, [1, 14, 27, 40], ["piste:type": "downhill", "piste:difficulty": "easy", "name": "Blaue"])
        body += OSM.way(60_002, [40, 1], ["aerialway": "chair_lift", "name": "Sessel"])
        let heights = try fixture.hgt("N46E009.hgt") { row, column in
            row > 600 && column > 900 ? -32768 : Int16(1500 + 300 * sin(Double(row) / 40) + 200 * cos(Double(column) / 30))
        }
        atlas = try fixture.atlas([fixture.osm(body), heights])
    }

    private func key(
        _ style: MapStyle, _ zoom: Int, dx: Int = 0, dy: Int = 0,
        at middle: Coordinates = Coordinates(clampedLatitude: 46.02, longitude: 9.02)
    ) throws -> TileKey {
        let place = Mercator(middle)
        return try #require(
            TileKey(style: style, zoom: zoom, x: Int(place.x * Double(1 << zoom)) + dx, y: Int(place.y * Double(1 << zoom)) + dy))
    }

    @Test func theShadeNearByIsRound() throws {
        // Where the slope lies farthest from the light.
        let dark = Coordinates(clampedLatitude: 46.0575, longitude: 9.039)
        for (zoom, isRound) in [(14, false), (15, true), (16, true)] {
            let text = String(decoding: TileDrawer(atlas).draw(try key(.mountain, zoom, at: dark)), as: UTF8.self)
            let shade = text.matches(of: /fill="#(?:33302c|fff)" fill-opacity="[^"]*" d="([^"]*)"/).map(\.output.1)
            #expect(!shade.isEmpty, "no shade at \(zoom)")
            #expect(shade.allSatisfy { $0.contains("q") == isRound }, "corners at \(zoom)")
        }
    }

    private static let cases = MapStyle.allCases.flatMap { style in (8...18).map { (style, $0) } }

    @Test(arguments: cases) func tilesAreSoundPictures(style: MapStyle, zoom: Int) throws {
        let drawer = TileDrawer(atlas)
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (-40, 3)] {
            let bytes = drawer.draw(try key(style, zoom, dx: dx, dy: dy))
            let document = xmlReadMemory(
                bytes.map(CChar.init(bitPattern:)), Int32(bytes.count), "tile", nil, Int32(XML_PARSE_NONET.rawValue))
            #expect(document != nil, "not well-formed at \(style) \(zoom)")
            xmlFreeDoc(document)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
            for word in ["<script", "javascript:", "onload", "<foreignObject", "url(", "@import", "<style", "nan", "inf"] {
                #expect(!text.contains(word), "\(word) at \(style) \(zoom)")
            }
            // References stay inside.
            for reference in text.matches(of: /href="([^"]*)"/) { #expect(reference.1.hasPrefix("#")) }
        }
    }

    @Test func partsAreLeftAwayAndNothingElseMoves() throws {
        let middle = Coordinates(clampedLatitude: 46.006, longitude: 9.006)
        let near = try [-1, 0, 1].flatMap { dx in
            try [-1, 0, 1].map { dy in try self.key(.mountain, 15, dx: dx, dy: dy, at: middle) }
        }
        let drawer = TileDrawer(atlas)
        func all(_ content: MapContent) throws -> String {
            try near.map { key in
                let wanted = try #require(TileKey(style: key.style, zoom: key.zoom, x: key.x, y: key.y, content: content))
                return String(decoding: drawer.draw(wanted), as: UTF8.self)
            }.joined()
        }
        let (whole, plain) = (try all(.all), try all(.places))
        #expect(whole.contains("Blaue"))
        #expect(!plain.contains("Blaue") && plain.count < whole.count)
        // What still stands, stands where it stood.
        let (before, after) = (words(Array(whole.utf8)), words(Array(plain.utf8)))
        #expect(after.isSubset(of: before) && after.contains { $0.text.contains("Piz") })
        #expect(MapContent(without: "") == .all && MapContent(without: "ski,places") == [] && MapContent(without: "roads") == nil)
        #expect(MapContent.ski.without == "places" && MapContent.all.without.isEmpty)
    }

    @Test func theOrderOfDrawingChangesNothing() throws {
        let keys = try [-1, 0, 1].flatMap { dx in try [-1, 0, 1].map { try key(.mountain, 15, dx: dx, dy: $0) } }
        let (forth, back) = (TileDrawer(atlas), TileDrawer(atlas))
        let first = keys.map { forth.draw($0) }
        let second = Array(keys.reversed().map { back.draw($0) }.reversed())
        #expect(first == second)
    }

    private struct Words: Hashable {
        let text: String
        let x: Int
        let y: Int
        let width: Int
    }

    private func words(_ bytes: [UInt8]) -> Set<Words> {
        let pattern = /<text x="(-?\d+)" y="(-?\d+)" textLength="(\d+)"[^>]*>([^<]*)</
        return Set(
            String(decoding: bytes, as: UTF8.self).matches(of: pattern).map {
                Words(text: String($0.4), x: Int($0.1) ?? 0, y: Int($0.2) ?? 0, width: Int($0.3) ?? 0)
            })
    }

    @Test(arguments: [13, 14, 15, 16]) func labelsAreTheSameOnBothSidesOfAnEdge(zoom: Int) throws {
        let drawer = TileDrawer(atlas)
        var crossing = 0
        for dx in -6..<6 {
            for dy in -6..<6 {
                let left = words(drawer.draw(try key(.mountain, zoom, dx: dx, dy: dy)))
                let right = words(drawer.draw(try key(.mountain, zoom, dx: dx + 1, dy: dy)))
                for label in left where label.x + label.width / 2 > 1026 && (0...1024).contains(label.y) {
                    crossing += 1
                    let same = right.contains { $0.text == label.text && abs($0.x - (label.x - 1024)) <= 1 && abs($0.y - label.y) <= 1 }
                    #expect(same, "\(label) is cut at \(zoom)")
                }
                for label in right where label.x - label.width / 2 < -2 && (0...1024).contains(label.y) {
                    crossing += 1
                    let same = left.contains { $0.text == label.text && abs($0.x - (label.x + 1024)) <= 1 && abs($0.y - label.y) <= 1 }
                    #expect(same, "\(label) is cut at \(zoom)")
                }
            }
        }
        #expect(crossing > 0, "nothing crossed an edge: the test says nothing")
    }

    @Test func labelsNeverCollide() throws {
        let drawer = TileDrawer(atlas)
        for zoom in [13, 15] {
            let all = Array(words(drawer.draw(try key(.mountain, zoom)))).filter { !$0.text.allSatisfy(\.isNumber) }
            for (index, a) in all.enumerated() {
                for b in all[(index + 1)...] where abs(a.y - b.y) < 30 {
                    // Lines of one label share their middle.
                    let isApart = abs(a.x - b.x) >= (a.width + b.width) / 2 || a.x == b.x
                    #expect(isApart, "\(a) meets \(b)")
                }
            }
        }
    }

    @Test func beyondTheAtlasIsAnHonestNothing() throws {
        let far = try #require(TileKey(style: .mountain, zoom: 12, x: 100, y: 100))
        #expect(TileDrawer(atlas).draw(far) == PackedTile.plain(PackedTile.empty))
        #expect(TileKey(style: .street, zoom: 7, x: 0, y: 0) == nil)
        #expect(TileKey(style: .street, zoom: 19, x: 0, y: 0) == nil)
        #expect(TileKey(style: .street, zoom: 10, x: 1024, y: 0) == nil)
        #expect(TileKey(style: .street, zoom: 10, x: 0, y: -1) == nil)
    }

    @Test func colourIsNeverAlone() throws {
        // The grade of the piste is a shape and a letter besides its colour.
        let text =
            String(decoding: TileDrawer(atlas).draw(try key(.mountain, 14, dx: -1, dy: 0)), as: UTF8.self)
            + String(decoding: TileDrawer(atlas).draw(try key(.mountain, 14, dx: -1, dy: 1)), as: UTF8.self)
        #expect(text.contains("#0062a8"))
    }

    @Test func cachesAreBoundedAndSurviveHalfFiles() throws {
        let folder = fixture.folder + "/tiles"
        let cache = TileCache(folder: folder, memoryLimit: 30_000, diskLimit: 60_000)
        let drawer = TileDrawer(atlas)
        let keys = try (-4..<4).flatMap { dx in try (-4..<4).map { try key(.mountain, 15, dx: dx, dy: $0) } }
        for key in keys { _ = cache.load(key) { drawer.packed(key) } }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let size = try files.reduce(0) { $0 + ((try FileManager.default.attributesOfItem(atPath: folder + "/" + $1)[.size] as? Int) ?? 0) }
        #expect(size <= 60_000)
        #expect(!files.isEmpty)
        #expect(keys.compactMap { cache.find($0) }.reduce(0) { $0 + $1.count } <= 30_000)
        // A file that a crash cut short is drawn again.
        for file in files { try Data([31, 139, 8, 0]).write(to: URL(filePath: folder + "/" + file)) }
        let fresh = TileCache(folder: folder)
        let last = try #require(keys.last)
        #expect(PackedTile.plain(fresh.load(last) { drawer.packed(last) }) == drawer.draw(last))
    }
}
