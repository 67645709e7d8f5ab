import Domain
import Services
import Testing

/// What the owner of an account is told, and where.
@Suite struct AccountNoticeTests {
    private func signIn(_ app: TestApp, device: String? = nil) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, "/sign-in", form: [("email", "host@x.example"), ("password", TestApp.password)],
            headers: TestApp.known(as: device).merging(["User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0"]) { $1 })
    }

    @Test func aNewSessionIsToldOnTheOthersPagesUntilSeenThere() async throws {
        let app = try await TestApp.withTrips()
        let (first, second) = (try #require(try await signIn(app).cookie), try #require(try await signIn(app).cookie))
        let told = "New sign-in with the password, Firefox on Linux"
        for path in ["/trips/alpha", "/trips/alpha/roster", "/account", "/trips"] {
            let page = try await app.send(.get, path, token: first)
            #expect(page.body.contains("account-told") && page.body.contains(told), "\(path)")
            // Whoever has just signed in knows it.
            #expect(try await !app.send(.get, path, token: second).body.contains("account-told"), "\(path)")
        }
        #expect(try await !app.send(.get, "/trips/alpha", as: .moderator).body.contains("account-told"))
        let page = try await app.send(.get, "/trips/alpha/roster", token: first).body
        let number = try #require(page.components("name=\"to\" value=\"").dropFirst().first?.prefix { $0 != "\"" })
        let seen = try await app.send(
            .post, "/account/notices/seen", token: first, form: [("to", String(number))],
            headers: ["Referer": "http://trip.example/trips/alpha/roster", "Sec-Fetch-Site": "same-origin"])
        #expect(seen.status == 303 && seen.location == "/trips/alpha/roster")
        for path in ["/trips/alpha", "/trips/alpha/roster"] {
            #expect(try await !app.send(.get, path, token: first).body.contains("account-told"))
        }
        #expect(try await app.send(.get, "/account", token: first).body.contains(told))
        // The session from before all this has seen nothing yet: what one browser dismisses, another still says.
        #expect(try await app.send(.get, "/trips/alpha", as: .host).body.contains("account-told"))
    }

    @Test func aBrowserThatComesBackHearsWhatHappenedMeanwhile() async throws {
        let app = try await TestApp.withTrips()
        let own = try await signIn(app)
        let device = try #require(own.device)
        #expect(try await app.send(.post, "/sign-out", token: own.cookie).status == 303)
        // Somebody else's browser, which says at once that it was them.
        let stranger = try #require(try await signIn(app).cookie)
        for number in 1...9 {
            _ = try await app.send(.post, "/account/notices/seen", token: stranger, form: [("to", String(number))])
        }
        let back = try #require(try await signIn(app, device: device).cookie)
        let page = try await app.send(.get, "/trips/alpha", token: back).body
        #expect(page.contains("account-told"))
        // The browser's own sign-in is none of the news.
        #expect(!page.contains("more</small>"))
        #expect(try app.store.sessions.list(account: app.id("account host"), at: app.clock.now).count == 3)
    }

    @Test func aWayInThatIsAddedIsToldEvenWhereItWasAdded() async throws {
        let app = try await TestApp.withTrips()
        let session = try await app.joined("member")
        let form = [("email", "ada@x.example"), ("new", "a long walk home")]
        let added = try await app.send(.post, "/account/add-password", token: session, form: form)
        let page = try await app.send(.get, "/trips/alpha/my", token: added.cookie).body
        #expect(page.contains("account-told") && page.contains("A password was added, for ada@x.example"))
        let code = TOTP.code(
            secret: try app.services.accounts.beginSecondFactor(
                for: try #require(try app.services.accounts.sessions.find(token: added.cookie ?? "")).actor),
            step: OneTimeCode.step(at: app.clock.now))
        let done = try await app.send(.post, "/account/second-factor", token: added.cookie, form: [("code", code)])
        let account = try await app.send(.get, "/account", token: done.cookie).body
        #expect(account.contains("A second factor was set up") && account.contains("New sign-in with a link from a host"))
    }

    @Test func nobodySeesAnothersNoticesAway() async throws {
        let app = try await TestApp.withTrips()
        let first = try #require(try await signIn(app).cookie)
        _ = try await signIn(app)
        for number in 1...9 {
            _ = try await app.send(.post, "/account/notices/seen", as: .moderator, form: [("to", String(number))])
        }
        #expect(try await app.send(.get, "/trips/alpha", token: first).body.contains("account-told"))
        for number in ["0", "-1", "x", "99999999999999999999"] {
            #expect(try await app.send(.post, "/account/notices/seen", token: first, form: [("to", number)]).status == 422)
        }
    }
}
