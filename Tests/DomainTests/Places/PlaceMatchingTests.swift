import Domain
import Testing

/// What people wrote about places, after a new map.
@Suite struct PlaceMatchingTests {
    /// So many metres north of the centre.
    private static func at(_ metres: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: 46.4 + metres / 111_195, longitude: 9.2))
    }

    private static func known(_ id: String, _ name: String, _ metres: Double) throws -> KnownPlace {
        KnownPlace(id: try #require(PlaceID(id)), name: name, coordinates: try at(metres))
    }

    private static func remembered(_ number: UInt64, _ element: String, _ name: String, shownAt: String? = nil) throws -> RememberedPlace {
        RememberedPlace(
            id: ID(high: 1, low: number), element: try #require(PlaceID(element)), shownAt: PlaceID(shownAt ?? element), name: name,
            coordinates: try at(0))
    }

    /// The place's element on the new map; nil where it waits.
    private func shown(_ places: [RememberedPlace], on map: [KnownPlace]) -> [String?] {
        let found = PlaceMatching.match(places, find: { id in map.first { $0.id == id } }) { centre, metres in
            map.filter { $0.coordinates.distance(to: centre) <= metres }
        }
        #expect(found.count == places.count, "a place was lost")
        return places.map { place in found[place.id].flatMap(\.self)?.id.description }
    }

    @Test func theSameElementIsTheSamePlaceWhereverItIs() throws {
        let map = [try Self.known("n1", "Renamed", 400)]
        #expect(shown([try Self.remembered(1, "n1", "Rosa")], on: map) == ["n1"])
    }

    @Test(arguments: [("Rosa", 49.0, true), ("Rosa", 51.0, false), ("ROSÀ", 10.0, true), ("Rosa Bar", 10.0, false)])
    func elseTheSameNameWithinFiftyMetres(_ name: String, _ metres: Double, _ isFound: Bool) throws {
        let map = [try Self.known("w7", name, metres), try Self.known("n8", "Other", 1)]
        #expect(shown([try Self.remembered(1, "n1", "Rosa")], on: map) == [isFound ? "w7" : nil])
    }

    @Test func twoCandidatesAsk() throws {
        let map = [try Self.known("w7", "Rosa", 10), try Self.known("w8", "Rosa", 20)]
        #expect(shown([try Self.remembered(1, "n1", "Rosa")], on: map) == [nil])
    }

    @Test func twoPlacesAreNeverMergedIntoOne() throws {
        let map = [try Self.known("w7", "Rosa", 10)]
        let places = [try Self.remembered(1, "n1", "Rosa"), try Self.remembered(2, "n2", "Rosa")]
        #expect(shown(places, on: map) == [nil, nil])
    }

    @Test func aPlaceThatPeopleWroteAboutByItselfIsNotTaken() throws {
        let map = [try Self.known("w7", "Rosa", 10)]
        let places = [try Self.remembered(1, "n1", "Rosa"), try Self.remembered(2, "w7", "Rosa")]
        #expect(shown(places, on: map) == [nil, "w7"])
    }

    @Test func withoutANameOnlyTheElementTells() throws {
        let map = [try Self.known("n7", "", 1)]
        #expect(shown([try Self.remembered(1, "n1", "")], on: map) == [nil])
        #expect(shown([try Self.remembered(1, "n7", "")], on: map) == ["n7"])
    }

    @Test func whatWaitedComesBackWithItsElement() throws {
        let place = try Self.remembered(1, "n1", "Rosa", shownAt: "")
        #expect(shown([place], on: []) == [nil])
        #expect(shown([place], on: [try Self.known("n1", "Rosa", 0)]) == ["n1"])
    }

    @Test func matchedOnceItStaysWhereItIs() throws {
        let place = try Self.remembered(1, "n1", "Rosa", shownAt: "w7")
        let map = [try Self.known("w7", "New name", 300), try Self.known("n1", "Rosa", 0)]
        #expect(shown([place], on: map) == ["w7"])
    }
}
