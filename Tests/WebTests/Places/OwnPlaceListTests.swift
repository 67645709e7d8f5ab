import Domain
import Foundation
import Testing

/// Places that hosts added stand beside those of the map, by the same rules.
@Suite struct OwnPlaceListTests {
    private func add(_ name: String, _ hours: String, _ app: TestApp) async throws -> String {
        let form = [
            ("name", name), ("kind", "bar"), ("place_latitude", "46.401"), ("place_longitude", "9.2"), ("phone", "+00 5 55"),
            ("hours", hours),
        ]
        let added = try await app.send(.post, "/trips/alpha/places/new", as: .host, form: form)
        return String(added.location.prefix { $0 != "?" })
    }

    private func dinner(_ app: TestApp, from seconds: Int, minutes: Int) async throws -> ID {
        let host = try app.host()
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint) = ("Dinner", "x", "Here")
        fields.startsAt = host.trip.zone.instant(day: host.trip.zone.today(at: app.clock.now), secondsOfDay: seconds)
        fields.endsAt = fields.startsAt + .minutes(minutes)
        let id = try await app.services.events.create(fields, confirmsPast: false, host)
        try await app.services.events.publish(
            app.services.events.find(id, host), to: .everyone, groups: [], members: [app.id("member")], admitsNewcomers: false, host)
        return id
    }

    private func state(of name: String, _ page: HTMLPage) -> String? {
        zip(page.texts(".place-name"), page.texts(".place-state .chip")).first { $0.0 == name }?.1
    }

    /// It is 15:03 there.
    @Test func theyAreOpenOrNotAtTheTimeThatIsAskedFor() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        _ = try await add("Evening bar", "Mo-Su 18:00-22:00", app)
        _ = try await add("Day bar", "11:00-20:00", app)
        let now = try await app.placesPage("?open=now")
        #expect(now.texts(".place-name").contains("Day bar") && !now.texts(".place-name").contains("Evening bar"))
        #expect(state(of: "Evening bar", try await app.placesPage("")) == "Opens 18:00")
        let evening = try await app.placesPage("?open=at&day=2026-01-05&time=20:30")
        #expect(state(of: "Evening bar", evening) == "Open until 22:00" && !evening.texts(".place-name").contains("Day bar"))
        let event = try await app.placesPage("?open=e\(try await dinner(app, from: 19 * 3600, minutes: 180))")
        #expect(event.texts(".place-name").contains("Evening bar") && !event.texts(".place-name").contains("Day bar"))
        let longest = try await app.placesPage("?kind=bar&sort=longest&open=at&day=2026-01-05&time=19:00")
        #expect(longest.texts(".place-name") == ["Evening bar", "Day bar"])
    }

    /// As those of the map are: by words that begin within a word, whatever accents they have.
    @Test func theyAreFoundByPartsOfTheirNames() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        _ = try await add("Almhütte", "Mo-Su 11:00-22:00", app)
        for (typed, isFound) in [("hutte", true), ("h%C3%BCtte%20ALM", true), ("almh%C3%BCtten", false)] {
            #expect(try await app.placesPage("?kind=all&q=" + typed).texts(".place-name") == (isFound ? ["Almhütte"] : []), "\(typed)")
        }
        // Of the map: the "Zum Löwen".
        #expect(try await app.placesPage("?kind=all&q=owen").texts(".place-name") == ["Zum Löwen"])
    }

    /// Neither the map's nor the hosts' own: on no list, no map and no paper.
    @Test func whatIsHiddenIsHiddenEverywhere() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let own = try await add("Lodge bar", "Mo-Su 11:00-22:00", app)
        let paths = ["?kind=all", "/map.json?north=46.5&west=9&south=46.3&east=9.4&kind=all", "/around", "/print", "/call-list?kind=all"]
        func shown(_ user: TestUser) async throws -> [String] {
            var found: [String] = []
            for path in paths {
                let body = try await app.send(.get, "/trips/alpha/places" + path, as: user).body
                for name in ["Lodge bar", "Zum Löwen"] where body.contains(name) { found.append(path + " " + name) }
            }
            return found
        }
        #expect(try await shown(.traveller).count == 10)
        for place in [own, "/trips/alpha/places/n1"] {
            let form = [("hidden", "on"), ("reason", "Rude to groups")]
            #expect(try await app.send(.post, place + "/note", as: .host, form: form).status == 303)
        }
        #expect(try await shown(.traveller) == [])
        // Hosts see them marked on the list, and where they are on the map.
        #expect(try await Set(shown(.host).map { $0.prefix { $0 != " " } }) == Set(paths.prefix(2).map { $0.prefix { $0 != " " } }))
        let list = try await app.send(.get, "/trips/alpha/places?kind=all", as: .host).body
        #expect(list.contains("Hidden: Rude to groups"))
    }

    @Test func whatPeopleSawOfThemIsOnTheMapToo() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let own = try await add("Lodge bar", "Mo-Su 11:00-22:00", app)
        let map = "/trips/alpha/places/map.json?north=46.4011&west=9.1&south=46.4009&east=9.3&kind=all"
        #expect(try await app.send(.get, map, as: .traveller).body.contains("\"open\":\"yes\""))
        _ = try await app.send(.post, own + "/reports", as: .traveller, form: [("kind", "closed")])
        #expect(try await app.send(.get, map, as: .traveller).body.contains("\"open\":\"no\""))
    }

    @Test func searchFindsThemAndNothingThatIsHidden() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let own = try await add("Lodge bar", "", app)
        func links(_ text: String, _ user: TestUser) async throws -> [String] {
            let page = HTMLPage(try await app.send(.get, "/trips/alpha/search?q=\(text)&part=yes", as: user).body)
            return page.find("a").compactMap { $0["href"] }.filter { $0.contains("/places/") || $0.contains("/map?lat") }
        }
        for user in [TestUser.traveller, .host] { #expect(try await links("lodge", user) == [own]) }
        #expect(try await links("abendrot", .traveller).count == 1)
        for place in [own, "/trips/alpha/places/n2"] {
            _ = try await app.send(.post, place + "/note", as: .host, form: [("hidden", "on"), ("reason", "Rude")])
        }
        for text in ["lodge", "abendrot"] { #expect(try await links(text, .traveller).isEmpty, "\(text)") }
        #expect(try await links("abendrot", .host).count == 1)
    }
}
