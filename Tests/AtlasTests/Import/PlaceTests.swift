import Atlas
import Domain
import Foundation
import Testing

/// What an import keeps of places where people eat, buy, find help or catch a bus.
@Suite struct PlaceTests {
    let fixture: AtlasFixture
    init() throws { fixture = try AtlasFixture() }

    private func places(_ body: String) throws -> (AtlasFile, [FeatureRecord]) {
        let atlas = try fixture.atlas([fixture.osm(body)])
        var found: [FeatureRecord] = []
        atlas.visitPlaces { feature, _ in found.append(feature) }
        return (atlas, found)
    }

    private static let kinds: [(tags: [String: String], kind: PointOfInterest)] = [
        (["amenity": "restaurant"], .restaurant), (["amenity": "cafe"], .cafe), (["amenity": "bar"], .bar), (["amenity": "pub"], .pub),
        (["amenity": "fast_food"], .fastFood), (["amenity": "biergarten"], .biergarten), (["amenity": "food_court"], .foodCourt),
        (["amenity": "ice_cream"], .iceCream), (["tourism": "alpine_hut"], .alpineHut), (["tourism": "wilderness_hut"], .wildernessHut),
        (["shop": "supermarket"], .supermarket), (["shop": "bakery"], .bakery), (["shop": "convenience"], .convenience),
        (["amenity": "pharmacy"], .pharmacy), (["shop": "chemist"], .chemist), (["shop": "sports"], .sports), (["shop": "ski"], .skiShop),
        (["amenity": "ski_rental"], .skiRental), (["shop": "rental", "rental": "ski"], .skiRental),
        (["amenity": "bicycle_rental"], .bicycleRental), (["shop": "bicycle", "service:bicycle:rental": "yes"], .bicycleRental),
        (["amenity": "hospital"], .hospital), (["amenity": "clinic"], .clinic), (["amenity": "doctors"], .doctor),
        (["amenity": "mountain_rescue"], .mountainRescue), (["emergency": "mountain_rescue"], .mountainRescue),
        (["emergency": "phone"], .emergencyPhone), (["emergency": "defibrillator"], .defibrillator), (["amenity": "police"], .police),
        (["amenity": "ranger_station"], .rangerStation), (["amenity": "shelter"], .shelter), (["amenity": "atm"], .atm),
        (["amenity": "bank"], .bank), (["amenity": "taxi"], .taxi), (["amenity": "toilets"], .toilets),
        (["amenity": "drinking_water"], .drinkingWater), (["highway": "bus_stop"], .busStop), (["amenity": "parking"], .parking),
        (["tourism": "information", "information": "office"], .information), (["tourism": "information"], .information),
        (["tourism": "information", "information": "guidepost"], .signpost), (["shop": "bicycle"], .shop), (["shop": "florist"], .shop),
    ]

