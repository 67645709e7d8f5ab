import Domain
import Foundation
import Services
import Store
import Testing

@Suite struct EventFlowTests {
    private let form: [(String, String)] = [
        ("title", "Lake walk"), ("category", "outing"), ("place", "Lake"), ("meeting_point", "Front door"), ("start_day", "2026-01-07"),
        ("start_time", "09:30"), ("end_time", "12:00"), ("capacity", "2"), ("automatic", "on"), ("offer_hours", "12"),
        ("details", "<b>x</b>"),
    ]

    private func with(_ changes: [String: String]) -> [(String, String)] {
        form.filter { changes[$0.0] == nil } + changes.map { ($0.key, $0.value) }
    }
    private func path(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/events/\(app.id("event"))\(rest)" }

    /// A draft's address.
    private func draft(_ app: TestApp) async throws -> String {
        let made = try await app.send(.post, "/trips/alpha/events/new", as: .host, form: form)
        #expect(made.status == 303)
        let address = String(made.location.prefix { $0 != "?" })
        let draft = try await app.send(.get, address, as: .host)
        #expect(draft.body.contains("Lake walk") && draft.body.contains("Draft"))
        #expect(draft.page.text("main")?.contains("Wed 7 Jan 2026, 09:30–12:00 CET") == true)
        #expect(draft.body.contains("&lt;b&gt;x&lt;/b&gt;") && !draft.body.contains("<b>x</b>"))
        return address
    }

    @Test func anEventIsMadePublishedEditedAndCancelled() async throws {
        let app = try await TestApp.withTrips()
        let address = try await draft(app)
        let id = try #require(ID(address.split(separator: "/").last ?? ""))
        let access = try app.host()
        let version = try app.services.events.find(id, access).version
        let member = app.id("member")
        let nobody = try await app.send(
            .post, address + "/publish", as: .host, form: [("audience", "selected"), ("version", "\(version)")])
        #expect(nobody.status == 422 && nobody.body.contains("Choose at least one person first"))
        let stale = try await app.send(
            .post, address + "/publish", as: .host, form: [("audience", "selected"), ("version", "99"), ("member", member.description)])
        #expect(stale.status == 409)
        let published = try await app.send(
            .post, address + "/publish", as: .host,
            form: [("audience", "selected"), ("version", "\(version)"), ("member", member.description)])
        #expect(published.status == 303)
        // The creator counts as going.
        let own = try app.store.events.invitations(of: id)
        #expect(
            own.first { $0.memberID == app.id("member host") }?.rsvp == .going && own.first { $0.memberID == member }?.rsvp == .pending)
        let event = try app.services.events.find(id, access)
        let edited = try await app.send(
            .post, address + "/edit", as: .host,
            form: with(["start_time": "10:00", "version": "\(event.version)", "ask_again": "on"]))
        #expect(edited.status == 303)
        let page = try await app.send(.get, address, as: .moderator)
        #expect(page.body.contains("start “Wed 7 Jan 2026 09:30” → “Wed 7 Jan 2026 10:00”") && page.body.contains("asked again"))
        #expect(try app.services.events.find(id, access).sequence == 1)
        let lost = try await app.send(.post, address + "/edit", as: .host, form: with(["title": "Mine", "version": "\(event.version)"]))
        #expect(lost.status == 409 && lost.body.contains("value=\"Mine\""))
        let unsaid = try await app.send(
            .post, address + "/cancel", as: .host, form: [("version", "\(event.version + 1)"), ("reason", " ")])
        #expect(unsaid.status == 422)
        let cancelled = try await app.send(
            .post, address + "/cancel", as: .host, form: [("version", "\(event.version + 1)"), ("reason", "Wind")])
        #expect(cancelled.status == 303)
        let after = try await app.send(.get, address, as: .host)
        #expect(after.body.contains("Cancelled: Wind") && !after.body.contains(address + "/edit"))
    }

