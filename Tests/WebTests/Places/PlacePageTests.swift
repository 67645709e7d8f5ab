import Domain
import Foundation
import Testing

/// One place, for a group, on paper, on a phone; with texts that mean harm, and with very many places.
@Suite struct PlacePageTests {
    @Test func aPlaceTellsItsWeekAndWhoToAsk() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let page = HTMLPage(try await app.send(.get, "/trips/alpha/places/n1", as: .host).body)
        #expect(page.text("h1") == "Zum Löwen" && page.text(".is-today th") == "Today" && page.text(".is-today td") == "11:00–22:00")
        #expect(page.count(".place-week tr") == 7 && page.texts(".hint").contains("From OpenStreetMap, the map of Mon 5 Jan 2026"))
        #expect(page.texts(".place-far").first?.hasPrefix("200 m · 4 min walk from Haus") == true)
        let links = page.find("main a").compactMap { $0["href"] }
        for wanted in [
            "tel:+410000001", "https://loewen.example/a", "geo:46.401799,9.2?q=46.401799,9.2",
            "https://www.openstreetmap.org/directions?to=46.401799%2C9.2",
            "https://www.google.com/maps/dir/?api=1&destination=46.401799%2C9.2", "https://maps.apple.com/?daddr=46.401799%2C9.2",
        ] { #expect(links.contains(wanted), "\(wanted)") }
        #expect(page.find("a[target=_blank]").allSatisfy { $0["rel"]?.contains("noopener noreferrer") == true })
        #expect(page.texts("dd").contains("Yes") && page.texts("dd").contains("Gluten-free"))
        // Raw, and never closed.
        let raw = HTMLPage(try await app.send(.get, "/trips/alpha/places/n3", as: .traveller).body)
        #expect(raw.text(".raw-hours") == "if the sun shines" && raw.text(".place-state .chip") == "Hours unclear")
        for path in ["n99", "w1", "x", "h018f0000-0000-7000-8000-000000000001", "n1%2F.."] {
            #expect(try await app.send(.get, "/trips/alpha/places/" + path, as: .host).status == 404, "\(path)")
        }
        #expect(try await app.send(.get, "/trips/alpha/places/n1/card", as: .traveller).body.contains("place-card"))
    }

