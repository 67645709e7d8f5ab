import Domain
import Services
import Testing

/// Whoever is not back is missed, whatever else was ticked, and a second tap takes a tick back.
@Suite struct CheckInReturnTests {
    private let app: TestApp
    private var event: String { "/trips/alpha/events/\(app.id("event"))" }
    private var list: String { event + "/check-in/\(app.id("list"))" }
    private var host: String { app.id("member host").description }
    init() async throws {
        app = try await TestApp.withTrips()
        #expect(try await app.send(.post, list + "/undo/\(app.id("scan"))", as: .host).status == 303)
    }

    private func page(_ path: String) async throws -> HTMLPage { try await app.send(.get, path, as: .host).page }

    private func tick(_ what: String) async throws {
        app.clock.pass(.seconds(1))
        #expect(try await app.send(.post, list + "/scans", as: .host, form: [(what, host)]).status == 303)
    }

    /// The event is to come back from, and begins in ten minutes.
    private func comeBack() async throws {
        let access = try app.host()
        let found = try app.services.events.find(app.id("event"), access)
        var fields = found.fields
        (fields.startsAt, fields.endsAt, fields.isBackBy) = (app.clock.now + .minutes(10), app.clock.now + .hours(1), true)
        try await app.services.events.update(
            found, to: fields, version: found.version, confirmsPast: false, asksAgain: false, access)
    }

    /// It is over by an hour.
    private func goBack() async throws {
        try await comeBack()
        app.clock.pass(.hours(2))
        try await app.signInAgain()
    }

    @Test func whoeverIsTickedOutOfTheWayBackIsMissedEverywhere() async throws {
        try await goBack()
        for what in ["in", "out"] { try await tick(what) }
        let sheet = try await page(list + "?missing=on")
        #expect(sheet.text("#missing") == "1" && sheet.text("#out") == "0" && sheet.has("#check-in[data-return]"))
        let shown = sheet.find("#people .person").filter { $0["hidden"] == nil }
        #expect(shown.map { $0["data-id"] } == [host] && shown.first?["data-state"] == "awaited")
        #expect(sheet.text("#people .tick-state") == "Not back" && sheet.text("#filters label")?.contains("Not back only") == true)
        let own = try await page(event)
        #expect(own.texts(".rows li span").contains("0 of 1 back, 1 not back") && own.text("h1 .chip.bad") == "1 not back")
        #expect(own.text(".event-state")?.hasSuffix(": 1 person is not ticked as back.") == true)
        #expect(try await page("/trips/alpha").texts(".moment-numbers a").contains("1 not back"))
        for view in ["?view=past", "?view=agenda", "?view=week"] {
            let row = try #require(try await page("/trips/alpha/events" + view).find(".event .chip.bad").first, "\(view)")
            #expect(row.text == "1 not back")
        }
        #expect(try await page("/trips/alpha/events?view=week").texts(".block .chip.bad") == ["1 not back"])
        #expect(try await app.send(.get, event + "/roster.csv", as: .host).body.contains(",\"not back\""))
        try await tick("in")
        #expect(try await page(event).text("h1 .chip") == "Over")
        #expect(try await page(list).text("#missing") == "0")
        #expect(try await page(list).text("#people .present .tick-state")?.hasPrefix("Back ") == true)
    }

    /// Who is ticked before an event begins is on the bus out, where it has one list.
    @Test func theOnlyListIsForTheWayBackOnceTheEventHasBegun() async throws {
        try await comeBack()
        try await tick("in")
        let before = try await page(list)
        #expect(!before.has("#check-in[data-return]") && before.has("#check-in[data-begins]"))
        #expect(before.text("#people .present .tick-state")?.hasPrefix("Arrived ") == true && before.has(".log button[name=out]"))
        #expect(try await !page(event).texts(".rows li span").contains { $0.contains("1 back") })
        app.clock.pass(.minutes(10))
        let after = try await page(list)
        #expect(after.has("#check-in[data-return]") && !after.has("#check-in[data-begins]"))
        #expect(after.text("#people .present .tick-state")?.hasPrefix("Back ") == true)
        // With another one for the way out it is from the beginning.
        try await comeBack()
        #expect(try await app.send(.post, event + "/check-in", as: .host, form: [("name", "Bus back")]).status == 303)
        let back = try #require(try app.store.checkIn.lists(of: app.id("event")).last).id
        #expect(try await page(event + "/check-in/\(back)").has("#check-in[data-return]"))
    }

