import Atlas
import Domain
import Foundation
import Testing

@Suite struct ImportTests {
    let fixture: AtlasFixture
    init() throws { fixture = try AtlasFixture() }

    private func problem(_ files: [String]) throws -> String {
        do {
            try fixture.make(files)
        } catch let problem as AtlasProblem {
            return problem.text
        }
        return ""
    }

    // MARK: what is kept

    @Test func elementsBecomeFeatures() throws {
        let square = OSM.square(1, 0, 0, 10)
        let body =
            square.nodes + OSM.node(10, 30, 30, ["natural": "peak", "name": "Piz &amp; Co", "ele": "2500"])
            + OSM.node(11, 5, 5, ["amenity": "restaurant", "name": "A", "phone": "+1", "opening_hours": "24/7", "cuisine": "local"])
            + OSM.way(100, square.refs, ["building": "yes", "amenity": "restaurant", "addr:housenumber": "7"])
            + OSM.way(101, [1, 2, 3], ["highway": "residential", "name": "Gasse", "oneway": "-1", "bridge": "yes", "layer": "2"])
            + OSM.way(102, [1, 3], ["piste:type": "downhill", "piste:difficulty": "advanced", "piste:grooming": "classic", "ref": "3"])
            + OSM.way(103, [3, 1], ["aerialway": "gondola", "aerialway:capacity": "2400"])
            + OSM.way(104, [1, 2], ["aerialway": "zip_line"]) + OSM.way(105, [1, 2], ["aerialway": "goods"])
        let atlas = try fixture.atlas([fixture.osm(body)])
        let peak = try #require(atlas.all(.peak).first)
        #expect(atlas.name(of: peak) == "Piz & Co")
        #expect(atlas.attribute(.elevation, of: peak) == "2500")
        // The building that is a restaurant is an area and a point.
        #expect(atlas.all(.building).count == 1)
        let food = atlas.all(.pointOfInterest)
        #expect(food.count == 2)
        let node = try #require(food.first { atlas.name(of: $0) == "A" })
        #expect(atlas.attribute(.phone, of: node) == "+1")
        #expect(atlas.attribute(.openingHours, of: node) == "24/7")
        #expect(atlas.attribute(.cuisine, of: node) == "local")
        let road = try #require(atlas.all(.residential).first)
        #expect(road.flags == [.oneway, .backward, .bridge])
        #expect(road.layer == 2)
        let piste = try #require(atlas.all(.piste).first)
        #expect(piste.difficulty == .advanced)
        #expect(piste.pisteType == .downhill)
        #expect(piste.flags.contains(.groomed))
        #expect(atlas.attribute(.ref, of: piste) == "3")
        // Zip lines and goods lifts carry no guests.
        #expect(atlas.all(.lift).map(\.liftType) == [.gondola])
    }

    @Test func multipolygonsKeepTheirHoles() throws {
        let (outer, inner) = (OSM.square(1, 0, 0, 30), OSM.square(11, 10, 10, 5))
        // The outer ring comes in two pieces, the second one backwards.
        let body =
            outer.nodes + inner.nodes + OSM.way(100, [1, 2, 3], [:]) + OSM.way(101, [1, 4, 3], [:]) + OSM.way(102, inner.refs, [:])
            + OSM.relation(1000, [(100, "outer"), (101, "outer"), (102, "inner")], ["type": "multipolygon", "natural": "wood"])
        let atlas = try fixture.atlas([fixture.osm(body)])
        let forest = try #require(atlas.all(.forest).first)
        #expect(forest.ringCount == 2)
    }

