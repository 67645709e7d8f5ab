import Domain
import Foundation
import Services
import Store
import Testing

@Suite struct CheckInFlowTests {
    private func path(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/events/\(app.id("event"))\(rest)" }
    private func listPath(_ app: TestApp, _ rest: String = "") -> String { path(app, "/check-in/\(app.id("list"))\(rest)") }

    @Test func phonesSendTheirQueueMoreThanOnceAndNothingDoubles() async throws {
        let app = try await TestApp.withTrips()
        let member = app.id("member moderator")
        let now = app.clock.now.milliseconds
        // The phone's clock is an hour ahead; it ticked two minutes ago, and out one minute ago.
        let skewed = now + 3_600_000
        let lines = [
            ("scan", "\(ID(high: 5, low: 1)),\(member),in,\(skewed - 120_000),tick"),
            ("scan", "\(ID(high: 5, low: 2)),\(member),out,\(skewed - 60_000),qr"),
            ("now", "\(skewed)"),
        ]
        for expected in [2, 0] {
            let response = try await app.send(.post, listPath(app, "/scans"), as: .moderator, form: lines)
            #expect(response.status == 200 && response.body == "{\"new\":\(expected),\"known\":2,\"unknown\":0}")
        }
        let scans = try app.store.checkIn.scans(of: app.id("event")).filter { $0.memberID == member }
        #expect(scans.count == 2 && Set(scans.map { app.clock.now - $0.scannedAt }) == [.seconds(120), .seconds(60)])
        let page = try await app.send(.get, listPath(app), as: .host)
        #expect(page.body.contains("out again · qr · moderator Person"))
        // Somebody of another trip cannot be ticked in.
        let foreign = try await app.send(
            .post, listPath(app, "/scans"), as: .host, form: [("in", app.id("member hostOfAnotherTrip").description)])
        #expect(try app.store.checkIn.scans(of: app.id("event")).allSatisfy { $0.memberID != app.id("member hostOfAnotherTrip") })
        #expect(foreign.status == 303)
    }

    /// Every request of a busy bus would read session, trip and roster anew.
    @Test func aTickEmptiesNoCacheUnlessItInvitesSomebody() async throws {
        let app = try await TestApp.withTrips()
        func tick(_ member: ID) async throws {
            #expect(try await app.send(.post, listPath(app, "/scans"), as: .host, form: [("in", member.description)]).status == 303)
        }
        let before = app.database.generation
        try await tick(app.id("member"))
        #expect(app.database.generation == before)
        var walkIn = MemberFields()
        (walkIn[.firstName], walkIn[.lastName]) = ("Nova", "Walk")
        let id = try await app.services.roster.add(walkIn, app.host())
        let added = app.database.generation
        try await tick(id)
        #expect(app.database.generation > added)
    }

    @Test func theTickPageIsKeptUntilSomebodyIsTicked() async throws {
        let app = try await TestApp.withTrips()
        func page(_ tag: String = "") async throws -> TestApp.TestResponse {
            try await app.send(.get, listPath(app), as: .host, headers: ["If-None-Match": tag])
        }
        let first = try await page()
        let tag = try #require(first.headers[.eTag])
        #expect(first.status == 200 && first.page.text("#present") == "1")
        #expect(try await page(tag).status == 304)
        let other = app.id("member moderator").description
        #expect(try await app.send(.post, listPath(app, "/scans"), as: .host, form: [("in", other)]).status == 303)
        let ticked = try await page(tag)
        #expect(ticked.status == 200 && ticked.page.text("#present") == "2")
        // A face, and one short line on who ticked.
        #expect(ticked.page.count("#people .tick-row .face") == ticked.page.count("#people .tick-row"))
        #expect(ticked.page.texts("#people .present .tick-state").allSatisfy { $0.hasSuffix(" · host") })
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "0", "-1", "nan"])
    func aPhoneWhoseClockIsNoClockIsTakenAtItsTicks(now: String) async throws {
        let app = try await TestApp.withTrips()
        let scans = ["-9223372036854775808", "9223372036854775807", "0", "1125899906842623"].enumerated().map {
            ("scan", "\(ID(high: 6, low: UInt64($0))),\(app.id("member moderator")),in,\($1),tick")
        }
        let response = try await app.send(.post, listPath(app, "/scans"), as: .moderator, form: scans + [("now", now)])
        #expect(response.status == 200)
        let stored = try app.store.checkIn.scans(of: app.id("event"))
        #expect(stored.allSatisfy { $0.scannedAt <= app.clock.now })
    }

