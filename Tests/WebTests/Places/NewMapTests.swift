import Domain
import Services
import Testing

/// A new map keeps what people wrote: nothing is lost, and nothing is merged by itself.
@Suite struct NewMapTests {
    private let waiting = "/trips/alpha/places/waiting"

    private static func place(_ kind: String, _ id: Int, _ name: String, north metres: Double = 0) -> String {
        let latitude = 46.4 + metres / 111_195
        guard kind == "way" else {
            return """
                <node id="\(id)" lat="\(latitude)" lon="9.2"><tag k="amenity" v="restaurant"/><tag k="name" v="\(name)"/></node>
                """
        }
        let corners = [(0.0, 0.0), (0.00005, 0.0), (0.00005, 0.00005), (0.0, 0.00005)].enumerated().map { index, corner in
            "<node id=\"\(id * 10 + index)\" lat=\"\(latitude + corner.0)\" lon=\"\(9.2 + corner.1)\"/>"
        }
        let refs = [0, 1, 2, 3, 0].map { "<nd ref=\"\(id * 10 + $0)\"/>" }
        let tags = "<tag k=\"amenity\" v=\"restaurant\"/><tag k=\"name\" v=\"\(name)\"/>"
        return corners.joined() + "<way id=\"\(id)\">\(refs.joined())\(tags)</way>"
    }