    @Test func severalFilesMakeOneAtlas() throws {
        let first = try fixture.osm("a.osm", OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]) + OSM.node(2, 5, 5))
        // The way's other node is in the other file; node 1 is in both.
        let second = try fixture.osm(
            "b.osm", OSM.node(3, 9, 9) + OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]) + OSM.way(7, [2, 3], ["highway": "path"]))
        let atlas = try fixture.atlas([first, second])
        #expect(atlas.all(.peak).count == 1)
        #expect(atlas.all(.pathway).count == 1)
        #expect(atlas.facts.summary.skipped[.repeatedID] == 1)
    }

    @Test(arguments: ["gzip", "bzip2"]) func packedExtractsAreRead(_ tool: String) throws {
        try fixture.osm("a.osm", OSM.node(1, 0, 0, ["place": "village", "name": "Dorf"]))
        try fixture.run(tool, ["a.osm"])
        let atlas = try fixture.atlas([fixture.folder + "/a.osm" + (tool == "gzip" ? ".gz" : ".bz2")])
        #expect(atlas.all(.village).count == 1)
    }

    // MARK: what the real world holds

    @Test func trapsAreCountedAndPassedOver() throws {
        let square = OSM.square(1, 0, 0, 10)
        let body =
            square.nodes + OSM.node(1, 1, 1) + OSM.node(20, 900_000, 0) + "<node id=\"21\" lat=\"x\" lon=\"9\"/>"
            + OSM.node(22, 2, 2, ["natural": "peak"], more: " visible=\"false\"")
            + OSM.node(23, 3, 3, ["natural": "peak"], more: " action=\"delete\"")
            + OSM.way(100, [1, 2, 99, 3], ["highway": "path"]) + OSM.way(101, [1, 99], ["highway": "path"])
            + OSM.way(102, [1, 2, 3, 1, 99], ["natural": "wood"])
            // A bow tie: the sides cross.
            + OSM.way(103, [1, 3, 2, 4, 1], ["natural": "water"]) + OSM.way(100, [1, 2], ["highway": "track"])
            + OSM.relation(1000, [(555, "outer")], ["type": "multipolygon", "natural": "wood"])
            + OSM.relation(1001, [(100, "outer")], ["type": "multipolygon", "natural": "wood"])
            + OSM.way(104, [1, 2, 3, 4], ["building": "yes"])
        let atlas = try fixture.atlas([fixture.osm(body)])
        let skipped = atlas.facts.summary.skipped
        #expect(skipped[.repeatedID] == 2)
        #expect(skipped[.badPlace] == 2)
        #expect(skipped[.deleted] == 2)
        #expect(skipped[.missingNode] == 3)
        #expect(skipped[.shortWay] == 1)
        #expect(skipped[.selfCrossingRing] == 1)
        #expect(skipped[.missingMember] == 1)
        #expect(skipped[.brokenRelation] == 2)
        #expect(skipped[.unclosedRing] == 1)
        #expect(atlas.all(.peak).isEmpty)
        #expect(atlas.all(.water).isEmpty)
        // What is left of a way with a gap is still a way; the second way of the same id is not.
        #expect(atlas.all(.pathway).count == 1)
        #expect(atlas.all(.track).isEmpty)
    }

    @Test func nodesMayComeInAnyOrder() throws {
        let atlas = try fixture.atlas([
            fixture.osm(OSM.way(9, [3, 1, 2], ["highway": "path"]) + OSM.node(3, 0, 0) + OSM.node(1, 1, 1) + OSM.node(2, 2, 2))
        ])
        #expect(atlas.all(.pathway).count == 1)
        #expect(atlas.facts.summary.skipped[.missingNode] ?? 0 == 0)
    }

    // MARK: what is refused

    @Test func foreignAndBrokenFilesAreRefused() throws {
        try fixture.make([fixture.osm("good.osm", OSM.node(1, 0, 0, ["natural": "peak", "name": "Old"]))])
        let whole = "<?xml version=\"1.0\"?><osm>" + (1...2000).map { OSM.node($0, 0, 0) }.joined() + "</osm>"
        let cut = try fixture.file("cut.osm", Data(whole.utf8.prefix(whole.utf8.count / 2)))
        #expect(try problem([cut]).contains("damaged or cut short"))
        #expect(try problem([fixture.file("a.osm", Data("<gpx><trk/></gpx>".utf8))]).contains("not OpenStreetMap"))
        #expect(try problem([fixture.file("b.osm", Data("hello".utf8))]).contains("not OpenStreetMap"))
        #expect(try problem([fixture.file("c.osm", Data())]).contains("empty"))
        #expect(try problem([fixture.folder + "/none.osm"]).contains("no such file"))
        #expect(try problem([]).contains("No files"))
        // The old atlas is still there, and no half of a new one.
        #expect(try AtlasFile(path: fixture.target).all(.peak).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder).filter { $0.contains(".new") }.isEmpty)
    }

    @Test func documentTypesAreRefused() throws {
        let laughs = """
            <?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
            <osm><node id="1" lat="46" lon="9"><tag k="name" v="&d;"/></node></osm>
            """
        #expect(try problem([fixture.file("laughs.osm", Data(laughs.utf8))]).contains("document type"))
        let outside = """
            <?xml version="1.0"?><!DOCTYPE osm [<!ENTITY x SYSTEM "file:///etc/passwd">]>
            <osm><node id="1" lat="46" lon="9"><tag k="name" v="&x;"/></node></osm>
            """
        #expect(try problem([fixture.file("outside.osm", Data(outside.utf8))]).contains("document type"))
        let undeclared = "<osm><node id=\"1\" lat=\"46\" lon=\"9\"><tag k=\"name\" v=\"&x;\"/></node></osm>"
        #expect(try problem([fixture.file("undeclared.osm", Data(undeclared.utf8))]).contains("damaged"))
    }

    /// One that comes in one piece, one in many, and one that never ends.
    @Test(arguments: [70_000, 400_000, 3_000_000])
    func aTagOver64KiBEndsTheImport(_ length: Int) throws {
        func file(_ value: String, _ end: String) -> Data {
            Data("<osm><node id=\"1\" lat=\"46\" lon=\"9\"><tag k=\"name\" v=\"\(value)\(end)".utf8)
        }
        let long = String(repeating: ">", count: length)
        #expect(try problem([fixture.file("long.osm", file(long, "\"/></node></osm>"))]).contains("a tag longer than 64 KiB"))
        if length > 100_000 { #expect(try problem([fixture.file("endless.osm", file(long, ""))]).contains("a tag longer than 64 KiB")) }
        let bearable = file(String(repeating: "n", count: 60_000), "\"/></node></osm>")
        #expect(try !problem([fixture.file("bearable.osm", bearable)]).contains("tag"))
    }

    /// A gigabyte in a megabyte.
    @Test func bombsAreRefused() throws {
        // A gzip file may be many behind one another: a hundred times ten megabytes.
        try fixture.file("line", Data("<node id=\"1\" lat=\"46\" lon=\"9\"/>".utf8))
        try fixture.run(
            "bash",
            [
                "-c",
                "echo '<osm>' | gzip > bomb.osm.gz; yes \"$(cat line)\" | head -n 300000 | gzip > piece; for i in $(seq 100); do cat "
                    + "piece; done >> bomb.osm.gz",
            ])
        #expect(try problem([fixture.folder + "/bomb.osm.gz"]).contains("unpacks to more than"))
        try fixture.run(
            "bash", ["-c", "head -c 10000000 /dev/zero | gzip > piece; for i in $(seq 100); do cat piece; done > N46E009.hgt.gz"])
        #expect(try problem([fixture.folder + "/N46E009.hgt.gz"]).contains("unpacks to more than"))
    }

    @Test func cancellingLeavesTheOldAtlas() throws {
        try fixture.make([fixture.osm(OSM.node(1, 0, 0, ["natural": "peak"]))])
        let other = try fixture.osm("b.osm", OSM.node(2, 0, 0, ["natural": "saddle"]))
        #expect(throws: ImportCancelled.self) {
            try AtlasImporter(name: "b", at: Instant(seconds: 0)) { _ in throw ImportCancelled() }.make(from: [other], at: fixture.target)
        }
        #expect(try AtlasFile(path: fixture.target).all(.peak).count == 1)
    }

    /// As Overpass answers when a query ran out of time.
    @Test(arguments: [
        ("<remark> runtime error: Query timed out in \"query\" at line 3 after 26 seconds. </remark>", "“runtime error: Query timed out"),
        ("<bounds minlat=\"46\" minlon=\"9\" maxlat=\"47\" maxlon=\"10\"/>", "no node, way or relation."),
        ("", "no node, way or relation."),
    ])
    func anEmptyExtractTakesNoMapsPlace(_ body: String, _ words: String) throws {
        let peak = try fixture.osm("peak.osm", OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]))
        try fixture.make([peak])
        let empty = try fixture.osm("empty.osm", body)
        for files in [[empty], [peak, empty]] {
            let said = try problem(files)
            #expect(said.hasPrefix("empty.osm: there is nothing on this map") && said.contains(words) && said.count < 500, "\(said)")
        }
        #expect(try AtlasFile(path: fixture.target).all(.peak).count == 1)
    }

    /// A remark is no reason by itself: somebody may have written one into a good file.
    @Test func aRemarkInAnExtractIsPassedOver() throws {
        let file = try fixture.osm("<remark>made &amp; checked by hand</remark>" + OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]))
        #expect(try fixture.atlas([file]).all(.peak).count == 1)
    }

    @Test func oneImportAtATime() throws {
        let file = try fixture.osm(OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]))
        var second = ""
        let outer = AtlasImporter(name: "first", at: Instant(seconds: 0)) { progress in
            guard progress.phase == .writing else { return }
            do { try fixture.make([file]) } catch let problem as AtlasProblem { second = problem.text }
        }
        _ = try outer.make(from: [file], at: fixture.target)
        #expect(second.contains("under way"))
        #expect(try AtlasFile(path: fixture.target).facts.name == "first")
        // What a crash left behind is in nobody's way.
        try Data("half an atlas".utf8).write(to: URL(filePath: fixture.target + ".new"))
        try fixture.make([file])
        #expect(try AtlasFile(path: fixture.target).facts.name == "test")
    }

    // MARK: the file

    @Test func damagedAtlasesAreRefused() throws {
        try fixture.make([fixture.osm(OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]))])
        let bytes = try Data(contentsOf: URL(filePath: fixture.target))
        // The last seven bytes may be there only to fill a word.
        for place in [0, 9, 30, 200, bytes.count - 9] {
            var broken = bytes
            broken[place] ^= 0x55
            let path = try fixture.file("broken.atlas", broken)
            #expect(throws: (any Error).self, "byte \(place)") { try AtlasFile(path: path) }
        }
        let short = try fixture.file("short.atlas", bytes.prefix(bytes.count - 40))
        #expect(throws: AtlasProblem.self) { try AtlasFile(path: short) }
    }

    @Test func theShelfTakesUpANewAtlas() async throws {
        try fixture.make([fixture.osm(OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]))])
        let currentAtlas = CurrentAtlas(path: fixture.target, tilesFolder: fixture.folder + "/tiles")
        let old = try #require(currentAtlas.loaded())
        try fixture.make([fixture.osm("b.osm", OSM.node(1, 0, 0, ["natural": "peak", "name": "B"]))])
        try await Task.sleep(for: .milliseconds(300))
        let new = try #require(currentAtlas.loaded())
        #expect(new.version != old.version)
        // Whoever still holds the old one can go on reading it.
        #expect(old.atlas.name(of: old.atlas.all[0]) == "A")
        #expect(new.atlas.name(of: new.atlas.all[0]) == "B")
        // A damaged file in its place changes nothing.
        try Data("nonsense".utf8).write(to: URL(filePath: fixture.target))
        try await Task.sleep(for: .milliseconds(300))
        #expect(currentAtlas.loaded()?.version == new.version)
        // It says why, and not where it is.
        #expect(currentAtlas.problem?.hasPrefix("The map file ") == true && currentAtlas.problem?.contains(fixture.target) == false)
    }

    @Test func theSameDataHasTheSameVersion() async throws {
        let file = try fixture.osm(OSM.node(1, 0, 0, ["natural": "peak", "name": "A"]))
        let first = try fixture.atlas([file]).version
        let currentAtlas = CurrentAtlas(path: fixture.target, tilesFolder: nil)
        #expect(currentAtlas.loaded()?.atlas.facts.name == "test")
        _ = try AtlasImporter(name: "later", at: Instant(seconds: 99)) { _ in }.make(from: [file], at: fixture.target)
        #expect(try AtlasFile(path: fixture.target).version == first)
        // Only its name is new, and that is seen.
        try await Task.sleep(for: .milliseconds(300))
        #expect(currentAtlas.loaded()?.atlas.facts.name == "later")
    }

    @Test func namesAreFound() throws {
        let body =
            OSM.node(1, 0, 0, ["natural": "peak", "name": "Piz Rosa"]) + OSM.node(2, 1, 1, ["place": "village", "name": "Rosental"])
            + OSM.node(3, 2, 2, ["amenity": "restaurant", "name": "Café Élan"]) + OSM.node(4, 3, 3)
            + OSM.way(9, [1, 4], ["highway": "residential", "name": "Rosenweg"])
            + OSM.way(10, [4, 2], ["highway": "residential", "name": "Rosenweg"])
        let atlas = AtlasSearch(try fixture.atlas([fixture.osm(body)]))
        #expect(atlas.search("ros", limit: 10).map(\.name) == ["Rosental", "Rosenweg", "Piz Rosa"])
        #expect(atlas.search("cafe elan", limit: 10).map(\.kind) == ["Restaurant"])
        #expect(atlas.search("x", limit: 10).isEmpty)
        #expect(atlas.search("ros", limit: 1).count == 1)
    }
}
