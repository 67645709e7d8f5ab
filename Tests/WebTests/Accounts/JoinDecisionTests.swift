import Domain
import Foundation
import Services
import Testing

/// What hosts say to those who ask to join, and that they can take it back.
@Suite struct JoinDecisionTests {
    @Test func aHostSeesWhoAsksLetsThemInAndTakesItBack() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app)
        let form = try await app.send(.get, SignUpFlowTests.link(app), token: session).body
        #expect(form.contains("value=\"Mia\"") && form.contains("value=\"Newcomer\"") && form.contains("mia@y.example"))
        let request = try await SignUpFlowTests.ask(app, session)
        // Once is enough: the link leads back to the request that waits.
        #expect(try await app.send(.get, SignUpFlowTests.link(app), token: session).location == "/trips")
        let waiting = try await app.send(.get, "/trips", token: session).body
        #expect(waiting.contains("Trip alpha") && waiting.contains("Waits for a host"))
        let page = try await app.send(.get, "/trips/alpha/joining", as: .host).body
        #expect(page.contains("Mia Newcomer asked to join") && page.contains("mia@y.example"))
        #expect(page.contains("Address not confirmed yet") && page.contains("with Ada"))
        for user in [TestUser.moderator, .traveller, .hostOfAnotherTrip] {
            let response = try await app.send(.post, "/trips/alpha/joining/requests/\(request)/accept", as: user)
            #expect([403, 404].contains(response.status))
        }
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        #expect(try await app.send(.get, "/", token: session).location == "/trips/alpha/my")
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        let decided = try await app.send(.get, "/trips/alpha/joining", as: .host).body
        #expect(decided.contains("let in by host Person") && decided.contains("/joining/requests/\(request)/undo"))
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 404)
        #expect(try await app.send(.get, "/trips", token: session).body.contains("Waits for a host"))
        // Once more, as somebody of the list; taken back they are on the list as before.
        let before = try app.services.roster.member(app.id("member"), app.host()).fields.status
        #expect(try await SignUpFlowTests.decide(app, request, "accept", as: app.id("member").description).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
        let after = try app.services.roster.member(app.id("member"), app.host())
        #expect(after.fields.status == before && after.fields.fullName == "Ada Example")
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 404)
        // After a day a decision stands.
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        app.clock.pass(.hours(25))
        try await app.signInAgain()
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 409)
        #expect(try await !app.send(.get, "/trips/alpha/joining", as: .host).body.contains("/undo"))
    }

    @Test func whoeverIsNewIsSeenByNobodyUntilTheyChoose() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app)
        let request = try await SignUpFlowTests.ask(app, session)
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        let start = try await app.send(.get, "/trips/alpha/my", token: session)
        #expect(start.page.text(".sharing-state") == "Nobody sees where you are." && start.body.contains("Not sharing"))
        // What was left out on the way in comes first, until it is done.
        let steps = ["/trips/alpha/my/welcome?step=1", "/trips/alpha/my/welcome?step=2"]
        #expect(start.page.text("#missing") == "First, for your safety")
        #expect(start.page.find("#own > section a").prefix(2).map { $0["href"] } == steps)
        let phone = try await app.send(.post, "/trips/alpha/my/phones", token: session, form: [("label", "Mine")]).location
        func report(_ latitude: String) async throws -> Bool {
            let path = "\(phone)?id=x&lat=\(latitude)&lon=9.23&timestamp=\(app.clock.now.seconds)"
            #expect(try await app.send(.get, path).status == 200)
            return try await app.send(.get, "/trips/alpha/positions.json", as: .host).body.contains(latitude)
        }
        #expect(try await !report("46.333"))
        let form = [("level", "hosts"), ("time", "trip")]
        #expect(try await app.send(.post, "/trips/alpha/my/sharing", token: session, form: form).status == 303)
        let chosen = try await app.send(.get, "/trips/alpha/my", token: session).page
        #expect(chosen.find("#own > section a").first?["href"] == steps[0] && !chosen.find("#own a").contains { $0["href"] == steps[1] })
        app.clock.pass(.minutes(1))
        #expect(try await report("46.334"))
    }

    @Test func aRefusalIsToldAndTakenBackAndARequestIsWithdrawn() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app)
        let request = try await SignUpFlowTests.ask(app, session)
        let declined = try await SignUpFlowTests.decide(app, request, "decline")
        #expect(declined.status == 303)
        let told = try await app.send(.get, declined.location, as: .host).page
        #expect(told.texts(".toast .notice") == ["Mia Newcomer was declined."])
        #expect(told.find(".toast form").map { $0["action"] } == ["/trips/alpha/joining/requests/\(request)/undo"])
        #expect(try await app.send(.get, "/trips", token: session).body.contains("A host has declined"))
        #expect(try await app.send(.get, "/trips/alpha/joining", as: .host).body.contains("declined by host Person"))
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
        #expect(try await app.send(.get, "/trips", token: session).body.contains("Waits for a host"))
        // Only who asked withdraws.
        let withdraw = "/join-requests/\(request)/withdraw"
        #expect(try await app.send(.post, withdraw, as: .traveller).status == 404)
        #expect(try await app.send(.post, withdraw, token: session).status == 303)
        #expect(try await app.send(.post, withdraw, token: session).status == 404)
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 404)
        // Three times a day is enough, whatever becomes of it.
        for _ in 0..<2 {
            let next = try await SignUpFlowTests.ask(app, session)
            #expect(try await SignUpFlowTests.decide(app, next, "decline").status == 303)
        }
        let form = [("first_name", "Mia"), ("last_name", "Newcomer")]
        let fourth = try await app.send(.post, SignUpFlowTests.link(app), token: session, form: form)
        #expect(fourth.status == 429 && fourth.body.contains("value=\"Newcomer\""))
    }

    /// Somebody with a role would leave it behind without anybody who has it.
    @Test func whoHasARoleByNowIsNotTakenBack() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app)
        let request = try await SignUpFlowTests.ask(app, session)
        let member = app.id("member")
        #expect(try await SignUpFlowTests.decide(app, request, "accept", as: member.description).status == 303)
        try await app.services.staff.setRole(.medic, of: member, on: app.host())
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 409)
        try await app.services.staff.setRole(.traveller, of: member, on: app.host())
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
    }

    /// What a host has changed since stays, and what taking back changes is in the trail.
    @Test func aStatusThatWasChangedMeanwhileIsNotOverwritten() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app)
        let request = try await SignUpFlowTests.ask(app, session)
        let (member, host) = (app.id("member"), try app.host())
        try await app.services.roster.apply(.setStatus(.invited), to: [member], host)
        #expect(try await SignUpFlowTests.decide(app, request, "accept", as: member.description).status == 303)
        try await app.services.roster.apply(.setStatus(.arrived), to: [member], try app.host())
        let late = try await SignUpFlowTests.decide(app, request, "undo")
        #expect(late.status == 409 && late.body.contains("Their status has changed"))
        #expect(try app.services.roster.member(member, app.host()).fields.status == .arrived)
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        // As the decision left it, it goes back, and says so.
        try await app.services.roster.apply(.setStatus(.confirmed), to: [member], try app.host())
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 303)
        let after = try app.services.roster.member(member, app.host())
        #expect(after.fields.status == .invited && after.accountID == nil)
        let changes = try app.services.roster.history(of: after).map(\.changes)
        #expect(changes.prefix(2).contains([AuditChange(field: "status", from: "confirmed", to: "invited")]))
        // A new member whose status a host has set stays on the list.
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        let new = try #require(
            try app.services.roster.entries(RosterFilter(), app.host()).first { $0.row.fullName == "Mia Newcomer" }
        ).row.id
        try await app.services.roster.apply(.setStatus(.arrived), to: [new], try app.host())
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 409)
    }

    /// Who asks by the link alone, without an account, has the same two-way door.
    @Test func decisionsAboutLinksOfNobodyAreTakenBackToo() async throws {
        let app = try await TestApp.withTrips()
        let asked = try await app.send(.post, SignUpFlowTests.link(app), form: [("first_name", "Zoe"), ("last_name", "Waiting")])
        let request = try #require(try app.services.joining.overview(app.host()).requests.first { $0.firstName == "Zoe" }).id
        let told = try await app.send(.get, SignUpFlowTests.decide(app, request, "accept").location, as: .host).page
        #expect(told.texts(".toast .notice") == ["Zoe Waiting can come in now."] && told.count(".toast form") == 1)
        let again = try await app.send(.get, SignUpFlowTests.decide(app, request, "undo").location, as: .host).page
        #expect(again.texts(".toast .notice") == ["The request of Zoe Waiting waits for your answer again."] && !again.has(".toast form"))
        #expect(try await app.send(.get, asked.location).body.contains("A host has to let you in"))
        #expect(try app.services.joining.overview(app.host()).people.allSatisfy { $0.row.fullName != "Zoe Waiting" })
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        #expect(try await app.send(.post, asked.location).status == 303)
        #expect(try await SignUpFlowTests.decide(app, request, "undo").status == 409)
    }
}