    private func written() async throws -> TestApp {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "4", "Good soup")
        _ = try await app.review(.host, "5", "Good beds")
        _ = try await app.send(.post, "/trips/alpha/places/n10/note", as: .host, form: [("text", "24 booked")])
        return app
    }

    private func words(_ app: TestApp, at place: String) async throws -> Set<String> {
        Set(try await app.page("/trips/alpha/places/\(place)", as: .host).texts(".review .pre"))
    }

    @Test func aNodeThatBecameAWayIsFoundByNameNearby() async throws {
        let app = try await written()
        try await app.setMap(Self.place("way", 77, "Rosa", north: 20))
        #expect(try await words(app, at: "w77") == ["Good soup", "Good beds"])
        #expect(try await app.page("/trips/alpha/places/w77", as: .traveller).text(".place-note .pre") == "24 booked")
        // Written now, it joins those.
        #expect(try await app.review(.traveller, "1", "New soup", of: "w77").status == 303)
        #expect(try await words(app, at: "w77") == ["New soup", "Good beds"])
        #expect(try app.firstNumber("SELECT count(*) FROM place") == 1)
        // Once more with the same map nothing is done.
        #expect(try await app.services.placeMatching.matchNewMap() == nil)
    }

    @Test func whatFindsNoPlaceIsKeptAndListedToHosts() async throws {
        let app = try await written()
        try await app.setMap("")
        #expect(try await app.send(.get, "/trips/alpha/places/n10", as: .host).status == 404)
        let page = try await app.page(waiting, as: .host)
        #expect(page.text("section.panel h2") == "Rosa" && page.text("section.panel p")?.contains("2 reviews, 1 note") == true)
        let list = try await app.page("/trips/alpha/places", as: .host)
        #expect(list.text(".places-waiting") == "2 reviews and 1 note have no place on the map")
        #expect(try await app.send(.get, waiting, as: .moderator).status == 403)
        #expect(try await app.page("/trips/alpha/my/profile", as: .traveller).text("#own-reviews")?.contains("Good soup") == true)
        // It comes back with its element.
        try await app.setMap()
        #expect(try await words(app, at: "n10") == ["Good soup", "Good beds"])
        #expect(try await app.page(waiting, as: .host).count("section.panel") == 0)
    }

    @Test func twoCandidatesAskAndAHostDecides() async throws {
        let app = try await written()
        try await app.setMap(Self.place("node", 20, "Rosa", north: 10) + Self.place("node", 21, "Rosa", north: 25))
        #expect(try await words(app, at: "n20").isEmpty)
        let page = try await app.page(waiting, as: .host)
        #expect(page.text("section.panel p")?.contains("2 places of this name stand within 50 m") == true)
        let attach = try #require(page.find("section.panel .rows form").first?["action"])
        #expect(try await app.send(.post, attach, as: .traveller, form: [("target", "n21")]).status == 403)
        let elsewhere = attach.replacing("alpha", with: "beta")
        #expect(try await app.send(.post, elsewhere, as: .hostOfAnotherTrip, form: [("target", "n21")]).status == 404)
        #expect(try await app.send(.post, attach, as: .host, form: [("target", "n99")]).status == 422)
        #expect(try await app.send(.post, attach, as: .host, form: [("target", "n21")]).status == 303)
        #expect(try await words(app, at: "n21") == ["Good soup", "Good beds"])
        #expect(try await words(app, at: "n20").isEmpty)
        // Taken back, it waits again.
        let undo = try #require(try await app.page(waiting, as: .host).find("section.panel form").first?["action"])
        #expect(try await app.send(.post, undo, as: .host).status == 303)
        #expect(try await words(app, at: "n21").isEmpty)
        #expect(try await app.page(waiting, as: .host).text("section.panel h2") == "Rosa")
    }

    @Test func aHostFindsTheNewPlaceByItsName() async throws {
        let app = try await written()
        try await app.setMap(Self.place("node", 30, "Trattoria Nuova", north: 1500))
        let id = try #require(try app.store.rememberedPlaces.waiting(trip: app.id("trip alpha")).first).place.id
        #expect(try await app.page(waiting + "?place=\(id)&q=nuova", as: .host).text("section.panel .rows a") == "Trattoria Nuova")
        let none = try await app.page(waiting + "?place=\(id)&q=zzz", as: .host)
        #expect(none.text("section.panel .empty > p") == "Nothing found for “zzz” within 5 km.")
        let attach = waiting + "/\(id)/attach"
        #expect(try await app.send(.post, attach, as: .host, form: [("target", "n30")]).status == 303)
        #expect(try await words(app, at: "n30") == ["Good soup", "Good beds"])
        // The next map keeps what the host said, as long as the place is there.
        try await app.setMap(Self.place("way", 300, "Trattoria Nuova", north: 1510))
        #expect(try await words(app, at: "w300") == ["Good soup", "Good beds"])
    }

    /// Attached to a place that others have written about, both stand there, and each person has one.
    @Test func attachingMergesNothing() async throws {
        let app = try await written()
        try await app.setMap(Self.place("node", 40, "Uno") + TestApp.rosa)
        _ = try await app.review(.traveller, "1", "Other soup", of: "n40")
        try await app.setMap(Self.place("node", 40, "Uno"))
        let id = try #require(try app.store.rememberedPlaces.waiting(trip: app.id("trip alpha")).first).place.id
        _ = try await app.send(.post, waiting + "/\(id)/attach", as: .host, form: [("target", "n40")])
        #expect(try await words(app, at: "n40") == ["Other soup", "Good beds"])
        _ = try await app.send(.post, waiting + "/\(id)/detach", as: .host)
        #expect(try await words(app, at: "n40") == ["Other soup"])
        #expect(try app.firstNumber("SELECT count(*) FROM place_review") == 3)
    }

    /// An attached place that a later map has again: words written of it do not land at the other one.
    @Test func anAttachedPlaceThatComesBackTakesNoWordsElsewhere() async throws {
        let app = try await written()
        try await app.setMap(Self.place("node", 50, "Cinque", north: 1500))
        let id = try #require(try app.store.rememberedPlaces.waiting(trip: app.id("trip alpha")).first).place.id
        _ = try await app.send(.post, waiting + "/\(id)/attach", as: .host, form: [("target", "n50")])
        try await app.setMap(Self.place("node", 50, "Cinque", north: 1500) + TestApp.rosa)
        for user in [TestUser.traveller, .host] {
            let refused = try await app.review(user, "2", "New soup")
            #expect(refused.status == 409 && refused.body.contains("attached this place to “Cinque”") && refused.body.contains("New soup"))
        }
        #expect(try await words(app, at: "n50") == ["Good soup", "Good beds"])
        _ = try await app.send(.post, waiting + "/\(id)/detach", as: .host)
        #expect(try await app.review(.traveller, "2", "New soup").status == 303)
        #expect(try await words(app, at: "n10") == ["New soup", "Good beds"])
    }

    /// What one trip's hosts say of a place is theirs alone.
    @Test func anotherTripsHostsAttachTheirOwn() async throws {
        let app = try await written()
        _ = try await app.review(.travellerOfAnotherTrip, "3", "Theirs", slug: "beta")
        try await app.setMap(Self.place("node", 20, "Rosa", north: 10) + Self.place("node", 21, "Rosa", north: 25))
        let id = try #require(try app.store.rememberedPlaces.waiting(trip: app.id("trip alpha")).first).place.id
        _ = try await app.send(.post, waiting + "/\(id)/attach", as: .host, form: [("target", "n21")])
        #expect(try await app.page("/trips/beta/places/n21", as: .hostOfAnotherTrip).count(".review") == 0)
        #expect(try await app.page("/trips/beta/places/waiting", as: .hostOfAnotherTrip).count("section.panel") == 1)
    }
}
