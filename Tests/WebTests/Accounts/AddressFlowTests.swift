import Domain
import Foundation
import Services
import Testing

/// An address counts when somebody who knows its owner says so, and owners change theirs without telling them of anybody else's.
@Suite struct AddressFlowTests {
    private let wanted = "traveller@new.example"

    private func want(
        _ app: TestApp, _ email: String, password: String = TestApp.password, as user: TestUser = .traveller, code: String = ""
    ) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, "/account/address", as: user, form: [("email", email), ("password", password), ("code", code)])
    }

    private func signIn(_ app: TestApp, _ email: String) async throws -> Int {
        try await app.send(.post, "/sign-in", form: [("email", email), ("password", TestApp.password)]).status
    }

    private func confirm(
        _ app: TestApp, _ email: String, of member: String = "member traveller", as user: TestUser = .host, what: String = "confirm"
    ) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, "/trips/alpha/members/\(app.id(member))/address", as: user, form: [("address", email), ("do", what)])
    }

    private func page(_ app: TestApp, _ user: TestUser = .host) async throws -> String {
        try await app.send(.get, "/trips/alpha/members/\(app.id("member traveller"))", as: user).body
    }

    @Test func aChangeWaitsForSomebodyWhoKnowsTheOwner() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await page(app).contains("traveller@x.example"))
        let asked = try await want(app, " Traveller@NEW.example ")
        #expect(asked.status == 303 && asked.location.hasPrefix("/account"))
        // The old one signs in, the new one does not; the session goes on and its owner is told.
        #expect(try await signIn(app, "traveller@x.example") == 303)
        #expect(try await signIn(app, wanted) == 422)
        let account = try await app.send(.get, "/account", as: .traveller).body
        #expect(
            account.contains("You have asked for <strong>\(wanted)")
                && account.contains("A new address was asked for: Traveller@NEW.example"))
        let seen = try await page(app)
        #expect(seen.contains("They want <strong>\(wanted)") && seen.contains("Confirm \(wanted)"))
        #expect(try await !page(app, .moderator).contains(wanted))
        #expect(try await confirm(app, wanted).status == 303)
        #expect(try await signIn(app, wanted) == 303)
        #expect(try await signIn(app, "traveller@x.example") == 422)
        let after = try await app.send(.get, "/account", as: .traveller).body
        #expect(after.contains("The address was changed to \(wanted)") && after.contains("The address was confirmed by host Person"))
        #expect(try await page(app).contains("Address confirmed"))
        // What was confirmed once is not confirmed again, and can be taken back.
        #expect(try await confirm(app, wanted).status == 409)
        #expect(try await confirm(app, "", what: "back").status == 303)
        #expect(try await app.send(.get, "/account", as: .traveller).body.contains("no longer confirmed, says host Person"))
        #expect(try await page(app).contains("Not confirmed yet"))
        #expect(try await confirm(app, wanted).status == 303)
    }

    @Test func onlyWhoKnowsThemConfirmsAndOnlyWhatTheySaw() async throws {
        let app = try await TestApp.withTrips()
        _ = try await want(app, wanted)
        for user in [TestUser.moderator, .traveller] { #expect(try await confirm(app, wanted, as: user).status == 403) }
        for user in [TestUser.hostOfAnotherTrip, .withoutTrip] { #expect(try await confirm(app, wanted, as: user).status == 404) }
        // The host of another trip does not reach them by their own trip's address either.
        let other = "/trips/beta/members/\(app.id("member traveller"))/address"
        let foreign = try await app.send(.post, other, as: .hostOfAnotherTrip, form: [("address", wanted), ("do", "confirm")])
        #expect(foreign.status == 404)
        // The owner changes their mind between the page and the tap.
        _ = try await want(app, "second@new.example")
        #expect(try await confirm(app, wanted).status == 409)
        #expect(try await signIn(app, "traveller@x.example") == 303)
        #expect(try await app.send(.post, "/account/address/keep", as: .traveller).status == 303)
        #expect(try await confirm(app, "second@new.example").status == 409)
        // Nobody vouches for themselves, but admins, above whom there is nobody.
        #expect(try await want(app, "host@new.example", as: .host).status == 303)
        #expect(try await confirm(app, "host@new.example", of: "member host").status == 403)
        let path = "/accounts/\(app.id("account host"))/address"
        #expect(try await app.send(.get, "/accounts", as: .admin).body.contains("wants host@new.example instead"))
        #expect(try await app.send(.post, path, as: .host, form: [("address", "host@new.example")]).status == 403)
        #expect(try await app.send(.post, path, as: .admin, form: [("address", "host@new.example"), ("do", "confirm")]).status == 303)
        #expect(try await signIn(app, "host@new.example") == 303)
        // A member without an account has nothing to confirm.
        #expect(try await confirm(app, wanted, of: "member").status == 409)
    }

    @Test func wantingAnAddressTellsNothingAboutOthers() async throws {
        let app = try await TestApp.withTrips()
        let (free, taken) = (try await want(app, wanted), try await want(app, "host@x.example"))
        #expect(free.status == 303 && taken.status == 303 && free.location == taken.location)
        let body = try await app.send(.get, "/account", as: .traveller).body
        #expect(body.contains("You have asked for <strong>host@x.example"))
        // It shows to who confirms, and changes nobody.
        #expect(try await confirm(app, "host@x.example").status == 409)
        #expect(try await signIn(app, "host@x.example") == 303)
        #expect(try await signIn(app, "traveller@x.example") == 303)
    }

    @Test func thePasswordAndTheSecondFactorAreAskedAgainAndTriesAreLimited() async throws {
        let app = try await TestApp.withTrips()
        let wrong = try await want(app, wanted, password: "not the password")
        #expect(wrong.status == 422 && wrong.body.contains("This is not your password.") && wrong.body.contains("value=\"\(wanted)\""))
        for (email, words) in [("no address", "This is not an email address."), ("TRAVELLER@x.example", "This is already your address.")] {
            let bad = try await want(app, email)
            #expect(bad.status == 422 && bad.body.contains(words), "\(email)")
        }
        #expect(try await want(app, "admin@new.example", as: .admin).status == 422)
        let code = TOTP.code(secret: Array("12345678901234567890".utf8), step: OneTimeCode.step(at: app.clock.now))
        #expect(try await want(app, "admin@new.example", as: .admin, code: code).status == 303)
        for number in 0..<4 { #expect(try await want(app, "n\(number)@new.example").status == 303) }
        #expect(try await want(app, "last@new.example").status == 429)
        app.clock.pass(.minutes(16))
        #expect(try await want(app, "last@new.example").status == 303)
    }

    @Test func whoCameInByALinkBeginsUnconfirmedAndCannotTryAddressesForEver() async throws {
        let app = try await TestApp.withTrips()
        let session = try await app.joined("member")
        #expect(try await app.send(.get, "/account/address", token: session).location == "/account/add-password")
        func add(_ email: String) async throws -> TestApp.TestResponse {
            try await app.send(.post, "/account/add-password", token: session, form: [("email", email), ("new", "a long walk home")])
        }
        for _ in 0..<4 { #expect(try await add("host@x.example").status == 422) }
        let added = try await add("ada@y.example")
        #expect(added.status == 303)
        let account = try await app.send(.get, "/account", token: added.cookie).body
        #expect(account.contains("Not confirmed yet") && account.contains("can confirm that the address is yours"))
        let page = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))", as: .host).body
        #expect(page.contains("Confirm ada@y.example"))
        // Staff whom a link made are unconfirmed too, and their page says so.
        #expect(try await app.send(.get, "/trips/alpha/staff", as: .host).body.contains("/members/\(app.id("member moderator"))\""))
        let other = try await TestApp.withTrips()
        let guesser = try await other.joined("member")
        var statuses: [Int] = []
        for number in 0..<6 {
            let form = [("email", number == 5 ? "free@y.example" : "host@x.example"), ("new", "a long walk home")]
            statuses.append(try await other.send(.post, "/account/add-password", token: guesser, form: form).status)
        }
        #expect(statuses == [422, 422, 422, 422, 422, 429])
    }

    /// An address that nobody vouches for does not make its owner look like somebody of the list.
    @Test func anUnconfirmedAddressMatchesNobodyOnTheList() async throws {
        let app = try await TestApp.withTrips()
        // Ada's address on the list, and another name.
        let session = try await SignUpFlowTests.newcomer(app, "ada@x.example")
        _ = try await SignUpFlowTests.ask(app, session)
        func chosen() async throws -> String? {
            let body = try await app.send(.get, "/trips/alpha/joining", as: .host).body
            let request = body.split(separator: "Mia Newcomer asked to join").last.map(String.init) ?? ""
            return request.firstMatch(of: /<option value="[^"]*" selected>([^<]*)</).map { String($0.output.1) }
        }
        #expect(try await chosen() == "Somebody new")
        let account = try #require(try app.store.accounts.credentials(email: "ada@x.example")).account.id
        let form = [("address", "ada@x.example"), ("do", "confirm")]
        #expect(try await app.send(.post, "/accounts/\(account)/address", as: .admin, form: form).status == 303)
        #expect(try await chosen() == "Ada Example")
    }
}