    @Test func ticksAreUndoneAndStayInTheLog() async throws {
        let app = try await TestApp.withTrips()
        let undo = listPath(app, "/undo/\(app.id("scan"))")
        #expect(try await app.send(.post, undo, as: .moderator).status == 303)
        #expect(try await app.send(.post, undo, as: .host).status == 409)
        let page = try await app.send(.get, listPath(app), as: .host)
        #expect(page.body.contains("undone by moderator Person") && page.page.text("#present") == "0")
    }

    @Test func whoDidNotComeIsANoShowAndWhoCameUnaskedAWalkIn() async throws {
        let app = try await TestApp.withTrips()
        let walkIn = app.id("member traveller")
        #expect(try await app.send(.post, listPath(app, "/scans"), as: .host, form: [("in", walkIn.description)]).status == 303)
        #expect(try await app.send(.post, listPath(app, "/undo/\(app.id("scan"))"), as: .host).status == 303)
        let before = try await app.send(.get, listPath(app), as: .host)
        #expect(before.body.contains("Not arrived") && before.body.contains("Walk-in 1") && !before.body.contains("No-show"))
        // On paper there is a line for them, too.
        let sheet = try await app.send(.get, path(app, "/print?list=\(app.id("list"))"), as: .host)
        #expect(sheet.page.texts("em").contains("walk-in"))
        app.clock.pass(.hours(40))
        try await app.signInAgain()
        let after = try await app.send(.get, listPath(app), as: .host)
        #expect(after.body.contains("No-show") && after.page.texts(".tally th").contains("No-shows") && !after.body.contains("Not arrived"))
        #expect(try await app.send(.get, path(app), as: .host).body.contains("0 of 1 arrived, 1 no-show, 1 walk-in"))
        let csv = try await app.send(.get, path(app, "/roster.csv"), as: .host).body
        #expect(csv.contains(",\"no-show\"") && csv.contains(",\"walk-in\""))
    }

