import Atlas
import Domain
import Foundation
import Testing

/// Files that are damaged, hostile, or sound in ways that no usual program writes.
@Suite struct PBFDamageTests {
    let fixture: AtlasFixture
    init() throws { fixture = try AtlasFixture() }

    private func atlas(_ bytes: Data) throws -> AtlasFile { try fixture.atlas([fixture.file("a.osm.pbf", bytes)]) }
    private func problem(_ bytes: Data) throws -> String { try fixture.problem([fixture.file("a.osm.pbf", bytes)]) ?? "none" }

    private static let peak = ["", "natural", "peak", "name", "A"]

    // MARK: sound

    @Test func scaleAndOffsetCount() throws {
        // A thousandth of a degree a unit, from 45° north and 8° east.
        let settings =
            PBFBytes.field(17, number: 1_000_000) + PBFBytes.field(19, number: 45_000_000_000) + PBFBytes.field(20, number: 8_000_000_000)
        for group in [
            PBFBytes.node(1, (1100, 1200), tags: [(1, 2), (3, 4)]), PBFBytes.dense([1], [1100], [1200], tags: [1, 2, 3, 4, 0]),
        ] {
            let atlas = try atlas(PBFBytes.file(PBFBytes.block(PBFDamageTests.peak, [group], settings: settings)))
            let peak = try #require(atlas.all(.peak).first)
            let place = atlas.place(of: peak).coordinates
            #expect(abs(place.latitude - 46.1) < 1e-6 && abs(place.longitude - 9.2) < 1e-6)
            #expect(atlas.name(of: peak) == "A")
        }
    }

    /// Only in the columns of many nodes does 0 end a node's tags.
    @Test func theFirstTextIsATextLikeOthers() throws {
        let node = PBFBytes.node(1, (460_000_000, 90_000_000), tags: [(0, 1), (2, 3)])
        let atlas = try atlas(PBFBytes.file(PBFBytes.block(["natural", "peak", "name", "A"], [node])))
        #expect(atlas.name(of: try #require(atlas.all(.peak).first)) == "A")
    }

    /// Mirrors leave out who changed what and when, and some columns may be shorter than others.
    @Test func noWordOfItsChangeIsNeeded() throws {
        let (north, east) = ([Int64](repeating: 460_000_000, count: 2), [Int64](repeating: 90_000_000, count: 2))
        let info = PBFBytes.field(5, PBFBytes.field(2, PBFBytes.signed(1_700_000_000)))
        let dense = PBFBytes.dense([1, 2], north, east, tags: [5, 6, 0, 5, 6, 0], more: info)
        let atlas = try atlas(PBFBytes.file(PBFBytes.block(PBFDamageTests.peak + ["amenity", "bar"], [dense])))
        let bars = atlas.all(.pointOfInterest)
        #expect(bars.count == 2)
        #expect(Set(bars.map { atlas.attribute(.edited, of: $0) }) == ["2023-11-14", nil])
    }

    @Test func blocksOfOtherKindsArePassedOver() throws {
        let node = PBFBytes.node(1, (460_000_000, 90_000_000), tags: [(1, 2)])
        let file = PBFBytes.file(PBFBytes.part("Index", [1, 2, 3]), PBFBytes.block(PBFDamageTests.peak, [node]))
        #expect(try atlas(file).all(.peak).count == 1)
    }

    /// XML could not hold them: pages and tiles rely on texts without them.
    @Test(arguments: ["a\u{0}b", "a\u{1B}b", "a\u{FFFE}b"]) func noControlCharactersComeThrough(_ name: String) throws {
        let node = PBFBytes.node(1, (460_000_000, 90_000_000), tags: [(1, 2), (3, 4)])
        let atlas = try atlas(PBFBytes.file(PBFBytes.block(["", "natural", "peak", "name", name], [node])))
        #expect(atlas.name(of: try #require(atlas.all(.peak).first)) == "")
    }

