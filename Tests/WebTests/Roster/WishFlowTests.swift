import Domain
import Testing

/// What hosts note about two people is theirs alone, and goes with either of them.
@Suite struct WishFlowTests {
    private let wishes = "/trips/alpha/groups/wishes"

    private func note(
        _ app: TestApp, _ member: String = "Ada Example", _ other: String = "traveller Person", kind: String = "together",
        as user: TestUser = .host
    ) async throws -> TestApp.TestResponse {
        let form = [("member", member), ("other", other), ("kind", kind), ("set", ""), ("note", "SECRET-WISH")]
        return try await app.send(.post, wishes, as: user, form: form)
    }

    @Test func aWishShowsOnTheCardUntilItIsMet() async throws {
        let app = try await TestApp.withTrips()
        try await app.services.roster.addGroup(name: "Bus 2", app.host())
        #expect(try await note(app).status == 303)
        func remarks() async throws -> [String] {
            try await app.send(.get, "/trips/alpha/groups?set=bus", as: .host).page.texts(".lane-remark")
        }
        #expect(try await remarks() == ["wants traveller Person"])
        let traveller = LaneMove.Card(member: app.id("member traveller"), from: "").text
        let form = [("set", "bus"), ("to", "=Bus 2"), ("member", traveller)]
        #expect(try await app.send(.post, "/trips/alpha/groups/move", as: .host, form: form).status == 303)
        let page = try await app.send(.get, "/trips/alpha/groups?set=bus", as: .host).page
        #expect(page.texts(".lane-remark.bad") == ["wants traveller Person (Bus 2)"])
        #expect(page.texts("#lane-summary .chip").contains("1 wish not met"))
        // The lane and the card say so, and the list of wishes with where both are.
        #expect(page.texts(".lane.is-broken .lane-broken") == ["Wish not met"])
        #expect(page.texts(".lane-card.is-broken .lane-name") == ["Ada Example"])
        #expect(page.count(".lane.is-broken") == 1 && page.count(".lane-card.is-broken") == 1)
        let unmet = try await app.send(.get, wishes, as: .host).page
        #expect(unmet.texts("#lane-summary .chip") == ["1 wish not met"] && unmet.texts(".wish-row > .chip.bad") == ["Not met"])
        #expect(unmet.texts(".wish-said small") == ["Bus 1 and Bus 2", "SECRET-WISH"])
        // In place of what was noted before.
        #expect(try await note(app, kind: "apart").status == 303)
        #expect(try await remarks().isEmpty)
        let list = try await app.send(.get, wishes, as: .host).page
        #expect(list.texts("#lane-summary .chip") == ["1 met"] && list.texts(".wish-row > .chip.ok") == ["Met"])
        #expect(list.count(".sheet .rows li") == 1 && list.texts(".sheet .rows li").first?.contains("never together") == true)
        let own = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))", as: .host).body
        #expect(own.contains("never together") && own.contains("SECRET-WISH") && own.contains("<span class=\"chip ok\">Met</span>"))
        let remove = try #require(list.find(".sheet form").first?["action"])
        #expect(try await app.send(.post, remove, as: .host).status == 303)
        #expect(try app.services.lanes.wishes(app.host()).isEmpty)
        #expect(try await app.send(.post, remove, as: .host).status == 404)
    }

    @Test func whatIsTypedIsOnePerson() async throws {
        let app = try await TestApp.withTrips()
        for (member, other, words) in [
            ("", "Ada", "Type a name."), ("Ada", "Zoltan", "Nobody found for “Zoltan”."), ("Ada", "Person", "Several people match"),
            ("Ada", "Ada Example", "Choose somebody else."),
        ] {
            let refused = try await note(app, member, other)
            #expect(refused.status == 422 && refused.body.contains(words), "\(member), \(other)")
        }
        #expect(try await note(app, kind: "nonsense").status == 422)
        #expect(try app.services.lanes.wishes(app.host()).isEmpty)
        #expect(try await note(app, "ada", "TRAVELLER").status == 303)
    }

    @Test func nobodyElseSeesIt() async throws {
        let app = try await TestApp.withTripsAndMedic()
        for (user, status) in [(TestUser.moderator, 403), (.medic, 403), (.traveller, 403), (.hostOfAnotherTrip, 404)] {
            #expect(try await app.send(.get, wishes, as: user).status == status)
            #expect(try await note(app, as: user).status == status)
        }
        for route in app.routes where route.method == .get && !route.path.hasSuffix("/live") {
            for user in [TestUser.traveller, .moderator, .medic] {
                let body = try await app.send(.get, AccessMatrixTests().path(route, app), as: user).body
                #expect(!body.contains("SECRET-WISH") && !body.contains("wants traveller Person"), "\(route.path) as \(user.rawValue)")
            }
        }
        // Not in what a member takes along, nor in the trail.
        let own = try await app.ownData(app.member(.traveller))
        #expect(own.allSatisfy { !$0.text.contains("SECRET-WISH") && !$0.text.contains("wish") })
        let trail = try app.database.read {
            try $0.all("SELECT subject_name || changes FROM audit WHERE action LIKE 'wish%'") { $0.text(0) }
        }
        #expect(trail == ["two people[]"])
    }

    @Test(arguments: ["member", "member traveller"]) func itGoesWithEitherOfThem(_ gone: String) async throws {
        let app = try await TestApp.withTrips()
        #expect(try await note(app).status == 303)
        try await app.store.deletion.erase(app.id(gone), trip: app.id("trip alpha"), at: app.clock.now)
        #expect(try app.store.wishes.list(trip: app.id("trip alpha")).isEmpty)
    }
}
