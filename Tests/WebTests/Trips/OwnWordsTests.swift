import Domain
import Testing

/// What travellers read of themselves: their sharing, their events, and how friends see them.
@Suite struct OwnWordsTests {
    private func share(_ app: TestApp, _ level: String) async throws {
        let form = [("level", level), ("time", "tonight")]
        #expect(try await app.send(.post, "/trips/alpha/my/sharing", as: .traveller, form: form).status == 303)
    }

    /// Nobody is blamed for what one has switched off oneself.
    @Test func whoDoesNotShareIsToldSoWhereOthersAreNear() async throws {
        let app = try await TestApp.withTrips()
        try await share(app, "off")
        let form = try await app.send(.get, "/trips/alpha/my/events/new", as: .traveller).page
        #expect(form.find("input[name=audience][value=nearby]").first?["disabled"] != nil)
        #expect(form.text("#audience a") == "Share your position to invite who is near")
        #expect(form.find("#audience a").first?["href"] == "/trips/alpha/my#who-sees")
        let near = try await app.send(.get, "/trips/alpha/friends?sort=near", as: .traveller).page
        #expect(near.texts("main .friends li").isEmpty && !near.has("main .empty"))
        #expect(near.find("main a.button.primary").first?["href"] == "/trips/alpha/my#who-sees")
        try await share(app, "everyone")
        let open = try await app.send(.get, "/trips/alpha/my/events/new", as: .traveller).page
        #expect(open.find("input[name=audience][value=nearby]").first?["disabled"] == nil && !open.has("#audience a"))
        #expect(try await app.send(.get, "/trips/alpha/friends?sort=near", as: .traveller).page.has("main .friends li"))
    }

    @Test func aMeetingPointIsNamedIfItIsNotThePlace() async throws {
        let app = try await TestApp.withTrips()
        let form = [
            ("title", "Night walk"), ("place", "Hut"), ("meeting_point", ""), ("start_day", "2026-01-06"), ("start_time", "20:00"),
            ("audience", "everyone"),
        ]
        let made = try await app.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: form)
        let path = String(try #require(made.location.split(separator: "?").first))
        let page = try await app.send(.get, path, as: .traveller).page
        #expect(page.texts("#facts dt").contains("Place") && !page.texts("#facts dt").contains("Meeting point"))
        for list in ["/trips/alpha/my/events", "/trips/alpha/my"] {
            let body = try await app.send(.get, list, as: .moderator).body + app.send(.get, list, as: .traveller).body
            #expect(body.contains("Night walk") && !body.contains("meet: Hut"), "\(list)")
        }
        for user in [TestUser.traveller, .moderator] {
            #expect(try await app.send(.get, path, as: user).page.find("button[value=no]").first?["class"] == "big")
        }
    }

    @Test func howFriendsSeeOneIsAPreviewWithAWayBack() async throws {
        let app = try await TestApp.withTrips()
        let own = try await app.send(.get, "/trips/alpha/friends/\(app.id("member traveller"))", as: .traveller).page
        #expect(own.texts("main .hint").contains { $0.hasPrefix("This is how friends see you.") })
        #expect(own.has("main .hint a[href=/trips/alpha/my/profile]") && !own.texts(".own-answer").contains { $0.hasPrefix("You:") })
        let other = try await app.send(.get, "/trips/alpha/friends/\(app.id("member traveller"))", as: .moderator).page
        #expect(!other.texts("main .hint").contains { $0.contains("how friends see you") })
    }

    /// A guest has no company whose admin they could ask.
    @Test func aGuestWithoutAPasswordIsToldWhomToAsk() async throws {
        let app = try await TestApp.withTrips()
        for path in ["/sign-in", "/sign-in/forgotten", "/new-password/abcdefghijklmnopqrstuvwxyz"] {
            #expect(try await !app.send(.get, path).body.contains("your company"), "\(path)")
        }
        #expect(try await app.send(.get, "/sign-in").body.contains("ask whoever invited you"))
    }
}