    @Test func whoIsMissingAfterAnEventToComeBackFromIsNotBackYet() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, listPath(app, "/undo/\(app.id("scan"))"), as: .host).status == 303)
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        (fields.endsAt, fields.isBackBy) = (fields.startsAt + .hours(4), true)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        app.clock.pass(.hours(40))
        try await app.signInAgain()
        let list = try await app.send(.get, listPath(app), as: .host)
        #expect(list.body.contains("Not back") && list.page.texts(".tally th").contains("Not back") && !list.body.contains("No-show"))
        #expect(list.page.texts(".tally th").contains("Back") && list.page.text(".check-due")?.hasPrefix("Back by ") == true)
        let page = try await app.send(.get, path(app), as: .host).page
        #expect(page.text(".event-next a.primary") == "Who is missing" && page.texts(".rows li span").contains("0 of 1 back, 1 not back"))
        #expect(page.text(".event-next.is-urgent .event-state")?.hasSuffix(": 1 person is not ticked as back.") == true)
    }

    @Test func theTickPageIsNarrowedDownWithoutScripts() async throws {
        let app = try await TestApp.withTrips()
        let group = try #require(try app.services.roster.groups(app.host()).first).name
        let rows = { (query: String) async throws -> Int in
            try await app.send(.get, self.listPath(app, query), as: .host).page.find(".people-rows .person").count { $0["hidden"] == nil }
        }
        let all = try await rows("")
        #expect(try await (1..<all).contains(rows("?group=\(group.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")")))
        #expect(try await rows("?group=nothing") == 0)
        #expect(try await rows("?missing=on") == all - 1)
        // A script counts those too whom it does not show.
        let page = try await app.send(.get, listPath(app, "?missing=on"), as: .host).page
        #expect(page.count(".people-rows .person") == all && page.count("#people .present[hidden]") == 1)
        #expect(page.text("#present") == "1")
        let nobody = try await app.send(.get, listPath(app, "?group=nothing"), as: .host).page
        #expect(nobody.texts("#nobody > p") == ["Nobody found.", "Show everybody"] && !page.has("#nobody"))
    }

    @Test func paperTicksAreTypedBackByNumber() async throws {
        let app = try await TestApp.withTrips()
        let guests = try app.services.events.guestList(
            app.services.events.find(app.id("event"), app.host()), app.host())
        let ada = try #require(guests.first { $0.row.id == app.id("member") }).invitation.number
        let other = try #require(guests.first { $0.row.id == app.id("member traveller") }).invitation.number
        let typed = [("numbers", "\(ada), \(other) 77 x"), ("direction", "in"), ("day", "2026-01-05"), ("time", "12:00")]
        let plan = try await app.send(.post, listPath(app, "/paper"), as: .moderator, form: typed)
        #expect(plan.body.contains("2 ticks") && plan.body.contains("Nobody has these numbers: x, #77"))
        #expect(plan.body.contains("was already checked in by host Person") && plan.body.contains("is not on the list: no answer"))
        #expect(try app.store.checkIn.scans(of: app.id("event")).count == 1)
        #expect(try await app.send(.post, listPath(app, "/paper"), as: .moderator, form: typed + [("confirm", "yes")]).status == 303)
        let scans = try app.store.checkIn.scans(of: app.id("event"))
        #expect(scans.count == 3 && scans.count { $0.method == .paper } == 2)
        // The sheet shows the same numbers, and the list of numbers is the event's own for good.
        let sheet = try await app.send(.get, path(app, "/print?everybody=on&list=\(app.id("list"))"), as: .moderator)
        #expect(sheet.page.texts("td.num").contains("\(other)") && sheet.body.contains("✓"))
        for wrong in [[("numbers", ""), ("day", "2026-01-05"), ("time", "12:00")], [("numbers", "1"), ("day", "x"), ("time", "noon")]] {
            #expect(try await app.send(.post, listPath(app, "/paper"), as: .host, form: wrong).status == 422)
        }
    }

    @Test func namesOfListsAreUniqueOnAnEvent() async throws {
        let app = try await TestApp.withTrips()
        let again = try await app.send(.post, path(app, "/check-in"), as: .host, form: [("name", "Summit\nBus out")])
        #expect(again.status == 422 && again.body.contains("already has a list “Bus out”"))
        let none = try await app.send(.post, path(app, "/check-in"), as: .host, form: [("name", " "), ("exclusive", "on")])
        #expect(none.status == 422 && none.page.text("details[open] #name-error")?.hasPrefix("Give the list a name") == true)
        #expect(none.page.has("input[name=exclusive][checked]") && none.page.find(".mistakes a").map { $0["href"] } == ["#name"])
        #expect(try await app.send(.get, path(app, "/check-in"), as: .moderator).location.hasSuffix("#lists"))
        #expect(try app.store.checkIn.lists(of: app.id("event")).map(\.name) == ["Bus out"])
        let two = try await app.send(.post, path(app, "/check-in"), as: .host, form: [("name", "Bus 1\r\nBus 2"), ("exclusive", "on")])
        #expect(two.status == 303)
        let lists = try app.store.checkIn.lists(of: app.id("event"))
        #expect(lists.map(\.name) == ["Bus out", "Bus 1", "Bus 2"] && lists[1].excludes(lists[2]) && !lists[0].excludes(lists[1]))
    }

    // MARK: what a list is

    private func sheets(_ body: String) -> [String: String] {
        let parts = body.components(separatedBy: "<section class=\"print-page\"").dropFirst()
        return Dictionary(
            parts.map { part in
                let heading = part.components(separatedBy: "<h1>").dropFirst().first?.components(separatedBy: "</h1>").first ?? ""
                return (heading.components(separatedBy: " · ").last ?? "", part)
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test func aPageForEachListHasWhoIsOnItAndEverybodyElseTheirOwn() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, path(app, "/check-in"), as: .host, form: [("name", "Bus 1\nBus 2")]).status == 303)
        let lists = try app.store.checkIn.lists(of: app.id("event"))
        let walkIn = app.id("member traveller")
        let tick = [("in", walkIn.description)]
        #expect(try await app.send(.post, path(app, "/check-in/\(lists[2].id)/scans"), as: .host, form: tick).status == 303)
        let name = try #require(try app.services.roster.entries(RosterFilter(), app.host()).first { $0.row.id == walkIn }).row
            .fullName
        let found = sheets(try await app.send(.get, path(app, "/print?split=list"), as: .host).body)
        #expect(Set(found.keys) == ["Bus out", "Bus 1", "Bus 2", "On none of these lists"])
        #expect(found["Bus out"]?.contains("Ada Example") == true && found["Bus out"]?.contains(name) == false)
        #expect(found["Bus 2"]?.contains(name) == true && found["Bus 2"]?.contains("Ada Example") == false)
        #expect(found["Bus 1"]?.contains("Nobody is on this list.") == true)
        let rest = try #require(found["On none of these lists"])
        #expect(!rest.contains("Ada Example") && !rest.contains(name) && rest.contains("<tbody><tr>"))
    }

    @Test func thePaperOfOneBusLeavesOutWhoSitsOnTheOther() async throws {
        let app = try await TestApp.withTrips()
        let made = [("name", "Bus 1 out\nBus 2 out"), ("exclusive", "on")]
        #expect(try await app.send(.post, path(app, "/check-in"), as: .host, form: made).status == 303)
        let lists = try app.store.checkIn.lists(of: app.id("event"))
        let (one, two) = (lists[1].id, lists[2].id)
        let empty = try await app.send(.get, path(app, "/print?list=\(one)"), as: .host).page
        let name = try #require(empty.texts("th[scope=row]").first)
        #expect(!empty.has(".print-elsewhere"))
        #expect(empty.texts(".print-head p")[0].hasSuffix("1 person"))
        let guest = try #require(try app.services.roster.entries(RosterFilter(), app.host()).first { name.hasPrefix($0.row.fullName) }).row
        let tick = [("in", guest.id.description)]
        #expect(try await app.send(.post, path(app, "/check-in/\(two)/scans"), as: .host, form: tick).status == 303)
        let paper = try await app.send(.get, path(app, "/print?list=\(one)"), as: .host).page
        #expect(!paper.texts("th[scope=row]").contains(name))
        #expect(paper.text(".print-elsewhere")?.hasPrefix("On Bus 2 out: \(guest.fullName)") == true)
        #expect(paper.texts(".print-head p")[0].hasSuffix("0 aboard, 0 not arrived, 1 on Bus 2 out"))
        let other = try await app.send(.get, path(app, "/print?list=\(two)"), as: .host).page
        #expect(other.texts("th[scope=row]").contains(name) && !other.has(".print-elsewhere"))
        #expect(other.texts(".print-head p")[0].hasSuffix("1 aboard, 0 not arrived"))
    }

    @Test func listsAreRenamedArchivedAndRemovedWhileUnused() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, path(app, "/check-in"), as: .host, form: [("name", "Summit")]).status == 303)
        let summit = try #require(try app.store.checkIn.lists(of: app.id("event")).last).id
        let address = path(app, "/check-in/\(summit)")
        let clash = try await app.send(.post, address + "/rename", as: .host, form: [("name", "Bus out")])
        #expect(clash.status == 422 && clash.body.contains("already has a list “Bus out”") && clash.body.contains("value=\"Bus out\""))
        #expect(try await app.send(.post, address + "/rename", as: .host, form: [("name", " ")]).status == 422)
        #expect(try await app.send(.post, address + "/rename", as: .host, form: [("name", " Top  station ")]).status == 303)
        #expect(try app.store.checkIn.lists(of: app.id("event")).map(\.name) == ["Bus out", "Top station"])
        // Used: it can be put away and taken out again, and keeps its ticks.
        let used = listPath(app)
        #expect(try await app.send(.get, used, as: .host).body.contains("Remove this list") == false)
        #expect(try await app.send(.post, used + "/remove", as: .host).status == 409)
        #expect(try await app.send(.post, used + "/archive", as: .host, form: [("archived", "yes")]).status == 303)
        #expect(try await app.send(.post, used + "/archive", as: .host, form: [("archived", "yes")]).status == 303)
        let away = try await app.send(.get, used, as: .host).body
        #expect(away.contains("Take it out of the archive") && away.contains("Ada Example") && !HTMLPage(away).has("#ticks"))
        #expect(!(try await app.send(.get, address, as: .host).body.contains("Bus out")))
        #expect(!(try await app.send(.get, path(app, "/print?split=list"), as: .host).body.contains("Bus out")))
        #expect(try await app.send(.get, path(app), as: .host).page.texts(".chip").contains("Archived"))
        #expect(try await app.send(.post, used + "/archive", as: .host, form: [("archived", "no")]).status == 303)
        #expect(try await app.send(.get, used, as: .host).page.has("#ticks"))
        // Unused: it goes, and whoever still has it open cannot tick on it.
        #expect(try await app.send(.post, address + "/remove", as: .host).status == 303)
        #expect(try app.store.checkIn.lists(of: app.id("event")).map(\.name) == ["Bus out"])
        let late = try await app.send(.post, address + "/scans", as: .host, form: [("in", app.id("member").description)])
        #expect(late.status == 404)
        let log = try app.store.audit.entries(subject: app.id("event"), trip: app.id("trip alpha"), limit: 20).map(\.action)
        for action in ["renamed", "archived", "restored", "removed"] { #expect(log.contains("check-in list \(action)")) }
    }

    @Test func attendanceIsSortedByTimeAndByNameInBothDirections() async throws {
        let app = try await TestApp.withTrips()
        app.clock.pass(.minutes(5))
        #expect(
            try await app.send(.post, listPath(app, "/scans"), as: .host, form: [("in", app.id("member traveller").description)])
                .status == 303)
        func order(_ query: String) async throws -> [ID] {
            let body = try await app.send(.get, listPath(app, query), as: .host).body
            let list = body.components(separatedBy: "id=\"people\"").last?.components(separatedBy: "</ul>").first ?? ""
            return list.components(separatedBy: "data-id=\"").dropFirst().compactMap { ID($0.prefix(36)) }
        }
        let ticked = [app.id("member"), app.id("member traveller")]
        let early = try await order("?sort=time&order=asc")
        #expect(Array(early.prefix(2)) == ticked)
        let late = try await order("?sort=time&order=desc")
        #expect(Array(late.prefix(2)) == ticked.reversed() && late.dropFirst(2) == early.dropFirst(2))
        let names = try await order("?sort=name")
        let reversed = try await order("?sort=name&order=desc")
        #expect(names.count > 1 && reversed == names.reversed() && reversed != names)
        let page = try await app.send(.get, listPath(app, "?q=a&sort=time-desc"), as: .host).page
        #expect(page.texts("#order option[selected]") == ["Latest tick"] && page.count("#order option") == 5)
        #expect(try await order("?sort=time-desc") == late)
    }
}
