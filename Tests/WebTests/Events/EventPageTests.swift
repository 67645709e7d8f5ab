import Domain
import Foundation
import Services
import Store
import Testing

/// The event's page for its hosts: lists by answer, reminders, answers for many, papers, drafts.
@Suite struct EventPageTests {
    private func path(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/events/\(app.id("event"))\(rest)" }
    private func members(_ app: TestApp, _ names: String...) -> [(String, String)] {
        names.map { ("member", app.id($0 == "ada" ? "member" : "member " + $0).description) }
    }
    private func rsvp(_ app: TestApp, _ name: String) throws -> RSVP? {
        try app.store.events.invitations(of: app.id("event")).first { $0.memberID == app.id(name) }?.rsvp
    }

    // MARK: lists

    @Test func eachListHasItsPeopleAndItsNumber() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.send(.post, "/r/" + app.personalToken("member"), form: [("answer", "no")])
        let going = try await app.send(.get, path(app), as: .host).page
        #expect(going.texts(".event-people .tabs b") == ["1", "0", "2", "1"])
        #expect(going.texts(".guest-name a") == ["host Person"] && going.texts(".tabs a[aria-current=page]").count == 1)
        let pending = try await app.send(.get, path(app, "?tab=pending"), as: .host).page
        #expect(pending.texts(".guest-name a") == ["moderator Person", "traveller Person"])
        let found = try await app.send(.get, path(app, "?tab=pending&q=TRAV"), as: .host).page
        #expect(found.texts(".guest-name a") == ["traveller Person"])
        #expect(found.text(".event-search a.button") == "Show all")
        let none = try await app.send(.get, path(app, "?tab=pending&q=zzz"), as: .host)
        #expect(none.body.contains("Nobody found for “zzz”.") && none.page.count(".guest-name") == 0)
        #expect(try await app.send(.get, path(app, "?tab=declined"), as: .host).page.texts(".guest-name a") == ["Ada Example"])
        let all = try await app.send(.get, path(app, "?tab=pending&ticked=all"), as: .host).page
        #expect(all.count(".guest-rows input[checked]") == 2)
        // Moderators read, and have nothing to tick.
        let read = try await app.send(.get, path(app, "?tab=pending"), as: .moderator).page
        #expect(read.count(".guest-name") == 2 && read.count(".guest-rows input") == 0 && !read.has(".bulkbar"))
        for odd in ["?tab=nonsense", "?tab=waitlist&q=%00", "?ticked=x&ticked=all"] {
            #expect(try await app.send(.get, path(app, odd), as: .host).status == 200)
        }
    }

    @Test func theHeadSaysHowItStandsAndWhatIsNext() async throws {
        let app = try await TestApp.withTrips()
        let open = try await app.send(.get, path(app), as: .host).page
        #expect(open.text(".event-state") == "3 people have not answered." && open.texts(".event-next button.primary") == ["Remind 2"])
        #expect(open.text(".event-next .hint a") == "1 person has no account: print personal cards")
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        fields.answerBy = app.clock.now + .hours(2)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        app.clock.pass(.hours(3))
        let closed = try await app.send(.get, path(app), as: .host).page
        #expect(closed.text(".event-state") == "Answers are closed, and 3 people never answered.")
        #expect(closed.text(".event-next a.primary") == "Answer for 3")
        let late = try await app.send(.post, path(app, "/remind"), as: .host, form: [("tab", "pending")])
        #expect(late.status == 409 && late.body.contains("Answers are closed."))
        let draft = try await app.send(.get, "/trips/alpha/events/\(app.id("draft"))", as: .host).page
        #expect(draft.text(".event-next a.primary") == "Invite and publish…" && !draft.has(".event-people"))
        #expect(draft.text(".event-state") == "This is a draft: only hosts see it. Next, choose whom to invite.")
    }

