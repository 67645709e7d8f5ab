import Domain
import Services
import Testing

/// Reviews of places: written, read, changed and taken back.
@Suite struct ReviewFlowTests {
    private let rosa = "/trips/alpha/places/n10"

    @Test func aReviewIsBlockedWithoutTextOrStars() async throws {
        let app = try await TestApp.withPlaces()
        let page = HTMLPage(try await app.review(.traveller, "", "").body)
        #expect(page.text("#stars-error") == "Choose one to five stars.")
        #expect(page.text("#text-error") == "Write a few words: what was it like?")
        // Both are marked, with a line each above the form; the first star has the focus.
        #expect(page.find("[aria-invalid]").map { $0["id"] } == ["stars", "text"] && page.text("#stars .error") != nil)
        #expect(page.texts(".mistakes a") == ["Stars", "What was it like?"] && page.text(".problem p") == "Please check:")
        #expect(page.find("[autofocus]").map { $0["value"] } == ["1"] && page.has("script[src$=/js/alone/mended.js]"))
        #expect(try await app.review(.traveller, "", "Good soup").status == 422)
        #expect(try await app.review(.traveller, "5", " ").status == 422)
        #expect(try await app.review(.traveller, "9", "Good soup").status == 422)
        #expect(try app.firstNumber("SELECT count(*) FROM place_review") == 0)
    }

    @Test func aFailedReviewKeepsWordsAndStars() async throws {
        let app = try await TestApp.withPlaces()
        let page = HTMLPage(try await app.review(.traveller, "4", String(repeating: "soup ", count: 500), more: [("for_all", "on")]).body)
        #expect(page.text("#text")?.hasPrefix("soup soup") == true)
        #expect(page.find("input[name=stars][value=4]").first?["checked"] != nil)
        #expect(page.find("input[name=for_all]").first?["checked"] != nil)
        #expect(page.text("#text-error")?.contains("At most 2,000 characters") == true)
        let without = HTMLPage(try await app.review(.traveller, "", "Good soup").body)
        #expect(without.text("#text") == "Good soup" && without.texts(".mistakes a") == ["Stars"] && !without.has("#text[aria-invalid]"))
    }

    @Test func aReviewShowsAtOnceAndToOthers() async throws {
        let app = try await TestApp.withPlaces()
        let saved = try await app.review(.traveller, "4", "Good <soup>")
        #expect(saved.status == 303 && saved.location == rosa + "?said=saved#reviews")
        for user in [TestUser.traveller, .host, .moderator, .admin] {
            let page = try await app.page(rosa, as: user)
            #expect(page.text("#reviews .review .pre") == "Good <soup>", "\(user)")
            #expect(page.find("#reviews .review .stars").first?["aria-label"] == "4 of 5 stars")
        }
        #expect(try await app.send(.get, rosa, as: .travellerOfAnotherTrip).status == 404)
        #expect(try await app.page("/trips/beta/places/n10", as: .travellerOfAnotherTrip).count(".review") == 0)
    }

    @Test func starsAreAveragedWithACountAndOneDecimal() async throws {
        let app = try await TestApp.withPlaces()
        #expect(try await app.page(rosa, as: .host).count(".rating") == 0, "stars without a review")
        _ = try await app.review(.traveller, "4")
        _ = try await app.review(.host, "5")
        _ = try await app.review(.moderator, "4")
        let page = try await app.page(rosa, as: .traveller)
        #expect(page.text(".rating strong") == "4.3" && page.text(".rating .muted") == "3 reviews")
        // Four stars and a half.
        #expect(page.find(".rating .stars").first?["aria-label"] == "4.3 of 5 stars" && page.count(".rating .is-on") == 4)
        #expect(page.count(".rating .stars use[clip-path]") == 1)
        // One person has one.
        _ = try await app.review(.moderator, "5")
        #expect(try await app.page(rosa, as: .traveller).text(".rating strong") == "4.7")
        _ = try await app.send(.post, rosa + "/review/delete", as: .traveller)
        #expect(try await app.page(rosa, as: .traveller).text(".rating .muted") == "2 reviews")
    }

