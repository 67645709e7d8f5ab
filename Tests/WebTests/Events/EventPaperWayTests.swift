import Domain
import Services
import Testing

/// The lists of what is next are on paper in two clicks from Today.
@Suite struct EventPaperWayTests {
    private let app: TestApp
    private var event: String { "/trips/alpha/events/\(app.id("event"))" }
    init() async throws { app = try await TestApp.withTrips() }

    private func page(_ path: String) async throws -> HTMLPage { try await app.send(.get, path, as: .host).page }

    private func ways() async throws -> [String] { try await page("/trips/alpha").find(".moment-paper").compactMap { $0["href"] } }

    @Test func todayLeadsToTheSheetsOfEachBus() async throws {
        let access = try app.host()
        let found = try app.services.events.find(app.id("event"), access)
        app.clock.pass(found.fields.startsAt - app.clock.now - .hours(5))
        try await app.signInAgain()
        #expect(try await ways() == [event + "/print?list=\(app.id("list"))"])
        #expect(
            try await app.send(.post, event + "/answers", as: .host, form: [("member", app.id("member").description), ("do", "going")])
                .status == 303)
        let made = [("name", "Bus 1 out\nBus 2 out"), ("exclusive", "on")]
        #expect(try await app.send(.post, event + "/check-in", as: .host, form: made).status == 303)
        #expect(try await ways() == [event + "/print?split=list"])
        // Nobody is ticked on them yet: whoever is of Bus 1 stands on its sheet.
        #expect(try await app.send(.post, event + "/check-in/\(app.id("list"))/undo/\(app.id("scan"))", as: .host).status == 303)
        let sheets = try await page(event + "/print?split=list")
        #expect(sheets.texts("h1").map { $0.hasSuffix("· Bus 1 out") } == [true, false])
        #expect(sheets.texts("th[scope=row]").first?.hasPrefix("Ada Example") == true && sheets.has("#print-now"))
        // Once it has begun, there is check-in instead.
        app.clock.pass(.hours(6))
        try await app.signInAgain()
        #expect(try await ways().isEmpty)
    }

    /// Today of the day on which the event begins.
    private func comeNear() async throws {
        let found = try app.services.events.find(app.id("event"), app.host())
        app.clock.pass(found.fields.startsAt - app.clock.now - .hours(5))
        try await app.signInAgain()
        let going = [("member", app.id("member").description), ("do", "going")]
        #expect(try await app.send(.post, event + "/answers", as: .host, form: going).status == 303)
    }

    @Test func todayLeadsToAllListsThoughNoneExcludesAnother() async throws {
        try await comeNear()
        #expect(try await app.send(.post, event + "/check-in", as: .host, form: [("name", "Bus 1 out\nBus back")]).status == 303)
        #expect(try await ways() == [event + "/print?split=list"])
        // Nobody is ticked: a bus has its own, and what is named after nobody has all.
        #expect(try await app.send(.post, event + "/check-in/\(app.id("list"))/undo/\(app.id("scan"))", as: .host).status == 303)
        let sheets = try await page(event + "/print?split=list").texts("h1").compactMap { $0.split(separator: "· ").last.map(String.init) }
        #expect(sheets.count == 3 && sheets.suffix(2) == ["Bus 1 out", "Bus back"], "\(sheets)")
    }

    @Test func whereAnEventHasNoListsTodayLeadsToItsPeopleByBus() async throws {
        try await comeNear()
        try await app.database.write { connection in
            for sql in ["DELETE FROM scan", "DELETE FROM check_in_list"] { _ = try connection.run(sql) }
        }
        #expect(try await ways().isEmpty)
        let access = try app.host()
        let form = [("first_name", "Bruno"), ("last_name", "Demovich"), ("status", "confirmed"), ("groups", "Bus 2")]
        #expect(try await app.send(.post, "/trips/alpha/members/new", as: .host, form: form).status == 303)
        let row = try #require(try app.services.roster.entries(RosterFilter(), access).first { $0.row.fullName == "Bruno Demovich" }).row
        let found = try app.services.events.find(app.id("event"), access)
        try await app.services.events.invite([row.id], to: found, access)
        let going = [("member", row.id.description), ("do", "going")]
        #expect(try await app.send(.post, event + "/answers", as: .host, form: going).status == 303)
        #expect(try await ways() == [event + "/print?split=bus"])
        let sheets = try await page(event + "/print?split=bus")
        let heads = sheets.texts("h1")
        #expect(heads.count >= 2 && heads[0].hasSuffix("· Bus 1") && heads[1].hasSuffix("· Bus 2"), "\(heads)")
        #expect(sheets.texts("select[name=split] option[selected]") == ["A page for each bus"])
        let names = sheets.texts("th[scope=row]")
        #expect(names.first?.hasPrefix("Ada Example") == true && names.count { $0.hasPrefix("Bruno Demovich") } == 1, "\(names)")
    }

    @Test func theMenuCountsWhoIsOnTheSheet() async throws {
        let made = [("name", "Bus 1 out\nBus 2 out"), ("exclusive", "on")]
        #expect(try await app.send(.post, event + "/check-in", as: .host, form: made).status == 303)
        let lists = try app.store.checkIn.lists(of: app.id("event"))
        let host = [("in", app.id("member host").description)]
        #expect(try await app.send(.post, event + "/check-in/\(lists[2].id)/scans", as: .host, form: host).status == 303)
        let menu = try await page(event).texts("#print-menu a")
        #expect(menu.contains("Bus 1 out 0 aboard, 0 not arrived") && menu.contains("Bus 2 out 1 aboard, 0 not arrived"), "\(menu)")
    }

    /// A line of a narrow column ends between groups.
    @Test func aGroupsNameIsNotBroken() async throws {
        let body = try await app.send(.get, event + "/print?everybody=on", as: .host).body
        #expect(body.contains("Bus\u{A0}1") && !body.contains(">Bus 1<"))
    }

    /// Two people in no group cost a page, and a bus's sheet has room below it.
    @Test func aFewInNoGroupStandBelowTheLastList() async throws {
        let page = try await page("/trips/alpha/groups/print?set=bus")
        #expect(page.count(".print-rest") == 1 && page.count(".print-page") > 0)
        #expect(page.count(".print-title") == page.count(".print-page") && page.count(".print-count") == page.count(".print-page"))
        #expect(page.texts("thead .square").prefix(2) == ["Out", "Back"])
    }
}