    @Test func placesOutsideTheWorldArePassedOver() throws {
        let nodes = [(Int64.max, Int64(0)), (0, Int64.min), (910_000_000, 0), (0, 1_810_000_000), (460_000_000, 90_000_000)]
            .enumerated().map { PBFBytes.node(Int64($0.offset + 1), $0.element, tags: [(1, 2)]) }
        let atlas = try atlas(PBFBytes.file(PBFBytes.block(PBFDamageTests.peak, nodes)))
        #expect(atlas.all(.peak).count == 1)
        #expect(atlas.facts.summary.skipped[.badPlace] == 4)
    }

    // MARK: damaged

    private static let way = PBFBytes.way(5, [1, 2], tags: [(1, 2)])
    private static let faults: [(name: String, bytes: Data, words: String)] = [
        ("head", Data([0, 1, 0, 1] + PBFBytes.header), "damaged in block 1, at byte 0: its head cannot be that long."),
        ("type", Data(PBFBytes.block([], [])), "damaged in block 1, at byte 0: it is not the header of a file."),
        ("twice", PBFBytes.file(PBFBytes.header), "a second file begins here."),
        ("length", PBFBytes.file(PBFBytes.part("OSMData", blob: [], claiming: 40_000_000)), "it cannot be that long."),
        ("negative", PBFBytes.file(PBFBytes.part("OSMData", blob: [], claiming: -1)), "it cannot be that long."),
        ("short", PBFBytes.file(PBFBytes.part("OSMData", blob: [1, 2], claiming: 30_000_000)), "cut short, in block 2, at byte "),
        ("blob", PBFBytes.file(PBFBytes.part("OSMData", blob: PBFBytes.field(1, number: 5))), "its packing is not well-formed."),
        (
            "zlib", PBFBytes.file(PBFBytes.part("OSMData", blob: PBFBytes.field(2, number: 100) + PBFBytes.field(3, "not packed at all"))),
            "it cannot be unpacked."
        ),
        (
            "lz4", PBFBytes.file(PBFBytes.part("OSMData", blob: PBFBytes.field(2, number: 100) + PBFBytes.field(6, "not packed at all"))),
            "it cannot be unpacked."
        ),
        (
            "larger", PBFBytes.file(PBFBytes.part("OSMData", blob: PBFBytes.field(2, number: 64_000_000) + PBFBytes.field(3, "x"))),
            "its packing is not well-formed."
        ),
        ("zstd", PBFBytes.file(PBFBytes.part("OSMData", blob: PBFBytes.field(7, "x"))), "packed with zstd, which is not read"),
        ("lzma", PBFBytes.file(PBFBytes.part("OSMData", blob: PBFBytes.field(4, "x"))), "packed with lzma, which is not read"),
        ("feature", Data(PBFBytes.header(PBFBytes.field(4, "Mystery"))), "of a kind called Mystery, which is not read (block 1"),
        ("text", PBFBytes.file(PBFBytes.block(["", "a"], [way])), "a tag names a text that is not there."),
        ("scale", PBFBytes.file(PBFBytes.block([], [], settings: PBFBytes.field(17, number: 0))), "its coordinates have no scale."),
        ("place", PBFBytes.file(PBFBytes.block([""], [PBFBytes.dense([1, 2], [1], [1])])), "a node has no place."),
        ("node", PBFBytes.file(PBFBytes.block([""], [PBFBytes.dense([1], [1, 2], [1, 2])])), "a place has no node."),
        ("value", PBFBytes.file(PBFBytes.block(["", "a"], [PBFBytes.dense([1], [1], [1], tags: [1])])), "a tag has no value."),
        (
            "key", PBFBytes.file(PBFBytes.block(["", "a"], [PBFBytes.field(3, PBFBytes.field(1, number: 1) + PBFBytes.field(2, [1]))])),
            "a tag has a key or a value only."
        ),
        (
            "member", PBFBytes.file(PBFBytes.block([""], [PBFBytes.field(4, PBFBytes.field(9, [2]) + PBFBytes.field(10, [7]))])),
            "a member is of no known kind."
        ),
        ("number", PBFBytes.file(PBFBytes.part("OSMData", [0x0A, 0xFF])), "what it holds is not well-formed."),
        ("nothing", PBFBytes.file(PBFBytes.block([""], [])), "there is nothing on this map"),
        ("empty", PBFBytes.file(), "there is nothing on this map"),
        ("other", Data(repeating: 7, count: 100), "damaged in block 1, at byte 0: its head cannot be that long."),
    ]

