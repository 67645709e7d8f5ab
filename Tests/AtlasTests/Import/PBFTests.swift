import Atlas
import Domain
import Foundation
import Testing

/// The same extract in the two formats makes the same atlas; Debian's `osmium` writes the second one.
@Suite struct PBFTests {
    let fixture: AtlasFixture
    init() throws { fixture = try AtlasFixture() }

    /// Something of everything: both hemispheres, areas with holes, routes, words of several scripts, what is passed over.
    static let everything: String = {
        let (outer, inner) = (OSM.square(100, 0, 0, 30), OSM.square(110, 10, 10, 5))
        let dated = " version=\"2\" timestamp=\"2023-07-21T08:31:43Z\""
        let nodes =
            OSM.node(1, 30, 30, ["natural": "peak", "name": "Piz &amp; Co", "ele": "2500"])
            + OSM.node(2, 5, 5, ["amenity": "pub", "name": "Кафе “Ö” 茶", "diet:vegan": "yes", "opening_hours": "24/7"], more: dated)
            + OSM.node(3, -920_000, -1_800_000, ["place": "village", "name": "Süd\u{301}"]) + OSM.node(4, 7, 7, ["note": "x"])
            + OSM.node(5, 8, 8, ["shop": "bakery", "name": "two&#10;lines", "phone": String(repeating: "1", count: 300)])
        let ways =
            OSM.way(1000, outer.refs, ["building": "yes", "amenity": "restaurant", "addr:housenumber": "7"], more: dated)
            + OSM.way(1001, [100, 101, 102], ["highway": "residential", "name": "Gasse", "oneway": "-1", "bridge": "yes", "layer": "2"])
            + OSM.way(1002, [100, 102], ["piste:type": "downhill", "piste:difficulty": "advanced"]) + OSM.way(1003, inner.refs, [:])
            + OSM.way(1004, [102, 100], ["aerialway": "gondola"]) + OSM.way(1005, [100, 777], ["highway": "path"])
            + OSM.way(1006, outer.refs, [:])
        let relations =
            OSM.relation(9000, [(1006, "outer"), (1003, "inner")], ["type": "multipolygon", "natural": "wood"])
            + OSM.relation(9001, [(1001, ""), (1002, "")], ["type": "route", "route": "piste", "piste:type": "nordic"])
            + OSM.relation(9002, [(1001, "")], ["type": "site"])
        let bounds = "<bounds minlat=\"45.9\" minlon=\"8.9\" maxlat=\"46.1\" maxlon=\"9.1\"/>"
        return bounds + nodes + outer.nodes + inner.nodes + ways + relations
    }()

    static let options = [
        "pbf", "pbf,pbf_dense_nodes=false", "pbf,pbf_compression=none", "pbf,pbf_compression=lz4",
        "pbf,pbf_dense_nodes=false,pbf_compression=none", "pbf,pbf_dense_nodes=false,pbf_compression=lz4",
    ]

    /// All of an atlas but what tells how long its import took.
    private func content(_ files: [String]) throws -> (atlas: Data, summary: String) {
        let summary = try fixture.make(files)
        let skipped = summary.skipped.map { "\($0.value) \($0.key.rawValue)" }.sorted()
        let counts = [summary.nodes, summary.ways, summary.relations, summary.features, summary.pistes, summary.peaks]
        return (try AtlasBytes.withoutFacts(fixture.target), "\(counts) \(skipped) \(summary.warnings)")
    }

    @Test(arguments: options) func bothFormatsMakeOneAtlas(_ option: String) throws {
        let xml = try fixture.osm(PBFTests.everything)
        try fixture.run("osmium", ["cat", "a.osm", "-o", "a.osm.pbf", "-f", option])
        let (expected, found) = (try content([xml]), try content([fixture.folder + "/a.osm.pbf"]))
        #expect(expected.atlas == found.atlas)
        #expect(expected.summary == found.summary)
        #expect(try AtlasFile(path: fixture.target).featureCount > 10)
    }

    @Test func whatWasDeletedIsPassedOver() throws {
        let xml = try fixture.osm(
            OSM.node(1, 0, 0, ["natural": "peak", "name": "A"], more: " version=\"1\" visible=\"true\"")
                + OSM.node(2, 5, 5, ["natural": "peak", "name": "B"], more: " version=\"2\" visible=\"false\""))
        let expected = try content([xml])
        for dense in [true, false] {
            let format = "osh.pbf,pbf_dense_nodes=\(dense)"
            try fixture.run("osmium", ["cat", "a.osm", "-o", "a.pbf", "--overwrite", "-F", "osh", "-f", format])
            let found = try content([fixture.folder + "/a.pbf"])
            #expect(found == expected)
            #expect(try AtlasFile(path: fixture.target).facts.summary.skipped[.deleted] == 1)
        }
    }

