import Domain
import Services
import Testing

@Suite struct RosterFlowTests {
    @Test func aMemberIsAddedEditedAndTheTrailTellsOfIt() async throws {
        let app = try await TestApp.withTrips()
        let bad = try await app.send(.post, "/trips/alpha/members/new", as: .host, form: [("email", "wrong"), ("room", "kept <b>")])
        #expect(bad.status == 422)
        #expect(bad.body.contains("Type a first or last name.") && bad.body.contains("This is not an email address."))
        #expect(bad.body.contains("value=\"kept &lt;b&gt;\""))
        let added = try await app.send(
            .post, "/trips/alpha/members/new", as: .host,
            form: [("first_name", "<script>Zoë"), ("last_name", "O'Neil"), ("status", "confirmed"), ("groups", "Bus 1; New")])
        #expect(added.status == 303)
        let told = try await app.send(.get, added.location, as: .host).page
        #expect(told.texts(".toast .notice") == ["<script>Zoë O'Neil added"] && told.has(".toast form[action$=/undo]"))
        let path = String(added.location.prefix { $0 != "?" })
        let page = try await app.send(.get, path, as: .host)
        #expect(page.body.contains("&lt;script&gt;Zoë O'Neil") && !page.body.contains("<script>Zoë"))
        let form = try await app.send(.get, path + "/edit", as: .host)
        let version = try #require(form.body.components("name=\"version\" value=\"").dropFirst().first).prefix { $0 != "\"" }
        let fields = [("first_name", "Zoë"), ("last_name", "O'Neil"), ("status", "arrived"), ("version", String(version))]
        let saved = try await app.send(.post, path + "/edit", as: .host, form: fields)
        let history = try await app.send(.get, saved.location, as: .host)
        #expect(saved.status == 303 && history.page.texts(".toast .notice") == ["Details of Zoë O'Neil changed"])
        #expect(history.body.contains("Status: Confirmed → Arrived") && history.body.contains("Groups: Bus 1; New → –"))
        #expect(history.body.contains("host Person"))
        // The same form again: somebody changed it meanwhile, what was typed comes back.
        let stale = try await app.send(.post, path + "/edit", as: .host, form: fields + [("room", "typed")])
        #expect(stale.status == 409 && stale.body.contains("value=\"typed\""))
    }

    @Test func groupsAreTickedAndWhatIsRareIsFolded() async throws {
        let app = try await TestApp.withTrips()
        let edit = "/trips/alpha/members/\(app.id("member"))/edit"
        let form = try await app.send(.get, edit, as: .host).page
        #expect(form.find("#groups input[checked]").map { $0["value"] } == ["Bus 1"] && form.find(".pick-new").first?["value"] == "")
        #expect(form.has("form > .field #room") && !form.has("form > .field #diet") && form.has("details.fold #diet"))
        // A tick for each, and a line for a new one; what is wrong comes back in the line and ticked.
        let version = try app.services.roster.member(app.id("member"), app.host()).version
        let typed = [("first_name", "Ada"), ("version", String(version)), ("status", "arrived"), ("groups", "Bus 1")]
        let wrong = try await app.send(.post, edit, as: .host, form: typed + [("groups", String(repeating: "x", count: 61))])
        #expect(wrong.status == 422 && wrong.page.find("#groups input[checked]").map { $0["value"] } == ["Bus 1"])
        #expect(wrong.page.find(".pick-new").first?["value"]?.count == 61)
        #expect(try await app.send(.post, edit, as: .host, form: typed + [("groups", " Club ")]).status == 303)
        #expect(try app.services.roster.member(app.id("member"), app.host()).fields[.groups] == "Bus 1; Club")
        // Somebody with a diet sees it without opening anything.
        let withDiet = typed.filter { $0.0 != "version" } + [("diet", "vegan"), ("version", "0")]
        let stale = try await app.send(.post, edit, as: .host, form: withDiet).page
        #expect(stale.find("details.fold").map { $0["open"] != nil } == [true, false, false])
    }

