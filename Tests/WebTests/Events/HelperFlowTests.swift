import Domain
import Services
import Testing

/// Volunteers without an account tick one list from a link.
@Suite struct HelperFlowTests {
    private let app: TestApp
    private let list: String
    init() async throws {
        app = try await TestApp.withTrips()
        list = "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))"
    }

    private func make(_ end: String = "day", note: String = "Mara at the door") async throws -> String {
        let made = try await app.send(.post, list + "/helpers", as: .host, form: [("note", note), ("end", end)])
        let url = try #require(made.page.find("#link").first?["value"])
        return try #require(url.firstRange(of: "/helper/").map { String(url[$0.lowerBound...]) })
    }

    private func tick(_ link: String, _ what: String = "in", who: ID? = nil, as name: String = "Mara") async throws
        -> TestApp.TestResponse
    {
        try await app.send(
            .post, link + "/tick",
            form: [("as", name), ("q", "ad"), ("member", (who ?? app.id("member")).description), ("do", what)])
    }

    private func status() throws -> Attendance.Status {
        try app.services.checkIn.sheet(app.id("list"), of: app.id("event"), app.staff(.host)).attendance[app.id("member")]
    }

    @Test func nobodyIsShownBeforeTwoLettersAreTyped() async throws {
        let link = try await make()
        let first = try await app.send(.get, link)
        #expect(first.status == 200 && first.page.has("input[name=as]") && !first.page.has("input[name=q]"))
        #expect(try await app.send(.get, link + "?as=%20").status == 422)
        let named = try await app.send(.get, link + "?as=Mara")
        #expect(named.page.has("input[name=q]") && named.body.contains("This link ends"))
        let short = try await app.send(.get, link + "?as=Mara&q=a")
        #expect(short.status == 422 && short.body.contains("Type at least two letters of the name.") && short.body.contains("value=\"a\""))
        let found = try await app.send(.get, link + "?as=Mara&q=ad")
        #expect(found.page.texts(".helper-row strong") == ["Ada Example"])
        // No telephone, no room, no group, nobody else.
        for secret in ["+00 000", "Bus 1", "traveller Person", "SECRET"] { #expect(!found.body.contains(secret), "\(secret)") }
        for page in [first, named, short] { #expect(!page.body.contains("Example") && !page.body.contains("Person")) }
        // The middle of a name finds nobody.
        #expect(try await app.send(.get, link + "?as=Mara&q=xample").page.count(".helper-row") == 0)
    }

    @Test func theLogNamesTheHelper() async throws {
        let link = try await make()
        #expect(try await tick(link).status == 303)
        guard case .present(let scan) = try status() else {
            Issue.record("not ticked")
            return
        }
        #expect(scan.author == "Mara (helper)")
        let page = try await app.send(.get, list, as: .host).body
        #expect(page.contains("Mara (helper)") && page.contains("1 tick, the last by Mara"))
        #expect(try await app.send(.get, link + "?as=Mara&q=ad").body.contains("ticked by Mara (helper)"))
        // A tick without a name is none.
        #expect(try await tick(link, "out", as: "").status == 422)
    }

    @Test func aHelpersOwnTickIsTakenBackAndAnyOtherMeansGone() async throws {
        let link = try await make()
        try await app.database.write { _ = try $0.run("DELETE FROM scan") }
        _ = try await tick(link)
        app.clock.pass(.seconds(5))
        #expect(try await tick(link, "out").status == 303)
        #expect(try status() == .awaited)
        _ = try await tick(link)
        app.clock.pass(.seconds(5))
        _ = try await tick(link, "out", as: "Otto")
        guard case .out(let scan) = try status() else {
            Issue.record("not out")
            return
        }
        #expect(scan.author == "Otto (helper)")
    }

    @Test func atMostEightAreShownAndLookingIsLimited() async throws {
        for number in 1...9 {
            let form = [("first_name", "Zoe"), ("last_name", "Number\(number)"), ("status", "confirmed")]
            #expect(try await app.send(.post, "/trips/alpha/members/new", as: .host, form: form).status == 303)
        }
        let all = try app.services.roster.entries(RosterFilter(), app.staff(.host)).map(\.row)
        let event = try app.services.events.find(app.id("event"), app.host())
        try await app.services.events.invite(all.filter { $0[.firstName] == "Zoe" }.map(\.id), to: event, app.host())
        let link = try await make()
        let found = try await app.send(.get, link + "?as=Mara&q=zo")
        #expect(found.page.count(".helper-row") == 8 && found.body.contains("type more letters"))
        for _ in 0..<119 { #expect(try await app.send(.get, link + "?as=Mara&q=zo").status == 200) }
        let late = try await app.send(.get, link + "?as=Mara&q=zo")
        #expect(late.status == 429 && late.headers[.retryAfter] != nil && late.page.count(".helper-row") == 0)
        app.clock.pass(.minutes(1))
        #expect(try await app.send(.get, link + "?as=Mara&q=zo").status == 200)
    }

    @Test func aLinkEndsByItselfOrIsRevoked() async throws {
        let (short, day) = (try await make("hours"), try await make("day", note: ""))
        app.clock.pass(.hours(2))
        for response in [try await app.send(.get, short), try await tick(short)] {
            #expect(response.status == 410 && response.body.contains("This link has ended"))
        }
        #expect(try await app.send(.get, day).status == 200)
        let page = try await app.send(.get, list, as: .host).page
        let revoke = try #require(page.find("#helpers form[action$=revoke]").first?["action"])
        #expect(try await app.send(.post, revoke, as: .moderator).status == 403)
        #expect(try await app.send(.post, revoke, as: .host).status == 303)
        #expect(try await tick(day).status == 410)
        let after = try #require(try await app.send(.get, list, as: .host).page.text("#helpers"))
        #expect(after.contains("Revoked") && after.contains("Ended"))
    }

    /// A list is removed only while nobody was ticked on it.
    @Test func linksComeBackWithTheirList() async throws {
        try await app.database.write { _ = try $0.run("DELETE FROM scan") }
        let (link, revoked) = (try await make(), try await make(note: "Otto"))
        func links() throws -> [HelperLink] { try app.store.helperLinks.links(of: app.id("list")) }
        let otto = try #require(try links().first { $0.note == "Otto" })
        #expect(try await app.send(.post, list + "/helpers/\(otto.id)/revoke", as: .host).status == 303)
        let before = try links()
        let removed = try await app.send(.post, list + "/remove", as: .host)
        #expect(try await app.send(.get, link).status == 404)
        let undo = try #require(try await app.send(.get, removed.location, as: .host).page.find(".toast form").first?["action"])
        #expect(try await app.send(.post, undo, as: .host).status == 303)
        #expect(try links() == before && before.count == 2)
        #expect(try await tick(link).status == 303)
        #expect(try await tick(revoked).status == 410)
    }

    @Test func aLinkOpensItsListAndNothingElse() async throws {
        let link = try await make()
        #expect(try await tick(link, who: app.id("member travellerOfAnotherTrip")).status == 404)
        let token = try #require(link.split(separator: "/").last)
        for path in ["/r/\(token)", "/t/\(token)", "/join/\(token)", "/feeds/\(token)", "/well/\(token)", "/helper/\(token)x"] {
            #expect(try await app.send(.get, path).status == 404, "\(path)")
        }
        // Only a hash of it is kept.
        let hashes = try app.database.read { try $0.all("SELECT token_hash FROM helper_link") { $0.blob(0) } }
        #expect(hashes.count == 1 && hashes[0].count == 32)
        #expect(try await app.send(.get, list, as: .host).body.contains(String(token)) == false)
        // Moderators tick, and hand no links out.
        #expect(try await app.send(.post, list + "/helpers", as: .moderator).status == 403)
        #expect(try await app.send(.get, list, as: .moderator).page.has("#helpers") == false)
        let long = try await app.send(.post, list + "/helpers", as: .host, form: [("note", String(repeating: "x", count: 61))])
        #expect(long.status == 422 && long.body.contains("At most 60 characters."))
    }
}
