import Atlas
import Domain
import Foundation
import Testing

/// Files as people have them: archives of tiles, tiles of elsewhere, the wrong format.
@Suite struct FilesTests {
    private let fixture: AtlasFixture
    private static let bounds = "<bounds minlat=\"46.2\" minlon=\"9.2\" maxlat=\"46.4\" maxlon=\"9.4\"/>\n"
    private let village = OSM.node(1, 3000, 3000, ["place": "village", "name": "Dorf"])

    init() throws { fixture = try AtlasFixture() }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    private func problem(_ path: String) throws -> String {
        do {
            try fixture.make([path])
            return "none"
        } catch let problem as AtlasProblem {
            return problem.text
        }
    }

    @Test func anArchiveGivesAllItsTiles() throws {
        try fixture.hgt("N46E009.hgt") { _, _ in 500 }
        try fixture.hgt("N46E010.hgt") { _, _ in 700 }
        try fixture.file("LIESMICH.txt", Data("Worte".utf8))
        try fixture.run("python3", ["-m", "zipfile", "-c", "tiles.zip", "N46E009.hgt", "LIESMICH.txt", "N46E010.hgt"])
        let atlas = try fixture.atlas([fixture.folder + "/tiles.zip"])
        #expect(atlas.facts.summary.elevationTiles == 2)
        #expect(try atlas.elevation.metres(at: place(46.5, 9.5)) == 500)
        #expect(try atlas.elevation.metres(at: place(46.5, 10.5)) == 700)
    }

    @Test func theSameTileTwiceIsOneAndSaid() throws {
        try fixture.hgt("N46E009.hgt") { row, _ in row < 300 ? -32768 : 500 }
        try fixture.run("bash", ["-c", "gzip -c N46E009.hgt > N46E009.hgt.gz"])
        try fixture.hgt("N46E009.hgt") { _, _ in 600 }
        let atlas = try fixture.atlas([fixture.folder + "/N46E009.hgt.gz", fixture.folder + "/N46E009.hgt"])
        #expect(atlas.facts.summary.elevationTiles == 1 && atlas.facts.summary.elevationVoids == 0)
        #expect(try atlas.elevation.metres(at: place(46.5, 9.5)) == 600)
        #expect(atlas.facts.summary.warnings.contains { $0.contains("N46E009 came twice") })
    }

    @Test func elevationThatDoesNotCoverTheExtractIsAWarningWithPercent() throws {
        let bounds = "<bounds minlat=\"46.2\" minlon=\"9.5\" maxlat=\"46.4\" maxlon=\"10.5\"/>\n"
        let near = try fixture.hgt("N46E009.hgt") { _, _ in 500 }
        let far = try fixture.hgt("N50E009.hgt") { _, _ in 500 }
        let summary = try fixture.make([fixture.osm(bounds + village), near, far])
        #expect(summary.warnings.contains { $0.contains("covers 50 % of the extract") })
        #expect(summary.warnings.contains { $0.contains("N50E009 lies outside the extract") })
        #expect(try fixture.make([fixture.osm(FilesTests.bounds + village), near]).warnings.isEmpty)
    }

    @Test func aTileThatLiesElsewhereThanItsNameIsFoundBySummits() throws {
        let peaks = (1...4).map { OSM.node($0, 3000 + Double($0), 3000, ["natural": "peak", "ele": "250\($0)"]) }.joined()
        let wrong = try fixture.hgt("N46E009.hgt") { _, _ in 300 }
        let summary = try fixture.make([fixture.osm(FilesTests.bounds + peaks), wrong])
        #expect(summary.warnings.contains { $0.contains("elsewhere than its name") && $0.contains("100 % of 4 summits") })
    }

    @Test func elevationAloneDoesNotReplaceAMapWithoutAYes() throws {
        try fixture.make([fixture.osm(village)])
        let tile = try fixture.hgt("N46E009.hgt") { _, _ in 500 }
        #expect(throws: ElevationOnly.self) { try fixture.make([tile]) }
        #expect(try AtlasFile(path: fixture.target).all(.village).count == 1)
        let importer = AtlasImporter(name: "test", at: Instant(seconds: 0)) { _ in }
        _ = try importer.make(from: [tile], at: fixture.target, mayLoseMap: true)
        #expect(try AtlasFile(path: fixture.target).featureCount == 0)
        // Elevation instead of elevation loses nothing.
        try fixture.make([tile])
    }

