import Domain
import Foundation
import Services
import Testing

/// People make accounts by themselves where an admin allows it, and are then nobody until a host lets them in.
@Suite struct SignUpFlowTests {
    static let password = "seven quiet marmots"

    static func allow(_ app: TestApp, _ word: String = "on") async throws {
        #expect(try await app.send(.post, "/accounts/sign-up", as: .admin, form: [("do", word)]).status == 303)
    }

    @discardableResult
    static func signUp(_ app: TestApp, _ email: String, name: String = "Mia Newcomer") async throws -> TestApp.TestResponse {
        try await app.send(.post, "/sign-up", form: [("name", name), ("email", email), ("password", password)])
    }

    static func signIn(_ app: TestApp, _ email: String, device: String? = nil) async throws -> TestApp.TestResponse {
        try await app.send(.post, "/sign-in", form: [("email", email), ("password", password)], headers: TestApp.known(as: device))
    }

    /// Somebody with an account of their own making, signed in.
    static func newcomer(_ app: TestApp, _ email: String = "mia@y.example") async throws -> String {
        try await allow(app)
        #expect(try await signUp(app, email).status == 200)
        return try #require(try await signIn(app, email).cookie)
    }

    static func link(_ app: TestApp) throws -> String {
        "/join-trip/" + (try #require(try app.services.joining.overview(app.host()).tripLink))
    }

    /// Asks to join the trip alpha; the request as the host's page knows it.
    static func ask(_ app: TestApp, _ session: String, first: String = "Mia") async throws -> ID {
        let form = [("first_name", first), ("last_name", "Newcomer"), ("note", "with Ada")]
        let asked = try await app.send(.post, link(app), token: session, form: form)
        #expect(asked.status == 303 && asked.location.hasPrefix("/trips"), "\(asked.status) \(asked.location)")
        return try #require(try app.services.joining.overview(app.host()).requests.first { $0.firstName == first }).id
    }

    static func decide(_ app: TestApp, _ request: ID, _ what: String, as member: String = "") async throws -> TestApp.TestResponse {
        try await app.send(.post, "/trips/alpha/joining/requests/\(request)/\(what)", as: .host, form: [("member", member)])
    }

    @Test func itIsOffUntilAnAdminAllowsIt() async throws {
        let app = try await TestApp.withTrips()
        let off = try await app.send(.get, "/sign-up")
        #expect(off.status == 404 && off.page.text("h1") == "Sign-up is off" && off.body.contains("Ask a host of your trip for a link"))
        #expect(off.page.find(".failed .primary").first?["href"] == "/sign-in")
        #expect(try await SignUpFlowTests.signUp(app, "mia@y.example").status == 404)
        #expect(try await !app.send(.get, "/sign-in").body.contains("/sign-up"))
        for user in [TestUser.host, .moderator, .traveller] {
            #expect(try await app.send(.post, "/accounts/sign-up", as: user, form: [("do", "on")]).status == 403)
        }
        #expect(try await app.send(.get, "/accounts", as: .admin).body.contains("Nobody can sign up by themselves."))
        try await SignUpFlowTests.allow(app)
        #expect(try await app.send(.get, "/accounts", as: .admin).body.contains("Anybody can sign up by themselves."))
        #expect(try await app.send(.get, "/sign-in").page.has("a[href^=/sign-up]"))
        #expect(try await app.send(.get, "/sign-up").status == 200)
        #expect(try await app.send(.get, "/sign-up", as: .host).location == "/")
        try await SignUpFlowTests.allow(app, "off")
        #expect(try await app.send(.get, "/sign-up").status == 404)
        #expect(try await SignUpFlowTests.signUp(app, "mia@y.example").status == 404)
        let audit = try app.database.read {
            try $0.all("SELECT changes FROM audit WHERE action = 'sign-up changed' ORDER BY at") { $0.text(0) }
        }
        #expect(audit.count == 2 && audit.first?.contains("on") == true)
    }

    @Test func theAnswerNeverSaysWhetherAnAddressExists() async throws {
        let app = try await TestApp.withTrips()
        try await SignUpFlowTests.allow(app)
        let (free, taken) = (
            try await SignUpFlowTests.signUp(app, "maya@y.example"), try await SignUpFlowTests.signUp(app, " HOST@x.example ")
        )
        #expect(free.status == 200 && taken.status == 200)
        #expect(free.cookie == nil && taken.cookie == nil)
        #expect(free.headers == taken.headers)
        #expect(free.body.replacing("maya@y.example", with: "-") == taken.body.replacing("HOST@x.example", with: "-"))
        // The one has an account, the other's owner is told and loses nothing.
        #expect(try await SignUpFlowTests.signIn(app, "MAYA@y.example").status == 303)
        #expect(try await SignUpFlowTests.signIn(app, "host@x.example").status == 422)
        #expect(try await app.send(.get, "/trips/alpha", as: .host).body.contains("Somebody tried to sign up with your address"))
        let own = try await app.send(.post, "/sign-in", form: [("email", "host@x.example"), ("password", TestApp.password)])
        #expect(own.status == 303)
        #expect(try await SignUpFlowTests.signUp(app, "host@x.example").status == 200)
        #expect(try await app.send(.get, "/account", as: .host).body.components("tried to sign up").count == 3)
        // Twice the same is still no word about it.
        let again = try await SignUpFlowTests.signUp(app, "maya@y.example", name: "Other Person")
        #expect(again.status == 200 && again.body == free.body)
    }

    @Test func theRulesAreThoseOfEveryOtherAccount() async throws {
        let app = try await TestApp.withTrips()
        try await SignUpFlowTests.allow(app)
        let bad = try await app.send(.post, "/sign-up", form: [("name", ""), ("email", "no address"), ("password", "short")])
        #expect(bad.status == 422 && bad.body.contains("value=\"no address\"") && !bad.body.contains("value=\"short\""))
        for words in ["Type your name, at most 100 characters.", "This is not an email address.", "At least 12 characters"] {
            #expect(bad.body.contains(words), "\(words)")
        }
        // What is typed badly is not counted, and the address of a page that sent somebody here is kept.
        let page = try await app.send(.get, "/sign-up?next=%2Fjoin-trip%2Fabc").body
        #expect(page.contains("name=\"next\" value=\"/join-trip/abc\""))
        let form = [("name", "Mia"), ("email", "m@y.example"), ("password", SignUpFlowTests.password), ("next", "/join-trip/abc")]
        #expect(try await app.send(.post, "/sign-up", form: form).body.contains("name=\"next\" value=\"/join-trip/abc\""))
    }

    @Test func floodsAreStoppedForAnAddressAndForAClient() async throws {
        let app = try await TestApp.withTrips()
        try await SignUpFlowTests.allow(app)
        for email in ["host@x.example", "mia@y.example"] {
            for _ in 0..<5 { #expect(try await SignUpFlowTests.signUp(app, email).status == 200) }
            let limited = try await SignUpFlowTests.signUp(app, email)
            #expect(limited.status == 429 && limited.headers[.retryAfter] != nil && limited.body.contains("value=\"\(email)\""))
        }
        for number in 0..<20 { #expect(try await SignUpFlowTests.signUp(app, "n\(number)@y.example").status == 200) }
        #expect(try await SignUpFlowTests.signUp(app, "last@y.example").status == 429)
        // A restart forgives nothing; a quarter of an hour does. Signing in has its own count.
        #expect(try await SignUpFlowTests.signUp(app.restarted(), "last@y.example").status == 429)
        #expect(try await SignUpFlowTests.signIn(app, "n1@y.example").status == 303)
        app.clock.pass(.minutes(16))
        #expect(try await SignUpFlowTests.signUp(app, "last@y.example").status == 200)
    }

    @Test func whoSignedUpIsOnNoTripAndIsToldWhatNow() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app)
        #expect(try await app.send(.get, "/", token: session).location == "/trips")
        let start = try await app.send(.get, "/trips", token: session).body
        #expect(start.contains("You are on no trip yet") && start.contains("action=\"/join-trip\""))
        for path in ["", "/my", "/roster", "/chat", "/map", "/friends", "/my/map", "/positions.json"] {
            #expect(try await app.send(.get, "/trips/alpha" + path, token: session).status == 404, "\(path)")
        }
        for path in ["/accounts", "/map-data", "/trips/new"] {
            #expect(try await app.send(.get, path, token: session).status == 403, "\(path)")
        }
        // The link is pasted whole, or only its last word; anything else is a message beside the field.
        let link = try SignUpFlowTests.link(app)
        for typed in ["https://trip.example" + link, link, String(link.dropFirst("/join-trip/".count)), " " + link + "?x=1 "] {
            let found = try await app.send(.post, "/join-trip", token: session, form: [("link", typed)])
            #expect(found.status == 303 && found.location == link, "\(typed): \(found.status)")
        }
        let wrong = try await app.send(.post, "/join-trip", token: session, form: [("link", "https://evil.example/x")])
        #expect(wrong.status == 422 && wrong.body.contains("https://evil.example/x") && wrong.body.contains("link-error"))
    }

    @Test func whoIsNeverLetInIsGoneAfterThirtySilentDays() async throws {
        let app = try await TestApp.withTrips()
        let session = try await SignUpFlowTests.newcomer(app, "silent@y.example")
        _ = try await SignUpFlowTests.ask(app, session)
        let inside = try await SignUpFlowTests.newcomer(app, "inside@y.example")
        let request = try await SignUpFlowTests.ask(app, inside, first: "Ina")
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        _ = try await SignUpFlowTests.newcomer(app, "back@y.example")
        app.clock.pass(.days(29))
        try await app.services.history.runOnce()
        for email in ["silent", "inside", "back"] { #expect(try app.store.accounts.credentials(email: email + "@y.example") != nil) }
        #expect(try await SignUpFlowTests.signIn(app, "back@y.example").status == 303)
        app.clock.pass(.days(2))
        try await app.services.history.runOnce()
        #expect(try app.store.accounts.credentials(email: "silent@y.example") == nil)
        for email in ["inside", "back"] { #expect(try app.store.accounts.credentials(email: email + "@y.example") != nil, "\(email)") }
        try await app.signInAgain()
        #expect(try app.services.joining.overview(app.host()).requests.allSatisfy { $0.firstName != "Mia" })
        // Those whom a host or the command line made are not on the clock.
        #expect(try app.store.accounts.credentials(email: "traveller@x.example") != nil)
    }

    private func telegramSession(_ number: Int, _ app: TestApp) async throws -> String {
        let identity = Identity(issuer: "https://issuer.example", subject: "\(number)", telegramID: Int64(number), name: "Tom Telegram")
        let signedIn = try await app.services.telegram.signIn(identity, client: Client(address: "192.0.2.7", userAgent: ""))
        return signedIn.token
    }

    @Test func anUnknownTelegramIdentityMakesAnAccountOnlyWhereThatIsAllowed() async throws {
        let app = try await TestApp.withTrips()
        let signIn = { try await self.telegramSession($0, app) }
        await #expect(throws: Refusal.self) { try await signIn(7) }
        #expect(try app.database.read { try $0.one("SELECT count(*) FROM identity") { $0.int(0) } } == 0)
        try await SignUpFlowTests.allow(app)
        let session = try await signIn(7)
        let start = try await app.send(.get, "/trips", token: session)
        #expect(start.status == 200 && start.body.contains("You are on no trip yet") && start.body.contains("Tom Telegram"))
        // The same person again is the same account; many strangers at once are stopped.
        let again = try await signIn(7)
        #expect(
            try app.services.accounts.sessions.find(token: again)?.actor.account.id
                == app.services.accounts.sessions.find(token: session)?.actor.account.id)
        let request = try await SignUpFlowTests.ask(app, session, first: "Tom")
        let page = try await app.send(.get, "/trips/alpha/joining", as: .host).body
        #expect(page.contains("Tom Newcomer asked to join") && page.contains("Telegram, as Tom Telegram"))
        #expect(try await SignUpFlowTests.decide(app, request, "accept").status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        for number in 100..<129 { _ = try await signIn(number) }
        await #expect(throws: Refusal.self) { try await signIn(200) }
        _ = try await signIn(7)
    }
}