    @Test func searchFilterAndEmptyStates() async throws {
        let app = try await TestApp.withTrips()
        let all = try await app.send(.get, "/trips/alpha/roster", as: .host)
        #expect(all.body.contains("Ada Example") && all.body.contains("4 members") && all.body.contains("roster v"))
        let found = try await app.send(.get, "/trips/alpha/roster?q=exam%20ADA", as: .host)
        #expect(found.body.contains("1 of 4 members"))
        let none = try await app.send(.get, "/trips/alpha/roster?status=cancelled", as: .host)
        #expect(none.page.texts("#nobody > p").first == "Nobody found.")
        // By what it is narrowed, each to be taken off, and everybody with the same words.
        let narrowed = try await app.send(.get, "/trips/alpha/roster?need=tracker&status=arrived&q=zzz", as: .host).page
        #expect(narrowed.count(".filter-chips a") == 2 && narrowed.text(".filters-open") == "Filters · 2")
        #expect(narrowed.texts(".narrowed #count") == ["0 of 4 members"] && narrowed.texts("#count").count == 1)
        #expect(narrowed.find(".narrowed > a.button").map { $0["href"] } == ["/trips/alpha/roster"])
        #expect(!all.page.has(".narrowed #count") && all.page.texts("#count") == ["4 members"])
        #expect(narrowed.find("[data-search-all]").first?["href"] == "/trips/alpha/roster?q=zzz")
        // In the words of the filter itself.
        let any = try await app.send(.get, "/trips/alpha/roster?status=all", as: .host).page
        let option = try #require(any.find("option[value=all][selected]").first?.text)
        #expect(any.texts(".filter-chips a").map { $0.hasPrefix("Status: \(option)") } == [true])
        let moderator = try await app.send(.get, "/trips/alpha/roster", as: .moderator)
        #expect(!moderator.body.contains("Add a person") && !moderator.body.contains("type=\"checkbox\" name=\"member\""))
    }

    /// What Today counts is what its link lists.
    @Test func todaysTasksLeadToThoseWhomTheyCount() async throws {
        let app = try await TestApp.withTrips()
        let today = try await app.send(.get, "/trips/alpha", as: .host).body
        for (need, sentence) in [("emergency_phone", "1 person has no emergency phone"), ("attention", "1 person needs attention")] {
            #expect(today.contains(sentence) && today.contains("/trips/alpha/roster?need=\(need)"), "\(need)")
            let list = try await app.send(.get, "/trips/alpha/roster?need=\(need)", as: .host).body
            #expect(list.contains("1 of 4 members"), "\(need)")
        }
        let print = try await app.send(.get, "/trips/alpha/roster/print?need=emergency_phone", as: .host).body
        #expect(print.contains("Only No emergency phone"))
    }

