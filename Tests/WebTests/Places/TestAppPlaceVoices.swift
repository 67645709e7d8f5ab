import Atlas
import Database
import Domain
import Foundation
import Testing

extension TestApp {
    /// Rosa, a restaurant with a number, a bar without one, and a hut far up.
    static let rosa = """
        <node id="10" lat="46.4" lon="9.2"><tag k="amenity" v="restaurant"/><tag k="name" v="Rosa"/>
        <tag k="phone" v="+00 12 34"/></node>
        """
    private static let others = """
        <node id="1" lat="46.41" lon="9.21"><tag k="place" v="village"/><tag k="name" v="Dorf"/></node>
        <node id="11" lat="46.402" lon="9.2"><tag k="amenity" v="bar"/><tag k="name" v="Bar Uno"/></node>
        <node id="12" lat="46.45" lon="9.2"><tag k="tourism" v="alpine_hut"/><tag k="name" v="Top Hut"/></node>
        """

    /// The map's data anew, matched with what people wrote.
    func setMap(_ elements: String = TestApp.rosa) async throws {
        let osm = folder.appending(path: "places.osm")
        try Data("<?xml version=\"1.0\"?><osm>\(TestApp.others)\(elements)</osm>".utf8).write(to: osm)
        _ = try AtlasImporter(name: "Test", at: clock.now) { _ in }.make(from: [osm.path], at: folder.appending(path: "map.atlas").path)
        // The atlas looks at the disk four times a second.
        try await Task.sleep(for: .milliseconds(300))
        try await services.placeMatching.matchNewMap()
    }

    /// With places on the map; "place" is one that a host added.
    static func withPlaces() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await app.setMap()
        return app
    }

    /// A review as somebody sends it.
    func review(
        _ user: TestUser, _ stars: String = "4", _ text: String = "Good soup", of place: String = "n10", slug: String = "alpha",
        more: [(String, String)] = []
    ) async throws -> TestResponse {
        try await send(.post, "/trips/\(slug)/places/\(place)/review", as: user, form: [("stars", stars), ("text", text)] + more)
    }

    func page(_ path: String, as user: TestUser) async throws -> HTMLPage { HTMLPage(try await send(.get, path, as: user).body) }

    /// The first value of the first row.
    func firstNumber(_ sql: String) throws -> Int { try database.read { try $0.one(sql) { $0.int(0) } ?? -1 } }
}