    /// Whom a reminder went to gets none for hours: the button says when, and paper comes first for the rest.
    @Test func aReminderThatWasSentIsSaidOnItsButton() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, path(app, "/remind"), as: .host, form: [("tab", "pending")]).status == 303)
        let sent = try await app.send(.get, path(app), as: .host).page
        #expect(!sent.has(".event-next form") && sent.texts(".event-next .primary") == ["Print 1 card"])
        #expect(sent.count(".event-next button[disabled]") == 1)
        #expect(sent.text(".event-next button")?.hasPrefix("Reminded today ") == true)
        app.clock.pass(.hours(12))
        try await app.signInAgain()
        let later = try await app.send(.get, path(app), as: .host).page
        #expect(later.texts(".event-next button.primary") == ["Remind 2"] && !later.has(".event-next button[disabled]"))
    }

    @Test func whomNoReminderReachesGetsACard() async throws {
        let app = try await TestApp.withTrips()
        // Ada has not joined; who has answered already is not asked.
        let ada = app.id("member")
        for invitation in try app.store.events.invitations(of: app.id("event")) where invitation.memberID != ada {
            let form = [("member", invitation.memberID.description), ("do", "going")]
            #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: form).status == 303)
        }
        let page = try await app.send(.get, path(app), as: .host).page
        #expect(page.texts(".event-next a.primary") == ["Print 1 card"] && !page.has(".event-next form") && !page.has(".event-next .hint"))
        #expect(page.find(".event-next a.primary").first?["href"] == path(app, "/links?for=unreached"))
        // A day before the start, Today says the same.
        let event = try app.services.events.find(app.id("event"), app.host())
        app.clock.pass(event.fields.startsAt - app.clock.now - .hours(22))
        try await app.signInAgain()
        let today = try await app.send(.get, "/trips/alpha", as: .host).page
        #expect(today.texts("#today-tasks form button").contains("Print 1 card"))
        #expect(!today.texts("#today-tasks form button").contains { $0.hasPrefix("Remind") })
        #expect(today.texts("#today-tasks small").contains { $0.hasSuffix("1 person has no account.") })
        let form = try #require(today.find("#today-tasks form").first { $0.text == "Print 1 card" })
        #expect(form["action"] == path(app, "/links") && today.has("#today-tasks form button[name=for][value=unreached]"))
    }

    /// Whoever cancelled keeps the invitation and gets no reminder, but has an account; a card would be refused.
    @Test func whoCancelledNeedsNoCard() async throws {
        let app = try await TestApp.withTrips()
        let form = [("do", "status"), ("status_to", "cancelled"), ("confirm", "yes")] + members(app, "traveller")
        #expect(try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form).status == 303)
        let page = try await app.send(.get, path(app), as: .host).page
        #expect(page.text(".event-state") == "3 people have not answered." && page.texts(".event-next button.primary") == ["Remind 1"])
        #expect(page.text(".event-next .hint a") == "1 person has no account: print personal cards")
        // Nobody is left but them: neither a reminder nor paper reaches anybody.
        let others = [("do", "going")] + members(app, "ada", "moderator")
        #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: others).status == 303)
        let rest = try await app.send(.get, path(app), as: .host).page
        #expect(rest.text(".event-state") == "1 person has not answered." && !rest.has(".event-next .primary"))
        let event = try app.services.events.find(app.id("event"), app.host())
        app.clock.pass(event.fields.startsAt - app.clock.now - .hours(22))
        try await app.signInAgain()
        let today = try await app.send(.get, "/trips/alpha", as: .host).page
        let task = try #require(today.find("#today-tasks li").first { $0.text.contains("1 person has not answered Glacier walk") })
        #expect(!task.text.contains("no account") && !task.text.contains("Print") && !task.text.contains("Remind"))
    }

    @Test func theCardsThatWereCountedAreThoseThatArePrinted() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, path(app), as: .host).page
        let link = try #require(page.find(".event-next .hint a").first?["href"])
        let cards = try await app.send(.get, link, as: .host).page
        #expect(cards.texts(".cut-card strong") == ["Ada Example"] && cards.count(".cut-card .qr") == 1)
        // The page says so, and leads to all.
        let all = try #require(cards.find("main p a").first { $0.text == "Cards of everybody who is invited" }?["href"])
        let everybody = try await app.send(.get, all, as: .host).page
        #expect(everybody.count(".cut-card") == 4 && !everybody.has("main p a[href$=links]"))
        // A link that is revoked is no card.
        let revoke = [("do", "revoke")] + members(app, "ada")
        #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: revoke).status == 303)
        #expect(try await !app.send(.get, path(app), as: .host).page.has(".event-next .hint"))
        #expect(try await app.send(.get, link, as: .host).page.count(".cut-card") == 0)
    }

    @Test func checkingInStandsInTheHeadWithHowManyAreTicked() async throws {
        let app = try await TestApp.withTrips()
        func page() async throws -> HTMLPage { try await app.send(.get, path(app), as: .host).page }
        let list = path(app, "/check-in/\(app.id("list"))")
        #expect(try await page().text(".event-head .event-check b") == "0 of 1 arrived")
        #expect(try await page().find(".event-check").first?["href"] == list)
        // On a phone it is the first of what one goes to.
        #expect(try await page().texts(".event-jumps a").first == "Check in 0/1")
        #expect(try await page().find(".event-jumps a").first?["href"] == list)
        let host = app.id("member host").description
        #expect(try await app.send(.post, list + "/scans", as: .host, form: [("in", host)]).status == 303)
        #expect(try await page().text(".event-head .event-check b") == "1 of 1 arrived")
        let counts = try await app.send(.get, path(app, "/counts.json"), as: .moderator).body
        #expect(counts.contains(#""ticked":"1 of 1 arrived","tickedShort":"1/1""#))
        #expect(try await app.send(.get, path(app), as: .moderator).page.has(".event-check"))
        // Hours before the start it is what comes first.
        let event = try app.services.events.find(app.id("event"), app.host())
        app.clock.pass(event.fields.startsAt - app.clock.now - .hours(1))
        try await app.signInAgain()
        let soon = try await page()
        #expect(soon.texts(".event-next .primary") == ["Check in"] && soon.text(".event-boarded") == "1 of 1 arrived")
        #expect(!soon.has(".event-check") && !soon.texts(".event-jumps a").contains { $0.hasPrefix("Check in") })
    }

    /// Once all are ticked on the first list, what follows a page that is open names the next one, and leads there.
    @Test func theWayIntoCheckInIsOfTheListWhoseTicksAreCounted() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, path(app, "/check-in"), as: .host, form: [("name", "Lunch")]).status == 303)
        func way() async throws -> String? { try await app.send(.get, path(app), as: .host).page.find("[data-check-in]").first?["href"] }
        let first = path(app, "/check-in/\(app.id("list"))")
        #expect(try await way() == first)
        let counts = { try await app.send(.get, path(app, "/counts.json"), as: .host).body }
        #expect(try await counts().contains(#""checkIn":"\#(first)""#))
        let host = app.id("member host").description
        #expect(try await app.send(.post, first + "/scans", as: .host, form: [("in", host)]).status == 303)
        let lunch = try #require(try app.store.checkIn.lists(of: app.id("event")).first { $0.name == "Lunch" })
        let next = path(app, "/check-in/\(lunch.id)")
        #expect(try await way() == next)
        #expect(try await counts().contains(#""tickedShort":"0/1","checkIn":"\#(next)""#))
    }

    @Test func placesAreCountedWhereTheyAreLimited() async throws {
        let app = try await TestApp.withTrips()
        func said() async throws -> String? { try await app.send(.get, path(app), as: .host).page.text("[data-count=capacity]") }
        #expect(try await said() == "1 of 3 places taken")
        let (access, event) = (try app.host(), try app.services.events.find(app.id("event"), app.host()))
        var fields = event.fields
        fields.capacity = nil
        try await app.services.events.update(event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        #expect(try await said() == nil)
    }

    // MARK: reminders

    @Test func aReminderGoesToWhoHasNotAnsweredOnce() async throws {
        let app = try await TestApp.withTrips()
        let sent = try await app.send(.post, path(app, "/remind"), as: .host, form: [("tab", "pending")])
        // Ada has not joined and has not opened her link.
        #expect(sent.status == 303 && sent.location.hasSuffix("?tab=pending&told=2&recent=0&unreached=1"))
        let page = try await app.send(.get, sent.location, as: .host).body
        #expect(page.contains("Reminder sent to 2 people. 1 person has not joined and would not see it: print personal cards."))
        #expect(page.contains("Reminder to answer sent to 2 people, last today "))
        #expect(try app.store.reminders.reminders(of: app.id("event")).map(\.count) == [2])
        let log = try await app.send(.get, path(app, "/log"), as: .host).body
        #expect(log.contains("Reminder sent") && log.contains("people “2”"))
        // Not the same people twice within twelve hours, unless the host says so.
        let again = try await app.send(.post, path(app, "/remind"), as: .host, form: [("tab", "pending")])
        #expect(again.location.contains("told=0&recent=2"))
        #expect(try await app.send(.get, again.location, as: .host).body.contains("2 people were reminded within the last 12 hours."))
        let meant = try await app.send(
            .post, path(app, "/remind"), as: .host, form: [("tab", "pending"), ("again", "yes")] + members(app, "traveller"))
        #expect(meant.location.contains("told=1&recent=0&unreached=0"))
        app.clock.pass(.hours(12) + .minutes(1))
        try await app.signInAgain()
        let later = try await app.send(.post, path(app, "/remind"), as: .host, form: [("tab", "pending")] + members(app, "moderator"))
        #expect(later.location.contains("told=1"))
        // Those who are going hear of the start; a list that nobody is reminded of is refused.
        #expect(try await app.send(.post, path(app, "/remind"), as: .host, form: [("tab", "going")]).location.contains("told=1"))
        #expect(try await app.send(.post, path(app, "/remind"), as: .host, form: [("tab", "declined")]).status == 422)
        let draft = "/trips/alpha/events/\(app.id("draft"))/remind"
        #expect(try await app.send(.post, draft, as: .host, form: [("tab", "pending")]).status == 409)
    }

    @Test func nobodyIsRemindedByTheClockWithinADayOfTheInvitation() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        (fields.startsAt, fields.endsAt) = (app.clock.now + .hours(40), nil)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        for hours in [0, 17, 6] {
            app.clock.pass(.hours(hours))
            try await app.services.answers.inviteNewcomersAndRemind()
            #expect(try app.store.reminders.reminders(of: event.id).isEmpty)
        }
        app.clock.pass(.hours(2))
        try await app.services.answers.inviteNewcomersAndRemind()
        #expect(try app.store.reminders.reminders(of: event.id).map(\.kind) == ["answer"])
    }

    // MARK: more people than places

    @Test func moreThanFitIsAQuestionAndNothingIsDone() async throws {
        let app = try await TestApp.withTrips()
        // Three places; the creator has one of them.
        let all = members(app, "ada", "moderator", "traveller")
        let asked = try await app.send(.post, path(app, "/answers"), as: .host, form: [("do", "going"), ("tab", "pending")] + all)
        #expect(asked.status == 409 && asked.page.text("h1") == "2 places for 3 people")
        #expect(asked.page.texts("button[name=fit]") == ["Take the first 2 and put 1 on the waitlist", "Raise the places to 4"])
        #expect(asked.page.count("input[name=member]") == 3)
        #expect(try rsvp(app, "member") == .pending && rsvp(app, "member traveller") == .pending)
        // Who waits already is not put there again.
        let waiting = try await app.send(.post, path(app, "/answers"), as: .host, form: [("do", "going"), ("tab", "waitlist")] + all)
        #expect(waiting.page.texts("button[name=fit]") == ["Raise the places to 4", "Take the first 2 and keep 1 on the waitlist"])
        #expect(waiting.page.texts(".stacked button.primary") == ["Raise the places to 4"])
        #expect(waiting.page.text("p a.button") == "Keep them on the waitlist")
        // Cancelling leads back to the list, with its ticks.
        let back = try #require(asked.page.find("p a.button").first?.attributes["href"])
        #expect(try await app.send(.get, back, as: .host).page.count(".guest-rows input[checked]") == 3)
    }

    @Test func whoDoesNotFitWaits() async throws {
        let app = try await TestApp.withTrips()
        let form = [("do", "going"), ("tab", "pending"), ("fit", "waitlist")] + members(app, "ada", "moderator", "traveller")
        #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: form).status == 303)
        #expect(try rsvp(app, "member") == .going && rsvp(app, "member moderator") == .going)
        #expect(try rsvp(app, "member traveller") == .waitlisted)
        let page = try await app.send(.get, path(app, "?tab=waitlist"), as: .host)
        #expect(page.body.contains("#1 in line") && page.body.contains("3 of 3 places taken"))
    }

    @Test func thePlacesAreRaisedOrTheQuestionComesAgain() async throws {
        let app = try await TestApp.withTrips()
        let all = [("do", "going"), ("fit", "raise")] + members(app, "ada", "moderator", "traveller")
        // Somebody took a place meanwhile: what was offered does not suffice any more.
        for places in ["3", "", "-1", "99999999999999999999"] {
            let again = try await app.send(.post, path(app, "/answers"), as: .host, form: all + [("places", places)])
            #expect(again.status == 409 && again.page.texts("button[name=fit]").contains("Raise the places to 4"), "\(places)")
        }
        #expect(try rsvp(app, "member") == .pending)
        #expect(try await app.send(.post, path(app, "/answers"), as: .host, form: all + [("places", "4")]).status == 303)
        let event = try app.services.events.find(app.id("event"), app.host())
        #expect(event.fields.capacity == 4 && event.taken == 4)
        #expect(try await app.send(.get, path(app), as: .host).body.contains("capacity “3” → “4”"))
    }
}
