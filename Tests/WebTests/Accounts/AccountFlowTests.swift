import Domain
import Services
import Testing

@Suite struct AccountFlowTests {
    private func signIn(_ app: TestApp, _ email: String, _ password: String, next: String = "") async throws -> TestApp.TestResponse {
        try await app.send(.post, "/sign-in", form: [("email", email), ("password", password), ("next", next)])
    }

    @Test func signInAndOut() async throws {
        let app = try await TestApp.withTrips()
        let response = try await signIn(app, " HOST@x.example ", TestApp.password, next: "/trips/alpha/roster")
        #expect(response.status == 303 && response.location == "/trips/alpha/roster")
        let cookie = response.headers[.setCookie] ?? ""
        for part in ["__Host-sotravel=", "Path=/", "Secure", "HttpOnly", "SameSite=Lax"] { #expect(cookie.contains(part)) }
        let token = try #require(response.cookie)
        #expect(token.count == 43)
        #expect(try await app.send(.get, "/trips/alpha", token: token).status == 200)
        #expect(try await app.send(.post, "/sign-out", token: token).status == 303)
        #expect(try await app.send(.get, "/trips/alpha", token: token).status == 303)
    }

    @Test func unknownAndWrongAnswerAlike() async throws {
        let app = try await TestApp.withTrips()
        let wrong = try await signIn(app, "host@x.example", "not the password")
        let unknown = try await signIn(app, "nobody@x.example", "not the password")
        #expect(wrong.status == 422 && unknown.status == 422)
        #expect(wrong.body.replacing("host@x.example", with: "") == unknown.body.replacing("nobody@x.example", with: ""))
        #expect(wrong.body.contains("value=\"host@x.example\""))
        #expect(!wrong.body.contains("not the password"))
        #expect(wrong.cookie == nil)
    }

    @Test func nextNeverLeavesTheProgram() async throws {
        let app = try await TestApp.withTrips()
        for next in ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"] {
            #expect(try await signIn(app, "host@x.example", TestApp.password, next: next).location == "/")
        }
    }

    /// Ten failures close the account to new sign-ins; the session that its owner holds goes on.
    @Test func limitsNeverEndAHeldSession() async throws {
        let app = try await TestApp.withTrips()
        for _ in 0..<10 { _ = try await signIn(app, "host@x.example", "wrong password") }
        let limited = try await signIn(app, "host@x.example", TestApp.password)
        #expect(limited.status == 429)
        #expect(limited.headers[.retryAfter] != nil)
        #expect(limited.body.contains("value=\"host@x.example\""))
        #expect(try await app.send(.get, "/trips/alpha", as: .host).status == 200)
        app.clock.pass(.minutes(16))
        #expect(try await signIn(app, "host@x.example", TestApp.password).status == 303)
    }

    /// Nobody is locked out for days because a clock was days ahead for a while.
    @Test func failuresOfAClockThatWasAheadDoNotCount() async throws {
        let app = try await TestApp.withTrips()
        app.clock.pass(.days(3))
        for _ in 0..<10 { _ = try await signIn(app, "host@x.example", "wrong password") }
        #expect(try await signIn(app, "host@x.example", TestApp.password).status == 429)
        app.clock.pass(.zero - .days(3))
        #expect(try await signIn(app, "host@x.example", TestApp.password).status == 303)
        // A clock that is put right by a minute forgives nothing.
        for _ in 0..<10 { _ = try await signIn(app, "host@x.example", "wrong password") }
        app.clock.pass(.zero - .minutes(1))
        #expect(try await signIn(app, "host@x.example", TestApp.password).status == 429)
    }