    @Test func anEventBeginsWhereAndWhenItIsOpen() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let page = HTMLPage(try await app.send(.get, "/trips/alpha/places/n1", as: .host).body)
        let link = try #require(page.find(".place-acts a").compactMap { $0["href"] }.first { $0.contains("/events/new?") })
        let form = HTMLPage(try await app.send(.get, link, as: .host).body)
        let value = { (name: String) in form.find("input[name=\(name)]").first?["value"] }
        #expect(value("place") == "Zum Löwen" && value("meeting_point") == "Zum Löwen" && value("meeting_latitude") == "46.401799")
        #expect(value("start_day") == "2026-01-05" && value("start_time") == "19:00" && value("end_time") == "21:00")
        let mine = HTMLPage(try await app.send(.get, "/trips/alpha/places/n1", as: .traveller).body)
        #expect(mine.find(".place-acts a").contains { $0["href"]?.hasPrefix("/trips/alpha/my/events/new?") == true })
    }

    private func addToBus(_ app: TestApp, _ name: String, _ diet: String) async throws {
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.groups], fields[.diet], fields[.status]) = (
            name, "Test", "Bus 9", diet, "confirmed"
        )
        _ = try await app.services.roster.add(fields, app.host())
    }

    /// Diets are for staff: a traveller who asks for a group hears nothing of it.
    @Test func aGroupIsComparedWithWhatIsKnownAndNobodyElseHears() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        for (name, diet) in [("Vera", "vegan"), ("Gus", "Gluten-free"), ("Nina", "SECRET nut allergy"), ("Omar", "")] {
            try await addToBus(app, name, diet)
        }
        let group = try #require(try app.services.roster.groups(app.host()).first { $0.name == "Bus 9" }).id
        let page = try await app.placesPage("?for=g\(group)")
        #expect(page.text(".place-party h2") == "Bus 9, 4 people" && page.text(".wishes li") == "SECRET nut allergy Nina Test")
        #expect(page.texts(".place-name").count == 4, "the unknown is never hidden")
        #expect(
            Array(page.texts(".place-fits .chip").prefix(4)) == [
                "Vegan (1): served", "Gluten-free (1): not served", "Vegan (1): not known", "Gluten-free (1): not known",
            ])
        let list = HTMLPage(try await app.send(.get, "/trips/alpha/places/call-list?for=g\(group)", as: .moderator).body)
        #expect(
            list.text("h1") == "Call list for Bus 9" && list.count(".call-rows > li") == 4
                && list.find("a").contains { $0["href"] == "tel:+410000001" })
        for user in [TestUser.traveller] {
            for path in ["", "/call-list"] {
                let body = try await app.send(.get, "/trips/alpha/places\(path)?for=g\(group)", as: user).body
                #expect(!body.contains("SECRET") && !body.contains("Nina") && !body.contains("Bus 9") && !body.contains("Vegan (1)"))
            }
        }
    }

    @Test func paperAndThePhonesOwnPageHoldWhatOneNeeds() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let paper = HTMLPage(try await app.send(.get, "/trips/alpha/places/print", as: .traveller).body)
        #expect(paper.text("h1") == "Eating around the base" && paper.count("tbody tr") == 5)
        #expect(paper.texts("tbody td").contains("Every day 11:00–22:00") && paper.texts("tbody td").contains("if the sun shines"))
        let kept = HTMLPage(try await app.send(.get, "/trips/alpha/places/around", as: .traveller).body)
        // A phone lists it beside the list of all.
        #expect(kept.text("title")?.hasPrefix("Places around the base · ") == true)
        #expect(kept.texts(".place-name").contains("Apotheke") && kept.has("details[data-of=n1] .place-week"))
        let home = try await app.send(.get, "/trips/alpha/my", as: .traveller).body
        #expect(home.contains("/trips/alpha/places/around") && home.contains("href=\"/trips/alpha/places\""))
    }

    @Test func theMapAsksForWhatLiesInItsWindow() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let path = "/trips/alpha/places/map.json?north=46.41&west=9.1&south=46.4&east=9.3&kind="
        let all = try await app.send(.get, path + "all", as: .traveller).body
        #expect(all.contains("\"Apotheke\"") && all.contains("\"open\":\"no\"") && !all.contains("Weit oben"))
        let eating = try await app.send(.get, path + "eating", as: .host).body
        #expect(!eating.contains("Apotheke"))
        #expect(try await app.send(.get, "/trips/alpha/places/map.json?north=1", as: .host).status == 422)
        let map = try await app.send(.get, "/trips/alpha/map?lat=46.402&lon=9.2&z=15&layer=listed", as: .host).body
        #expect(map.contains("href=\"/trips/alpha/places/n1\""))
        let usual = try await app.send(.get, "/trips/alpha/map?lat=46.402&lon=9.2&z=15", as: .host).body
        #expect(!usual.contains("places/n1"))
    }

    @Test func manyPlacesComeFiftyAtATimeAndOneAlone() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces((0..<10_000).map { (Double($0 % 900), ["amenity": "cafe", "name": "Café \($0)"]) })
        let page = try await app.placesPage()
        #expect(page.count(".place-card") == 50 && page.text("#places-count") == "50 places, and more")
        let more = try #require(page.find("#show-more").first?["href"])
        #expect(try await app.placesPage(String(more.dropFirst("/trips/alpha/places".count))).count(".place-card") == 100)
        let all = try await app.placesPage("?count=1000")
        #expect(!all.has("#show-more") && all.count(".place-card") == 1000)
        try await app.fillPlaces([(100, ["amenity": "cafe"])])
        let one = try await app.placesPage()
        #expect(one.texts(".place-name") == ["Café"] && one.text("#places-count") == "1 place")
    }

    /// The map is written by strangers.
    @Test func whatTheMapSaysIsTextEverywhere() async throws {
        let app = try await TestApp.withTrips()
        let harm = "\"><script>alert(1)</script>"
        let tags = [
            "amenity": "restaurant", "name": harm, "cuisine": harm, "opening_hours": harm, "phone": harm + "1",
            "website": "javascript:alert(1)",
            "addr:street": harm, "operator": harm, "level": harm, "capacity": harm, "outdoor_seating": harm,
        ]
        try await app.fillPlaces([(100, tags), (150, ["amenity": "cafe", "name": "مطعم \u{202E}الجبل", "website": "https://\"onclick=x"])])
        for path in ["", "/n1", "/n2", "/n1/card", "/print", "/call-list", "/around", "/map.json?north=47&west=9&south=46&east=10"] {
            let body = try await app.send(.get, "/trips/alpha/places" + path, as: .host).body
            #expect(!body.contains("<script>alert") && !body.contains("javascript:") && !body.contains("\"onclick=x"), "\(path)")
        }
        let page = try await app.placesPage("?cuisine=\("%22%3E%3Cscript%3Ealert(1)%3C/script%3E")&q=%22%3E%3Cscript%3Ealert(1)")
        #expect(page.has("#place-filter") && !page.has("main script"))
    }
}