    @Test func oneReviewAPersonAndPlaceWhoseHistoryModeratorsRead() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "2", "Salty soup")
        app.clock.pass(.hours(1))
        _ = try await app.review(.traveller, "5", "They made it good")
        let page = try await app.page(rosa, as: .host)
        #expect(page.texts(".review .pre") == ["They made it good"])
        #expect(try await !app.send(.get, rosa, as: .host).body.contains("Salty soup"))
        #expect(try app.firstNumber("SELECT count(*) FROM place_review") == 1)
        let number = try app.firstNumber("SELECT number FROM place_review")
        _ = try await app.send(.post, "/trips/alpha/report", as: .host, form: [("review", String(number)), ("reason", "other")])
        let found = try #require(try app.services.moderation.queue(app.staff(.moderator)).first { $0.subject == .review })
        let opened = try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .moderator).body
        #expect(opened.contains("2 stars: Salty soup") && opened.contains("Review of Rosa by"))
    }

    @Test func aDeletedReviewComesBackWithUndo() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "4", "Good soup")
        let deleted = try await app.send(.post, rosa + "/review/delete", as: .traveller)
        let page = try await app.page(String(deleted.location.prefix { $0 != "#" }), as: .traveller)
        #expect(page.count(".review") == 0)
        #expect(page.find(".toast form").first?["action"] == rosa + "/review/restore")
        #expect(try await app.send(.post, rosa + "/review/restore", as: .host).status == 404)
        #expect(try await app.send(.post, rosa + "/review/restore", as: .traveller).status == 303)
        #expect(try await app.page(rosa, as: .host).text(".review .pre") == "Good soup")
    }

    @Test func ownReviewsAreOnOnesProfile() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "4", "Good soup")
        let own = try await app.page("/trips/alpha/my/profile", as: .traveller)
        #expect(own.text("#own-reviews")?.contains("Rosa") == true && own.text("#own-reviews")?.contains("Good soup") == true)
        let friend = try await app.page("/trips/alpha/friends/\(app.id("member traveller"))", as: .host)
        #expect(friend.text("#own-reviews")?.contains("Good soup") == true)
        #expect(try await app.page("/trips/alpha/my/profile", as: .host).count("#own-reviews") == 0)
    }

    @Test func onAnotherTripAFirstNameAlone() async throws {
        let app = try await TestApp.withPlaces()
        _ = try await app.review(.traveller, "4", "For everybody", more: [("for_all", "on")])
        _ = try await app.review(.host, "5", "For us")
        let elsewhere = "/trips/beta/places/n10"
        let body = try await app.send(.get, elsewhere, as: .travellerOfAnotherTrip).body
        let page = HTMLPage(body)
        #expect(page.texts(".review .pre") == ["For everybody"])
        #expect(page.text(".review strong") == "traveller" && page.text(".review .muted")?.contains("Jan 2026") == true)
        #expect(!body.contains("traveller Person") && !body.contains("Trip alpha") && !body.contains("\(app.id("member traveller"))"))
        #expect(page.text(".rating .muted") == "1 review")
        #expect(page.count(".review form") == 0, "nobody there moderates it")
        // The trip in the bin takes them along, and brings them back.
        let trip = app.id("trip alpha")
        try await app.database.write { _ = try $0.run("UPDATE trip SET deleted_at = 1 WHERE id = ?", [.blob(trip.bytes)]) }
        #expect(try await app.page(elsewhere, as: .travellerOfAnotherTrip).count(".review") == 0)
    }

    /// Blocked here, their words from another trip are not shown either.
    @Test func whoIsBlockedDoesNotComeBackFromAnotherTrip() async throws {
        let app = try await TestApp.withPlaces()
        try await app.add(.traveller, to: "beta", as: .traveller)
        _ = try await app.review(.traveller, "1", "For everybody", more: [("for_all", "on")])
        let elsewhere = "/trips/beta/places/n10"
        #expect(try await app.page(elsewhere, as: .travellerOfAnotherTrip).count(".review") == 1)
        let block = "/trips/beta/friends/\(app.id("member traveller of beta"))/block"
        #expect(try await app.send(.post, block, as: .travellerOfAnotherTrip, form: [("blocked", "yes")]).status == 303)
        let page = try await app.page(elsewhere, as: .travellerOfAnotherTrip)
        #expect(page.count(".review") == 0 && page.text("#reviews")?.contains("1 review by people whom you block.") == true)
        #expect(try await app.page(elsewhere, as: .hostOfAnotherTrip).count(".review") == 1)
    }

    @Test func whoIsOnTwoTripsHasOneReviewThere() async throws {
        let app = try await TestApp.withPlaces()
        try await app.add(.traveller, to: "beta", as: .traveller)
        _ = try await app.review(.traveller, "1", "Old words", more: [("for_all", "on")])
        app.clock.pass(.hours(1))
        _ = try await app.review(.traveller, "5", "New words", slug: "beta", more: [("for_all", "on")])
        let there = try await app.page("/trips/beta/places/n10", as: .hostOfAnotherTrip)
        #expect(there.texts(".review .pre") == ["New words"] && there.text(".rating .muted") == "1 review")
        // On its own trip the one that was written there.
        #expect(try await app.page(rosa, as: .host).texts(".review .pre") == ["Old words"])
    }
}
