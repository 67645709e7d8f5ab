import Database
import Domain
import Services
import Testing

/// A personal link opens a traveller's account and never more, whoever made it and whenever it is opened.
@Suite struct PersonalLinkTests {
    /// What somebody can be besides a traveller.
    enum Right: CaseIterable { case host, moderator, medic, coHost, coHostToCome }

    private func give(_ right: Right, to member: ID, _ app: TestApp) async throws {
        let host = try app.host()
        try await app.setOwnWay(member)
        switch right {
        case .host: try await app.services.staff.setRole(.host, of: member, on: host)
        case .moderator: try await app.services.staff.setRole(.moderator, of: member, on: host)
        case .medic: try await app.services.staff.setRole(.medic, of: member, on: host)
        case .coHost: try await name(member, app)
        case .coHostToCome:
            let start = app.clock.now + .hours(2)
            let request = CoHostRequest(member: member, time: .exact, start: start, end: start + .hours(8), reason: "")
            try await app.services.coHosts.name(request, host)
        }
    }

    private func name(_ member: ID, _ app: TestApp) async throws {
        try await app.services.coHosts.name(
            CoHostRequest(member: member, time: .day, start: nil, end: nil, reason: ""), app.host())
    }

    private func make(_ member: String, as user: TestUser, _ app: TestApp) async throws -> TestApp.TestResponse {
        let form = [("do", "make"), ("member", app.id(member).description)]
        return try await app.send(.post, "/trips/alpha/joining/links", as: user, form: form)
    }

    private func link(_ response: TestApp.TestResponse) throws -> String {
        String(try #require(response.body.firstMatch(of: /\/join\/[A-Za-z0-9_-]{20,}/)).output)
    }

    private func expectDead(_ link: String, _ app: TestApp) async throws {
        #expect(try await app.send(.get, link).status == 404)
        let opened = try await app.send(.post, link)
        #expect(opened.status == 404 && opened.cookie == nil)
    }

    /// Ada has joined by a link, and can sign in by herself since.
    @Test(arguments: Right.allCases) func nobodyWithMoreRightsHasOne(_ right: Right) async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.joined("member")
        let before = try #require(try await app.joinLinks(["member"]).first)
        try await give(right, to: app.id("member"), app)
        // The one that was made for the traveller is dead, and there are no others.
        try await expectDead(before, app)
        try await name(app.id("member moderator"), app)
        for user in [TestUser.host, .moderator] {
            let refused = try await make("member", as: user, app)
            #expect(refused.status == 422 && !refused.body.contains("/join/"), "\(user)")
            #expect(refused.body.contains("travellers who have no other role"))
        }
        #expect(try app.services.joining.overview(app.host()).people.allSatisfy { $0.row.id != app.id("member") })
    }

    /// It stays dead when the role is taken again: whoever holds it was to open a traveller's account, then.
    @Test func aRoleEndsOpenLinksForGood() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.joined("member")
        let before = try #require(try await app.joinLinks(["member"]).first)
        try await give(.medic, to: app.id("member"), app)
        try await give(.coHost, to: app.id("member"), app)
        let coHost = try #require(try app.services.coHosts.list(app.host()).first).id
        try await app.services.coHosts.end(coHost, app.host())
        try await app.services.staff.setRole(.traveller, of: app.id("member"), on: app.host())
        try await expectDead(before, app)
        #expect(try await make("member", as: .host, app).status == 200)
    }

    /// The right is asked for when the link is opened, too, however it was given.
    @Test func itIsAskedAgainWhenALinkIsOpened() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.joined("member")
        let link = try #require(try await app.joinLinks(["member"]).first)
        let set = "UPDATE member SET is_medic = ? WHERE id = ?"
        let ada = app.id("member")
        try await app.database.write { connection in _ = try connection.run(set, [Value(true), .blob(ada.bytes)]) }
        try await expectDead(link, app)
        try await app.database.write { connection in _ = try connection.run(set, [Value(false), .blob(ada.bytes)]) }
        #expect(try await app.send(.post, link).status == 303)
    }

    /// Nobody leaves themselves a way in: the links of co-hosts end at the second at which their time does.
    @Test func theLinksOfACoHostEndWithTheirTime() async throws {
        let app = try await TestApp.withTrips()
        try await name(app.id("member moderator"), app)
        let first = try link(await make("member", as: .moderator, app))
        #expect(try await app.send(.get, first).status == 200)
        app.clock.pass(.hours(24) - .seconds(1))
        #expect(try await app.send(.get, first).status == 200)
        app.clock.pass(.seconds(1))
        try await expectDead(first, app)
        // Also where a host ends it, or they give it back.
        try await app.signInAgain()
        app.setSession(.moderator, try await app.services.accounts.sessions.openForLoad(account: app.id("account moderator")))
        try await name(app.id("member moderator"), app)
        let second = try link(await make("member", as: .moderator, app))
        let coHost = try #require(try app.services.coHosts.list(app.host()).first).id
        try await app.services.coHosts.end(coHost, app.host())
        try await expectDead(second, app)
        let state = try app.services.joining.overview(app.host()).people.first { $0.row.id == app.id("member") }?.state
        #expect(state == .noLink)
        // A host's own link stays.
        #expect(try await app.send(.post, link(await make("member", as: .host, app))).status == 303)
    }
}