    @Test func unchangedPagesAre304AndChangesShowAtOnce() async throws {
        let app = try await TestApp.withTrips()
        let first = try await app.send(.get, "/trips/alpha/roster", as: .host)
        let tag = try #require(first.headers[.eTag])
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host, headers: ["If-None-Match": tag]).status == 304)
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .moderator).headers[.eTag] != tag)
        _ = try await app.send(.post, "/trips/alpha/members/new", as: .host, form: [("first_name", "Bo")])
        let second = try await app.send(.get, "/trips/alpha/roster", as: .host, headers: ["If-None-Match": tag])
        #expect(second.status == 200 && second.body.contains(">Bo<"))
    }

    @Test func bulkActionsAskFirst() async throws {
        let app = try await TestApp.withTrips()
        let member = app.id("member").description
        let form = [("do", "status"), ("status_to", "left"), ("member", member)]
        let asked = try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form)
        #expect(asked.status == 200 && asked.body.contains("Ada Example") && asked.body.contains("Set status to Left"))
        #expect(try app.services.roster.member(app.id("member"), app.host()).fields.status == .arrived)
        #expect(try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form + [("confirm", "yes")]).status == 303)
        #expect(try app.services.roster.member(app.id("member"), app.host()).fields.status == .left)
        #expect(
            try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: [("do", "status"), ("status_to", "left")]).status
                == 422)
        let foreign = app.id("member hostOfAnotherTrip").description
        #expect(
            try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: [("do", "room"), ("member", foreign)]).status == 404)
        let forced = try await app.send(
            .post, "/trips/alpha/roster/bulk", as: .host, form: [("do", "room"), ("member", foreign), ("confirm", "yes")])
        #expect(forced.status == 404)
    }

    @Test func importPreviewsThenSavesOnce() async throws {
        let app = try await TestApp.withTrips()
        let boundary = "xYz"
        let csv = "name;mail;room\r\nBo Sample;bo@x.example;7\r\nAda Example;ada@x.example;8\r\nNo Mail;broken;1\r\n"
        let body =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"l.csv\"\r\nContent-Type: text/csv\r\n\r\n\(csv)\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n\r\n--\(boundary)--\r\n"
        let uploaded = try await app.send(
            .post, "/trips/alpha/roster/import", as: .host, body: body,
            headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"])
        #expect(uploaded.status == 303)
        let preview = try await app.send(.get, uploaded.location, as: .host)
        #expect(preview.body.contains("2 new, 1 changed, 0 unchanged, 0 refused"))
        #expect(preview.body.contains("Room: x → 8") && preview.body.contains("Email not taken: “broken”."))
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).body.contains("4 members"))
        let version = try app.host().trip.rosterVersion
        let save = [("do", "save"), ("version", String(version)), ("column0", "full_name"), ("column1", "email"), ("column2", "room")]
        let stale = try await app.send(.post, uploaded.location, as: .host, form: [("version", "1")] + save)
        #expect(stale.status == 409 && stale.body.contains("The roster has changed"))
        #expect(try await app.send(.post, uploaded.location, as: .host, form: save).status == 303)
        let access = try app.host()
        #expect(access.trip.rosterVersion == version + 1)
        #expect(try app.services.roster.entries(RosterFilter(), access).count == 6)
        let changes = try await app.send(.get, "/trips/alpha/roster/changes?since=\(version)", as: .host)
        #expect(changes.body.contains("Ada Example changed by import (Room: x → 8)") && changes.body.contains("Bo Sample added"))
        #expect(try await app.send(.post, uploaded.location, as: .host, form: save).status == 404)
    }

    @Test func exportComesBackUnchanged() async throws {
        let app = try await TestApp.withTrips()
        let csv = try await app.send(.get, "/trips/alpha/roster.csv", as: .host)
        #expect(csv.headers[.contentDisposition]?.hasPrefix("attachment") == true)
        let begun = try await app.send(.post, "/trips/alpha/roster/import", as: .host, form: [("text", csv.body)])
        let preview = try await app.send(.get, begun.location, as: .host)
        #expect(preview.body.contains("0 new, 0 changed, 4 unchanged, 0 refused"))
        let vcard = try await app.send(.get, "/trips/alpha/roster.vcf?q=ada", as: .host)
        #expect(vcard.body.components("BEGIN:VCARD").count == 2 && vcard.body.contains("FN:Ada Example\r\n"))
    }

    @Test func archivedTripsAreReadOnly() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).status == 200)
        #expect(try await app.send(.post, "/trips/alpha/members/new", as: .host, form: [("first_name", "Bo")]).status == 403)
        #expect(try await app.send(.post, "/trips/alpha/reopen", as: .host).status == 303)
        #expect(try await app.send(.post, "/trips/alpha/members/new", as: .host, form: [("first_name", "Bo")]).status == 303)
    }

    @Test func tripFormsComeBackFilled() async throws {
        let app = try await TestApp.withTrips()
        let bad = try await app.send(
            .post, "/trips/new", as: .admin,
            form: [
                ("name", "Big & small"), ("slug", "Not a slug"), ("start_day", "soon"), ("time_zone", "Mars/Base"), ("base_latitude", "91"),
            ])
        #expect(bad.status == 422)
        for text in [
            "value=\"Big &amp; small\"", "value=\"not a slug\"".replacing("not a slug", with: "Not a slug"),
            "Type a date, for instance 2026-01-31.",
            "Choose a time zone", "Between −90 and 90",
        ] {
            #expect(bad.body.contains(text), "\(text)")
        }
        let fields = [
            ("name", "Gamma"), ("slug", "alpha"), ("start_day", "2026-02-01"), ("end_day", "2026-02-08"), ("time_zone", "Asia/Tokyo"),
            ("nearby_radius", "500"),
            ("fresh_minutes", "5"), ("stale_minutes", "30"), ("history_days", "14"), ("chat_days", "90"),
        ]
        #expect(try await app.send(.post, "/trips/new", as: .admin, form: fields).status == 422)
        #expect(
            try await app.send(.post, "/trips/new", as: .admin, form: fields.map { $0.0 == "slug" ? ("slug", "gamma") : $0 }).location
                == "/trips/gamma")
        // A new trip asks for little, and its address is made from its name; a name that is taken shows what it was made into.
        let asked = try await app.send(.get, "/trips/new", as: .admin).page
        #expect(asked.count(".fold #slug") == 1 && asked.count(".fold #name") == 0 && asked.count(".fold #base_latitude") == 1)
        func named(_ name: String) -> [(String, String)] {
            fields.map { $0.0 == "slug" ? ("slug", "") : $0.0 == "name" ? ("name", name) : $0 }
        }
        let made = try await app.send(.post, "/trips/new", as: .admin, form: named("Zürich & Łódź 2026"))
        #expect(made.location == "/trips/zurich-lodz-2026")
        let taken = try await app.send(.post, "/trips/new", as: .admin, form: named("Gamma"))
        #expect(taken.status == 422 && taken.body.contains("value=\"gamma\"") && taken.page.count("details.fold[open]") == 1)
        #expect(try await app.send(.get, "/trips/gamma/roster", as: .admin).body.contains("Nobody is on the roster yet"))
        #expect(try await app.send(.get, "/trips/gamma", as: .host).status == 404)
    }
}
