import Domain
import HTTPTypes
import Services
import Testing
import Web

/// Staff leave a trip by themselves, and let go of what they hold.
@Suite struct LeavingFlowTests {
    private let leave = "/trips/alpha/my/leave"

    private func claimed(_ app: TestApp) throws -> String? {
        try app.database.read {
            try $0.one("SELECT claimed_name FROM moderation_case WHERE id = ?", [.blob(app.id("case").bytes)]) { $0.text(0) }
        }
    }

    @Test func aModeratorLeavesAndNothingStaysInTheirHands() async throws {
        let app = try await TestApp.withTrips()
        let trip = app.id("trip alpha")
        #expect(try await app.send(.get, "/account", as: .moderator).page.has("a[href=\(leave)]"))
        #expect(try await app.send(.post, "/trips/alpha/moderation/cases/\(app.id("case"))/claim", as: .moderator).status == 303)
        #expect(try claimed(app) == "moderator Person")
        let group = try #require(try app.services.roster.groups(app.host()).first)
        let moderator = app.id("member moderator")
        try await app.database.write {
            _ = try $0.run(
                "INSERT INTO member_of_group (group_id, member_id) VALUES (?, ?)", [.blob(group.id.bytes), .blob(moderator.bytes)])
        }
        let led = LaneService.Typed(name: group.name, capacity: "", category: "", isForAll: false, leader: moderator.description)
        _ = try await app.services.lanes.save(led, was: group.name, in: .groups("bus"), app.host())
        let request = CoHostRequest(member: app.id("member moderator"), time: .open, start: nil, end: nil, reason: "")
        try await app.services.coHosts.name(request, app.host())

        let page = try await app.send(.get, leave, as: .moderator).body
        #expect(page.contains("<button class=\"danger\">Leave</button>") && page.contains("You are a ") && page.contains(" on this trip."))
        #expect(page.contains("the 1 case that you have claimed") && page.contains("the lead of Bus 1") && page.contains("co-host"))
        let unsure = try await app.send(.post, leave, as: .moderator, form: [("how", "leave")])
        #expect(unsure.status == 422 && unsure.body.contains("Tick the box to confirm that you mean it."))
        #expect(try claimed(app) == "moderator Person")
        let left = try await app.send(.post, leave, as: .moderator, form: [("how", "leave"), ("sure", "on")])
        #expect(left.status == 303 && left.location == "/trips?done=left")
        #expect(try await app.send(.get, "/trips/alpha", as: .moderator).status == 404)
        #expect(try claimed(app) == "")
        #expect(try app.services.roster.groups(app.host()).first?.leaderID == nil)
        #expect(try app.services.coHosts.list(app.host()).isEmpty)
        let entries = try app.store.audit.entries(subject: app.id("member moderator"), trip: trip, limit: 20)
        #expect(entries.contains { $0.action == "left the trip" && $0.actorName == "moderator Person" })
        #expect(try await app.send(.get, "/trips", as: .moderator).body.contains("You are on no trip yet"))
    }

    @Test func whoGivesUpTheRoleStaysAsATraveller() async throws {
        let app = try await TestApp.withTripsAndMedic()
        #expect(try await app.send(.post, leave, as: .medic, form: [("how", "stay"), ("sure", "on")]).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/medic", as: .medic).status == 403)
        #expect(try await app.send(.get, "/trips/alpha/my", as: .medic).status == 200)
        // What they were to be tomorrow is off, too.
        #expect(try app.services.coHosts.list(app.host()).isEmpty)
        #expect(try await app.send(.get, leave, as: .medic).status == 409)
    }

    @Test func theLastHostHearsWhoMustBeNamedFirst() async throws {
        let app = try await TestApp.withTrips()
        for method in [HTTPRequest.Method.get, .post] {
            let response = try await app.send(method, leave, as: .host, form: [("how", "leave"), ("sure", "on")])
            #expect(
                response.status == 409 && response.body.contains("only host")
                    && response.body.contains("You could choose moderator Person."))
        }
        #expect(try await app.send(.get, "/trips/alpha/staff", as: .host).status == 200)
        // A co-host is no host for good.
        let request = CoHostRequest(member: app.id("member moderator"), time: .open, start: nil, end: nil, reason: "")
        try await app.services.coHosts.name(request, app.host())
        #expect(try await app.send(.post, leave, as: .host, form: [("how", "stay"), ("sure", "on")]).status == 409)
        _ = try await app.send(
            .post, "/trips/alpha/staff/\(app.id("member moderator"))", as: .host, form: [("role", "host")])
        #expect(try await app.send(.post, leave, as: .host, form: [("how", "leave"), ("sure", "on")]).status == 303)
        #expect(try await app.send(.get, "/trips/alpha", as: .host).status == 404)
        #expect(try await app.send(.get, "/trips/alpha/staff", as: .moderator).status == 200)
    }

    @Test func travellersHaveNothingToGiveUp() async throws {
        let app = try await TestApp.withTrips()
        let response = try await app.send(.get, leave, as: .traveller)
        #expect(response.status == 409 && response.body.contains("You have no role"))
        #expect(!(try await app.send(.get, "/account", as: .traveller).body.contains(leave)))
    }
}