    @Test func severalExtractsInBothFormatsMakeOneAtlas() throws {
        let first = try fixture.osm("a.osm", OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]) + OSM.node(2, 5, 5))
        let second = try fixture.osm(
            "b.osm", OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]) + OSM.node(3, 9, 9) + OSM.way(7, [2, 3], ["highway": "path"]))
        for name in ["a", "b"] { try fixture.run("osmium", ["cat", "\(name).osm", "-o", "\(name).osm.pbf"]) }
        let expected = try content([first, second])
        for files in [[first, second + ".pbf"], [first + ".pbf", second], [first + ".pbf", second + ".pbf"]] {
            let found = try content(files)
            #expect(found == expected, "\(files)")
        }
        let atlas = try AtlasFile(path: fixture.target)
        #expect(atlas.facts.summary.skipped[.repeatedID] == 1)
        #expect(atlas.all(.pathway).count == 1)
    }

    /// The command that the refusal names is run as it stands there.
    @Test func unsortedFilesAreRefusedWithWhatSortsThem() throws {
        let way = OSM.way(7, [1, 2], ["highway": "path"])
        try fixture.osm("late.osm", OSM.node(2, 5, 5) + OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]) + way)
        try fixture.osm("mixed.osm", OSM.node(1, 0, 0) + way + OSM.node(2, 5, 5))
        for name in ["late", "mixed"] {
            try fixture.run("osmium", ["cat", "\(name).osm", "-o", "\(name).osm.pbf"])
            let said = try #require(fixture.problem([fixture.folder + "/\(name).osm.pbf"]))
            #expect(said.contains(/^\w+\.osm\.pbf: its elements are not in order \(block \d, at byte \d+\)/), "\(said)")
            let command = try #require(said.firstMatch(of: /`osmium ([^`]+)`/)).1
            try fixture.run("osmium", command.split(separator: " ").map(String.init))
            #expect(try fixture.atlas([fixture.folder + "/\(name)-sorted.osm.pbf"]).all(.pathway).count == 1)
        }
        // Below zero osmium counts away from it.
        try fixture.osm("new.osm", [0, -1, -2, 1, 2].map { OSM.node($0, 0, 0, ["natural": "peak", "name": "A"]) }.joined())
        try fixture.run("osmium", ["sort", "new.osm", "-o", "new.osm.pbf"])
        #expect(try fixture.atlas([fixture.folder + "/new.osm.pbf"]).all(.peak).count == 5)
    }

    @Test func packedAnewItIsReadToo() throws {
        try fixture.osm(PBFTests.everything)
        try fixture.run("osmium", ["cat", "a.osm", "-o", "a.osm.pbf"])
        let expected = try content([fixture.folder + "/a.osm.pbf"]).atlas
        try fixture.run("python3", ["-m", "zipfile", "-c", "a.zip", "a.osm.pbf"])
        #expect(try content([fixture.folder + "/a.zip"]).atlas == expected)
        try fixture.run("gzip", ["a.osm.pbf"])
        #expect(try content([fixture.folder + "/a.osm.pbf.gz"]).atlas == expected)
    }

    @Test func progressAndCancelling() throws {
        try fixture.osm(PBFTests.everything)
        try fixture.run("osmium", ["cat", "a.osm", "-o", "a.osm.pbf"])
        let path = fixture.folder + "/a.osm.pbf"
        let size = try Data(contentsOf: URL(filePath: path)).count
        var seen: [ImportProgress] = []
        _ = try AtlasImporter(name: "a", at: Instant(seconds: 0)) { seen.append($0) }.make(from: [path], at: fixture.target)
        let reading = seen.filter { $0.phase == .reading }
        #expect(reading.allSatisfy { (0...size).contains($0.done) && $0.total == size && $0.file == "a.osm.pbf" })
        #expect(!reading.isEmpty && seen.last?.phase == .writing)
        #expect(throws: ImportCancelled.self) {
            try AtlasImporter(name: "b", at: Instant(seconds: 0)) { _ in throw ImportCancelled() }.make(from: [path], at: fixture.target)
        }
        #expect(try AtlasFile(path: fixture.target).facts.name == "a")
    }
}

/// Compares atlases by what lies in the file.
enum AtlasBytes {
    /// The facts come last and say how many seconds the import took; the entry for them is the last of the table.
    static func withoutFacts(_ path: String) throws -> Data {
        let bytes = try Data(contentsOf: URL(filePath: path))
        let entry = 24 + 9 * 24
        let offset = bytes[entry..<entry + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        return bytes[8..<16] + bytes[24..<entry] + bytes[512..<offset]
    }
}

extension AtlasFixture {
    /// What is said where the files cannot be imported.
    func problem(_ files: [String]) -> String? {
        do { try make(files) } catch { return (error as? AtlasProblem)?.text ?? "\(error)" }
        return nil
    }
}