    @Test func aSecondTapTakesTheTickBack() async throws {
        try await tick("in")
        let row = try #require(try await page(list).find("#people .present .tick-row").first)
        #expect(try await page(list).text("#missing") == "0")
        app.clock.pass(.seconds(1))
        #expect(try await app.send(.post, try #require(row["formaction"]), as: .host, form: [("in", host)]).status == 303)
        let after = try await page(list)
        #expect(after.text("#missing") == "1" && after.text("#out") == "0" && !after.has("#people .tick-row[formaction]"))
        #expect(after.texts("#people .tick-state").contains("Not arrived"))
    }

    @Test func whatAPhoneTakesBackIsUndoneOnce() async throws {
        try await tick("in")
        let scan = try #require(try app.store.checkIn.scans(of: app.id("event")).last { $0.undoneAt == nil }).id
        for expected in [1, 0] {
            let form = [("now", "\(app.clock.now.milliseconds)"), ("undo", scan.description), ("undo", "nothing")]
            let response = try await app.send(.post, list + "/scans", as: .host, form: form)
            #expect(response.status == 200 && response.body == "{\"undone\":\(expected)}")
        }
        #expect(try await page(list).text("#missing") == "1")
    }

    @Test func whoeverWasTickedTwiceIsMissedAsWell() async throws {
        for _ in 0..<2 { try await tick("in") }
        let row = try #require(try await page(list).find("#people .present .tick-row").first)
        #expect(try await app.send(.post, try #require(row["formaction"]), as: .host, form: [("in", host)]).status == 303)
        #expect(try await page(list).text("#missing") == "1")
    }

    /// `in`, as a phone sends it.
    private func scan(_ id: ID) -> (String, String) { ("scan", "\(id),\(host),in,\(app.clock.now.milliseconds),tick") }

    private func send(_ form: [(String, String)], to list: String? = nil) async throws -> TestApp.TestResponse {
        app.clock.pass(.seconds(1))
        let form = [("now", "\(app.clock.now.milliseconds)")] + form
        return try await app.send(.post, (list ?? self.list) + "/scans", as: .host, form: form)
    }

    @Test func ticksThatComeWithWhatTakesThemBackAreKept() async throws {
        let (one, member) = (ID(high: 77, low: 1), app.id("member"))
        let other = ("scan", "\(ID(high: 77, low: 2)),\(member),in,\(app.clock.now.milliseconds),tick")
        #expect(try await send([scan(one), other, ("undo", one.description)]).body.contains("\"new\":2"))
        let scans = try app.store.checkIn.scans(of: app.id("event")).filter { $0.id.high == 77 }
        #expect(scans.count == 2 && scans.allSatisfy { ($0.undoneAt != nil) == ($0.id == one) })
    }

    @Test func ticksAreTakenBackOnTheirOwnListAndOnlyWhileTheTripIsOpen() async throws {
        let one = ID(high: 77, low: 1)
        #expect(try await send([scan(one)]).status == 200)
        #expect(try await send([("undo", one.description)], to: event + "/check-in/\(ID(high: 0, low: 0))").status == 404)
        #expect(try await app.send(.post, event + "/check-in", as: .host, form: [("name", "Summit")]).status == 303)
        let summit = try #require(try app.store.checkIn.lists(of: app.id("event")).last).id
        #expect(try await send([("undo", one.description)], to: event + "/check-in/\(summit)").body == "{\"undone\":0}")
        #expect(try await page(list).text("#missing") == "0")
        #expect(try await app.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        #expect(try await send([("undo", one.description)]).status == 403)
        #expect(try await app.send(.post, list + "/undo/\(one)", as: .host).status == 403)
    }

    @Test func goingOutAgainIsAnActOfTheLog() async throws {
        try await tick("in")
        let out = try #require(try await page(list).find(".log button[name=out]").first)
        #expect(out["value"] == host)
        app.clock.pass(.seconds(1))
        #expect(try await app.send(.post, try #require(out["formaction"]), as: .host, form: [("out", host)]).status == 303)
        let after = try await page(list)
        #expect(after.text("#out") == "1" && after.text("#missing") == "0" && !after.has(".log button[name=out]"))
        // Nobody is out who should be back.
        try await goBack()
        try await tick("in")
        #expect(try await !page(list).has(".log button[name=out]"))
    }
}
