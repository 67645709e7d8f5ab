import Domain
import Services
import Testing

/// Whom nothing reaches somebody calls: it is noted who told them, and when.
@Suite struct ToldByPhoneTests {
    private let app: TestApp
    private let id: ID
    private var path: String { "/trips/alpha/announcements/\(id)" }
    private var ada: (String, String) { ("member", app.id("member").description) }

    init() async throws {
        app = try await TestApp.withTrips()
        // Ada has no account: nothing reaches her.
        id = try await app.announce()
    }

    private func page() async throws -> HTMLPage { try await app.send(.get, path, as: .host).page }

    @Test func aHostNotesItAndTakesItBack() async throws {
        let before = try await page()
        #expect(before.texts(".receipt-words li").contains("1 to call"))
        #expect(before.texts(".receipt-answer form button").contains("Told by phone"))
        let told = try await app.send(.post, path + "/told?state=unreached", as: .host, form: [ada])
        #expect(told.status == 303 && told.location.hasPrefix(path + "?state=unreached&phoned=") && told.location.hasSuffix("#receipts"))
        #expect(try await app.send(.get, told.location, as: .host).page.text(".toast .notice") == "Ada Example is told by phone.")
        let after = try await page()
        #expect(after.texts(".receipt-words li").contains("1 told by phone") && !after.texts(".receipt-words li").contains("1 to call"))
        let row = try #require(after.texts(".receipt-list tbody tr").first { $0.contains("Ada Example") })
        #expect(row.contains("Told by phone") && row.contains("by host Person") && row.contains("Undo"), "\(row)")
        #expect(try app.state(id, of: "Ada") == .phoned)
        #expect(try app.services.announcements.list(app.staff(.host)).first { $0.announcement.id == id }?.counts[.phoned] == 1)
        // Nobody has to call her any more.
        #expect(try app.receipts(id).toCall.allSatisfy { $0.name != "Ada Example" })
        #expect(try await app.send(.post, path + "/told", as: .host, form: [ada, ("undo", "on")]).location == path + "#receipts")
        #expect(try app.state(id, of: "Ada") == .unreached)
    }

    @Test func theFirstWhoSaysSoStands() async throws {
        for user in [TestUser.host, .moderator] {
            #expect(try await app.send(.post, path + "/told", as: user, form: [ada]).status == 303)
            app.clock.pass(.minutes(1))
        }
        #expect(try app.receipts(id).receipts.first { $0.name == "Ada Example" }?.phonedBy == "host Person")
        let actions = try app.services.roster.history(of: app.services.roster.member(app.id("member"), app.staff(.host))).map(\.action)
        #expect(actions.count { $0 == "announcement: told by phone" } == 1)
    }

    @Test func onlyOfThoseWhoGotIt() async throws {
        #expect(try await app.send(.post, path + "/told", as: .host, form: []).status == 422)
        let other = ("member", ID(high: 7, low: 7).description)
        #expect(try await app.send(.post, path + "/told", as: .host, form: [other]).status == 404)
        #expect(try await app.send(.post, path + "/told", as: .traveller, form: [ada]).status == 403)
        // Whoever has seen it needs no call, and no button.
        _ = try await app.send(.get, path, as: .traveller)
        let rows = try await page().texts(".receipt-list tbody tr")
        #expect(rows.first { $0.contains("traveller") }?.contains("Told by phone") == false)
    }

    @Test func itGoesWithThePerson() async throws {
        _ = try await app.send(.post, path + "/told", as: .host, form: [ada])
        let noted = { [app] in
            try app.database.read { try $0.one("SELECT count(*) FROM announcement_recipient WHERE phoned_at IS NOT NULL") { $0.int(0) } }
        }
        #expect(try noted() == 1)
        let erased = try await app.send(
            .post, "/trips/alpha/members/\(app.id("member"))/erase", as: .host, form: [("asked_by", "themselves"), ("name", "Ada Example")])
        #expect(erased.status == 303)
        app.clock.pass(.days(7))
        try await app.services.personalData.eraseDueMembers()
        #expect(try noted() == 0)
    }
}