    @Test func whatIsWrongComesBackFilledIn() async throws {
        let app = try await TestApp.withTrips()
        let response = try await app.send(
            .post, "/trips/alpha/events/new", as: .host,
            form: with(["title": "", "start_time": "25:00", "capacity": "many", "meeting_latitude": "46.4", "place": "Héllo \"there\""]))
        #expect(response.status == 422)
        for text in [
            "Give the event a title.", "Type a time, for instance 07:40.", "Type a whole number, or leave it empty.",
            "Type both latitude and longitude, or neither.",
            "value=\"46.4\"",
            "Héllo &quot;there&quot;", "value=\"25:00\"",
        ] { #expect(response.body.contains(text), "\(text)") }
        let past = try await app.send(.post, "/trips/alpha/events/new", as: .host, form: with(["start_day": "2026-01-03"]))
        #expect(past.status == 422 && past.body.contains("in the past") && past.body.contains("name=\"confirm_past\""))
        let meant = try await app.send(
            .post, "/trips/alpha/events/new", as: .host, form: with(["start_day": "2026-01-03", "confirm_past": "on"]))
        #expect(meant.status == 303)
        let outside = try await app.send(.post, "/trips/alpha/events/new", as: .host, form: with(["start_day": "2026-01-13"]))
        #expect(outside.status == 422 && outside.body.contains("Choose a day of the trip"))
    }

    @Test(arguments: ["offer_hours", "capacity", "meeting_latitude", "start_time"])
    func aNumberBeyondEveryRangeIsAComplaintBesideItsFieldAndNoTrap(field: String) async throws {
        let app = try await TestApp.withTrips()
        let numbers = [
            "153722867280912931", "9223372036854775807", "-9223372036854775808", "-1000", "1e400", "nan",
            "9" + String(repeating: "0", count: 30),
        ]
        let pages = [("/trips/alpha/events/new", TestUser.host), ("/trips/alpha/my/events/new", .traveller), (path(app, "/edit"), .host)]
        for number in numbers {
            for (address, user) in pages {
                let typed = ["meeting_latitude": "46", "meeting_longitude": "7", "audience": "everyone"].merging([field: number]) { $1 }
                let response = try await app.send(.post, address, as: user, form: with(typed.merging(["version": number]) { $1 }))
                // Hours of offers are no field of a traveller's page: they are not read.
                let isRead = user == .host || field != "offer_hours"
                #expect(response.status == (isRead ? 422 : 303), "\(address) \(number)")
                #expect(response.page.has("#\(field)-error") == isRead, "\(address) \(number)")
            }
        }
    }

    /// By the trip's clock, and never at midnight.
    @Test func aTravellersEventBeginsAtTheNextFullHour() async throws {
        let app = try await TestApp.withTrips()
        func proposed() async throws -> [String?] {
            let page = try await app.send(.get, "/trips/alpha/my/events/new", as: .traveller).page
            return ["start_day", "start_time"].map { name in page.find("input[name=\(name)]").first?["value"] }
        }
        #expect(try await proposed() == ["2026-01-05", "16:00"])
        app.clock.pass(.hours(8))
        try await app.signInAgain()
        #expect(try await proposed() == ["2026-01-06", "09:00"])
    }

    @Test func whoMayNotMakeEventsIsRefusedBeforeTheFormIsRead() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        var fields = access.trip.fields
        fields.travellersCreate = false
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        let response = try await app.send(
            .post, "/trips/alpha/my/events/new", as: .traveller, form: with(["offer_hours": "153722867280912931"]))
        #expect(response.status == 403)
    }

