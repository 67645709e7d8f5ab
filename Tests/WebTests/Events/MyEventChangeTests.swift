import Domain
import Testing

/// Travellers change events that they made themselves.
@Suite struct MyEventChangeTests {
    private static let typed = [
        "title": "Night walk", "place": "Lake", "meeting_point": "Door", "start_day": "2026-01-06", "start_time": "20:00",
        "end_time": "22:00", "capacity": "3", "details": "Warm boots.",
    ]

    private func form(_ changes: [String: String] = [:], version: String? = nil) -> [(String, String)] {
        MyEventChangeTests.typed.merging(changes) { $1 }.map { ($0.key, $0.value) } + (version.map { [("version", $0)] } ?? [])
    }

    /// - Returns: where the event stands for whoever made it, and for the invited moderator.
    private func made(_ app: TestApp, _ changes: [String: String] = [:]) async throws -> String {
        let guests = [("audience", "selected"), ("members", app.id("member moderator").description)]
        let answer = try await app.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: form(changes) + guests)
        #expect(answer.status == 303)
        return String(answer.location.split(separator: "?")[0])
    }

    private func version(_ app: TestApp, _ path: String) async throws -> String {
        let page = try await app.send(.get, path + "/edit", as: .traveller).page
        return try #require(page.find("input[name=version]").first?["value"])
    }

    private func save(_ app: TestApp, _ path: String, _ changes: [String: String], as user: TestUser = .traveller) async throws
        -> TestApp.TestResponse
    {
        try await app.send(.post, path + "/edit", as: user, form: form(changes, version: version(app, path)))
    }

    @Test func whatEndsAnEventStandsAtTheFoot() async throws {
        let app = try await TestApp.withTrips()
        let response = try await app.send(.get, made(app), as: .traveller)
        // One style for what one does with it.
        #expect(response.page.find("#own .buttons a").map { $0["class"] } == ["button big"])
        #expect(response.page.find("#own .buttons button").map { $0["class"] } == ["big"])
        let going = try #require(response.body.firstRange(of: "id=\"going\""))
        let acts = try #require(response.body.firstRange(of: "id=\"own-acts\""))
        #expect(acts.lowerBound > going.lowerBound && response.page.text("#own-acts a") == "Cancel event…")
    }

    @Test func theFormIsFilledInAndWhatChangesIsTold() async throws {
        let app = try await TestApp.withTrips()
        let path = try await made(app)
        let own = try await app.send(.get, path, as: .traveller).page
        #expect(own.find("a[href$=/edit]").map(\.text) == ["Edit event"])
        let page = try await app.send(.get, path + "/edit", as: .traveller).page
        #expect(page.text("h1") == "Edit Night walk")
        for (name, value) in MyEventChangeTests.typed where name != "details" {
            #expect(page.find("input[name=\(name)]").first?["value"] == value, "\(name)")
        }
        #expect(page.text("textarea[name=details]")?.contains("Warm boots.") == true)
        // Who is asked along stays as it is.
        #expect(!page.has("[name=audience]") && !page.has("[name=members]"))
        let saved = try await save(app, path, ["start_time": "21:00", "end_time": "23:00"])
        #expect(saved.status == 303 && saved.location == path + "?done=saved")
        #expect(try await app.send(.get, saved.location, as: .traveller).body.contains("Night walk is saved."))
        let told = try await app.send(.get, path, as: .moderator).body
        #expect(told.contains("Time or place changed") && told.contains("21:00"))
        #expect(try await !app.send(.get, path, as: .traveller).body.contains("Time or place changed"))
        // Other words move nobody.
        #expect(try await save(app, path, ["start_time": "21:00", "end_time": "23:00", "title": "Moon walk"]).status == 303)
        #expect(try await app.send(.get, path, as: .moderator).body.contains("Moon walk"))
    }

    @Test func mistakesStandBesideTheirFieldsAndNothingIsLost() async throws {
        let app = try await TestApp.withTrips()
        let path = try await made(app)
        let refused = try await save(app, path, ["title": "", "details": "Warm boots, and a lamp."])
        #expect(refused.status == 422 && refused.page.has("#title-error") && refused.body.contains("and a lamp."))
        let past = try await save(app, path, ["start_day": "2026-01-05", "start_time": "01:00", "end_time": ""])
        #expect(past.status == 422 && past.page.has("#start_time-error"))
        // Somebody who has a place keeps it.
        #expect(try await app.send(.post, path + "/answer", as: .moderator, form: [("answer", "yes")]).status == 303)
        let few = try await save(app, path, ["capacity": "1"])
        #expect(few.status == 422 && few.page.has("#capacity-error"))
        // A form of before somebody else's change.
        let old = try await version(app, path)
        #expect(try await save(app, path, ["place": "River"]).status == 303)
        let late = try await app.send(.post, path + "/edit", as: .traveller, form: form(["place": "Forest"], version: old))
        #expect(late.status == 409 && late.page.find("input[name=place]").first?["value"] == "Forest")
        // It would be refused again: the way on is the form as the event is now.
        let anew = try #require(late.page.find("form .buttons a").first { $0.text == "Open it anew" }?["href"])
        let fresh = try await app.send(.get, anew, as: .traveller).page
        #expect(fresh.find("input[name=place]").first?["value"] == "River" && !fresh.texts("form .buttons a").contains("Open it anew"))
        #expect(!few.page.texts("form .buttons a").contains("Open it anew"))
        // One that arrives twice, for its answer was lost, is no conflict.
        #expect(try await app.send(.post, path + "/edit", as: .traveller, form: form(["place": "River"], version: old)).status == 303)
    }

    @Test func whoIsMutedWritesInNoEvent() async throws {
        let app = try await TestApp.withTrips()
        let path = try await made(app)
        let known = try await version(app, path)
        #expect(try await app.write("You are all numpties").status == 303)
        let message = "\(app.chat)/messages/\(try app.newestMessage())"
        #expect(try await app.send(.post, message + "/mute", as: .host, form: [("minutes", "60")]).status == 303)
        let new = form(["title": "Numpties only"]) + [("audience", "everyone")]
        for (address, typed) in [("/trips/alpha/my/events/new", new), (path + "/edit", form(["title": "Numpties only"], version: known))] {
            #expect(try await app.send(.get, address, as: .traveller).body.contains("You are muted until"), "\(address)")
            let refused = try await app.send(.post, address, as: .traveller, form: typed)
            #expect(refused.status == 409 && refused.body.contains("You are muted until"), "\(address)")
            #expect(refused.page.find("input[name=title]").first?["value"] == "Numpties only", "\(address)")
        }
        let told = try await app.send(.get, "/trips/alpha/chat/notices", as: .traveller).page.text("main") ?? ""
        #expect(told.contains("You cannot write in the chat, about places or in events until"))
        app.clock.pass(.minutes(61))
        #expect(try await app.send(.post, path + "/edit", as: .traveller, form: form(["title": "Moon walk"], version: known)).status == 303)
        #expect(try await app.write("Numpties again").status == 303)
        let again = "\(app.chat)/messages/\(try app.newestMessage())"
        #expect(try await app.send(.post, again + "/mute", as: .host, form: [("minutes", "60")]).status == 303)
        #expect(try await app.send(.post, path + "/cancel", as: .traveller, form: [("reason", "Fog")]).status == 303)
    }

    /// A host reminds those who are going: whoever made the event knows of it.
    @Test func nobodyIsRemindedOfAnEventOfTheirOwn() async throws {
        let app = try await TestApp.withTrips()
        let path = try await made(app)
        #expect(try await app.send(.post, path + "/answer", as: .moderator, form: [("answer", "yes")]).status == 303)
        app.clock.pass(.minutes(1))
        let id = try #require(path.split(separator: "/").last.flatMap { ID(String($0)) })
        let event = try app.services.events.find(id, app.host())
        _ = try await app.services.answers.remind(.going, [], isAgain: false, of: event, app.host())
        #expect(try await app.send(.get, path, as: .moderator).body.contains("Reminder"))
        #expect(try await !app.send(.get, path, as: .traveller).body.contains("Reminder"))
        #expect(try await !app.send(.get, "/trips/alpha/my/events", as: .traveller).page.has(".news-fold"))
    }

    @Test func onlyItsMakerChangesItWhileItLasts() async throws {
        let app = try await TestApp.withTrips()
        let path = try await made(app)
        let version = try await version(app, path)
        #expect(try await !app.send(.get, path, as: .moderator).page.has("a[href$=/edit]"))
        #expect(try await app.send(.get, path + "/edit", as: .moderator).status == 403)
        #expect(try await app.send(.post, path + "/edit", as: .moderator, form: form(version: version)).status == 403)
        // Not even that it is there, for whoever is not invited.
        #expect(try await app.send(.get, path + "/edit", as: .host).status == 404)
        #expect(try await app.send(.get, "/trips/alpha/my/events/\(app.id("event"))/edit", as: .traveller).status == 403)
        #expect(try await app.send(.post, path + "/cancel", as: .traveller, form: [("reason", "Fog")]).status == 303)
        #expect(try await app.send(.get, path + "/edit", as: .traveller).status == 409)
        #expect(try await app.send(.post, path + "/edit", as: .traveller, form: form(["place": "X"], version: version)).status == 409)
        let over = try await made(app)
        app.clock.pass(.days(2))
        let again = try await app.services.accounts.sessions.openForLoad(account: app.id("account traveller"))
        #expect(try await app.send(.get, over + "/edit", token: again).status == 409)
        let page = try await app.send(.get, over, token: again)
        #expect(page.status == 200 && !page.page.has("a[href$=/edit]"))
    }

    /// Hosts switched it off, or somebody is no co-host any more: nobody is told of a new time by them, but that it is cancelled.
    @Test func whoMayMakeNoneAnyMoreChangesNone() async throws {
        let app = try await TestApp.withTrips()
        let path = try await made(app)
        let version = try await version(app, path)
        let access = try app.host()
        var fields = access.trip.fields
        fields.travellersCreate = false
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        let page = try await app.send(.get, path, as: .traveller).page
        #expect(!page.has("a[href$=/edit]") && page.has("a[href$=/cancel]"))
        #expect(try await app.send(.get, path + "/edit", as: .traveller).status == 403)
        #expect(try await app.send(.post, path + "/edit", as: .traveller, form: form(["place": "X"], version: version)).status == 403)
        #expect(try await app.send(.post, path + "/cancel", as: .traveller, form: [("reason", "Fog")]).status == 303)
    }

    @Test func fiveChangesAnHour() async throws {
        let app = try await TestApp.withTrips()
        let path = try await made(app)
        for number in 1...5 { #expect(try await save(app, path, ["place": "Lake \(number)"]).status == 303) }
        let refused = try await save(app, path, ["place": "Lake 6"])
        #expect(refused.status == 429 && refused.page.find("input[name=place]").first?["value"] == "Lake 6")
        #expect(refused.headers[.retryAfter] == "3600" && refused.body.contains("Wait 60 minutes."))
        app.clock.pass(.hours(1))
        #expect(try await save(app, path, ["place": "Lake 6"]).status == 303)
    }

    /// The form has no day for the end: most evenings end after midnight.
    @Test func anEveningEndsTheNextMorning() async throws {
        let app = try await TestApp.withTrips()
        let path = try await made(app, ["end_time": "01:30"])
        let event = try #require(try app.services.events.list(app.host()).first { $0.event.fields.title == "Night walk" }).event
        #expect(event.fields.endsAt == event.fields.startsAt + .minutes(330))
        let page = try await app.send(.get, path + "/edit", as: .traveller).page
        #expect(page.find("input[name=end_time]").first?["value"] == "01:30" && !page.has("[name=end_day]"))
        let same = try await save(app, path, ["start_time": "20:00", "end_time": "20:00"])
        #expect(same.status == 422 && same.page.has("#end_time-error"))
    }

    /// What, when, where and who; the rest is folded until somebody typed something there.
    @Test func fourAnswersMakeAnEvent() async throws {
        let app = try await TestApp.withTrips()
        let address = "/trips/alpha/my/events/new"
        let blank = try await app.send(.get, address, as: .traveller).page
        let names = blank.find("form > .field [name]").compactMap { $0["name"] }
        #expect(names.prefix(5) == ["title", "start_day", "start_time", "place", "meeting_point"])
        #expect(blank.find("#audience input[checked]").map { $0["value"] } == ["everyone"])
        #expect(blank.has(".fold #capacity") && blank.count(".fold") == 1 && !blank.has(".fold[open]"))
        let few = ["title", "place", "start_day", "start_time"].map { ($0, MyEventChangeTests.typed[$0] ?? "") }
        let made = try await app.send(.post, address, as: .traveller, form: few + [("audience", "everyone")])
        #expect(made.status == 303)
        let edit = try await app.send(.get, String(made.location.split(separator: "?")[0]) + "/edit", as: .traveller).page
        #expect(edit.find("#meeting_point").first?["value"] == "Lake" && !edit.has(".fold[open]"))
        // Nobody is chosen, and the number is in the folded part.
        let refused = try await app.send(
            .post, address, as: .traveller, form: few + [("audience", "selected"), ("capacity", "0")])
        #expect(refused.status == 422 && refused.page.has("#capacity-error") && refused.page.has(".fold[open]"))
        #expect(refused.page.find("#audience input[checked]").map { $0["value"] } == ["selected"])
        let alone = try await app.send(.post, address, as: .traveller, form: few + [("audience", "selected")])
        #expect(alone.status == 422 && alone.page.text("#members-error") == "Choose at least one person.")
        // Where it is has to be said once.
        let nowhere = try await app.send(.post, address, as: .traveller, form: few.filter { $0.0 != "place" } + [("audience", "everyone")])
        #expect(nowhere.page.has("#place-error") && !nowhere.page.has("#meeting_point-error"))
    }
}
