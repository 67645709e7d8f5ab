import Atlas
import Domain
import Foundation
import Live
import Pages
import Testing

/// Tiles, and what the map page makes of the map data.
@Suite struct MapFlowTests {
    @Test func tilesAreKeptForGood() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        let page = try await app.send(.get, "/trips/alpha/map?lat=46.4&lon=9.2&z=14", as: .host)
        let link = try #require(page.body.firstMatch(of: /<image href="([^"]+)"/)?.1)
        #expect(link.hasPrefix("/tiles/street/"))
        let tile = try await app.send(.get, String(link), as: .moderator)
        #expect(tile.status == 200 && tile.headers[.contentType] == "image/svg+xml")
        #expect(tile.headers[.cacheControl] == "private, max-age=31536000, immutable")
        #expect(tile.body.hasPrefix("<svg"))
        let packed = try await app.send(.get, String(link), as: .moderator, headers: ["Accept-Encoding": "br, gzip"])
        #expect(packed.headers[.contentEncoding] == "gzip" && packed.headers[.eTag] != tile.headers[.eTag])
        let again = try await app.send(
            .get, String(link), as: .moderator, headers: ["Accept-Encoding": "gzip", "If-None-Match": packed.headers[.eTag] ?? ""])
        #expect(again.status == 304 && again.body.isEmpty)
        // An address of another atlas is answered, and not kept.
        let old = try await app.send(.get, "/tiles/street/00000000-0/14/8610/5800.svg", as: .moderator)
        #expect(old.status == 200 && old.headers[.cacheControl] == "private, no-cache")
        for bad in [
            "street/v/7/1/1.svg", "street/v/19/1/1.svg", "street/v/10/1024/0.svg", "sea/v/10/1/1.svg", "street/v/10/1/1.png",
            "street/v/x/1/1.svg",
        ] {
            #expect(try await app.send(.get, "/tiles/" + bad, as: .host).status == 404, "\(bad)")
        }
    }

    private func setBase(_ app: TestApp, mountainFrom: Int? = nil) async throws {
        let access = try app.host()
        var fields = access.trip.fields
        (fields.baseName, fields.baseLatitude, fields.baseLongitude, fields.mountainFrom) = ("Haus", 46.4, 9.2, mountainFrom)
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
    }

    private func put(_ app: TestApp, latitude: Double, altitude: Double? = nil, member: String = "member") throws {
        let fix = Fix(
            time: app.clock.now, coordinates: try #require(Coordinates(latitude: latitude, longitude: 9.2)), accuracy: 5,
            altitude: altitude,
            speed: nil, heading: nil, battery: nil)
        app.services.hub.board(app.id("trip alpha")).update(
            BoardEntry(memberID: app.id(member), fix: fix, lastContactAt: app.clock.now), at: app.clock.now)
    }

    @Test func theGroundUnderThePeopleChoosesTheMap() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        try await setBase(app)
        try put(app, latitude: 46.401)
        let low = try await app.send(.get, "/trips/alpha/map", as: .host)
        #expect(low.body.contains("Street map, because the person in view is below 1,550 m"))
        #expect(low.body.contains("1,424 m"))
        app.clock.pass(.seconds(70))
        try put(app, latitude: 46.41)
        let high = try await app.send(.get, "/trips/alpha/map", as: .host)
        #expect(high.body.contains("Mountain map, because the person in view is above 1,550 m"))
        #expect(high.body.contains("/tiles/mountain/"))
        // The trip's own threshold wins, with what was shown before in mind.
        try await setBase(app, mountainFrom: 1660)
        let above = try await app.send(.get, "/trips/alpha/map", as: .host).body
        #expect(above.contains("Street map, because the person in view is below 1,660 m"))
        let kept = try await app.send(.get, "/trips/alpha/map?was=mountain", as: .host).body
        #expect(kept.contains("Mountain map, because the person in view is above 1,630 m"))
    }

    /// With nobody to show there are the base's lifts.
    @Test func aMapOpensOnTheBaseInTheMountains() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        try await setBase(app)
        let empty = try await app.send(.get, "/trips/alpha/map", as: .host).body
        #expect(empty.contains("Mountain map, because the base is above 1,000 m") && empty.contains("/tiles/mountain/"))
        #expect(empty.contains("data-zoom=\"13\"") && empty.contains("data-on-high-base"))
        let own = try await app.send(.get, "/trips/alpha/my/map", as: .traveller).body
        #expect(own.contains("data-zoom=\"13\"") && own.contains("data-shown=\"mountain\""))
        // Elsewhere on the map, or from a height of the trip's own, the heights decide.
        let asked = try await app.send(.get, "/trips/alpha/map?lat=46.4&lon=9.2&z=15", as: .host).body
        #expect(asked.contains("data-shown=\"street\"") && !asked.contains("data-on-high-base"))
        try put(app, latitude: 46.401)
        let people = try await app.send(.get, "/trips/alpha/map", as: .host).body
        #expect(people.contains("data-zoom=\"16\"") && people.contains("data-shown=\"street\""))
        #expect(!people.contains("data-on-high-base"))
    }

    @Test func thePhonesHeightServesWhereTheAtlasHasNone() async throws {
        let app = try await TestApp.withTrips()
        try await setBase(app, mountainFrom: 1500)
        try put(app, latitude: 46.401, altitude: 1900)
        let page = try await app.send(.get, "/trips/alpha/map", as: .host)
        #expect(page.body.contains("Mountain map, because the person in view is above 1,500 m") && page.body.contains("1,900 m by phone"))
    }

    @Test func eachPersonsChoiceIsRemembered() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        let chosen = try await app.send(
            .post, "/trips/alpha/map/style", as: .host, form: [("style", "mountain"), ("back", "/trips/alpha/map?z=13")])
        #expect(chosen.status == 303 && chosen.location == "/trips/alpha/map?z=13")
        #expect(try await app.send(.get, "/trips/alpha/map", as: .host).body.contains("Mountain map, chosen by you"))
        #expect(try await !app.send(.get, "/trips/alpha/map", as: .moderator).body.contains("chosen by you"))
        #expect(try await app.send(.post, "/trips/alpha/map/style", as: .host, form: [("style", "sea")]).status == 422)
        let away = try await app.send(.post, "/trips/alpha/map/style", as: .host, form: [("style", "auto"), ("back", "//evil.example")])
        #expect(away.location == "/trips/alpha/map")
    }

    @Test func placesPistesAndMembersAreFound() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        try put(app, latitude: 46.4)
        let json = ["Accept": "application/json"]
        let hits = try await app.send(.get, "/trips/alpha/map/search?q=da", as: .host, headers: json)
        #expect(hits.body.contains("\"Ada Example\"") && hits.body.contains("\"Member\""))
        #expect(try await app.send(.get, "/trips/alpha/map/search?q=abf", as: .host, headers: json).body.contains("Piste, easy"))
        let jump = try await app.send(.get, "/trips/alpha/map/search?q=Dorf", as: .host)
        #expect(jump.status == 303 && jump.location.contains("lat=46.4"))
        let nothing = try await app.send(.get, "/trips/alpha/map/search?q=Atlantis", as: .host)
        let told = try await app.send(.get, nothing.location, as: .host)
        #expect(told.body.contains("Nothing found on the map.") && told.body.contains("value=\"Atlantis\""))
        let at = try await app.send(.get, "/trips/alpha/map/at.json?lat=46.405&lon=9.2002&within=40", as: .host)
        #expect(at.body.contains("\"title\":\"Abfahrt\"") && at.body.contains("32T") && at.body.contains("\"Average gradient\""))
    }

    /// Whoever is looked for when something went wrong is often the one without a position.
    @Test func whoIsOnNoMapIsFoundAndSaidToBe() async throws {
        let app = try await TestApp.withTrips()
        let (json, path) = (["Accept": "application/json"], "/trips/alpha/map/search?q=example%20ada")
        let never = try await app.send(.get, path, as: .host, headers: json).body
        #expect(never.contains("\"Ada Example\"") && never.contains("\"Member, no position\""))
        #expect(never.contains("\"link\":\"/trips/alpha/members/\(app.id("member"))\""))
        // Without scripts the map lists them, with the way to their page.
        let response = try await app.send(.get, path, as: .moderator)
        #expect(response.status == 303 && response.location == "/trips/alpha/map?q=example%20ada")
        let page = try await app.send(.get, response.location, as: .moderator).tags
        #expect(page.contains("href=\"/trips/alpha/members/\(app.id("member"))\"><span>Ada Example</span>"))
        #expect(page.contains("Member, no position") && HTMLPage(page).texts(".age").contains("No position"))
        try put(app, latitude: 46.4)
        #expect(try await app.send(.get, path, as: .host).location == "/trips/alpha/map?member=\(app.id("member"))")
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/pause", as: .host).status == 303)
        let hidden = try await app.send(.get, path, as: .host, headers: json).body
        #expect(hidden.contains("\"Member, no position: sharing off\"") && !hidden.contains("46.4"))
        #expect(try await app.send(.get, "/trips/alpha/map", as: .host).page.texts(".age").contains("Sharing off"))
    }

    @Test func pistesAndLiftsAreListed() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.get, "/trips/alpha/ski", as: .host).body.contains("The map has no pistes or lifts."))
        try app.fillMap()
        try await Task.sleep(for: .milliseconds(300))
        let page = try await app.send(.get, "/trips/alpha/ski", as: .moderator)
        #expect(page.body.contains("Abfahrt") && page.body.contains("Bahn") && page.body.contains("of downhill pistes are connected"))
        #expect(page.page.has(".piste-mark") && page.body.contains("30 m terrain model"))
        for column in ["name", "kind", "length", "drop", "gradient"] {
            let sorted = try await app.send(.get, "/trips/alpha/ski?sort=\(column)", as: .moderator).page
            #expect(sorted.has("th[aria-sort=\(["name", "kind"].contains(column) ? "ascending" : "descending")]"), "\(column)")
        }
        // Over a few metres a terrain model of 30 m says nothing.
        #expect(!page.body.contains("teepest") && page.page.texts("th").contains("Gradient"))
        let link = try #require(page.body.firstMatch(of: /href="(\/trips\/alpha\/ski\/\d+)">Abfahrt/)?.1)
        let line = try await app.send(.get, String(link), as: .moderator)
        #expect(line.page.texts("dt").contains("Drop") && line.body.contains("profile-line"))
        #expect(try await app.send(.get, "/trips/alpha/ski/1", as: .host).status == 404)
    }

    @Test func thePrintCarriesWhatWasSeen() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        try put(app, latitude: 46.4)
        let page = try await app.send(.get, "/trips/alpha/map/print?lat=46.4&lon=9.2&z=13.4&style=mountain&paper=letter", as: .moderator)
        #expect(
            page.body.contains("/tiles/mountain/") && page.body.contains("© OpenStreetMap contributors") && page.body.contains("letter"))
        #expect(page.body.contains("Ada Example") && page.body.contains(" ft"))
        // Only what is on it is in the legend.
        #expect(page.body.contains("Piste: easy") && page.body.contains("Gondola") && !page.body.contains("intermediate"))
        #expect(!page.body.contains("Stale:") && !page.body.contains("Meeting point,") && page.body.contains("Fresh: at most"))
        let bare = try await app.send(.get, "/trips/alpha/map/print?lat=46.4&lon=9.2&z=13.4&style=mountain&layer=none", as: .host).body
        #expect(bare.contains("without=ski,places") && !bare.contains("Ada Example") && !bare.contains("Piste: easy"))
        #expect(!HTMLPage(bare).has("g.marker") && bare.contains("chosen by you") && bare.contains("2026, 15:03 CET (Europe/"))
    }

    /// Two stand at one place: each has a number, a line leads there, and the table has names, squares and places.
    @Test func whoStandsTogetherIsMovedAsideOnPaper() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        for member in ["member", "member host"] { try put(app, latitude: 46.4, member: member) }
        try put(app, latitude: 46.41, member: "member moderator")
        let page = try await app.send(.get, "/trips/alpha/map/print?lat=46.405&lon=9.2&z=14", as: .host).body
        let people = try #require(page.firstRange(of: ">On this map<"))
        let end = try #require(page[people.upperBound...].firstRange(of: "</table>"))
        let rows = page[people.upperBound..<end.lowerBound]
        #expect(rows.contains("Ada Example") && rows.contains("host Person") && rows.contains("moderator Person"))
        #expect(rows.components(separatedBy: "46.40000, 9.20000").count == 3)
        let utm = try #require(Coordinates(latitude: 46.4, longitude: 9.2)?.utmText)
        #expect(rows.components(separatedBy: utm).count == 3 && rows.contains("15:03, just now"))
        // The head of the table, which every sheet repeats, says of when it is.
        let asOf = "Positions as of Mon 5 Jan 2026, 15:03 CET (Europe/Zurich). Each line says how old it is."
        #expect(HTMLPage(page).texts("thead .stamp") == [asOf])
        #expect(["1", "2", "3"].allSatisfy { page.contains("<text>\($0)</text>") } && !page.contains("<text>A</text>"))
        #expect(HTMLPage(page).has("#leaders path") && rows.contains(">F5<") && rows.contains(">F3<"))
        // Who needs help comes first, wherever they are.
        let helped = try #require(page.firstRange(of: ">Needs help</th>"))
        #expect(page[helped.upperBound..<people.lowerBound].contains("traveller Person"))
        #expect(!page[people.upperBound...].contains("traveller Person"))
    }

    @Test func marksOnPaperDoNotCoverEachOther() {
        let crowd = (0..<40).map { _ in (x: 500.0, y: 350.0) } + [(x: 3.0, y: 3.0)]
        let places = PrintPlaces.spread(crowd)
        #expect(places[0] == (500, 350) && places.count == 41)
        for (index, a) in places.enumerated() {
            #expect(places[..<index].allSatisfy { hypot($0.x - a.x, $0.y - a.y) >= 2 * PrintPlaces.radius })
        }
        #expect(PrintPlaces.square(of: (0, 0)) == "A1" && PrintPlaces.square(of: (999, 699)) == "K7")
        #expect(PrintPlaces.square(of: (1000, 10)) == nil)
    }

    /// By how well they are known to be, and by name.
    @Test func thePeopleOfTheListStandInParts() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        try put(app, latitude: 46.4)
        let fresh = try await app.send(.get, "/trips/alpha/map", as: .host).page
        #expect(fresh.has("#part-fresh .person-row") && !fresh.has("#part-lost .person-row") && fresh.has("#part-off .person-row"))
        app.clock.pass(.hours(1))
        let lost = try await app.send(.get, "/trips/alpha/map?member=\(app.id("member"))", as: .host)
        #expect(lost.page.has("#part-lost .person-row") && !lost.page.has("#part-fresh .person-row"))
        // Without scripts the chosen one has a card, a ring and a name.
        #expect(lost.page.has(".marker.selected .halo") && lost.page.texts(".marker-name") == ["Ada Example"])
        #expect(lost.page.text(".contact-words") == "Last contact 1 h ago" && lost.page.texts(".card-chips .chip").contains("Bus 1"))
        #expect(lost.body.contains("href=\"tel:") && lost.body.contains("/friends/\(app.id("member"))/chat"))
    }

    @Test func prefixesAreFoundFirst() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        let hits = try await app.send(.get, "/trips/alpha/map/search?q=ba", as: .host, headers: ["Accept": "application/json"]).body
        #expect(hits.contains("\"Bahn\""))
    }

    @Test func whatAutoShowedIsPrintedAndNotCalledOnesOwnChoice() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        try await setBase(app)
        try put(app, latitude: 46.41)
        let path = "/trips/alpha/map/print?lat=46.41&lon=9.2&z=14&style=auto&shown="
        let shown = try await app.send(.get, path + "mountain", as: .host).body
        #expect(shown.contains("Mountain map, because the person in view is above 1,520 m"))
        let kept = try await app.send(.get, path + "street", as: .host).body
        #expect(kept.contains("Street map, chosen by Auto") && kept.contains("/tiles/street/") && !kept.contains("/tiles/mountain/"))
    }

    @Test func rasterServersAreLetInOnTheMapAlone() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        let form = [
            ("style", "street"), ("street_url", "https://tiles.example/{z}/{x}/{y}.png"), ("street_attribution", "Tiles by Example"),
        ]
        #expect(try await app.send(.post, "/map-data/raster-servers", as: .admin, form: form).status == 303)
        let map = try await app.send(.get, "/trips/alpha/map", as: .host)
        #expect(map.headers[.init("content-security-policy")!]?.contains("img-src 'self' data: https://tiles.example;") == true)
        #expect(map.body.contains("https://tiles.example/{z}/{x}/{y}.png") && map.body.contains("Tiles by Example"))
        #expect(try await app.send(.get, "/trips/alpha", as: .host).headers[.init("content-security-policy")!] == nil)
        let bad = try await app.send(
            .post, "/map-data/raster-servers", as: .admin,
            form: [("style", "street"), ("street_url", "https://x'; script-src *"), ("street_attribution", "A")])
        #expect(bad.status == 422 && bad.body.contains("https://x&#39;; script-src *"))
        #expect(
            try await app.send(.post, "/map-data/raster-servers", as: .admin, form: [("style", "street"), ("street_url", "")]).status
                == 303)
        #expect(try await !app.send(.get, "/trips/alpha/map", as: .host).body.contains("tiles.example"))
    }

    @Test func tracksAreLinkedInEveryFormatWhereAHostLooks() async throws {
        let app = try await TestApp.withTrips()
        let group = try #require(try app.services.roster.groups(app.host()).first).name
        let query = "?group=" + (group.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        let pages = ["/trips/alpha/groups?set=all", "/trips/alpha/map" + query, "/trips/alpha/members/\(app.id("member"))"]
        for path in pages {
            let body = try await app.send(.get, path, as: .host).body
            for format in TrackFormat.allCases {
                let links = body.components(separatedBy: "href=\"").dropFirst().map { $0.components(separatedBy: "\"")[0] }
                let link = try #require(links.first { $0.contains("/track.\(format.rawValue)") })
                let file = try await app.send(.get, link, as: .host)
                #expect(file.status == 200 && file.headers[.contentType] == format.type)
                #expect(try await app.send(.get, link, as: .moderator).status == 403)
            }
            let others = try await app.send(.get, path, as: .moderator).body
            #expect(!others.contains("/track."))
        }
    }
}