    @Test func voidsAreHatchedAndNeverGivenAsMeasured() throws {
        let tile = try fixture.hgt("N46E009.hgt") { row, column in row > 500 && row < 700 && column > 500 && column < 700 ? -32768 : 500 }
        let atlas = try fixture.atlas([fixture.osm(FilesTests.bounds + village), tile])
        let (inside, outside) = (try place(46.5, 9.5), try place(46.3, 9.3))
        #expect(atlas.elevation.metres(at: inside) != nil && atlas.elevation.measured(at: inside) == nil)
        #expect(atlas.elevation.measured(at: outside) == 500)
        #expect(CurrentAtlas(path: fixture.target, tilesFolder: nil).groundHeight(at: inside) == nil)
        func hatch(_ place: Coordinates) throws -> Bool {
            let at = Mercator(place)
            let key = try #require(TileKey(style: .mountain, zoom: 14, x: Int(at.x * 16384), y: Int(at.y * 16384)))
            return String(decoding: TileDrawer(atlas).draw(key), as: UTF8.self).contains("#7d6f86")
        }
        #expect(try hatch(inside))
        #expect(try !hatch(outside))
    }

    @Test func overlappingExtractsCountOnce() throws {
        let square = OSM.square(10, 20, 20, 5)
        let piste = OSM.way(2, [10, 11], ["piste:type": "downhill"])
        let body = square.nodes + OSM.way(1, square.refs, ["building": "yes"]) + piste
        let more = OSM.node(1, 9, 9, ["natural": "peak"]) + OSM.node(90, 9, 9, ["natural": "peak"])
        let summary = try fixture.make([fixture.osm("a.osm", body), fixture.osm("b.osm", more + body)])
        #expect(summary.nodes == 6 && summary.ways == 2)
        #expect(summary.buildings == 1 && summary.pistes == 1 && summary.peaks == 2)
        #expect(summary.skipped[.repeatedID] == 6)
        #expect(try AtlasFile(path: fixture.target).all(.building).count == 1)
    }

    @Test(
        arguments: [
            ("a.o5m", [0xFF, 0xE0, 0x04, 0x6F], "o5m", "osmium cat a.o5m -o a.osm.gz"),
            ("a.shp", [0, 0, 0x27, 0x0A, 0, 0], "a shapefile", "ogr2osm a.shp -o a.osm"),
            ("a.tif", Array("II*\0....".utf8), "a GeoTIFF", "gdal_translate -of SRTMHGT"),
            ("N46E009.hgt", Array("MM\0*....".utf8), "a GeoTIFF", "gdal_translate -of SRTMHGT"),
            ("a.kml", Array("<?xml version=\"1.0\"?><kml><Document/></kml>".utf8), "KML", "gpsbabel -i kml -f a.kml"),
            ("a.gpx", Array("<gpx/>".utf8), "GPX", "gpsbabel -i gpx"), ("a.osc", Array("<osmChange/>".utf8), "changes", "apply-changes"),
            ("a.osm.xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz", "xz -dc a.osm.xz | gzip > a.osm.gz"),
        ] as [(String, [UInt8], String, String)])
    func errorsNameTheFormatAndTheCommand(name: String, bytes: [UInt8], format: String, command: String) throws {
        let text = try problem(fixture.file(name, Data(bytes)))
        #expect(text.contains(format) && text.contains(command), "\(text)")
    }

    @Test func anArchiveWithoutMapDataSaysWhatItHolds() throws {
        try fixture.file("area.shp", Data([0, 0, 0x27, 0x0A]))
        try fixture.run("python3", ["-m", "zipfile", "-c", "area.zip", "area.shp"])
        let text = try problem(fixture.folder + "/area.zip")
        #expect(text.contains("without .hgt or .osm") && text.contains("area.shp") && text.contains("ogr2osm"))
    }
}
