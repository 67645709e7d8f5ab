import Domain
import Services
import Testing

/// What people report of places, what hosts note, and places that the map lacks.
@Suite struct PlaceReportTests {
    private let rosa = "/trips/alpha/places/n10"

    private func report(
        _ kind: String, as user: TestUser = .traveller, more: [(String, String)] = [], _ app: TestApp
    ) async throws -> String {
        let response = try await app.send(.post, rosa + "/reports", as: user, form: [("kind", kind)] + more)
        #expect(response.status == 303, "\(response.body)")
        return String(response.location.suffix(36))
    }

    @Test func whatPeopleSawStandsAboveTheMapWithNameAndAge() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await report("closed", app)
        app.clock.pass(.minutes(5))
        let line = try await app.page(rosa, as: .host).text(".said-lines li")
        #expect(line?.contains("Closed today") == true && line?.contains("traveller Person, 5 min ago") == true)
        let list = try await app.send(.get, "/trips/alpha/places?from=point&lat=46.4&lon=9.2&kind=restaurant", as: .host).body
        #expect(list.contains("Closed today, says traveller at 15:03"))
        _ = try await report("open", as: .moderator, app)
        #expect(try await app.page(rosa, as: .host).text(".said-lines li")?.contains("Seen open today") == true)
        #expect(try await app.page("/trips/beta/places/n10", as: .hostOfAnotherTrip).count(".said-lines li") == 0)
    }

    @Test func whatIsSaidOfTodayEndsAtMidnight() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await report("closed", app)
        _ = try await report("kitchen", more: [("time", "20:30")], app)
        let page = try await app.page(rosa, as: .host)
        #expect(page.texts(".said-lines .chip") == ["Closed today", "Kitchen closes at 20:30"])
        // It is 15:03 there.
        app.clock.pass(.hours(9))
        #expect(try await app.page(rosa, as: .host).count(".said-lines li") == 0)
    }

    @Test func aWrongNumberIsReportedWithTheRightOne() async throws {
        let app = try await TestApp.withPlaces()
        let form = [("kind", "phone"), ("phone", "none")]
        let page = HTMLPage(try await app.send(.post, rosa + "/reports", as: .traveller, form: form).body)
        #expect(page.text("#phone-error") != nil && page.find("#phone").first?["value"] == "none")
        _ = try await report("phone", more: [("phone", "+00 99 88")], app)
        app.clock.pass(.days(2))
        try await app.signInAgain()
        #expect(try await app.page(rosa, as: .host).find(".said-lines a").first?["href"] == "tel:+009988")
        // The next map has it right.
        try await app.setMap(TestApp.rosa.replacing("+00 12 34", with: "+00 99 88"))
        #expect(try await app.page(rosa, as: .host).count(".said-lines li") == 0)
    }

    @Test func theReporterOrAHostTakesAReportBackAndUndoesThat() async throws {
        let app = try await TestApp.withPlaces()
        let id = try await report("closed", app)
        let path = rosa + "/reports/\(id)/withdraw"
        #expect(try await app.send(.post, path, as: .moderator).status == 403)
        #expect(try await app.send(.post, path.replacing("alpha", with: "beta"), as: .hostOfAnotherTrip).status == 404)
        #expect(try await app.page(rosa + "?reported=\(id)", as: .traveller).find(".toast form").first?["action"] == path)
        let gone = try await app.send(.post, path, as: .host)
        let page = try await app.page(gone.location, as: .host)
        #expect(page.count(".said-lines li") == 0)
        _ = try await app.send(.post, try #require(page.find(".toast form").first?["action"]), as: .host)
        #expect(try await app.page(rosa, as: .traveller).count(".said-lines li") == 1)
        #expect(try await app.send(.post, path, as: .traveller).status == 303)
    }

    @Test func nobodyReportsWithoutEnd() async throws {
        let app = try await TestApp.withPlaces()
        for _ in 1...20 { _ = try await report("open", app) }
        #expect(try await app.send(.post, rosa + "/reports", as: .traveller, form: [("kind", "open")]).status == 429)
    }

    // MARK: notes

    private func note(_ values: [(String, String)], _ app: TestApp) async throws -> TestApp.TestResponse {
        try await app.send(.post, rosa + "/note", as: .host, form: values)
    }

    @Test func hostsNoteRecommendAndTakeItBack() async throws {
        let app = try await TestApp.withPlaces()
        let saved = try await note([("text", "24 booked at 19:00"), ("recommended", "on")], app)
        let page = try await app.page(saved.location, as: .host)
        #expect(page.text(".place-note .pre") == "24 booked at 19:00" && page.text(".place-note .chip") == "Recommended by your hosts")
        #expect(try await app.page(rosa, as: .traveller).text(".place-note .pre") == "24 booked at 19:00")
        #expect(try await app.send(.get, rosa + "/note", as: .traveller).status == 403)
        #expect(try await note([("text", "x")], app).status == 409, "without having read the first")
        let place = try #require(PlaceID("n10"))
        let last = try #require(try app.services.placeReports.note(of: place, app.staff(.host))).id
        let second = try await note([("text", "Full tonight"), ("last", last.description)], app)
        let undo = try #require(try await app.page(second.location, as: .host).find(".toast form").first?["action"])
        #expect(try await app.send(.post, undo, as: .host).status == 303)
        #expect(try await app.page(rosa, as: .host).text(".place-note .pre") == "24 booked at 19:00")
    }

    @Test func aHiddenPlaceIsOnNoTravellersListAndSaysWhy() async throws {
        let app = try await TestApp.withPlaces()
        let page = HTMLPage(try await note([("hidden", "on")], app).body)
        #expect(page.text("#reason-error") == "Say why it is hidden: people will ask.")
        _ = try await note([("hidden", "on"), ("reason", "Rude to groups")], app)
        let list = "/trips/alpha/places?from=point&lat=46.4&lon=9.2&kind=restaurant"
        #expect(try await !app.send(.get, list, as: .traveller).body.contains(">Rosa<"))
        #expect(try await app.send(.get, list, as: .host).body.contains("Hidden: Rude to groups"))
        #expect(try await app.page(rosa, as: .traveller).text(".place-note")?.contains("Rude to groups") == true)
    }

    // MARK: places of the trip's own

    private let hut: [(String, String)] = [
        ("name", "Lodge bar"), ("kind", "bar"), ("place_latitude", "46.401"), ("place_longitude", "9.201"), ("phone", "+00 5 55"),
    ]

    @Test func hostsAddAPlaceThatTheMapLacks() async throws {
        let app = try await TestApp.withPlaces()
        let path = "/trips/alpha/places/new"
        #expect(try await app.send(.post, path, as: .traveller, form: hut).status == 403)
        let wrong = HTMLPage(try await app.send(.post, path, as: .host, form: hut + [("hours", "whenever we like")]).body)
        #expect(wrong.text("#hours-error")?.contains("cannot be read") == true && wrong.find("#name").first?["value"] == "Lodge bar")
        let added = try await app.send(.post, path, as: .host, form: hut + [("hours", "Mo-Su 9-23h")])
        let place = String(added.location.prefix { $0 != "?" })
        let page = try await app.page(place, as: .traveller)
        #expect(page.text("h1") == "Lodge bar" && page.text(".hours-remarks") == "Times were read as 09:00 or 18:30.")
        #expect(try await app.send(.get, "/trips/alpha/places?from=point&lat=46.4&lon=9.2", as: .traveller).body.contains("Lodge bar"))
        #expect(try await app.send(.get, place.replacing("alpha", with: "beta"), as: .hostOfAnotherTrip).status == 404)
        // Reviews of it are the trip's alone.
        #expect(try await app.page(place + "/review", as: .traveller).count("input[name=for_all]") == 0)
        let id = String(place.split(separator: "/").last ?? "")
        #expect(try await app.review(.traveller, "5", "Cosy", of: id, more: [("for_all", "on")]).status == 303)
        #expect(try app.firstNumber("SELECT is_for_all FROM place_review") == 0)
    }

    @Test func anOwnPlaceIsChangedDeletedAndPutBack() async throws {
        let app = try await TestApp.withPlaces()
        let added = try await app.send(.post, "/trips/alpha/places/new", as: .host, form: hut)
        let place = String(added.location.prefix { $0 != "?" })
        _ = try await app.review(.traveller, "5", "Cosy", of: String(place.split(separator: "/").last ?? ""))
        let renamed = hut.map { $0.0 == "name" ? ("name", "Lodge pub") : $0 }
        #expect(try await app.send(.post, place + "/edit", as: .host, form: renamed + [("version", "1")]).status == 303)
        #expect(try await app.send(.post, place + "/edit", as: .host, form: renamed + [("version", "1")]).status == 409)
        #expect(try await app.page("/trips/alpha/my/profile", as: .traveller).text("#own-reviews")?.contains("Lodge pub") == true)
        let deleted = try await app.send(.post, place + "/delete", as: .host)
        #expect(try await app.send(.get, place, as: .host).status == 404)
        let undo = try await app.page(deleted.location, as: .host).find(".toast form").first?["action"]
        _ = try await app.send(.post, try #require(undo), as: .host)
        #expect(try await app.page(place, as: .traveller).text(".review .pre") == "Cosy")
    }
}
