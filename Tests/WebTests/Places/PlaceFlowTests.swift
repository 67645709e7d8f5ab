import Domain
import Foundation
import Testing

/// Lists of places, one place, paper and the phone's own page.
@Suite struct PlaceFlowTests {
    private func names(_ page: HTMLPage) -> [String] { page.texts(".place-name") }

    @Test func placesAreListedByWhereOneIsAndHowFarOneGoes() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let page = try await app.placesPage()
        #expect(names(page) == ["Zum Löwen", "Abendrot", "Rätsel", "Ohne Zeiten"] && page.text("#places-from") == "Within 1.0 km of Haus")
        #expect(page.texts(".place-state .chip") == ["Open until 22:00", "Opens 17:30", "Hours unclear", "Hours not known"])
        #expect(page.texts(".place-way").contains("200 m · 4 min walk"))
        #expect(page.texts(".place-serves").contains { $0.hasPrefix("Vegetarian, Vegan") })
        #expect(page.texts(".place-distance").first == "200 m")
        #expect(names(try await app.placesPage("?radius=250")) == ["Zum Löwen"])
        let wide = try await app.placesPage("?radius=5000")
        #expect(names(wide).last == "Weit oben" && wide.texts(".place-distance").last == "3.0 km")
        #expect(wide.texts(".place-words > p").contains { $0.contains("52 min walk") })
        #expect(names(try await app.placesPage("?kind=pharmacy")) == ["Apotheke"])
        // From a point, and from one's own last position.
        #expect(names(try await app.placesPage("?from=point&lat=46.4270&lon=9.2")) == ["Weit oben"])
        try app.put("member traveller", north: 2900)
        let own = try await app.placesPage("?from=me", as: .traveller)
        #expect(names(own) == ["Weit oben"] && own.text("#places-from") == "Within 1.0 km of your position")
    }

    @Test func namesAreFoundWithoutAccents() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        #expect(names(try await app.placesPage("?q=LOWEN")) == ["Zum Löwen"])
        #expect(names(try await app.placesPage("?q=ratsel&radius=20000")) == ["Rätsel"])
    }

    @Test func anEmptyListNamesWhatEmptiedItAndWidens() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let page = try await app.placesPage("?q=weit")
        #expect(page.text(".empty > p") == "Nothing found within 1.0 km with these filters.")
        #expect(page.texts(".widers a") == ["Any name: 4 places", "Within 5.0 km: 1 place"])
        let wider = try #require(page.find(".widers a").last?["href"])
        #expect(names(try await app.placesPage(String(wider.dropFirst("/trips/alpha/places".count)))) == ["Weit oben"])
        // Two conditions that only together leave nothing.
        let both = try await app.placesPage("?q=zzz&diet=kosher&radius=20000")
        #expect(both.texts(".widers a") == ["Without these filters: 5 places"])
        #expect(try await app.placesPage("?stars=5").texts(".widers a") == ["Any stars: 4 places"])
    }

    @Test func openMeansKnownToBeOpen() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        let now = try await app.placesPage("?open=now")
        #expect(names(now) == ["Zum Löwen"] && now.text("#show-unknown") == "2 places have no known hours: show them too")
        let all = try await app.placesPage("?open=now&unknown=yes")
        #expect(names(all) == ["Zum Löwen", "Rätsel", "Ohne Zeiten"] && !all.has("#show-unknown"))
        // What is asked is said also while the filters are folded away.
        #expect(all.text("#places-from") == "Within 1.0 km of Haus · Open now")
        let evening = try await app.placesPage("?open=at&day=2026-01-05&time=22:00")
        #expect(names(evening) == ["Abendrot"] && evening.text(".place-state .chip") == "Open until 23:00")
        #expect(names(try await app.placesPage("?open=at&day=2026-01-05&time=18:00&sort=longest")) == ["Abendrot", "Zum Löwen"])
        // What stays open until an event ends.
        let host = try app.host()
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint) = ("Dinner", "x", "At the church")
        (fields.meetingLatitude, fields.meetingLongitude) = (46.4 + 2900.0 / 111_195, 9.2)
        fields.startsAt = host.trip.zone.instant(day: Day(number: host.trip.zone.today(at: app.clock.now).number), secondsOfDay: 21 * 3600)
        fields.endsAt = fields.startsAt + .minutes(90)
        let id = try await app.services.events.create(fields, confirmsPast: false, host)
        try await app.services.events.publish(
            app.services.events.find(id, host), to: .everyone, groups: [], members: [app.id("member")], admitsNewcomers: false, host)
        #expect(names(try await app.placesPage("?open=e\(id)")) == ["Abendrot"])
        let meeting = try await app.placesPage("?from=e\(id)")
        #expect(names(meeting) == ["Weit oben"] && meeting.text("#places-from") == "Within 1.0 km of At the church")
    }

    @Test func filtersAreRememberedPerPersonAndReset() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        #expect(try await app.placesPage().find("#place-radius").first?["value"] == "1000")
        let form = [("radius", "250"), ("q", "rot"), ("kind", "eating"), ("open", "now"), ("from", "base")]
        let kept = try await app.send(.post, "/trips/alpha/places/filter", as: .host, form: form)
        #expect(kept.status == 303 && kept.location.hasPrefix("/trips/alpha/places?from=base"))
        let page = try await app.placesPage()
        #expect(page.find("#place-radius").first?["value"] == "250" && page.find("#place-search").first?["value"] == "")
        #expect(page.has("#reset-filters") && names(page) == ["Zum Löwen"])
        // Nobody else's.
        #expect(try await app.placesPage(as: .traveller).find("#place-radius").first?["value"] == "1000")
        // An address that says something is obeyed.
        #expect(try await app.placesPage("?sort=distance").find("#place-radius").first?["value"] == "1000")
        let reset = try await app.send(.post, "/trips/alpha/places/filter", as: .host, form: [("reset", "yes")])
        #expect(reset.location == "/trips/alpha/places?done=reset")
        let usual = try await app.placesPage("?done=reset")
        #expect(usual.find("#place-radius").first?["value"] == "1000" && !usual.has("#reset-filters"))
    }

    @Test func aStartThatIsNotThereSaysSo() async throws {
        let app = try await TestApp.withTrips()
        let without = try await app.placesPage()
        #expect(without.text(".empty > p") == "No map has been imported yet.")
        try await app.fillPlaces()
        let lost = try await app.placesPage("?from=me")
        #expect(lost.text(".problem")?.hasPrefix("Your position is not known.") == true)
        #expect(lost.text("#places-from") == "Within 1.0 km of Haus")
        #expect(try await app.placesPage("?from=m\(app.id("member"))").text(".problem")?.contains("not shared with you") == true)
    }

    /// Travellers start from those alone who show themselves to them.
    @Test func hiddenMembersAreNoStart() async throws {
        let app = try await TestApp.withTrips()
        try await app.fillPlaces()
        try app.put("member", north: 2900)
        let query = "?from=m\(app.id("member"))"
        #expect(names(try await app.placesPage(query)) == ["Weit oben"])
        let hosts = [("level", "hosts"), ("time", "tonight")]
        let session = try await app.joined("member")
        #expect(try await app.send(.post, "/trips/alpha/my/sharing", token: session, form: hosts).status == 303)
        let refused = try await app.placesPage(query, as: .traveller)
        #expect(refused.has(".problem") && !names(refused).contains("Weit oben"))
        #expect(!refused.find("#place-origin option").contains { $0["value"]?.hasPrefix("m0") == true })
    }
}
