import Domain
import Foundation
import Services
import Store
import Testing

/// What the invited are told of their events, until they say that they have seen it.
@Suite struct EventNewsTests {
    private func path(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/events/\(app.id("event"))\(rest)" }
    private func own(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/my/events/\(app.id("event"))\(rest)" }

    private func move(_ app: TestApp, _ change: (inout EventFields) -> Void) async throws {
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        change(&fields)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
    }

    /// What a page sends with "Got it".
    private func seen(_ body: String) throws -> [(String, String)] {
        [("seen", String(try #require(body.firstMatch(of: /name="seen" value="([\d.]+)"/)).output.1))]
    }

    private func badge(_ app: TestApp) async throws -> String? {
        try await app.send(.get, "/trips/alpha/friends", as: .traveller).body
            .firstMatch(of: /section-name">Events <b class="unread">.*?(\d+)<\/b>/).map { String($0.output.1) }
    }

    @Test func anEventThatMovesShowsWhatWasAndWhatIsUntilItIsAcknowledged() async throws {
        let app = try await TestApp.withTrips()
        let link = "/r/" + (try app.personalToken("member"))
        #expect(try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")]).status == 303)
        #expect(try await badge(app) == nil)
        for page in [own(app), "/trips/alpha/my"] {
            #expect(!(try await app.send(.get, page, as: .traveller).body.contains("Got it")))
        }
        try await move(app) { $0.meetingPoint = "Back gate" }
        try await move(app) { $0.startsAt = $0.startsAt + .hours(1) }
        #expect(try await badge(app) == "1")
        for page in [own(app), "/trips/alpha/my", "/trips/alpha/my/events"] {
            let body = try await app.send(.get, page, as: .traveller).body
            #expect(body.contains("Time or place changed") && body.contains("was </span>Door</s>"), "\(page)")
            #expect(body.contains("now </span>Back gate</b>") && body.contains("Start</span>"), "\(page)")
        }
        #expect(try await app.send(.get, "/trips/alpha/my/events", as: .traveller).page.texts("li.event .chip").contains("Changed"))
        let answered = try await app.send(.get, link).body
        #expect(answered.contains("was </span>Door</s>") && answered.contains("Got it"))
        #expect(try await app.send(.get, path(app), as: .host).body.contains("1 of 4 have seen the change"))
        // Seen on one's own page, and nobody else has seen it by that.
        let page = try await app.send(.get, own(app), as: .traveller).body
        #expect(try await app.send(.post, own(app, "/seen"), as: .traveller, form: seen(page)).status == 303)
        #expect(!(try await app.send(.get, own(app), as: .traveller).body.contains("Got it")))
        #expect(try await badge(app) == nil)
        #expect(try await app.send(.get, link).body.contains("Got it"))
        var host = ""
        for tab in EventTab.allCases { host += try await app.send(.get, path(app, "?tab=\(tab.rawValue)"), as: .host).body }
        #expect(host.contains("2 of 4 have seen the change"))
        // Each of the four has one chip, never both.
        #expect(host.components(separatedBy: "has seen the change</span>").count == 3)
        #expect(host.components(separatedBy: "has not seen the change</span>").count == 3)
        #expect(try await app.send(.get, path(app, "/counts.json"), as: .moderator).body.contains("2 of 4 have seen"))
        // By the link as well.
        #expect(try await app.send(.post, link + "/seen", form: seen(answered)).location == link)
        #expect(!(try await app.send(.get, link).body.contains("Got it")))
    }

    /// An open page draws only its marked parts anew: whatever says where people meet stands in one of them.
    @Test func allThatSaysWherePeopleMeetIsDrawnAnew() async throws {
        let app = try await TestApp.withTrips()
        let places = [(46.4312, 9.2411), (46.5523, 9.3622)]
        for (latitude, longitude) in places {
            try await move(app) { ($0.meetingLatitude, $0.meetingLongitude) = (latitude, longitude) }
            let body = try await app.send(.get, own(app), as: .traveller).body
            let part = try #require(body.components(separatedBy: "<div id=\"meeting\" data-told>").dropFirst().first)
            let drawn = part.components(separatedBy: "id=\"going\"")[0]
            #expect(drawn.contains("data-copy=\"\(latitude)") && drawn.contains("lat=\(latitude)") && drawn.contains("on the map</a>"))
        }
    }

    @Test func whatChangesAfterAPageWasMadeIsNotAcknowledgedByIt() async throws {
        let app = try await TestApp.withTrips()
        try await move(app) { $0.meetingPoint = "Back gate" }
        let page = try await app.send(.get, own(app), as: .traveller).body
        try await move(app) { $0.meetingPoint = "Front gate" }
        #expect(try await app.send(.post, own(app, "/seen"), as: .traveller, form: seen(page)).status == 303)
        let again = try await app.send(.get, own(app), as: .traveller).body
        #expect(again.contains("was </span>Back gate</s>") && again.contains("now </span>Front gate</b>"))
        // Nonsense acknowledges nothing, and takes nothing with it.
        for wrong in ["", "1", "x.y", "-1.5", "9223372036854775808.1", "1.99999999999999999999", "2.NaN"] {
            #expect(try await app.send(.post, own(app, "/seen"), as: .traveller, form: [("seen", wrong)]).status == 409, "\(wrong)")
        }
        let far = [("seen", "999999999.\(app.clock.now.milliseconds + 1_000_000)")]
        #expect(try await app.send(.post, own(app, "/seen"), as: .traveller, form: far).status == 303)
        try await move(app) { $0.meetingPoint = "Side gate" }
        #expect(try await app.send(.get, own(app), as: .traveller).page.texts("b").contains("now Side gate"))
        // An answer given on a page that showed the change has seen it; moved back to what they know is no change.
        try await move(app) { $0.meetingPoint = "Front gate" }
        #expect(!(try await app.send(.get, own(app), as: .traveller).body.contains("Got it")))
        try await move(app) { $0.place = "Other glacier" }
        let shown = try await app.send(.get, own(app), as: .traveller).body
        #expect(
            try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")] + seen(shown)).status == 303)
        #expect(!(try await app.send(.get, own(app), as: .traveller).body.contains("Got it")))
    }

    @Test func aCancelledEventIsNoLongerAmongThoseThatOneIsGoingTo() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")])
        let friend = "/trips/alpha/friends/\(app.id("member traveller"))"
        #expect(try await app.send(.get, friend, as: .moderator).body.contains("Glacier walk"))
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        try await app.services.events.cancel(event, reason: "Storm", version: event.version, access)
        let body = try await app.send(.get, "/trips/alpha/my", as: .traveller).body
        #expect(body.contains("Cancelled: Storm") && body.contains("You do not have to come."))
        #expect(try await !app.send(.get, "/trips/alpha/my/events", as: .traveller).page.texts("li.event .chip").contains("Changed"))
        let going = body.split(separator: "id=\"later\"").last?.split(separator: "</section>").first ?? ""
        #expect(!going.contains("Glacier walk"))
        let page = try await app.send(.get, own(app), as: .traveller).body
        #expect(page.contains("were going") && !page.contains("You are going."))
        #expect(!(try await app.send(.get, friend, as: .moderator).body.contains("Glacier walk")))
        #expect(try await badge(app) == "1")
        _ = try await app.send(.post, own(app, "/seen"), as: .traveller, form: seen(page))
        // From then on it is a struck line, by itself.
        let home = HTMLPage(try await app.send(.get, "/trips/alpha/my", as: .traveller).body)
        #expect(home.texts("s") == ["Glacier walk"] && !home.has(".event-news") && !home.has(".next-event"))
        #expect(try await badge(app) == nil)
        #expect(try await app.send(.get, "/r/" + app.personalToken("member")).body.contains("Cancelled: Storm"))
    }

    @Test func answersByHostsAndHeldPlacesCount() async throws {
        let app = try await TestApp.withTrips()
        for name in ["member", "member moderator"] {
            _ = try await app.send(.post, "/r/" + app.personalToken(name), form: [("answer", "yes")])
        }
        _ = try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")])
        #expect(try await badge(app) == nil)
        // A place gets free: held, with the time that is left.
        _ = try await app.send(.post, "/r/" + app.personalToken("member"), form: [("answer", "no")])
        #expect(try await badge(app) == "1")
        for page in [own(app), "/trips/alpha/my", "/trips/alpha/my/events"] {
            let body = try await app.send(.get, page, as: .traveller).body
            #expect(HTMLPage(body).has(".clock[data-until]") && body.contains("12 h left"), "\(page)")
        }
        let form = [("do", "declined"), ("member", app.id("member traveller").description), ("note", "Is ill")]
        #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: form).status == 303)
        let body = try await app.send(.get, "/trips/alpha/my", as: .traveller).body
        #expect(body.contains("host Person put you down as not going.") && body.contains("Your answer was changed"))
        #expect(try await badge(app) == "1")
        let page = try await app.send(.get, own(app), as: .traveller).body
        _ = try await app.send(.post, own(app, "/seen"), as: .traveller, form: seen(page))
        #expect(try await badge(app) == nil)
    }

    @Test func membersSubscribeToTheirOwnCalendar() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")])
        func address() async throws -> String? {
            try await app.send(.get, "/trips/alpha/my/events", as: .traveller).body
                .firstMatch(of: /<code>http:\/\/trip\.example([^<]+)</).map { String($0.output.1) }
        }
        #expect(try await address() == nil)
        let made = try await app.send(.post, "/trips/alpha/my/calendar", as: .traveller)
        #expect(made.status == 303)
        // There was no older one that could stop working.
        let said = try await app.send(.get, made.location, as: .traveller).body
        #expect(said.contains("This is your link.") && !said.contains("The old one no longer works."))
        let first = try #require(try await address())
        let feed = try await app.send(.get, first)
        #expect(feed.status == 200 && feed.body.contains("SUMMARY:Glacier walk"))
        // Nobody else's page shows it; a new address ends the old one, and revoking ends both.
        #expect(!(try await app.send(.get, "/trips/alpha/my/events", as: .moderator).body.contains(first)))
        #expect(try await app.send(.post, "/trips/alpha/my/calendar", as: .traveller).status == 303)
        let second = try #require(try await address())
        #expect(second != first)
        #expect(try await app.send(.get, first).status == 404)
        #expect(try await app.send(.get, second).status == 200)
        // The moderator's revoking is the moderator's own.
        #expect(try await app.send(.post, "/trips/alpha/my/calendar/revoke", as: .moderator).status == 303)
        #expect(try await app.send(.get, second).status == 200)
        #expect(try await app.send(.post, "/trips/alpha/my/calendar/revoke", as: .traveller).status == 303)
        #expect(try await app.send(.get, second).status == 404)
        #expect(try await address() == nil)
    }

    @Test func aReminderIsALineInTheCardOfItsEvent() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")])
        app.clock.pass(.minutes(1))
        let event = try app.services.events.find(app.id("event"), app.host())
        _ = try await app.services.answers.remind(.going, [], isAgain: false, of: event, app.host())
        let home = try await app.send(.get, "/trips/alpha/my", as: .traveller).page
        #expect(home.has(".next-event .next-reminder button") && !home.has(".event-news"))
        let list = try await app.send(.get, "/trips/alpha/my/events", as: .traveller).page
        #expect(list.text(".news-fold summary") == "1 thing is new" && list.find(".news-fold").first?["open"] == nil)
        let form = [("seen", home.find(".next-reminder input[name=seen]").first?["value"] ?? ""), ("back", "my")]
        #expect(try await app.send(.post, own(app, "/seen"), as: .traveller, form: form).status == 303)
        #expect(try await !app.send(.get, "/trips/alpha/my", as: .traveller).page.has(".next-reminder"))
    }

    @Test func onlyWhoCanSeeAReminderCountsAsReminded() async throws {
        let app = try await TestApp.withTrips()
        // Ada has not joined and has not opened her link; a preview that reads it is not her.
        let link = "/r/" + (try app.personalToken("member"))
        #expect(try await app.send(.get, link).status == 200)
        func remind() async throws {
            let event = try app.services.events.find(app.id("event"), app.host())
            _ = try await app.services.answers.remind(.pending, [], isAgain: false, of: event, app.host())
        }
        try await remind()
        let reminded = { try app.store.reminders.reminders(of: app.id("event")).first?.count }
        let pending = try app.store.events.invitations(of: app.id("event")).count { $0.rsvp == .pending }
        #expect(try reminded() == pending - 1)
        #expect(try await app.send(.post, link + "/opened").status == 204)
        try await remind()
        #expect(try reminded() == pending)
        // Whose link is revoked sees nothing any more.
        let form = [("do", "revoke"), ("member", app.id("member").description)]
        #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: form).status == 303)
        #expect(try reminded() == pending - 1)
        #expect(try await app.send(.post, link + "/opened").status == 404)
    }

    @Test func aTravellersMapHasMeetingPointsAndTheChosenKind() async throws {
        let app = try await TestApp.withTrips()
        let bare = try await app.send(.get, "/trips/alpha/my/map", as: .traveller).body
        #expect(bare.contains("No meeting point today or tomorrow") && bare.contains("so friends are listed by name"))
        #expect(bare.contains("data-choice=\"auto\""))
        try await move(app) { ($0.meetingLatitude, $0.meetingLongitude) = (46.42, 9.23) }
        app.clock.pass(.minutes(1))
        let page = try await app.send(.get, own(app), as: .traveller).body
        let link = try #require(page.firstMatch(of: /<a class="button" href="([^"]+)">Meeting point on the map/)).output.1
        let map = try await app.send(.get, String(link).replacing("&amp;", with: "&"), as: .traveller).body
        #expect(map.contains("data-label=\"tomorrow 15:03 Glacier walk\"") && map.contains("aria-current=\"location\""))
        #expect(map.contains("Glacier walk"))
        // Whoever declined does not meet there.
        _ = try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "no")])
        #expect(!(try await app.send(.get, "/trips/alpha/my/map", as: .traveller).body.contains("Glacier walk")))
        #expect(try await app.send(.post, "/trips/alpha/my/map/style", as: .traveller, form: [("style", "mountain")]).status == 303)
        let chosen = try await app.send(.get, "/trips/alpha/my/map", as: .traveller).body
        #expect(chosen.contains("data-choice=\"mountain\"") && chosen.contains("data-shown=\"mountain\""))
        #expect(try await app.send(.get, "/trips/alpha/my/map", as: .moderator).body.contains("data-choice=\"auto\""))
        #expect(try await app.send(.post, "/trips/alpha/my/map/style", as: .traveller, form: [("style", "x")]).status == 422)
        // A row is given of whoever shows themselves, and of nobody else.
        let row = "/trips/alpha/my/map/friends/\(app.id("member moderator"))"
        #expect(try await app.send(.get, row, as: .traveller).status == 404)
    }
}
