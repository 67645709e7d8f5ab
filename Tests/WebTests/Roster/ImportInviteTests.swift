import Domain
import Services
import Testing

/// From a list to links for exactly those who came with it, and who of them has looked.
@Suite struct ImportInviteTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    /// - Returns: where the import's result is.
    private func imported(_ text: String) async throws -> String {
        let page = try await app.send(.post, "/trips/alpha/roster/import", as: .host, form: [("text", text)]).location
        let version = String(try app.host().trip.rosterVersion)
        let saved = try await app.send(
            .post, page, as: .host,
            form: [("column0", "first_name"), ("column1", "last_name"), ("do", "save"), ("version", version)])
        #expect(saved.status == 303)
        return saved.location
    }

    private func state(_ name: String) throws -> JoinState? {
        try app.services.joining.overview(app.host()).people.first { $0.row.fullName == name }?.state
    }

    @Test func thoseWhoWereImportedAreInvitedAndNobodyElse() async throws {
        let result = try await imported("Vorname;Nachname\nBo;Sample\nCy;Sample\n")
        let page = try await app.send(.get, result, as: .host)
        #expect(page.page.texts("h1") == ["2 people imported"] && page.page.texts(".invite-these button") == ["Invite these 2"])
        let version = try #require(result.split(separator: "/").last.map(String.init))
        let links = try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: [("imported", version)])
        #expect(links.status == 200 && links.page.texts(".link-name") == ["Bo Sample", "Cy Sample"])
        #expect(links.page.count(".cut-card .qr") == 2 && links.page.texts(".link-rows .chip") == ["Not opened", "Not opened"])
        #expect(try state("Bo Sample").map { if case .invited = $0 { true } else { false } } == true)
        // Once more it would replace links that work: nobody is left to invite.
        #expect(try await !app.send(.get, result, as: .host).page.has(".invite-these"))
        #expect(try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: [("imported", version)]).status == 409)
        #expect(try await app.send(.get, "/trips/alpha/roster/imported/9999", as: .host).status == 404)
        #expect(try await app.send(.get, result, as: .moderator).status == 403)
        #expect(try await app.send(.get, result, as: .hostOfAnotherTrip).status == 404)
    }

    @Test func anOpenedLinkIsSaidWithItsDay() async throws {
        let path = try #require(try await app.joinLinks(["member"]).first)
        // A preview reads the page and tells nothing; the page's script does.
        #expect(try await app.send(.get, path).status == 200)
        #expect(try state("Ada Example").map { if case .invited = $0 { true } else { false } } == true)
        for _ in 0..<2 { #expect(try await app.send(.post, path + "/opened").status == 204) }
        let said = try await app.send(.get, "/trips/alpha/joining?show=opened", as: .host).page
        #expect(said.count(".join-list tbody tr") == 1)
        #expect(try #require(said.texts(".join-state .chip").first).hasPrefix("Opened today"))
        app.clock.pass(.days(3))
        try await app.signInAgain()
        let later = try await app.send(.get, "/trips/alpha/joining", as: .host).page.texts(".join-state .chip")
        #expect(later.contains { $0.hasPrefix("Opened ") && $0.hasSuffix("day") && !$0.contains("today") })
        let count = try app.services.roster.history(of: app.services.roster.member(app.id("member"), app.host()))
            .count { $0.action == "join link opened" }
        #expect(count == 1)
        // A new link has not been opened; who has joined has joined.
        _ = try await app.joinLinks(["member"])
        #expect(try state("Ada Example").map { if case .invited = $0 { true } else { false } } == true)
        #expect(try await app.send(.post, "/join/no-such-token/opened").status == 404)
    }

    @Test func groupsCountWhoComes() async throws {
        func size() throws -> Int? { try app.services.roster.groups(app.host()).first { $0.name == "Bus 1" }?.memberCount }
        let before = try #require(try size())
        let member = try app.services.roster.member(app.id("member"), app.host())
        var fields = member.fields
        (fields[.groups], fields[.status]) = ("Bus 1", "confirmed")
        try await app.services.roster.update(member.id, to: fields, version: member.version, app.host())
        let there = try #require(try size())
        #expect(there >= before && there > 0)
        let again = try app.services.roster.member(member.id, app.host())
        fields[.status] = "cancelled"
        try await app.services.roster.update(member.id, to: fields, version: again.version, app.host())
        #expect(try size() == there - 1)
    }
}