    @Test func aPersonalLinkAnswersForOnePersonAndShowsOneEvent() async throws {
        let app = try await TestApp.withTrips()
        let token = try app.personalToken("member")
        let link = "/r/" + token
        let page = try await app.send(.get, link)
        #expect(page.status == 200 && page.body.contains("Hello Ada") && page.body.contains("Glacier walk"))
        // No names, no numbers of others, no other event.
        for secret in ["Person", "Draft dinner", "+00 000", "ada@x.example", "SECRET"] { #expect(!page.body.contains(secret), "\(secret)") }
        // A preview that taps changes nothing.
        let tapped = try await app.send(.get, link + "?answer=yes")
        #expect(tapped.page.texts("button.primary.big") == ["Yes, I am coming"])
        #expect(try app.store.events.invitation(token: token)?.invitation.rsvp == .pending)
        let answered = try await app.send(.post, link, form: [("answer", "yes")])
        #expect(answered.status == 303 && answered.location == link)
        #expect(try app.store.events.invitation(token: token)?.invitation.rsvp == .going)
        let forged = try await app.send(.post, link, form: [("answer", "no")], headers: ["Sec-Fetch-Site": "cross-site"])
        #expect(forged.status == 403)
        // Another's secret, a shortened one and a revoked one open nothing.
        for wrong in [String(token.dropLast()), token + "x", String(token.prefix(6)), "x"] {
            #expect(try await app.send(.get, "/r/" + wrong).status == 404)
        }
        let revoked = try await app.send(
            .post, path(app, "/answers"), as: .host, form: [("do", "revoke"), ("member", app.id("member").description)])
        #expect(revoked.status == 303)
        #expect(try await app.send(.get, link).status == 404)
        #expect(try await app.send(.post, link, form: [("answer", "no")]).status == 404)
        _ = try await app.send(
            .post, path(app, "/answers"), as: .host, form: [("do", "link"), ("member", app.id("member").description)])
        #expect(try await app.send(.get, link).status == 404)
        #expect(try await app.send(.get, "/r/" + app.personalToken("member")).status == 200)
    }

    /// What is answered is said once, has no button of its own, and is taken back as it was given.
    @Test func aPersonalLinkSaysTheAnswerOnceAndTakesItBack() async throws {
        let app = try await TestApp.withTrips()
        let links = try ["member", "member moderator", "member traveller"].map { "/r/" + (try app.personalToken($0)) }
        let done = try await app.send(.post, links[0], form: [("answer", "no"), ("before", "pending")]).location
        let declined = try await app.send(.get, done).page
        #expect(!declined.has(".panel .chip") && !declined.has("button[name=answer][value=no]"))
        #expect(declined.text(".toast .notice") == "Glacier walk: you are not going.")
        let undo = try #require(declined.find(".toast form").first?["action"])
        #expect(try await app.send(.post, undo).location == links[0])
        #expect(try await app.send(.get, links[0]).body.contains("You have not answered yet."))
        for link in links { _ = try await app.send(.post, link, form: [("answer", "yes")]) }
        // Two of three places are theirs, and the third of them waits.
        let asked = try await app.send(.get, links[0] + "?answer=no").page
        #expect(asked.text("form .clash") == "1 person waits for a place: yours may be gone at once.")
        #expect(try await !app.send(.get, links[2] + "?answer=no").page.has("form .clash"))
        _ = try await app.send(.post, links[2], form: [("answer", "no")])
        #expect(try await !app.send(.get, links[0] + "?answer=no").page.has("form .clash"))
        let gone = try await app.send(.post, links[0], form: [("answer", "no"), ("before", "going")]).location
        let back = try #require(try await app.send(.get, gone).page.find(".toast form").first?["action"])
        #expect(try await app.send(.post, back).status == 303)
        #expect(try await app.send(.get, links[0]).body.contains("You are going."))
        // A made-up address undoes nothing.
        #expect(try await !app.send(.get, links[0] + "?before=x").page.has(".toast"))
    }

    @Test func aFullEventWaitsOffersAndCloses() async throws {
        let app = try await TestApp.withTrips()
        // Three places; the creator has one.
        let links = try ["member", "member moderator", "member traveller"].map { "/r/" + (try app.personalToken($0)) }
        for link in links { _ = try await app.send(.post, link, form: [("answer", "yes")]) }
        let waiting = try await app.send(.get, links[2])
        #expect(waiting.body.contains("number 1 on the waitlist") && waiting.body.contains("Leave the waitlist"))
        let host = try await app.send(.get, path(app, "?tab=waitlist"), as: .host)
        #expect(host.body.contains("3 of 3 places taken") && host.body.contains("#1 in line"))
        _ = try await app.send(.post, links[0], form: [("answer", "no")])
        let offered = try await app.send(.get, links[2])
        #expect(offered.body.contains("A place is held for you until Tue 6 Jan 2026") && offered.body.contains("Take the place"))
        app.clock.pass(.hours(13))
        try await app.services.answers.passOnExpiredOffers()
        #expect(try await app.send(.get, links[2]).body.contains("You have not answered yet."))
        app.clock.pass(.hours(12))
        let late = try await app.send(.post, links[2], form: [("answer", "yes")])
        #expect(late.status == 409 && late.body.contains("has begun"))
        try await app.signInAgain()
        // A host may still say so, with a reason where the rules would not.
        let said = try await app.send(
            .post, path(app, "/answers"), as: .host,
            form: [("do", "going"), ("member", app.id("member traveller").description), ("note", "Told me at breakfast")])
        #expect(said.status == 303)
        #expect(try await app.send(.get, path(app), as: .host).body.contains("Told me at breakfast"))
    }

    @Test func promotingNeedsAReasonAndAPlace() async throws {
        let app = try await TestApp.withTrips()
        for name in ["member", "member moderator", "member traveller"] {
            _ = try await app.send(.post, "/r/" + app.personalToken(name), form: [("answer", "yes")])
        }
        let promote = [("do", "promote"), ("member", app.id("member traveller").description)]
        #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: promote).status == 422)
        let full = try await app.send(.post, path(app, "/answers"), as: .host, form: promote + [("note", "Birthday")])
        #expect(full.status == 409 && full.body.contains("No place is free"))
        #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: [("do", "going")]).status == 422)
    }

    @Test func newcomersAndRemindersComeByTheClock() async throws {
        let app = try await TestApp.withTrips()
        var fields = MemberFields()
        (fields[.firstName], fields[.status]) = ("Nova", "arrived")
        let nova = try await app.services.roster.add(fields, app.host())
        try await app.services.answers.inviteNewcomersAndRemind()
        let invited = try app.store.events.invitations(of: app.id("event"))
        #expect(invited.last?.memberID == nova && invited.last?.number == invited.count)
        // The event begins in 24 hours, but everybody was invited just now: a host reminds whoever can see it.
        for invitation in invited { #expect(try await app.send(.post, "/r/\(invitation.token)/opened").status == 204) }
        try await app.services.answers.inviteNewcomersAndRemind()
        #expect(try app.store.reminders.reminders(of: app.id("event")).isEmpty)
        let event = try app.services.events.find(app.id("event"), app.host())
        _ = try await app.services.answers.remind(.pending, [], isAgain: false, of: event, app.host())
        let reminders = try app.store.reminders.reminders(of: app.id("event"))
        #expect(reminders.map(\.kind) == ["answer"] && reminders[0].count == invited.count { $0.rsvp == .pending })
        let link = try #require(invited.last).token
        #expect(try await app.send(.get, "/r/\(link)", as: .nobody).body.contains("Reminder: please answer by"))
        app.clock.pass(.hours(22) + .minutes(30))
        try await app.services.answers.inviteNewcomersAndRemind()
        try await app.signInAgain()
        #expect(try app.store.reminders.reminders(of: app.id("event")).map(\.kind) == ["answer", "start"])
        #expect(try await app.send(.get, path(app), as: .host).body.contains("Reminder of the start sent to 1 person"))
    }

    // MARK: files

    @Test func filesAreGuardedAndCalendarsAnswer304() async throws {
        let app = try await TestApp.withTrips()
        let member = try app.services.roster.member(app.id("member"), app.host())
        var fields = member.fields
        fields[.room] = "=1+1"
        try await app.services.roster.update(member.id, to: fields, version: member.version, app.host())
        let csv = try await app.send(.get, path(app, "/roster.csv"), as: .host)
        #expect(csv.body.hasPrefix("\u{FEFF}\"Number\"") && csv.body.contains("\"'=1+1\"") && csv.body.contains("\"Bus out\"\r\n"))
        let feed = try #require(try app.store.calendars.feeds(trip: app.id("trip alpha")).first)
        let address = "/feeds/\(feed.token).ics"
        let calendar = try await app.send(.get, address)
        #expect(calendar.status == 200 && calendar.body.contains("SUMMARY:Glacier walk") && !calendar.body.contains("Draft dinner"))
        #expect(calendar.headers[.contentType] == "text/calendar; charset=utf-8")
        let same = try await app.send(.get, address, headers: ["If-None-Match": calendar.headers[.eTag] ?? ""])
        #expect(same.status == 304 && same.body.isEmpty)
        // A member's own calendar has what they are going to.
        _ = try await app.send(.post, "/trips/alpha/events/calendars", as: .host, form: [("member", member.id.description)])
        let own = try #require(try app.store.calendars.feeds(trip: app.id("trip alpha")).first { $0.memberID == member.id })
        #expect(try await !app.send(.get, "/feeds/\(own.token).ics").body.contains("BEGIN:VEVENT"))
        _ = try await app.send(.post, "/r/" + app.personalToken("member"), form: [("answer", "yes")])
        #expect(try await app.send(.get, "/feeds/\(own.token).ics").body.contains("SUMMARY:Glacier walk"))
        _ = try await app.send(.post, "/trips/alpha/events/calendars/revoke", as: .host)
        #expect(try await app.send(.get, address).status == 404)
        #expect(try await app.send(.get, "/feeds/\(own.token).ics").status == 200)
    }
}
