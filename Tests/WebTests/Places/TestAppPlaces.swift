import Atlas
import Domain
import Foundation

extension TestApp {
    /// Nodes of a map, from 1 on: metres north of the base, and tags.
    static func placesExtract(_ places: [(north: Double, tags: [String: String])]) -> String {
        let nodes = places.enumerated().map { index, place in
            let tags = place.tags.sorted { $0.key < $1.key }.map { "<tag k=\"\($0.key)\" v=\"\(xml($0.value))\"/>" }.joined()
            return "<node id=\"\(index + 1)\" lat=\"\(46.4 + place.north / 111_195)\" lon=\"9.2\">\(tags)</node>"
        }
        return "<?xml version=\"1.0\"?><osm>" + nodes.joined() + "</osm>"
    }

    /// It is Monday 5 January 2026, 15:03 in Zürich.
    static let places: [(north: Double, tags: [String: String])] = [
        (
            200,
            [
                "amenity": "restaurant", "name": "Zum Löwen", "cuisine": "regional", "opening_hours": "Mo-Su 11:00-22:00",
                "phone": "+41 00 000 01", "diet:vegan": "yes", "diet:gluten_free": "no", "website": "loewen.example/a",
                "addr:street": "Gasse", "addr:housenumber": "3", "addr:city": "Dorf", "wheelchair": "yes",
            ]
        ),
        (300, ["amenity": "restaurant", "name": "Abendrot", "opening_hours": "Mo-Su 17:30-23:00", "phone": "+41 00 000 02"]),
        (400, ["amenity": "cafe", "name": "Rätsel", "opening_hours": "if the sun shines", "phone": "+41 00 000 03"]),
        (500, ["amenity": "bar", "name": "Ohne Zeiten"]), (600, ["amenity": "pharmacy", "name": "Apotheke", "opening_hours": "24/7"]),
        (2990, ["amenity": "restaurant", "name": "Weit oben", "opening_hours": "Mo-Su 11:00-22:00"]),
    ]

    /// - Parameter list: nil for a map of its own kind, see `places`.
    func fillPlaces(_ list: [(north: Double, tags: [String: String])]? = nil) async throws {
        let osm = folder.appending(path: "p.osm")
        try Data(TestApp.placesExtract(list ?? TestApp.places).utf8).write(to: osm)
        _ = try AtlasImporter(name: "Test", at: clock.now) { _ in }.make(from: [osm.path], at: folder.appending(path: "map.atlas").path)
        let access = try host()
        var fields = access.trip.fields
        (fields.baseName, fields.baseLatitude, fields.baseLongitude) = ("Haus", 46.4, 9.2)
        try await services.trips.update(access, to: fields, version: access.trip.version)
        // The atlas's file is looked at four times a second at most.
        try await Task.sleep(for: .milliseconds(300))
    }

    func put(_ member: String, north: Double) throws {
        let place = Coordinates(clampedLatitude: 46.4 + north / 111_195, longitude: 9.2)
        let fix = Fix(time: clock.now, coordinates: place, accuracy: 5, altitude: nil, speed: nil, heading: nil, battery: nil)
        services.hub.board(id("trip alpha")).update(
            BoardEntry(memberID: id(member), fix: fix, lastContactAt: clock.now), at: clock.now)
    }

    /// The list that an address gives.
    func placesPage(_ query: String = "", as user: TestUser = .host) async throws -> HTMLPage {
        HTMLPage(try await send(.get, "/trips/alpha/places" + query, as: user).body)
    }
}
