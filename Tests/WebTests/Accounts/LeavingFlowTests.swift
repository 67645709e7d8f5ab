import Domain
import HTTPTypes
import Testing
import Web

/// Staff leave a trip by themselves, and let go of what they hold.
@Suite struct LeavingFlowTests {
    private let leave = "/trips/alpha/my/leave"

    private func claimed(_ house: House) throws -> String? {
        try house.database.read {
            try $0.one("SELECT claimed_name FROM moderation_case WHERE id = ?", [.blob(house.id("case").bytes)]) { $0.text(0) }
        }
    }

    @Test func aModeratorLeavesAndNothingStaysInTheirHands() async throws {
        let house = try await House.furnished()
        let trip = house.id("trip alpha")
        #expect(try await house.send(.get, "/account", as: .moderator).page.has("a[href=\(leave)]"))
        #expect(try await house.send(.post, "/trips/alpha/moderation/cases/\(house.id("case"))/claim", as: .moderator).status == 303)
        #expect(try claimed(house) == "moderator Person")
        let group = try #require(try house.services.roster.groups(house.host()).first)
        let moderator = house.id("member moderator")
        try await house.database.write {
            _ = try $0.run(
                "INSERT INTO member_of_group (group_id, member_id) VALUES (?, ?)", [.blob(group.id.bytes), .blob(moderator.bytes)])
        }
        try await house.services.roster.updateGroup(group.id, name: group.name, leader: house.id("member moderator"), house.host())
        let request = CoHostRequest(member: house.id("member moderator"), time: .open, start: nil, end: nil, reason: "")
        try await house.services.coHosts.name(request, house.host())

        let page = try await house.send(.get, leave, as: .moderator).body
        #expect(page.contains("<button class=\"danger\">Leave</button>") && page.contains("You are a ") && page.contains(" on this trip."))
        #expect(page.contains("the 1 case that you have claimed") && page.contains("the lead of Bus 1") && page.contains("co-host"))
        let unsure = try await house.send(.post, leave, as: .moderator, form: [("how", "leave")])
        #expect(unsure.status == 422 && unsure.body.contains("Confirm that you mean it."))
        #expect(try claimed(house) == "moderator Person")
        let left = try await house.send(.post, leave, as: .moderator, form: [("how", "leave"), ("sure", "on")])
        #expect(left.status == 303 && left.location == "/trips?done=left")
        #expect(try await house.send(.get, "/trips/alpha", as: .moderator).status == 404)
        #expect(try claimed(house) == "")
        #expect(try house.services.roster.groups(house.host()).first?.leaderID == nil)
        #expect(try house.services.coHosts.list(house.host()).isEmpty)
        let entries = try house.store.audit.entries(subject: house.id("member moderator"), trip: trip, limit: 20)
        #expect(entries.contains { $0.action == "left the trip" && $0.actorName == "moderator Person" })
        #expect(try await house.send(.get, "/trips", as: .moderator).body.contains("You are on no trip yet"))
    }

    @Test func whoGivesUpTheRoleStaysAsATraveller() async throws {
        let house = try await House.furnishedWithMedic()
        #expect(try await house.send(.post, leave, as: .medic, form: [("how", "stay"), ("sure", "on")]).status == 303)
        #expect(try await house.send(.get, "/trips/alpha/medic", as: .medic).status == 403)
        #expect(try await house.send(.get, "/trips/alpha/my", as: .medic).status == 200)
        // What they were to be tomorrow is off, too.
        #expect(try house.services.coHosts.list(house.host()).isEmpty)
        #expect(try await house.send(.get, leave, as: .medic).status == 409)
    }

    @Test func theLastHostHearsWhoMustBeNamedFirst() async throws {
        let house = try await House.furnished()
        for method in [HTTPRequest.Method.get, .post] {
            let response = try await house.send(method, leave, as: .host, form: [("how", "leave"), ("sure", "on")])
            #expect(
                response.status == 409 && response.body.contains("only host") && response.body.contains("It could be moderator Person."))
        }
        #expect(try await house.send(.get, "/trips/alpha/staff", as: .host).status == 200)
        // A co-host is no host for good.
        let request = CoHostRequest(member: house.id("member moderator"), time: .open, start: nil, end: nil, reason: "")
        try await house.services.coHosts.name(request, house.host())
        #expect(try await house.send(.post, leave, as: .host, form: [("how", "stay"), ("sure", "on")]).status == 409)
        _ = try await house.send(
            .post, "/trips/alpha/staff/\(house.id("member moderator"))", as: .host, form: [("role", "host")])
        #expect(try await house.send(.post, leave, as: .host, form: [("how", "leave"), ("sure", "on")]).status == 303)
        #expect(try await house.send(.get, "/trips/alpha", as: .host).status == 404)
        #expect(try await house.send(.get, "/trips/alpha/staff", as: .moderator).status == 200)
    }

    @Test func travellersHaveNothingToGiveUp() async throws {
        let house = try await House.furnished()
        let response = try await house.send(.get, leave, as: .traveller)
        #expect(response.status == 409 && response.body.contains("You have no role"))
        #expect(!(try await house.send(.get, "/account", as: .traveller).body.contains(leave)))
    }
}
