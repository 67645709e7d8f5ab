import Domain
import Services
import Testing

/// One person's page and card, as staff, medics and the others on the trip get them.
@Suite struct MemberPageTests {
    private func page(_ app: TestApp, as user: TestUser = .host, _ query: String = "") async throws -> HTMLPage {
        try await app.send(.get, "/trips/alpha/members/\(app.id("member"))" + query, as: user).page
    }
    private func card(_ app: TestApp, _ kind: String = "members", as user: TestUser) async throws -> TestApp.TestResponse {
        try await app.send(.get, "/trips/alpha/\(kind)/\(app.id("member"))/card", as: user)
    }

    @Test func whoHasNothingIsToldWhatToDo() async throws {
        let app = try await TestApp.withTrips()
        var fields = MemberFields()
        (fields[.firstName], fields[.status]) = ("Newcomer", "confirmed")
        let id = try await app.services.roster.add(fields, app.host())
        let response = try await app.send(.get, "/trips/alpha/members/\(id)", as: .host)
        #expect(response.body.contains("Never seen: no phone sends positions yet.") && response.page.has("a[href=#trackers]"))
        #expect(response.body.contains("No phone number") && response.body.contains("Not invited to anything that is still to come."))
        #expect(response.page.has("a[href=/trips/alpha/members/\(id)/edit]") && !response.page.has("a[href^=tel:]"))
        // A moderator is told the same, and offered nothing that only hosts do.
        let seen = try await app.send(.get, "/trips/alpha/members/\(id)", as: .moderator)
        #expect(seen.body.contains("Never seen") && !seen.page.has("a[href=#trackers]") && !seen.page.has("#rare"))
        #expect(!seen.page.has("a[href=/trips/alpha/members/\(id)/edit]"))
    }

    @Test func theHeadReachesThemAndThePlaceIsDrawn() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.postPosition(app.ownTracks())
        let page = try await page(app)
        #expect(page.texts(".member-head h1") == ["Ada Example"] && page.has(".member-head a[href^=tel:]"))
        #expect(page.text(".member-head .contact")?.contains("Last contact just now") == true)
        #expect(page.has("form[action=/trips/alpha/friends/\(app.id("member"))/chat]"))
        #expect(page.text(".card-chips")?.contains("Room x") == true)
        #expect(!page.has(".member-columns .meeting"))
    }

    /// Once above the list, not with every time; whoever reads their own gets it so too.
    @Test func theHistorySaysTheZoneOnce() async throws {
        let app = try await TestApp.withTrips()
        let own = try await app.send(.get, "/trips/alpha/my/profile", as: .traveller).page
        for (page, list) in [(try await page(app), ".member-history"), (own, ".more-actions")] {
            let times = page.texts("\(list) time")
            #expect(!times.isEmpty && times.allSatisfy { $0 == "15:03" }, "\(times)")
            #expect(page.texts("\(list) > p") == ["Times are CET."])
        }
    }

    @Test func aHostAnswersForThemFromHere() async throws {
        let app = try await TestApp.withTrips()
        let (event, member) = (app.id("event"), app.id("member"))
        #expect(try await page(app).text("#event-\(event)")?.contains("Glacier walk") == true)
        let form = [("member", "\(member)"), ("do", "declined"), ("tab", "pending"), ("back", "member")]
        let sent = try await app.send(.post, "/trips/alpha/events/\(event)/answers", as: .host, form: form)
        #expect(sent.status == 303 && sent.location.contains("/members/\(member)"))
        let after = try await app.send(.get, sent.location, as: .host).page
        #expect(after.texts(".toast .notice") == ["Glacier walk: Not going"])
        #expect(after.text("#event-\(event) .chip") == "Not going")
        // Moderators see the answer and give none.
        let seen = try await page(app, as: .moderator)
        #expect(seen.text("#event-\(event) .chip") == "Not going" && !seen.has("#event-\(event) form"))
    }

    @Test func theCardIsForThoseWhoSeePositions() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.postPosition(app.ownTracks())
        let host = try await card(app, as: .host)
        #expect(host.page.texts(".person-card h2") == ["Ada Example"] && host.page.has("a[href^=tel:]"))
        #expect(host.page.has("h2 a[href=/trips/alpha/members/\(app.id("member"))]") && !host.body.contains("SECRET"))
        // On the map no link leads to the map.
        let path = "/trips/alpha/members/\(app.id("member"))/card"
        #expect(host.page.has("a[href^=/trips/alpha/map]"))
        #expect(try await !app.send(.get, path + "?on=map", as: .host).page.has("a[href^=/trips/alpha/map]"))
        // Medics come to their own page of the person, and learn of no groups and rooms.
        let ward = try await TestApp.withTripsAndMedic()
        let medic = try await card(ward, as: .medic)
        #expect(medic.page.has("h2 a[href=/trips/alpha/medic/\(ward.id("member"))]") && !medic.body.contains("Room x"))
        #expect(try await card(app, as: .traveller).status == 403)
    }

    @Test func friendsGetTheirOwnCard() async throws {
        let app = try await TestApp.withTrips()
        let friend = try await card(app, "friends", as: .traveller)
        #expect(friend.status == 200 && friend.page.texts(".person-card h2") == ["Ada Example"])
        #expect(friend.page.has("h2 a[href=/trips/alpha/friends/\(app.id("member"))]"))
        for secret in ["tel:", "+00 000 001", "Room", "Bus 1", "Last contact"] { #expect(!friend.body.contains(secret), "\(secret)") }
        #expect(try await card(app, "friends", as: .hostOfAnotherTrip).status == 404)
    }

    @Test func whoIsNamedOpensTheCardOrThePage() async throws {
        let app = try await TestApp.withTrips()
        let link = "a[href=/trips/alpha/members/\(app.id("member"))]"
        let roster = try await app.send(.get, "/trips/alpha/roster", as: .host).page
        #expect(roster.find(link).contains { $0["data-card"] == "space" })
        let event = try await app.send(.get, "/trips/alpha/events/\(app.id("event"))?tab=pending", as: .host).page
        #expect(event.find(".guest-name a").allSatisfy { $0["data-card"] != nil && $0["href"]?.contains("/members/") == true })
    }
}
