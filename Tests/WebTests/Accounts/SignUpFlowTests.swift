import Domain
import Foundation
import Services
import Testing

/// People make accounts by themselves where an admin allows it, and are then nobody until a host lets them in.
@Suite struct SignUpFlowTests {
    static let password = "seven quiet marmots"

    static func allow(_ house: House, _ word: String = "on") async throws {
        #expect(try await house.send(.post, "/accounts/sign-up", as: .admin, form: [("do", word)]).status == 303)
    }

    @discardableResult
    static func signUp(_ house: House, _ email: String, name: String = "Mia Newcomer") async throws -> House.TestResponse {
        try await house.send(.post, "/sign-up", form: [("name", name), ("email", email), ("password", password)])
    }

    static func signIn(_ house: House, _ email: String, device: String? = nil) async throws -> House.TestResponse {
        try await house.send(.post, "/sign-in", form: [("email", email), ("password", password)], headers: House.known(as: device))
    }

    /// Somebody with an account of their own making, signed in.
    static func newcomer(_ house: House, _ email: String = "mia@y.example") async throws -> String {
        try await allow(house)
        #expect(try await signUp(house, email).status == 200)
        return try #require(try await signIn(house, email).cookie)
    }

    static func link(_ house: House) throws -> String {
        "/join-trip/" + (try #require(try house.services.joining.overview(house.host()).tripLink))
    }

    /// Asks to join the trip alpha; the request as the host's page knows it.
    static func ask(_ house: House, _ session: String, first: String = "Mia") async throws -> ID {
        let form = [("first_name", first), ("last_name", "Newcomer"), ("note", "with Ada")]
        let asked = try await house.send(.post, link(house), token: session, form: form)
        #expect(asked.status == 303 && asked.location.hasPrefix("/trips"), "\(asked.status) \(asked.location)")
        return try #require(try house.services.joining.overview(house.host()).requests.first { $0.firstName == first }).id
    }

    static func decide(_ house: House, _ request: ID, _ what: String, as member: String = "") async throws -> House.TestResponse {
        try await house.send(.post, "/trips/alpha/joining/requests/\(request)/\(what)", as: .host, form: [("member", member)])
    }

    @Test func itIsOffUntilAnAdminAllowsIt() async throws {
        let house = try await House.furnished()
        #expect(try await house.send(.get, "/sign-up").status == 404)
        #expect(try await SignUpFlowTests.signUp(house, "mia@y.example").status == 404)
        #expect(try await !house.send(.get, "/sign-in").body.contains("/sign-up"))
        for asker in [Asker.host, .moderator, .traveller] {
            #expect(try await house.send(.post, "/accounts/sign-up", as: asker, form: [("do", "on")]).status == 403)
        }
        #expect(try await house.send(.get, "/accounts", as: .admin).body.contains("Nobody can sign up by themselves."))
        try await SignUpFlowTests.allow(house)
        #expect(try await house.send(.get, "/accounts", as: .admin).body.contains("Anybody can sign up by themselves."))
        #expect(try await house.send(.get, "/sign-in").page.has("a[href^=/sign-up]"))
        #expect(try await house.send(.get, "/sign-up").status == 200)
        #expect(try await house.send(.get, "/sign-up", as: .host).location == "/")
        try await SignUpFlowTests.allow(house, "off")
        #expect(try await house.send(.get, "/sign-up").status == 404)
        #expect(try await SignUpFlowTests.signUp(house, "mia@y.example").status == 404)
        let audit = try house.database.read {
            try $0.all("SELECT changes FROM audit WHERE action = 'sign-up changed' ORDER BY at") { $0.text(0) }
        }
        #expect(audit.count == 2 && audit.first?.contains("on") == true)
    }

    @Test func theAnswerNeverSaysWhetherAnAddressExists() async throws {
        let house = try await House.furnished()
        try await SignUpFlowTests.allow(house)
        let (free, taken) = (
            try await SignUpFlowTests.signUp(house, "maya@y.example"), try await SignUpFlowTests.signUp(house, " HOST@x.example ")
        )
        #expect(free.status == 200 && taken.status == 200)
        #expect(free.cookie == nil && taken.cookie == nil)
        #expect(free.headers == taken.headers)
        #expect(free.body.replacing("maya@y.example", with: "-") == taken.body.replacing("HOST@x.example", with: "-"))
        // The one has an account, the other's owner is told and loses nothing.
        #expect(try await SignUpFlowTests.signIn(house, "MAYA@y.example").status == 303)
        #expect(try await SignUpFlowTests.signIn(house, "host@x.example").status == 422)
        #expect(try await house.send(.get, "/trips/alpha", as: .host).body.contains("Somebody tried to sign up with your address"))
        let own = try await house.send(.post, "/sign-in", form: [("email", "host@x.example"), ("password", House.password)])
        #expect(own.status == 303)
        #expect(try await SignUpFlowTests.signUp(house, "host@x.example").status == 200)
        #expect(try await house.send(.get, "/account", as: .host).body.components("tried to sign up").count == 3)
        // Twice the same is still no word about it.
        let again = try await SignUpFlowTests.signUp(house, "maya@y.example", name: "Other Person")
        #expect(again.status == 200 && again.body == free.body)
    }

    @Test func theRulesAreThoseOfEveryOtherAccount() async throws {
        let house = try await House.furnished()
        try await SignUpFlowTests.allow(house)
        let bad = try await house.send(.post, "/sign-up", form: [("name", ""), ("email", "no address"), ("password", "short")])
        #expect(bad.status == 422 && bad.body.contains("value=\"no address\"") && !bad.body.contains("value=\"short\""))
        for words in ["Your name, at most 100 characters.", "This is not an email address.", "At least 12 characters"] {
            #expect(bad.body.contains(words), "\(words)")
        }
        // What is typed badly is not counted, and the address of a page that sent somebody here is kept.
        let page = try await house.send(.get, "/sign-up?next=%2Fjoin-trip%2Fabc").body
        #expect(page.contains("name=\"next\" value=\"/join-trip/abc\""))
        let form = [("name", "Mia"), ("email", "m@y.example"), ("password", SignUpFlowTests.password), ("next", "/join-trip/abc")]
        #expect(try await house.send(.post, "/sign-up", form: form).body.contains("name=\"next\" value=\"/join-trip/abc\""))
    }

    @Test func floodsAreStoppedForAnAddressAndForAClient() async throws {
        let house = try await House.furnished()
        try await SignUpFlowTests.allow(house)
        for email in ["host@x.example", "mia@y.example"] {
            for _ in 0..<5 { #expect(try await SignUpFlowTests.signUp(house, email).status == 200) }
            let limited = try await SignUpFlowTests.signUp(house, email)
            #expect(limited.status == 429 && limited.headers[.retryAfter] != nil && limited.body.contains("value=\"\(email)\""))
        }
        for number in 0..<20 { #expect(try await SignUpFlowTests.signUp(house, "n\(number)@y.example").status == 200) }
        #expect(try await SignUpFlowTests.signUp(house, "last@y.example").status == 429)
        // A restart forgives nothing; a quarter of an hour does. Signing in has its own count.
        #expect(try await SignUpFlowTests.signUp(house.restarted(), "last@y.example").status == 429)
        #expect(try await SignUpFlowTests.signIn(house, "n1@y.example").status == 303)
        house.fixed.pass(.minutes(16))
        #expect(try await SignUpFlowTests.signUp(house, "last@y.example").status == 200)
    }

    @Test func whoSignedUpIsOnNoTripAndIsToldWhatNow() async throws {
        let house = try await House.furnished()
        let session = try await SignUpFlowTests.newcomer(house)
        #expect(try await house.send(.get, "/", token: session).location == "/trips")
        let start = try await house.send(.get, "/trips", token: session).body
        #expect(start.contains("You are on no trip yet") && start.contains("action=\"/join-trip\""))
        for path in ["", "/my", "/roster", "/chat", "/map", "/friends", "/my/map", "/positions.json"] {
            #expect(try await house.send(.get, "/trips/alpha" + path, token: session).status == 404, "\(path)")
        }
        for path in ["/accounts", "/map-data", "/trips/new"] {
            #expect(try await house.send(.get, path, token: session).status == 403, "\(path)")
        }
        // The link is pasted whole, or only its last word; anything else is a message beside the field.
        let link = try SignUpFlowTests.link(house)
        for typed in ["https://trip.example" + link, link, String(link.dropFirst("/join-trip/".count)), " " + link + "?x=1 "] {
            let found = try await house.send(.post, "/join-trip", token: session, form: [("link", typed)])
            #expect(found.status == 303 && found.location == link, "\(typed): \(found.status)")
        }
        let wrong = try await house.send(.post, "/join-trip", token: session, form: [("link", "https://evil.example/x")])
        #expect(wrong.status == 422 && wrong.body.contains("https://evil.example/x") && wrong.body.contains("link-error"))
    }

    @Test func whoIsNeverLetInIsGoneAfterThirtySilentDays() async throws {
        let house = try await House.furnished()
        let session = try await SignUpFlowTests.newcomer(house, "silent@y.example")
        _ = try await SignUpFlowTests.ask(house, session)
        let inside = try await SignUpFlowTests.newcomer(house, "inside@y.example")
        let request = try await SignUpFlowTests.ask(house, inside, first: "Ina")
        #expect(try await SignUpFlowTests.decide(house, request, "accept").status == 303)
        _ = try await SignUpFlowTests.newcomer(house, "back@y.example")
        house.fixed.pass(.days(29))
        try await house.services.history.runOnce()
        for email in ["silent", "inside", "back"] { #expect(try house.store.accounts.credentials(email: email + "@y.example") != nil) }
        #expect(try await SignUpFlowTests.signIn(house, "back@y.example").status == 303)
        house.fixed.pass(.days(2))
        try await house.services.history.runOnce()
        #expect(try house.store.accounts.credentials(email: "silent@y.example") == nil)
        for email in ["inside", "back"] { #expect(try house.store.accounts.credentials(email: email + "@y.example") != nil, "\(email)") }
        try await house.signInAgain()
        #expect(try house.services.joining.overview(house.host()).requests.allSatisfy { $0.firstName != "Mia" })
        // Those whom a host or the command line made are not on the clock.
        #expect(try house.store.accounts.credentials(email: "traveller@x.example") != nil)
    }

    private func telegramSession(_ number: Int, _ house: House) async throws -> String {
        let identity = Identity(issuer: "https://issuer.example", subject: "\(number)", telegramID: Int64(number), name: "Tom Telegram")
        let signedIn = try await house.services.telegram.signIn(identity, client: Client(address: "192.0.2.7", userAgent: ""))
        return signedIn.token
    }

    @Test func anUnknownTelegramIdentityMakesAnAccountOnlyWhereThatIsAllowed() async throws {
        let house = try await House.furnished()
        let signIn = { try await self.telegramSession($0, house) }
        await #expect(throws: Refusal.self) { try await signIn(7) }
        #expect(try house.database.read { try $0.one("SELECT count(*) FROM identity") { $0.int(0) } } == 0)
        try await SignUpFlowTests.allow(house)
        let session = try await signIn(7)
        let start = try await house.send(.get, "/trips", token: session)
        #expect(start.status == 200 && start.body.contains("You are on no trip yet") && start.body.contains("Tom Telegram"))
        // The same person again is the same account; many strangers at once are stopped.
        let again = try await signIn(7)
        #expect(
            try house.services.accounts.sessions.find(token: again)?.actor.account.id
                == house.services.accounts.sessions.find(token: session)?.actor.account.id)
        let request = try await SignUpFlowTests.ask(house, session, first: "Tom")
        let page = try await house.send(.get, "/trips/alpha/joining", as: .host).body
        #expect(page.contains("Tom Newcomer asks to join") && page.contains("Telegram, as Tom Telegram"))
        #expect(try await SignUpFlowTests.decide(house, request, "accept").status == 303)
        #expect(try await house.send(.get, "/trips/alpha/my", token: session).status == 200)
        for number in 100..<129 { _ = try await signIn(number) }
        await #expect(throws: Refusal.self) { try await signIn(200) }
        _ = try await signIn(7)
    }
}
