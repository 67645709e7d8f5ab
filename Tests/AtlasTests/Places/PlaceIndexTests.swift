import Atlas
import Domain
import Foundation
import Testing

/// Places of an atlas by where they are, held to a plain look at every one of them.
@Suite struct PlaceIndexTests {
    let fixture: AtlasFixture
    init() throws { fixture = try AtlasFixture() }

    private func index(_ body: String) throws -> PlaceIndex { PlaceIndex(try fixture.atlas([fixture.osm(body)])) }
    private let centre = Coordinates(clampedLatitude: 46, longitude: 9)

    private func names(_ index: PlaceIndex, _ query: PlaceQuery, limit: Int = 1000) -> [String] {
        index.nearest(query, limit: limit).map { index.listed($0.entry).name }
    }

    @Test func theNearestComeFirstAsAPlainLookFindsThem() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var chance = Chance(state: seed)
        let places = (1...3000).map { id in
            (id: id, north: Double.random(in: -1500...1500, using: &chance), east: Double.random(in: -1500...1500, using: &chance))
        }
        let index = try index(places.map { OSM.node($0.id, $0.north, $0.east, ["amenity": "cafe", "name": "C\($0.id)"]) }.joined())
        #expect(index.count == 3000)
        for radius in [250.0, 1000, 5000, 20_000] {
            let found = index.nearest(PlaceQuery(centre: centre, radius: radius), limit: 10_000)
            let plain = (0..<index.count).map { centre.distance(to: index.coordinates(of: $0)) }
            // The sphere and the plane differ by less than two metres in a thousand.
            #expect(found.allSatisfy { abs($0.metres - plain[$0.entry]) <= 1 + plain[$0.entry] * 0.002 }, "seed \(seed)")
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.metres <= $1.metres }, "seed \(seed)")
            let sure = plain.count { $0 < radius * 0.997 }
            #expect(found.count >= sure && found.count <= plain.count { $0 < radius * 1.003 + 1 }, "seed \(seed), \(radius) m")
            #expect(index.nearest(PlaceQuery(centre: centre, radius: radius), limit: 7).map(\.entry) == found.prefix(7).map(\.entry))
        }
    }

    @Test func fewAreAskedWhatIsCostly() throws {
        let index = try index((1...500).map { OSM.node($0, Double($0), 0, ["amenity": "bar"]) }.joined())
        var asked = 0
        let found = index.nearest(PlaceQuery(centre: centre, radius: 20_000), limit: 5) { _ in
            asked += 1
            return asked % 2 == 0
        }
        #expect(found.count == 5 && asked == 10)
    }

    @Test func filtersTakeAwayAndNoAccentIsInTheWay() throws {
        let index = try index(
            OSM.node(1, 1, 0, ["amenity": "restaurant", "name": "Über Öl &amp; Käse", "cuisine": "italian;pizza", "wheelchair": "yes"])
                + OSM.node(2, 2, 0, ["amenity": "restaurant", "name": "Łódź", "cuisine": "Pizza", "diet:vegan": "yes", "wheelchair": "no"])
                + OSM.node(3, 3, 0, ["shop": "bakery", "name": "Ober", "wheelchair": "limited"]) + OSM.node(4, 4, 0, ["amenity": "toilets"])
                + OSM.node(5, 5, 0, ["amenity": "school", "name": "Schule"]))
        #expect(index.count == 4)
        var query = PlaceQuery(centre: centre, radius: 1000)
        #expect(names(index, query) == ["Über Öl & Käse", "Łódź", "Ober", ""])
        query.name = "KASE uber"
        #expect(names(index, query) == ["Über Öl & Käse"])
        query.name = "lodz"
        #expect(names(index, query) == ["Łódź"])
        query.name = "kase x"
        #expect(names(index, query).isEmpty)
        query.name = ""
        query.cuisine = "pizza"
        #expect(names(index, query).count == 2)
        query.diets = [.vegan, .vegetarian]
        #expect(names(index, query) == ["Łódź"])
        (query.cuisine, query.diets, query.isForWheelchairs) = ("", [], true)
        #expect(names(index, query) == ["Über Öl & Käse", "Ober"])
        query.kinds = [.bakery]
        #expect(names(index, query) == ["Ober"])
        #expect(index.cuisines.map(\.name) == ["pizza", "italian"])
    }

    @Test func placesAreFoundByTheirElement() throws {
        let square = OSM.square(100, 10, 10, 2)
        let index = try index(
            OSM.node(7, 1, 0, ["amenity": "cafe", "name": "Node"]) + square.nodes
                + OSM.way(7, square.refs, ["building": "yes", "amenity": "cafe", "name": "Way"]))
        #expect(index.find(.element(.node, 7)).map { index.listed($0).name } == "Node")
        #expect(index.find(.element(.way, 7)).map { index.listed($0).name } == "Way")
        #expect(index.find(.element(.relation, 7)) == nil && index.find(.element(.node, 8)) == nil)
        #expect(index.find(.added(ID(high: 1, low: 2))) == nil)
        let all = (0..<index.count).map { index.id(of: $0) }
        #expect(Set(all) == [.element(.node, 7), .element(.way, 7)])
    }

    /// A place without a number lies where those around it have theirs; where two countries meet nobody guesses.
    @Test func countriesComeFromTheNumbersAround() throws {
        func cafe(_ id: Int, _ north: Double, _ phone: String?) -> String {
            OSM.node(id, north, 0, ["amenity": "cafe", "name": "\(id)"].merging(phone.map { ["phone": $0] } ?? [:]) { $1 })
        }
        let index = try index(
            cafe(1, 0, "+43 1 23") + cafe(2, 1, nil) + cafe(3, 9000, "0039 1") + cafe(4, 9001, "+41 1") + cafe(5, 9002, nil)
                + cafe(6, 30_000, nil) + cafe(7, 30_001, "1234"))
        let countries = Dictionary(uniqueKeysWithValues: (0..<index.count).map { (index.listed($0).name, index.country(of: $0)) })
        #expect(countries["1"] == .known("AT") && countries["2"] == .known("AT") && countries["3"] == .known("IT"))
        #expect(countries["4"] == .known("CH") && countries["5"] == .mixed && countries["6"] == .unknown && countries["7"] == .unknown)
    }

    /// A dense town in the west, two shops in the east, one hospital in the middle of it all.
    @Test func aMapShowsEveryPartOfItsWindowAndHelpFirst() throws {
        let cafes = (0..<3000).map { OSM.node($0 + 1, Double($0 % 50), Double($0 / 50), ["amenity": "cafe"]) }
        let east = [
            OSM.node(5001, 10, 190, ["shop": "bakery", "name": "East"]), OSM.node(5002, 45, 195, ["shop": "sports", "name": "Far"]),
        ]
        let index = try index((cafes + east).joined() + OSM.node(5003, 25, 30, ["amenity": "hospital", "name": "Help"]))
        let (start, end) = (Coordinates(clampedLatitude: 46.02, longitude: 8.999), Coordinates(clampedLatitude: 45.999, longitude: 9.021))
        let found = index.places(from: start, to: end, kinds: [], limit: 100)
        #expect(found.count == 100 && Set(found).count == 100)
        let names = found.map { index.listed($0).name }
        #expect(names.first == "Help" && names.contains("East") && names.contains("Far"))
        // Each sixteenth of the town has some.
        let parts = found.compactMap { number -> Int? in
            let place = index.coordinates(of: number)
            let (row, column): (Double, Double) = ((place.latitude - 46) / 0.00125, (place.longitude - 9) / 0.0015)
            return column < 4 ? Int(row) * 4 + Int(column) : nil
        }
        #expect(Set(parts).count >= 16)
        #expect(index.places(from: start, to: end, kinds: [.hospital], limit: 100).count == 1)
        #expect(!index.places(from: start, to: end, kinds: [], limit: 100) { index.kind(of: $0) != .hospital }.contains(found[0]))
    }

    @Test func allIsWhatTheNearestAreTakenFrom() throws {
        let index = try index((1...300).map { OSM.node($0, Double($0), 0, ["amenity": $0 % 2 == 0 ? "bar" : "cafe"]) }.joined())
        var query = PlaceQuery(centre: centre, radius: 1500)
        query.kinds = [.bar]
        #expect(Set(index.all(query).map(\.entry)) == Set(index.nearest(query, limit: .max).map(\.entry)))
    }

    @Test func anAtlasWithoutPlacesAnswersWithNone() throws {
        let index = try index(OSM.node(1, 0, 0, ["place": "village", "name": "Dorf"]))
        #expect(index.count == 0 && index.nearest(PlaceQuery(centre: centre, radius: 20_000), limit: 5).isEmpty)
        #expect(index.places(from: centre, to: centre, kinds: [], limit: 5).isEmpty)
    }
}