    /// All sent before the first of them has failed: two are tried at once, so one at most too many.
    @Test func aBurstOfGuessesIsCounted() async throws {
        let app = try await TestApp.withTrips()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<40 { group.addTask { try await signIn(app, "host@x.example", "guess number \(index)").status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect((10...11).contains(statuses.count { $0 == 422 }), "\(statuses)")
        #expect(statuses.allSatisfy { [422, 429].contains($0) })
        #expect(try await signIn(app, "host@x.example", TestApp.password).status == 429)
    }

    @Test func secondFactorStandsBetween() async throws {
        let app = try await TestApp.withTrips()
        let first = try await signIn(app, "admin@x.example", TestApp.password)
        #expect(first.location.hasPrefix("/sign-in/code"))
        let pending = try #require(first.cookie)
        #expect(try await app.send(.get, "/trips", token: pending).location == "/sign-in/code")
        #expect(try await app.send(.post, "/sign-in/code", token: pending, form: [("code", "000000")]).status == 422)
        let code = TOTP.code(secret: Array("12345678901234567890".utf8), step: OneTimeCode.step(at: app.clock.now))
        let second = try await app.send(.post, "/sign-in/code", token: pending, form: [("code", code)])
        let token = try #require(second.cookie)
        #expect(second.status == 303 && token != pending)
        #expect(try await app.send(.get, "/trips", token: token).status == 200)
        #expect(try await app.send(.get, "/trips", token: pending).status == 303)
        // The same code again, from another sign-in.
        let again = try #require(try await signIn(app, "admin@x.example", TestApp.password).cookie)
        #expect(try await app.send(.post, "/sign-in/code", token: again, form: [("code", code)]).status == 422)
    }

    /// As a password alone does; the code is good for once all the same, before and after it is stored.
    @Test func aSecondFactorGetsInOnAFullDisk() async throws {
        let app = try await TestApp.withTrips()
        func submit() async throws -> TestApp.TestResponse {
            let pending = try #require(try await signIn(app, "admin@x.example", TestApp.password).cookie)
            let code = TOTP.code(secret: Array("12345678901234567890".utf8), step: OneTimeCode.step(at: app.clock.now))
            return try await app.send(.post, "/sign-in/code", token: pending, form: [("code", code)])
        }
        try app.fillDisk()
        let token = try #require(try await submit().cookie)
        #expect(try await app.send(.get, "/trips", token: token).status == 200)
        #expect(try await submit().status == 422)
        try await app.clearDisk()
        #expect(try await app.send(.get, "/trips", token: token).status == 200)
        #expect(try await submit().status == 422)
        app.clock.pass(.seconds(30))
        #expect(try await submit().status == 303)
    }

    /// Spent in memory where the disk takes nothing, and on it when there is room again.
    @Test func aRecoveryCodeGetsInOnceOnAFullDisk() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/account/second-factor", as: .host)
        // There is a way back from each page of the account.
        #expect(page.page.find("nav.crumb a").map { $0["href"] } == ["/account"] && page.page.text(".steps .buttons a") == "Not now")
        let typed = try #require(page.body.components("class=\"key\">").dropFirst().first?.prefix { $0 != "<" })
        let secret = try #require(Base32.decode(String(typed)))
        let code = TOTP.code(secret: secret, step: OneTimeCode.step(at: app.clock.now))
        let done = try await app.send(.post, "/account/second-factor", as: .host, form: [("code", code)])
        let codes = done.body.components("<li><code>").dropFirst().map { String($0.prefix(11)) }
        func submit(_ code: String) async throws -> TestApp.TestResponse {
            let pending = try #require(try await signIn(app, "host@x.example", TestApp.password).cookie)
            return try await app.send(.post, "/sign-in/code", token: pending, form: [("code", code)])
        }
        try app.fillDisk()
        let token = try #require(try await submit(codes[0]).cookie)
        #expect(try await app.send(.get, "/trips", token: token).status == 200)
        #expect(try await submit(codes[0]).status == 422)
        #expect(try await submit("AAAAA-AAAAA").status == 422)
        try await app.clearDisk()
        #expect(try await submit(codes[0]).status == 422)
        let again = try await app.restarted()
        let pending = try #require(try await signIn(again, "host@x.example", TestApp.password).cookie)
        #expect(try await again.send(.post, "/sign-in/code", token: pending, form: [("code", codes[0])]).status == 422)
        #expect(try await submit(codes[1]).status == 303)
    }

    @Test func settingUpASecondFactorRenewsTheSessionAndGivesCodes() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/account/second-factor", as: .host)
        #expect(page.status == 200)
        let typed = try #require(page.body.components("class=\"key\">").dropFirst().first?.prefix { $0 != "<" })
        let secret = try #require(Base32.decode(String(typed)))
        #expect(try app.store.accounts.credentials(email: "host@x.example")?.totpSecret == nil)
        let code = TOTP.code(secret: secret, step: OneTimeCode.step(at: app.clock.now))
        let done = try await app.send(.post, "/account/second-factor", as: .host, form: [("code", code)])
        let codes = done.body.components("<li><code>").dropFirst().map { String($0.prefix(11)) }
        #expect(done.status == 200 && codes.count == 10)
        #expect(try await app.send(.get, "/account", as: .host).status == 303)
        let pending = try #require(try await signIn(app, "host@x.example", TestApp.password).cookie)
        #expect(try await app.send(.post, "/sign-in/code", token: pending, form: [("code", codes[0].lowercased())]).status == 303)
        let next = try #require(try await signIn(app, "host@x.example", TestApp.password).cookie)
        #expect(try await app.send(.post, "/sign-in/code", token: next, form: [("code", codes[0])]).status == 422)
    }

