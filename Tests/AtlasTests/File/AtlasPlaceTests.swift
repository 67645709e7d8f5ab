import Atlas
import Domain
import Foundation
import Testing

/// How a file takes an atlas's place.
@Suite struct AtlasPlaceTests {
    private let fixture: AtlasFixture
    private var place: AtlasPlace { AtlasPlace(path: fixture.target) }
    /// A whole atlas, made elsewhere.
    private let file: String

    init() throws {
        fixture = try AtlasFixture()
        file = fixture.folder + "/other"
        try fixture.make([try fixture.osm(OSM.node(1, 0, 0, ["natural": "peak", "name": "New"]))])
        try FileManager.default.moveItem(atPath: fixture.target, toPath: file)
    }

    private func makeOld() throws { try fixture.make([try fixture.osm(OSM.node(1, 0, 0, ["natural": "peak", "name": "Old"]))]) }

    @Test func aWholeFileTakesThePlaceOfTheOneThatWasSeen() throws {
        #expect(place.identity == nil)
        #expect(try place.put(file, insteadOf: nil))
        try FileManager.default.copyItem(atPath: fixture.target, toPath: file)
        let seen = place.identity
        #expect(seen != nil && seen != FileIdentity(path: file))
        #expect(try place.put(file, insteadOf: seen))
        #expect(place.identity != seen && !FileManager.default.fileExists(atPath: file))
    }

    @Test func anotherThatCameMeanwhileStays() throws {
        try makeOld()
        let old = place.identity
        #expect(try !place.put(file, insteadOf: nil))
        try makeOld()
        #expect(try !place.put(file, insteadOf: old))
        #expect(try AtlasFile(path: fixture.target).all(.peak).count == 1)
        #expect(FileManager.default.fileExists(atPath: file), "it is whoever made it who removes it")
    }

    @Test func aDamagedFileTakesNobodysPlace() throws {
        try makeOld()
        let (old, bytes) = (place.identity, try Data(contentsOf: URL(filePath: file)))
        for damaged in [bytes.prefix(bytes.count / 2), bytes.prefix(600) + [bytes[600] ^ 1] + bytes.dropFirst(601), Data("no atlas".utf8)] {
            try damaged.write(to: URL(filePath: file))
            #expect(throws: AtlasProblem.self) { try place.put(file, insteadOf: old) }
            #expect(place.identity == old)
        }
    }

    @Test func whatIsNoticedIsOpenAtOnce() throws {
        let current = CurrentAtlas(path: fixture.target, tilesFolder: nil)
        #expect(current.loaded() == nil)
        #expect(try place.put(file, insteadOf: nil))
        current.notice()
        #expect(current.loaded()?.atlas.featureCount == 1)
    }
}
