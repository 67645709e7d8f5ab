import Domain
import Services
import Testing

/// What hosts take along of an event, and what they make of it: papers, copies, messages; and how a draft goes.
@Suite struct EventPaperTests {
    private func path(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/events/\(app.id("event"))\(rest)" }

    @Test func oneGroupIsPrintedInTwoClicks() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.send(.post, "/r/" + app.personalToken("member"), form: [("answer", "yes")])
        let menu = try await app.send(.get, path(app), as: .moderator).page.find("#print-menu a")
        #expect(menu.map(\.text) == ["Bus out 2 people", "Everyone going 2 people", "Bus 1 1 person", "More options"])
        let paper = try await app.send(.get, menu[2].attributes["href"] ?? "", as: .moderator)
        #expect(paper.status == 200 && paper.page.text("h1") == "Glacier walk, Bus 1")
        #expect(paper.page.texts("tbody th").map { String($0.prefix(11)) } == ["Ada Example"] && paper.page.count("table.print") == 1)
        // What is to be known of somebody has a line of its own below the name.
        #expect(paper.page.texts("tbody th > div.flag").allSatisfy { $0.hasPrefix("⚑ ") } && paper.page.count("tbody th > div.flag") == 1)
        let roster = try await app.send(.get, "/trips/alpha/roster/print", as: .moderator).page
        #expect(roster.has("tbody th > div.flag") && !roster.has("tbody span.flag"))
        // Other columns keep the group.
        #expect(paper.page.find("input[name=group]").first?.attributes["value"] == app.id("group").description)
        #expect(try await app.send(.get, path(app, "/print?group=\(app.id("event"))"), as: .host).status == 404)
    }

    @Test func theSheetOfAWayBackSaysWhoIsBack() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        fields.isBackBy = true
        try await app.services.events.update(event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        #expect(try await app.send(.post, path(app, "/check-in"), as: .host, form: [("name", "Bus back")]).status == 303)
        let back = try #require(try app.store.checkIn.lists(of: app.id("event")).last).id
        let tick = [("in", app.id("member host").description)]
        #expect(try await app.send(.post, path(app, "/check-in/\(back)/scans"), as: .host, form: tick).status == 303)
        let came = [("in", app.id("member traveller").description)]
        #expect(try await app.send(.post, path(app, "/check-in/\(back)/scans"), as: .host, form: came).status == 303)
        let list = try await app.send(.get, path(app, "/check-in/\(back)"), as: .host).page
        #expect(list.texts("#filters label").contains("Not back only") && list.has("#check-in[data-return]"))
        #expect(Set(list.texts(".tick-state").map { $0.prefix { $0 != " " } }).isSuperset(of: ["Back", "Walk-in"]))
        app.clock.pass(.minutes(1))
        #expect(try await app.send(.post, path(app, "/check-in/\(back)/scans"), as: .host, form: [("out", tick[0].1)]).status == 303)
        let sheet = try await app.send(.get, path(app, "/print?list=\(back)"), as: .host).page
        #expect(sheet.texts(".print-head p")[0].hasSuffix("1 back, 1 not back"))
        #expect(sheet.texts("th.square") == ["Back"] && Set(sheet.texts("td.square")) == ["", "✓"])
        #expect(sheet.find(".print-head").first?.attributes["colspan"] == "6" && sheet.texts("thead th").count == 6)
        #expect(sheet.texts(".print-count span") == ["2 people", "Counted back", "by"])
        // The way out keeps its words, also on the sheets of all lists.
        let all = try await app.send(.get, path(app, "/print?split=list"), as: .host).page
        #expect(all.texts("th.square") == ["Out", "Back", "Back", "Out", "Back"])
        #expect(all.texts(".print-head p").filter { $0.contains(" arrived, ") }.count == 1)
        // What is typed from it.
        let typed = try await app.send(.get, path(app, "/check-in/\(back)/paper"), as: .host).page
        #expect(typed.texts("select[name=direction] option") == ["Back", "Out"])
        #expect(try await !app.send(.get, path(app, "/check-in/\(app.id("list"))"), as: .host).page.has("#check-in[data-way]"))
    }

    @Test func aCopyIsTheSameADayLater() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, path(app), as: .host).page
        let copy = try #require(page.find(".event-menu a").first { $0.text == "Duplicate…" }?.attributes["href"])
        let form = try await app.send(.get, copy, as: .host).page
        func value(_ name: String) -> String? { form.find("#\(name)").first?.attributes["value"] }
        #expect(value("title") == "Glacier walk" && value("capacity") == "3" && value("place") == "Glacier")
        let first = try await app.send(.get, path(app, "/edit"), as: .host).page
        let days = [first.find("#start_day").first?.attributes["value"], value("start_day")].compactMap { $0.flatMap { Day($0) } }
        #expect(days.count == 2 && days[1].number == days[0].number + 1)
        #expect(try await app.send(.get, "/trips/alpha/events/new?copy=\(app.id("trip beta"))", as: .host).status == 404)
        #expect(try await app.send(.get, copy, as: .moderator).status == 403)
    }

    @Test func aMessageGoesToEachAlone() async throws {
        let app = try await TestApp.withTrips()
        let asked = try await app.send(.post, path(app, "/message"), as: .host, form: [("do", "ask"), ("tab", "pending")])
        #expect(asked.status == 200 && asked.page.text("h1") == "Message 3 people")
        #expect(asked.body.contains("1 person has not joined and get no message."))
        let hidden = asked.page.find("form.form input[type=hidden]").map { ($0.attributes["name"] ?? "", $0.attributes["value"] ?? "") }
        #expect(try await app.send(.post, path(app, "/message"), as: .host, form: hidden + [("text", " ")]).status == 422)
        let sent = try await app.send(.post, path(app, "/message"), as: .host, form: hidden + [("text", "Are you coming?")])
        #expect(sent.status == 303 && sent.location.hasSuffix("?tab=pending&sent=2&unjoined=1"))
        #expect(try await app.send(.get, sent.location, as: .host).body.contains("Message sent to 2 people. 1 person has not joined yet."))
        // Sent twice, it arrives once.
        _ = try await app.send(.post, path(app, "/message"), as: .host, form: hidden + [("text", "Are you coming?")])
        let chat = try await app.send(.get, "/trips/alpha/chat", as: .traveller)
        #expect(chat.body.contains("Are you coming?") && chat.body.contains("host Person"))
    }

    @Test func theFormShowsWhatFewNeedOnlyWhenItIsUsed() async throws {
        let app = try await TestApp.withTrips()
        let new = try await app.send(.get, "/trips/alpha/events/new", as: .host).page
        #expect(new.count("details.fold") == 2 && new.count("details.fold[open]") == 0 && new.has(".people-picker input[name=co_hosts]"))
        let member = app.id("member moderator").description
        let wrong = try await app.send(
            .post, "/trips/alpha/events/new", as: .host, form: [("title", "x"), ("offer_hours", "0"), ("co_hosts", member)])
        #expect(wrong.status == 422 && wrong.page.has("details.fold[open] #offer_hours-error"))
        #expect(wrong.page.has("input[name=co_hosts][value=\(member)][checked]"))
    }

    @Test func publishingSaysHowToTellPeople() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.get, path(app, "?done=published"), as: .host).page.text(".tell-them h2") == "Now tell them")
        #expect(try await !app.send(.get, path(app), as: .host).page.has(".tell-them"))
    }
}