    @Test func everyKindIsItsOwn() throws {
        let body = PlaceTests.kinds.enumerated().map { OSM.node($0.offset + 1, Double($0.offset), 0, $0.element.tags) }.joined()
        let (_, found) = try places(body)
        let byNode = Dictionary(uniqueKeysWithValues: found.map { ($0.mapElement?.id ?? 0, $0.pointOfInterest) })
        for (index, (tags, kind)) in PlaceTests.kinds.enumerated() { #expect(byNode[Int64(index + 1)] == kind, "\(tags)") }
        #expect(Set(PointOfInterest.allCases.map(\.label)).count == PointOfInterest.allCases.count)
        #expect(PointOfInterest.allCases.allSatisfy { $0.label != "Place" })
    }

    @Test func placesKeepWhatIsKnownOfThem() throws {
        let tags = [
            "amenity": "restaurant", "name": "A", "cuisine": "pizza", "opening_hours": "Mo-Su 11:00-22:00", "contact:phone": "+376 1",
            "contact:website": "https://a.example", "addr:housenumber": "7", "addr:street": "Gasse", "addr:city": "Dorf",
            "addr:postcode": "AD100", "wheelchair": "limited", "outdoor_seating": "yes", "capacity": "60", "level": "1", "operator": "B",
            "check_date": "2024-01-01", "check_date:opening_hours": "2024-05-06", "diet:vegan": "only", "diet:gluten_free": "yes",
            "diet:<b>": "yes", "diet:halal": "perhaps not",
        ]
        let (atlas, found) = try places(OSM.node(1, 0, 0, tags, more: " timestamp=\"2023-07-21T08:31:43Z\""))
        let place = try #require(found.first)
        let expected: [FeatureAttribute: String] = [
            .cuisine: "pizza", .openingHours: "Mo-Su 11:00-22:00", .phone: "+376 1", .website: "https://a.example", .houseNumber: "7",
            .street: "Gasse", .city: "Dorf", .postcode: "AD100", .wheelchair: "limited", .outdoorSeating: "yes", .capacity: "60",
            .level: "1", .operatorName: "B", .checked: "2024-05-06", .diets: "gluten_free=yes;vegan=only", .edited: "2023-07-21",
        ]
        let known = Dictionary(uniqueKeysWithValues: atlas.attributes(of: place).map { ($0.attribute, $0.text) })
        #expect(known == expected)
        #expect(atlas.attribute(.diets, of: place) == "gluten_free=yes;vegan=only")
        #expect(place.mapElement == MapElement(.node, 1))
    }

    @Test(arguments: [
        (["phone": "1", "contact:phone": "2", "mobile": "3"], "1"), (["contact:phone": "2", "contact:mobile": "4"], "2"),
        (["mobile": "3", "contact:mobile": "4"], "3"), (["contact:mobile": "4"], "4"),
    ]) func theFirstPhoneCounts(_ tags: [String: String], _ phone: String) throws {
        let (atlas, found) = try places(OSM.node(1, 0, 0, tags.merging(["amenity": "bar"]) { $1 }))
        #expect(atlas.attribute(.phone, of: try #require(found.first)) == phone)
    }

    @Test(arguments: ["2023-13-01", "0000-01-01", "yesterday", "2023-07", ""]) func noDayIsNoDay(_ text: String) throws {
        let (atlas, found) = try places(OSM.node(1, 0, 0, ["amenity": "bar"], more: " timestamp=\"\(text)\""))
        #expect(atlas.attribute(.edited, of: try #require(found.first)) == nil)
    }

    @Test func buildingsAndRelationsArePlacesAtAPoint() throws {
        let (one, other) = (OSM.square(1, 0, 0, 10), OSM.square(11, 50, 50, 10))
        let body =
            one.nodes + other.nodes + OSM.way(100, one.refs, ["building": "yes", "shop": "bakery", "name": "Way"])
            + OSM.way(101, other.refs, [:])
            + OSM.relation(1000, [(101, "outer")], ["type": "multipolygon", "amenity": "hospital", "name": "Relation"])
        let (atlas, found) = try places(body)
        #expect(Set(found.map(\.mapElement)) == [MapElement(.way, 100), MapElement(.relation, 1000)])
        let bakery = try #require(found.first { $0.pointOfInterest == .bakery })
        let place = atlas.place(of: bakery).coordinates
        #expect(abs(place.latitude - 46.0005) < 1e-6 && abs(place.longitude - 9.0005) < 1e-6)
        #expect(atlas.name(of: bakery) == "Way")
    }

    @Test func hostileFilesStayWithinLimits() throws {
        let diets = (0..<300).map { index in
            "<tag k=\"diet:a\(String(UnicodeScalar(UInt8(97 + index % 26))))\(String(UnicodeScalar(UInt8(97 + index / 26))))\" v=\"yes\"/>"
        }
        let long = String(repeating: "x", count: 2000)
        let node = "<node id=\"1\" lat=\"46\" lon=\"9\"><tag k=\"amenity\" v=\"bar\"/><tag k=\"phone\" v=\"\(long)\"/>\(diets.joined())</node>"
        let (atlas, found) = try places(node)
        let place = try #require(found.first)
        #expect(atlas.attribute(.diets, of: place)?.split(separator: ";").count == 16)
        #expect(atlas.attribute(.phone, of: place) == nil)
    }

    /// Kinds that were drawn alike before they were told apart still are.
    @Test(arguments: [("pub", "bar"), ("food_court", "restaurant"), ("ice_cream", "cafe"), ("clinic", "hospital"), ("atm", "bank")])
    func newKindsLookAsBefore(_ new: String, _ old: String) throws {
        func picture(_ amenity: String) throws -> String {
            let (atlas, found) = try places(OSM.node(1, 0, 0, ["amenity": amenity, "name": "A"]))
            let place = atlas.place(of: try #require(found.first))
            let key = try #require(TileKey(style: .street, zoom: 18, x: Int(place.x >> 14), y: Int(place.y >> 14)))
            return String(decoding: TileDrawer(atlas).draw(key), as: UTF8.self)
        }
        let picture1 = try picture(new)
        #expect(picture1 == (try picture(old)))
        #expect(picture1.contains("<path") || picture1.contains("<circle"))
    }

    @Test(arguments: ["taxi", "bicycle_rental", "ranger_station", "mountain_rescue"]) func newKindsHaveAPicture(_ amenity: String) throws {
        let (atlas, found) = try places(OSM.node(1, 0, 0, ["amenity": amenity]))
        let place = atlas.place(of: try #require(found.first))
        let key = try #require(TileKey(style: .street, zoom: 18, x: Int(place.x >> 14), y: Int(place.y >> 14)))
        #expect(String(decoding: TileDrawer(atlas).draw(key), as: UTF8.self).contains("<circle"))
    }
}