    @Test func adminsWithoutASecondFactorAreLedToIt() async throws {
        let app = try await TestApp()
        #expect(try await app.send(.get, "/setup/wrong").status == 404)
        let path = "/setup/" + (try #require(try app.services.accounts.setupToken()))
        #expect(try await app.send(.get, path).status == 200)
        let short = try await app.send(
            .post, path, form: [("name", "First Admin"), ("email", "a@x.example"), ("password", "short")])
        #expect(short.status == 422 && short.body.contains("First Admin") && short.body.contains("At least 12 characters"))
        let made = try await app.send(
            .post, path, form: [("name", "First Admin"), ("email", "a@x.example"), ("password", TestApp.password)])
        let token = try #require(made.cookie)
        #expect(made.location == "/account/second-factor")
        #expect(try await app.send(.get, "/trips", token: token).location == "/account/second-factor")
        #expect(try await app.send(.get, path).status == 404)
    }

    @Test func sessionsEndByIdleAbsoluteAndHand() async throws {
        let app = try await TestApp.withTrips()
        let first = try #require(try await signIn(app, "host@x.example", TestApp.password).cookie)
        let list = try await app.send(.get, "/account", token: first)
        #expect(list.body.components("Sign out<span").count >= 3)
        #expect(try await app.send(.post, "/account/sessions/end-all", token: first).status == 303)
        #expect(try await app.send(.get, "/account", as: .host).status == 303)
        app.clock.pass(.hours(11))
        #expect(try await app.send(.get, "/account", as: .moderator).status == 200)
        app.clock.pass(.hours(13))
        #expect(try await app.send(.get, "/account", as: .traveller).status == 303)
    }

    /// Their link to join has worked once: without a question they would stay outside.
    @Test func whoeverHasNoPasswordIsAskedBeforeTheySignOut() async throws {
        let app = try await TestApp.withTrips()
        let ada = try await app.joined("member")
        let asked = try await app.send(.post, "/sign-out", token: ada)
        #expect(asked.status == 200 && asked.page.text("h1") == "Sign out without a password?" && asked.cookie == nil)
        #expect(asked.page.texts("main a.primary") == ["Add a password"] && !asked.page.has("main button.primary"))
        #expect(asked.page.find("main a").first { $0.text == "Stay signed in" }?["href"] == "/account")
        // By every way out.
        let account = try await app.send(.get, "/account", token: ada).page
        let ends = account.find("form").compactMap { $0["action"] }.filter { $0.hasSuffix("/end") || $0.hasSuffix("/end-all") }
        #expect(ends.count >= 2)
        #expect(!account.texts("p").contains { $0.contains("change your password") })
        for way in ends {
            #expect(try await app.send(.post, way, token: ada).page.text("h1") == "Sign out without a password?", "\(way)")
        }
        #expect(try await app.send(.get, "/trips/alpha/my", token: ada).status == 200)
        #expect(try await app.send(.post, "/sign-out", token: ada, form: [("sure", "yes")]).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my", token: ada).status == 303)
        // A password brings one back.
        let out = try await app.send(.post, "/sign-out", as: .traveller)
        #expect(out.status == 303 && out.location == "/sign-in?done=signed-out")
        #expect(try await app.send(.get, out.location).body.contains("You are signed out."))
    }

    /// The address of a form, as a browser loads its answer anew.
    @Test func theAddressOfAFormSaysThatItHasNoPage() async throws {
        let app = try await TestApp.withTrips()
        let answer = try await app.send(.get, "/sign-out", as: .traveller, headers: ["Accept": "text/html"])
        #expect(answer.status == 405 && answer.page.text("h1") == "There is no page at this address" && answer.headers[.allow] != nil)
        #expect(try await app.send(.get, "/sign-out", as: .traveller).body.isEmpty)
    }

    @Test func theOthersEndAndThisOneStays() async throws {
        let app = try await TestApp.withTrips()
        let alone = try await app.send(.get, "/account", as: .traveller).page
        #expect(!alone.has("input[name=but]"))
        let other = try await app.services.accounts.sessions.openForLoad(account: app.id("account traveller"))
        #expect(try await app.send(.get, "/account", as: .traveller).page.texts("button").contains("Sign out everywhere else"))
        let ended = try await app.send(.post, "/account/sessions/end-all", as: .traveller, form: [("but", "this")])
        #expect(ended.status == 303 && ended.location == "/account?done=others-out")
        #expect(try await app.send(.get, ended.location, as: .traveller).body.contains("You are signed out on your other devices."))
        #expect(try await app.send(.get, "/account", token: other).status == 303)
        // What is somebody else’s stays.
        #expect(try await app.send(.get, "/account", as: .host).status == 200)
    }

    /// Whoever means to be signed out everywhere is.
    @Test func whatIsNotThisDeviceEndsAll() async throws {
        let app = try await TestApp.withTrips()
        let other = try await app.services.accounts.sessions.openForLoad(account: app.id("account traveller"))
        let ended = try await app.send(.post, "/account/sessions/end-all", as: .traveller, form: [("but", "that")])
        #expect(ended.status == 303 && ended.location == "/sign-in?done=signed-out")
        #expect(try await app.send(.get, "/account", as: .traveller).status == 303)
        #expect(try await app.send(.get, "/account", token: other).status == 303)
    }

    @Test func changingThePasswordEndsTheOthers() async throws {
        let app = try await TestApp.withTrips()
        let other = try #require(try await signIn(app, "host@x.example", TestApp.password).cookie)
        let form = [("current", TestApp.password), ("new", "another mountain of snow")]
        let wrong = try await app.send(
            .post, "/account/password", as: .host, form: [("current", "x"), ("new", "another mountain of snow")])
        #expect(wrong.status == 422 && wrong.body.contains("This is not your password."))
        let changed = try await app.send(.post, "/account/password", as: .host, form: form)
        #expect(changed.status == 303)
        #expect(try await app.send(.get, "/account", token: other).status == 303)
        #expect(try await app.send(.get, "/account", token: changed.cookie).status == 200)
        #expect(try await signIn(app, "host@x.example", "another mountain of snow").status == 303)
    }

    @Test func staffInvitesWorkOnceForSevenDays() async throws {
        let app = try await TestApp.withTrips()
        func link() async throws -> String {
            let page = try await app.send(.post, "/trips/alpha/staff", as: .host, form: [("role", "moderator"), ("note", "for Bo")])
            let path = try #require(page.body.components("/staff-invites/").dropFirst().first)
            return "/staff-invites/" + path.prefix { $0 != "\"" }
        }
        let path = try await link()
        #expect(try await app.send(.get, path).body.contains("moderator of Trip alpha"))
        let form = [("name", "Bo Sample"), ("email", "bo@x.example"), ("password", TestApp.password)]
        let taken = try await app.send(.post, path, form: [("name", "B"), ("email", "host@x.example"), ("password", TestApp.password)])
        #expect(taken.status == 422)
        let accepted = try await app.send(.post, path, form: form)
        #expect(accepted.status == 303)
        #expect(try await app.send(.get, "/trips/alpha/roster", token: accepted.cookie).status == 200)
        #expect(try await app.send(.get, "/trips/alpha/staff", token: accepted.cookie).status == 403)
        #expect(try await app.send(.post, path, form: form).status == 404)
        let late = try await link()
        // Its host's session would idle out on the way: the invite is asked for by nobody.
        app.clock.pass(.days(7) + .seconds(1))
        #expect(try await app.send(.get, late).status == 404)
    }

    @Test func theLastHostStays() async throws {
        let app = try await TestApp.withTrips()
        let response = try await app.send(
            .post, "/trips/alpha/staff/\(app.id("member host"))", as: .host, form: [("role", "traveller")])
        #expect(response.status == 409)
        let other = try await app.send(
            .post, "/trips/alpha/staff/\(app.id("member moderator"))", as: .host, form: [("role", "traveller")])
        #expect(other.status == 303)
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .moderator).status == 403)
    }
}

extension String {
    func components(_ separator: String) -> [Substring] { split(separator: separator, omittingEmptySubsequences: false) }
}
