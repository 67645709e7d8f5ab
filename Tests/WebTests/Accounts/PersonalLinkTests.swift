import Database
import Domain
import Services
import Testing

/// A personal link opens a traveller's account and never more, whoever made it and whenever it is opened.
@Suite struct PersonalLinkTests {
    /// What somebody can be besides a traveller.
    enum Right: CaseIterable { case host, moderator, medic, coHost, coHostToCome }

    private func give(_ right: Right, to member: ID, _ house: House) async throws {
        let host = try house.host()
        try await house.setOwnWay(member)
        switch right {
        case .host: try await house.services.staff.setRole(.host, of: member, on: host)
        case .moderator: try await house.services.staff.setRole(.moderator, of: member, on: host)
        case .medic: try await house.services.staff.setRole(.medic, of: member, on: host)
        case .coHost: try await name(member, house)
        case .coHostToCome:
            let start = house.fixed.now + .hours(2)
            let request = CoHostRequest(member: member, time: .exact, start: start, end: start + .hours(8), reason: "")
            try await house.services.coHosts.name(request, host)
        }
    }

    private func name(_ member: ID, _ house: House) async throws {
        try await house.services.coHosts.name(
            CoHostRequest(member: member, time: .day, start: nil, end: nil, reason: ""), house.host())
    }

    private func make(_ member: String, as asker: Asker, _ house: House) async throws -> House.TestResponse {
        let form = [("do", "make"), ("member", house.id(member).description)]
        return try await house.send(.post, "/trips/alpha/joining/links", as: asker, form: form)
    }

    private func link(_ response: House.TestResponse) throws -> String {
        String(try #require(response.body.firstMatch(of: /\/join\/[A-Za-z0-9_-]{20,}/)).output)
    }

    private func expectDead(_ link: String, _ house: House) async throws {
        #expect(try await house.send(.get, link).status == 404)
        let opened = try await house.send(.post, link)
        #expect(opened.status == 404 && opened.cookie == nil)
    }

    /// Ada has joined by a link, and can sign in by herself since.
    @Test(arguments: Right.allCases) func nobodyWithMoreRightsHasOne(_ right: Right) async throws {
        let house = try await House.furnished()
        _ = try await house.joined("member")
        let before = try #require(try await house.joinLinks(["member"]).first)
        try await give(right, to: house.id("member"), house)
        // The one that was made for the traveller is dead, and there are no others.
        try await expectDead(before, house)
        try await name(house.id("member moderator"), house)
        for asker in [Asker.host, .moderator] {
            let refused = try await make("member", as: asker, house)
            #expect(refused.status == 422 && !refused.body.contains("/join/"), "\(asker)")
            #expect(refused.body.contains("travellers who have no other role"))
        }
        #expect(try house.services.joining.overview(house.host()).people.allSatisfy { $0.row.id != house.id("member") })
    }

    /// It stays dead when the role is taken again: whoever holds it was to open a traveller's account, then.
    @Test func aRoleEndsOpenLinksForGood() async throws {
        let house = try await House.furnished()
        _ = try await house.joined("member")
        let before = try #require(try await house.joinLinks(["member"]).first)
        try await give(.medic, to: house.id("member"), house)
        try await give(.coHost, to: house.id("member"), house)
        let coHost = try #require(try house.services.coHosts.list(house.host()).first).id
        try await house.services.coHosts.end(coHost, house.host())
        try await house.services.staff.setRole(.traveller, of: house.id("member"), on: house.host())
        try await expectDead(before, house)
        #expect(try await make("member", as: .host, house).status == 200)
    }

    /// The right is asked for when the link is opened, too, however it was given.
    @Test func itIsAskedAgainWhenALinkIsOpened() async throws {
        let house = try await House.furnished()
        _ = try await house.joined("member")
        let link = try #require(try await house.joinLinks(["member"]).first)
        let set = "UPDATE member SET is_medic = ? WHERE id = ?"
        let ada = house.id("member")
        try await house.database.write { connection in _ = try connection.run(set, [Value(true), .blob(ada.bytes)]) }
        try await expectDead(link, house)
        try await house.database.write { connection in _ = try connection.run(set, [Value(false), .blob(ada.bytes)]) }
        #expect(try await house.send(.post, link).status == 303)
    }

    /// Nobody leaves themselves a way in: the links of co-hosts end at the second at which their time does.
    @Test func theLinksOfACoHostEndWithTheirTime() async throws {
        let house = try await House.furnished()
        try await name(house.id("member moderator"), house)
        let first = try link(await make("member", as: .moderator, house))
        #expect(try await house.send(.get, first).status == 200)
        house.fixed.pass(.hours(24) - .seconds(1))
        #expect(try await house.send(.get, first).status == 200)
        house.fixed.pass(.seconds(1))
        try await expectDead(first, house)
        // Also where a host ends it, or they give it back.
        try await house.signInAgain()
        house.setSession(.moderator, try await house.services.accounts.sessions.openForLoad(account: house.id("account moderator")))
        try await name(house.id("member moderator"), house)
        let second = try link(await make("member", as: .moderator, house))
        let coHost = try #require(try house.services.coHosts.list(house.host()).first).id
        try await house.services.coHosts.end(coHost, house.host())
        try await expectDead(second, house)
        let state = try house.services.joining.overview(house.host()).people.first { $0.row.id == house.id("member") }?.state
        #expect(state == .noLink)
        // A host's own link stays.
        #expect(try await house.send(.post, link(await make("member", as: .host, house))).status == 303)
    }
}