    @Test(arguments: faults.map(\.name)) func damageIsNamed(_ name: String) throws {
        let fault = try #require(PBFDamageTests.faults.first { $0.name == name })
        let said = try problem(fault.bytes)
        #expect(said.hasPrefix("a.osm.pbf: ") && said.contains(fault.words), "\(said)")
    }

    @Test func everyCutIsNoticed() throws {
        try fixture.osm(PBFTests.everything)
        for option in ["pbf", "pbf,pbf_dense_nodes=false,pbf_compression=none"] {
            try fixture.run("osmium", ["cat", "a.osm", "-o", "whole.pbf", "--overwrite", "-f", option])
            let whole = try Data(contentsOf: URL(filePath: fixture.folder + "/whole.pbf"))
            // Where a block ends there is nothing to notice it by.
            let ends = PBFBytes.ends(of: whole)
            for count in 15..<whole.count where count % 7 == 0 && !ends.contains(count) {
                let said = try problem(whole.prefix(count))
                #expect(said.contains("cut short, in block"), "\(count): \(said)")
            }
        }
    }

    /// Whatever the bytes are, there is an atlas or a problem: `make fuzz` goes on with it for longer.
    @Test func flippedBitsDoNoHarm() throws {
        try fixture.osm(PBFTests.everything)
        var chance = Chance(state: 27)
        for option in PBFTests.options {
            try fixture.run("osmium", ["cat", "a.osm", "-o", "whole.pbf", "--overwrite", "-f", option])
            let whole = try Data(contentsOf: URL(filePath: fixture.folder + "/whole.pbf"))
            for _ in 0..<150 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...4, using: &chance) {
                    bytes[Int.random(in: 0..<bytes.count, using: &chance)] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
                }
                let path = try fixture.file("a.osm.pbf", bytes)
                do {
                    try fixture.make([path])
                } catch let problem as AtlasProblem {
                    #expect(!problem.text.isEmpty && problem.text.count < 400)
                }
            }
        }
    }

    // MARK: hostile

    /// Some hundred bytes that unpack to a hundred million, and small blocks that stand for very much.
    @Test(arguments: ["zeros", "tags", "members", "nodes"]) func bombsAreRefused(_ kind: String) throws {
        let script = """
            import sys, zlib
            def number(n):
                out = b""
                while n > 127: out += bytes([n & 127 | 128]); n >>= 7
                return out + bytes([n])
            def field(place, data): return number(place << 3 | 2) + number(len(data)) + data
            def part(kind, data):
                blob = number(16) + number(len(data)) + field(3, zlib.compress(data, 9))
                head = field(1, kind) + number(24) + number(len(blob))
                return len(head).to_bytes(4, "big") + head + blob
            long, many = b"x" * 1000, 9_000_000
            data = {
                "zeros": field(9, bytes(30_000_000)),
                "tags": field(1, field(1, b"name") + field(1, long))
                    + field(2, field(3, b"\\x08\\x01" + field(2, bytes(many)) + field(3, b"\\1" * many))),
                "members": field(1, b"") + field(2, field(4, b"\\x08\\x01" + field(9, b"\\2" * many) + field(10, b"\\1" * many))),
                "nodes": field(1, b"") + field(2, field(2, field(1, b"\\2" * many) + field(8, b"\\2" * many) + field(9, b"\\2" * many))),
            }[sys.argv[1]]
            open("a.osm.pbf", "wb").write(part(b"OSMHeader", field(4, b"OsmSchema-V0.6")) + part(b"OSMData", data) * 4)
            """
        try fixture.file("make.py", Data(script.utf8))
        try fixture.run("python3", ["make.py", kind])
        let said = try #require(fixture.problem([fixture.folder + "/a.osm.pbf"]))
        #expect(said.contains("unpacks to more than") && said.contains(", at byte "), "\(said)")
    }
}
