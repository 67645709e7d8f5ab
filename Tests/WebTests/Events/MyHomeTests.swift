import Domain
import Foundation
import Services
import Store
import Testing

/// What comes next for travellers, and answers given beside an event in a list.
@Suite struct MyHomeTests {
    private func answer(_ app: TestApp, _ fields: [(String, String)]) async throws -> TestApp.TestResponse {
        try await app.send(.post, "/trips/alpha/my/events/\(app.id("event"))/answer", as: .traveller, form: fields)
    }

    private func own(_ app: TestApp) throws -> RSVP? {
        try app.store.events.invitations(of: app.id("event")).first { $0.memberID == app.id("member traveller") }?.rsvp
    }

    @Test func oneTapAnswersAndOneTakesItBack() async throws {
        let app = try await TestApp.withTrips()
        let home = HTMLPage(try await app.send(.get, "/trips/alpha/my", as: .traveller).body)
        #expect(home.has(".row-answer button[value=yes]") && home.has(".row-answer button[value=no]") && !home.has(".next-event"))
        for (back, path) in [("my", "/trips/alpha/my"), ("events", "/trips/alpha/my/events")] {
            let sent = try await answer(app, [("answer", "yes"), ("back", back)])
            #expect(sent.status == 303 && sent.location.hasPrefix(path + "?event="))
            let page = try await app.send(.get, sent.location, as: .traveller).body
            #expect(page.contains("Glacier walk: you are going."))
            let undo = try #require(page.firstMatch(of: /action="([^"]*answer=none[^"]*)"/)).output.1.replacing("&amp;", with: "&")
            let undone = try await app.send(.post, String(undo), as: .traveller)
            #expect(undone.status == 303 && undone.location.hasPrefix(path + "?done=undone"))
            #expect(try own(app) == .pending)
        }
        // Only one's own answer, and none that was never asked for.
        #expect(try await answer(app, [("answer", "maybe")]).status == 409)
        let draft = "/trips/alpha/my/events/\(app.id("draft"))/answer?answer=none&back=my"
        #expect(try await app.send(.post, draft, as: .traveller).status == 404)
    }

    @Test func aPlaceThatIsGivenBackIsTakenAgain() async throws {
        let app = try await TestApp.withTrips()
        _ = try await answer(app, [("answer", "yes")])
        let home = HTMLPage(try await app.send(.get, "/trips/alpha/my", as: .traveller).body)
        let next = try #require(home.text(".next-event h2"))
        #expect(next.hasPrefix("Next:") && next.contains("Glacier walk") && !next.contains("Tomorrow"))
        #expect(home.text(".next-when")?.hasPrefix("Tomorrow") == true)
        let sent = try await answer(app, [("answer", "no"), ("back", "my")])
        let page = try await app.send(.get, sent.location, as: .traveller).body
        #expect(page.contains("Glacier walk: you are not going."))
        let undo = try #require(page.firstMatch(of: /action="([^"]*answer=yes[^"]*)"/)).output.1.replacing("&amp;", with: "&")
        #expect(try await app.send(.post, String(undo), as: .traveller).status == 303)
        #expect(try own(app) == .going)
    }

    /// For whoever is late for the bus: the way to where it leaves, and whom to call.
    @Test func theNextEventLeadsThereAndToTheHosts() async throws {
        let app = try await TestApp.withTrips()
        _ = try await answer(app, [("answer", "yes")])
        func ways() async throws -> [String?] {
            HTMLPage(try await app.send(.get, "/trips/alpha/my", as: .traveller).body).find(".next-ways a").map { $0["href"] }
        }
        let access = try app.host()
        var trip = access.trip.fields
        trip.emergencyNumbers = "Emergency 112\nHosts’ phone +00 000 0101"
        try await app.services.trips.update(access, to: trip, version: access.trip.version)
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        (fields.meetingLatitude, fields.meetingLongitude) = (46.42, 9.23)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        // With an open call the number stands above it, once.
        #expect(try await ways().count == 1)
        let help = try #require(try app.services.safety.open(for: app.access(.host).actor).first).help
        for (act, form) in [("take", []), ("resolve", [("outcome", "other"), ("words", "x")])] {
            #expect(try await app.send(.post, "/trips/alpha/help/\(help.id)/\(act)", as: .host, form: form).status == 303)
        }
        let found = try await ways()
        #expect(
            found.count == 2 && found.first??.hasPrefix("/trips/alpha/my/map") == true && found.last == "tel:+000000101", "\(found)")
    }

    @Test func whatIsLateSaysSoAndChangesNothing() async throws {
        let app = try await TestApp.withTrips()
        _ = try await answer(app, [("answer", "yes")])
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        fields.answerBy = app.clock.now + .hours(1)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        app.clock.pass(.hours(2))
        let traveller = app.id("member traveller")
        let given = try app.store.events.invitations(of: event.id).first { $0.memberID == traveller }?.answeredAt
        let time = try #require(given).inAddress
        let undo = "/trips/alpha/my/events/\(event.id)/answer?answer=none&back=my&at=\(time)"
        #expect(try await app.send(.post, undo, as: .traveller).status == 409)
        #expect(try own(app) == .going)
    }

    /// Midnight belongs to the day that it ends: nobody is asked "by tomorrow 00:00".
    @Test func midnightBelongsToTheDayThatItEnds() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        let tomorrow = Day(number: access.trip.zone.today(at: app.clock.now).number + 1)
        fields.answerBy = access.trip.zone.instant(day: tomorrow, secondsOfDay: 0)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        let list = try await app.send(.get, "/trips/alpha/my/events", as: .traveller).body
        #expect(list.contains("answer by today, midnight") && !list.contains("00:00"))
    }

    @Test func aFriendsEventsSayWhoseAnswerItIs() async throws {
        let app = try await TestApp.withTrips()
        _ = try await answer(app, [("answer", "yes")])
        let friend = "/trips/alpha/friends/\(app.id("member traveller"))"
        let page = HTMLPage(try await app.send(.get, friend, as: .moderator).body)
        #expect(page.texts(".event-counts .chip") == ["You: No answer"] && page.has(".more-actions"))
    }
}
