import Domain
import Services
import Testing

/// Travellers read of pistes and lifts, and of what the search finds: pages of the map's data, in which nobody is.
@Suite struct TravellerPisteTests {
    private func mapped() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        try await Task.sleep(for: .milliseconds(300))
        return app
    }

    @Test func pistesStandAroundTheTripWhereTheMapHasAny() async throws {
        let bare = try await TestApp.withTrips()
        #expect(try await !bare.send(.get, "/trips/alpha/my", as: .traveller).body.contains("/trips/alpha/ski"))
        let app = try await mapped()
        #expect(try await app.send(.get, "/trips/alpha/my", as: .traveller).page.has("a[href=/trips/alpha/ski]"))
        let list = try await app.send(.get, "/trips/alpha/ski", as: .traveller)
        #expect(list.status == 200 && list.body.contains("Abfahrt") && list.body.contains("Bahn"))
        // What hosts plan with is not on it, and nobody's position or name.
        #expect(!list.body.contains("Not connected") && !list.body.contains("/trips/alpha/map\"") && !list.body.contains("Ada"))
        #expect(list.page.has("a.button[href=/trips/alpha/my/map]"))
        let link = try #require(list.body.firstMatch(of: /href="(\/trips\/alpha\/ski\/\d+)">Abfahrt/)?.1)
        let line = try await app.send(.get, String(link), as: .traveller)
        #expect(line.status == 200 && line.body.contains("profile-line") && !line.body.contains("Not part of the network"))
        // The line on a small map, and its figures as people say them.
        #expect(line.body.contains("class=\"small-map\"") && line.body.contains("stroke-opacity") && line.body.contains(" down"))
        // Back to all of them lead the breadcrumbs alone.
        #expect(line.page.texts("main a.button") == ["On the map"] && line.page.has("nav.crumb a[href=/trips/alpha/ski]"))
        #expect(!line.body.contains("Grooming") && line.page.text("main")?.contains("Easy · ") == true)
        let map = try #require(line.body.firstMatch(of: /href="(\/trips\/alpha\/my\/map[^"]+)"/)?.1.replacing("&amp;", with: "&"))
        let shown = try await app.send(.get, String(map), as: .traveller).page
        #expect(shown.text("#spot h2") == "Abfahrt" && shown.text("#spot .muted")?.hasPrefix("Easy · ") == true)
        #expect(shown.find("#friend-map").first?["data-shown"] == "mountain")
        #expect(shown.find("#spot").first?["data-line"]?.contains(" ") == true)
        // What else an address says moves neither the line nor its card.
        let forged = try await app.send(.get, String(map) + "&lat=46.9&lon=9.9&z=3", as: .traveller).page
        #expect(forged.find("#spot").first?["data-lat"] == shown.find("#spot").first?["data-lat"])
        #expect(forged.find("#friend-map").first?["data-lat"] == shown.find("#friend-map").first?["data-lat"])
        let own = try #require(map.firstMatch(of: /line=\d+/)?.0)
        let hosts = try await app.send(.get, "/trips/alpha/map?\(own)", as: .host).page
        #expect(hosts.has("#ski-trace") && hosts.find("#map-page").first?["data-shown"] == "mountain")
        #expect(try await app.send(.get, "/trips/alpha/ski", as: .travellerOfAnotherTrip).status == 404)
    }

    @Test func piecesWithoutANameAreFoldedAndLinksAboveSort() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap(
            with: """
                <way id="7"><nd ref="3"/><nd ref="4"/><tag k="piste:type" v="downhill"/><tag k="piste:difficulty" v="novice"/></way>
                """)
        try await Task.sleep(for: .milliseconds(300))
        let list = try await app.send(.get, "/trips/alpha/ski", as: .traveller).page
        #expect(list.text("main details summary")?.hasPrefix("1 unnamed piece, ") == true)
        #expect(list.texts("main details th a") == ["Piste without a name"] && list.texts(".ski-table th a").contains("Abfahrt"))
        #expect(list.texts("nav.tabs a") == ["Name", "Difficulty", "Length", "Drop", "Gradient"])
        #expect(list.text("nav.tabs [aria-current=page]") == "Name" && !list.has("thead a"))
        let sorted = try await app.send(.get, "/trips/alpha/ski?sort=length", as: .traveller).page
        // The tabs stand right above what they sort, and lead back there.
        #expect(sorted.has("section > nav.ski-sorts") && sorted.find("nav.ski-sorts a").first?["href"] == "/trips/alpha/ski#order-1")
        #expect(sorted.text("nav.tabs [aria-current=page]") == "Length" && sorted.has("th.ski-length[aria-sort=descending]"))
        // Where all have a name, nothing is folded.
        let named = try await mapped()
        #expect(try await !named.send(.get, "/trips/alpha/ski", as: .traveller).page.has("main details"))
    }

    @Test func howManyALiftTakesIsWrittenAsAllFigures() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap(
            with: """
                <way id="7"><nd ref="3"/><nd ref="4"/><tag k="aerialway" v="chair_lift"/><tag k="name" v="Express"/>
                <tag k="aerialway:capacity" v="1800"/></way>
                """)
        try await Task.sleep(for: .milliseconds(300))
        let list = try await app.send(.get, "/trips/alpha/ski", as: .traveller).body
        let link = try #require(list.firstMatch(of: /href="(\/trips\/alpha\/ski\/\d+)">Express/)?.1)
        #expect(try await app.send(.get, String(link), as: .traveller).page.texts("dd").contains("1,800 people an hour"))
    }

    @Test func theSearchLeadsToWhatHasAPageAndMarksTheRest() async throws {
        let app = try await mapped()
        let piste = try await app.send(.get, "/trips/alpha/search?q=abfahrt", as: .traveller).body
        #expect(piste.contains("href=\"/trips/alpha/ski/"))
        let village = try await app.send(.get, "/trips/alpha/search?q=dorf", as: .traveller).body
        let link = try #require(village.firstMatch(of: /href="(\/trips\/alpha\/my\/map\?[^"]+)"/)?.1.replacing("&amp;", with: "&"))
        let map = try await app.send(.get, String(link), as: .traveller).page
        #expect(map.text("#spot h2") == "Dorf" && map.text("#spot .muted") == "Village · 1,400 m")
        #expect(map.find("#panel").first?["data-height"] == "half")
        // An address cannot make the page say what the map does not know.
        for wrong in [link.replacing("Dorf", with: "Call+666"), link.replacing("46.4", with: "46.3")] {
            #expect(try await !app.send(.get, String(wrong), as: .traveller).page.has("#spot"), "\(wrong)")
        }
    }

    /// By those who are seen, not by the reader alone.
    @Test func theGroundUnderFriendsChoosesTheMap() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        var fields = access.trip.fields
        (fields.baseName, fields.baseLatitude, fields.baseLongitude, fields.mountainFrom) = ("Haus", 46.4, 9.2, 1500)
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        let session = try await app.joined("member")
        let actor = try #require(try app.services.accounts.sessions.find(token: session)).actor
        let ada = try app.services.trips.open(slug: "alpha", for: actor).requireMember()
        try await app.services.sharing.set(.everyone, .trip, ada)
        let fix = Fix(
            time: app.clock.now, coordinates: try #require(Coordinates(latitude: 46.401, longitude: 9.2)), accuracy: 5, altitude: 1900,
            speed: nil, heading: nil, battery: nil)
        app.services.hub.board(app.id("trip alpha")).update(
            BoardEntry(memberID: app.id("member"), fix: fix, lastContactAt: app.clock.now), at: app.clock.now)
        let map = try await app.send(.get, "/trips/alpha/my/map", as: .traveller)
        #expect(map.page.find("#friend-map").first?["data-shown"] == "mountain" && map.page.has("#friend-map[data-fits] #map-offer"))
        #expect(map.page.text("#map-reason") == "Mountain map, because the person in view is above 1,500 m")
        let friend = "/trips/alpha/my/map?lat=46.401&lon=9.2&z=16&friend=\(app.id("member"))"
        let near = try await app.send(.get, friend, as: .traveller).page
        #expect(near.find("#friend-map").first?["data-shown"] == "mountain" && !near.has("#friend-map[data-fits]"))
        // Where nobody is in view, nobody's height counts.
        let away = try await app.send(.get, "/trips/alpha/my/map?lat=46.5&lon=9.4&z=15", as: .traveller).page
        #expect(away.find("#friend-map").first?["data-shown"] == "street")
    }
}
