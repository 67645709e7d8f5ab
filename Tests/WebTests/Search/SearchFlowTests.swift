import Domain
import Services
import Store
import Testing

/// Search over everything: each reader finds what they may see, and nothing else.
@Suite struct SearchFlowTests {
    private func body(_ app: TestApp, _ text: String, _ user: TestUser) async throws -> HTMLPage {
        try await app.send(.get, "/trips/alpha/search?q=" + text, as: user).page
    }

    private func hits(_ app: TestApp, _ text: String, _ user: TestUser) async throws -> [String] {
        try await body(app, text, user).texts("#found .hit strong")
    }

    @Test func hostsFindAPersonWithPhoneAndLastContact() async throws {
        let app = try await TestApp.withTrips()
        let body = "{\"_type\":\"location\",\"lat\":46.421,\"lon\":9.23,\"tst\":\(app.clock.now.seconds),\"tid\":\"tp\"}"
        _ = try await app.send(.post, "/t/" + app.trackerToken, body: body)
        app.clock.pass(.minutes(4))
        let page = try await app.send(.get, "/trips/alpha/search?q=exampel", as: .host)
        let member = app.id("member")
        for part in [
            "Ada Example", "Last contact 4 min ago", "href=\"tel:+00000001\"", "/trips/alpha/map?member=\(member)",
            "/trips/alpha/members/\(member)", "Room x · Bus 1",
        ] { #expect(page.body.contains(part), "\(part)") }
        // The dialog is given the same without a page around it.
        let part = try await app.send(.get, "/trips/alpha/search?q=exampel&part=yes", as: .host).body
        #expect(part.contains("Ada Example") && part.contains("data-status=\"1 result\"") && !part.contains("<html"))
    }

    @Test func eachKindIsFound() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await hits(app, "bus%201", .host).first == "Bus 1")
        #expect(try await hits(app, "print%20bus", .host).contains("Print Bus 1"))
        #expect(try await hits(app, "room%20x", .host).contains("Room x"))
        #expect(try await hits(app, "glacer", .host).contains("Glacier walk"))
        #expect(try await hits(app, "new%20event", .host).first == "New event")
        #expect(try await hits(app, "early", .host).contains("traveller Person"))
        #expect(try await hits(app, "trip%20alpha", .traveller).contains("Trip alpha"))
        #expect(try await hits(app, "%2B00%20000%20001", .host) == ["Ada Example"])
        let nothing = try await body(app, "qqqqq", .host)
        #expect(nothing.texts("#found .empty").first?.contains("Nothing found for “qqqqq”") == true)
        // Before anything is typed there is where one can go.
        #expect(try await Set(["Add a person", "New event", "Print Bus 1"]).isSubset(of: hits(app, "", .host)))
        #expect(try await hits(app, "", .traveller).contains("Your profile"))
    }

    @Test func whatWaitsIsFoundByWhatOneDoes() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await hits(app, "remind", .host) == ["Remind about Glacier walk"])
        let page = try await app.send(.get, "/trips/alpha/search?q=remind", as: .host).body
        #expect(page.contains("/trips/alpha/events/\(app.id("event"))?tab=pending"))
        #expect(try await hits(app, "on%20it", .host).first == "I’m on it: traveller Person")
        // Lists are ticked on the day itself.
        #expect(try await !hits(app, "check%20in", .host).contains("Check in: Bus out"))
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        (fields.startsAt, fields.endsAt) = (app.clock.now + .hours(3), app.clock.now + .hours(5))
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        #expect(try await hits(app, "check%20in", .host).contains("Check in: Bus out"))
        #expect(try await hits(app, "who%20is%20missing", .host).contains("Check in: Bus out"))
        // Who may not do it is not offered it.
        #expect(try await !hits(app, "no%20answer", .moderator).contains("Remind about Glacier walk"))
        #expect(try await hits(app, "remind", .moderator).isEmpty)
        for text in ["remind", "on%20it", "check%20in"] { #expect(try await hits(app, text, .traveller).isEmpty, "\(text)") }
    }

    @Test func pagesAreFoundByTheWordsOfHosts() async throws {
        let app = try await TestApp.withTrips()
        // As the tab of an event is called.
        #expect(try await Set(["Remind about Glacier walk", "Events"]).isSubset(of: hits(app, "no%20answer", .host)))
        #expect(try await hits(app, "bus%20list", .host).contains("Bus 1"))
        // Until the day itself there is no list to tick.
        for text in ["check-in%20list", "who%20is%20missing"] { #expect(try await hits(app, text, .host).contains("Events"), "\(text)") }
        for text in ["no%20answer", "bus%20list", "who%20is%20missing"] { #expect(try await hits(app, text, .traveller) == [], "\(text)") }
        // Once nobody can answer any more, nobody is reminded.
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        fields.answerBy = app.clock.now
        try await app.services.events.update(event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        #expect(try await !hits(app, "no%20answer", .host).contains("Remind about Glacier walk"))
    }

    @Test func theRosterOfARoomIsThatRoomAlone() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/alpha/roster?room=X", as: .host).page
        #expect(page.texts("#roster tbody th a") == ["Ada Example"])
    }

    @Test func travellersFindNoPhonesRoomsOrDrafts() async throws {
        let app = try await TestApp.withTripsAndMedic()
        let ada = try await app.send(.get, "/trips/alpha/search?q=ada", as: .traveller).body
        #expect(ada.contains("Ada Example") && ada.contains("/trips/alpha/friends/\(app.id("member"))"))
        for secret in ["tel:", "Bus 1", "Room", "/members/", "Last contact", "No position"] {
            #expect(!ada.contains(secret) || secret == "No position" && !ada.contains("mark never"), "\(secret)")
        }
        for text in ["bus%201", "room%20x", "000%20001", "draft%20dinner", "settings", "joining"] {
            #expect(try await hits(app, text, .traveller) == [], "\(text)")
        }
        #expect(try await hits(app, "draft%20dinner", .host).contains("Draft dinner"))
        // The event, and its chat.
        #expect(try await Set(hits(app, "glacier", .traveller)) == ["Glacier walk"])
        // Medics see whom to call and where people are, and neither rooms nor groups.
        let medic = try await app.send(.get, "/trips/alpha/search?q=ada", as: .medic).body
        #expect(medic.contains("tel:+00000001") && medic.contains("/trips/alpha/medic/\(app.id("member"))") && !medic.contains("Bus 1"))
        #expect(try await hits(app, "bus%201", .medic) == [])
    }

    @Test func talkIsFoundByThoseWhoMayReadIt() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await hits(app, "early", .traveller).contains("traveller Person"))
        // An admin is not on the trip: no talk, and everything of the staff.
        #expect(try await hits(app, "early", .admin) == [])
        #expect(try await hits(app, "ada", .admin).contains("Ada Example"))
        for user in [TestUser.travellerOfAnotherTrip, .hostOfAnotherTrip, .withoutTrip] {
            #expect(try await app.send(.get, "/trips/alpha/search?q=ada", as: user).status == 404)
        }
        #expect(try await app.send(.get, "/trips/alpha/search?q=ada").location.hasPrefix("/sign-in"))
    }

    /// The index follows the roster.
    @Test func aNewNameIsFoundAtOnce() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await hits(app, "quill", .host) == [])
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.status]) = ("Quillon", "Test", "cancelled")
        _ = try await app.services.roster.add(fields, app.host())
        #expect(try await hits(app, "quill", .host) == ["Quillon Test"])
        // Who has cancelled is no friend any more.
        #expect(try await hits(app, "quill", .traveller) == [])
        #expect(try await body(app, "quill", .host).texts("#found .chip") == ["Cancelled"])
    }

    /// Six thousand people: a search takes milliseconds, also after the roster changed. A debug build takes ten times as long.
    @Test func thousandsAreSearchedInMilliseconds() async throws {
        let app = try await TestApp.withTrips()
        var batch = RosterStore.Batch()
        for number in 0..<6000 {
            var fields = MemberFields()
            (fields[.firstName], fields[.lastName], fields[.status]) = ("Name\(number % 97)", "Family\(number)", "arrived")
            (fields[.room], fields[.phone]) = ("\(number / 4)", "+00 \(100_000 + number)")
            batch.added.append(.init(id: app.services.system.newID(), fields: fields))
        }
        _ = try await app.store.roster.apply(
            batch, trip: app.id("trip alpha"), by: .commandLine, at: app.clock.now, newID: app.services.system.newID)
        let access = try app.access(.host)
        _ = try app.services.search.find("fam", access)
        let clock = ContinuousClock()
        for text in ["family5999", "familly59", "nmae42 family", "room 1499", "zzzzzzzz"] {
            let time = try clock.measure { _ = try app.services.search.find(text, access) }
            print("search", text, time)
            #expect(time < .milliseconds(300), "\(text): \(time)")
        }
    }
}
