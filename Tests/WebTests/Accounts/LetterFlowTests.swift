import Domain
import Foundation
import Gateways
import Services
import Testing

/// Confirmed addresses, forgotten passwords and invites by mail. What goes over the wire is in Tests/program/test_email.py.
@Suite struct LetterFlowTests {
    private static let address = "traveller@x.example"

    private static func mail(_ app: TestApp) async throws -> FakeMailbox.Mail? {
        try await app.services.letters.runDue()
        return app.mailbox.mails.last
    }

    private static func forgot(_ app: TestApp, _ email: String) async throws -> TestApp.TestResponse {
        try await app.send(.post, "/sign-in/forgotten", form: [("email", email)])
    }

    /// An address that somebody vouches for.
    static func vouched(_ app: TestApp, _ user: String = "traveller") async throws {
        _ = try await app.database.write { [app] in
            try $0.run("UPDATE account SET email_confirmed_at = 1 WHERE id = ?", [.blob(app.id("account \(user)").bytes)])
        }
    }

    /// The owner asks for a confirmation and opens its link.
    static func confirmed(_ app: TestApp, _ user: TestUser = .traveller) async throws {
        #expect(try await app.send(.post, "/notices/email/confirmation", as: user).status == 303)
        let mail = try #require(try await mail(app))
        let token = try #require(mail.token("/notices/email/confirm/"))
        #expect(try await app.send(.post, "/notices/email/confirm/\(token)").status == 200)
    }

    // MARK: confirmation

    @Test func anAddressIsConfirmedByItsOwnLinkAlone() async throws {
        let app = try await TestApp.withTrips()
        func page() async throws -> String { try await app.send(.get, "/notices/settings", as: .traveller).body }
        #expect(try await page().contains("Not confirmed: nothing goes there yet."))
        #expect(try app.store.addressBook.addresses(account: app.id("account traveller")).isEmpty)
        #expect(try await app.send(.post, "/notices/email/confirmation", as: .traveller).location.contains("done=mail-asked"))
        #expect(try await page().contains("The confirmation is on its way."))
        let mail = try #require(try await LetterFlowTests.mail(app))
        #expect(mail.to == LetterFlowTests.address && mail.head.contains("Subject: Confirm your email address"))
        #expect(!mail.head.contains("List-Unsubscribe"), "nobody is on a list yet")
        #expect(try await page().contains("Send the confirmation again"))
        let token = try #require(mail.token("/notices/email/confirm/"))
        // Programs that open links confirm nothing.
        let shown = try await app.send(.get, "/notices/email/confirm/\(token)")
        #expect(shown.status == 200 && shown.body.contains("the confirmed address of traveller Person"))
        #expect(try app.store.addressBook.addresses(account: app.id("account traveller")).isEmpty)
        #expect(try await app.send(.post, "/notices/email/confirm/\(token)").body.contains("Your address is confirmed"))
        #expect(try app.store.addressBook.addresses(account: app.id("account traveller")).map(\.address) == [LetterFlowTests.address])
        #expect(try await page().contains("Reaches you"))
        #expect(try await app.send(.post, "/notices/email/confirm/\(token)").status == 404)
        #expect(try await app.send(.post, "/notices/email/confirmation", as: .traveller).status == 409)
        #expect(try await app.send(.get, "/account", as: .traveller).body.contains("The address was confirmed by a link in an email"))
    }

    @Test func aNewAddressIsInForceOnceItsLinkIsOpened() async throws {
        let app = try await TestApp.withTrips()
        try await LetterFlowTests.confirmed(app)
        let form = [("email", "new@x.example"), ("password", TestApp.password), ("code", "")]
        #expect(try await app.send(.post, "/account/address", as: .traveller, form: form).status == 303)
        let mail = try #require(try await LetterFlowTests.mail(app))
        #expect(mail.to == "new@x.example")
        let token = try #require(mail.token("/notices/email/confirm/"))
        #expect(try app.store.accounts.credentials(email: "new@x.example") == nil)
        #expect(try await app.send(.post, "/notices/email/confirm/\(token)").status == 200)
        #expect(try app.store.accounts.credentials(email: "new@x.example") != nil)
        #expect(try app.store.accounts.credentials(email: LetterFlowTests.address) == nil)
        #expect(try app.store.addressBook.addresses(account: app.id("account traveller")).map(\.address) == ["new@x.example"])
    }

    @Test func aLinkEndsAndSoDoesOneForAnotherAddress() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, "/notices/email/confirmation", as: .traveller).status == 303)
        let token = try #require(try await LetterFlowTests.mail(app)?.token("/notices/email/confirm/"))
        app.clock.pass(.days(3))
        #expect(try await app.send(.get, "/notices/email/confirm/\(token)").status == 404)
        #expect(try await app.send(.post, "/notices/email/confirm/\(token)").status == 404)
    }

    @Test func whatDoesNotArriveIsTriedAgainOrSaysWhy() async throws {
        let app = try await TestApp.withTrips()
        var answer = MailAnswer()
        (answer.status, answer.stage, answer.text) = (451, .recipient, "4.3.0 later")
        app.mailbox.answer(answer)
        #expect(try await app.send(.post, "/notices/email/confirmation", as: .traveller).status == 303)
        #expect(try await LetterFlowTests.mail(app) == nil)
        app.mailbox.answer(.sent)
        #expect(try await LetterFlowTests.mail(app) == nil, "it waits first")
        app.clock.pass(.seconds(10))
        #expect(try await LetterFlowTests.mail(app)?.to == LetterFlowTests.address)
        (answer.status, answer.text) = (550, "5.1.1 <\(LetterFlowTests.address)> unknown")
        app.mailbox.answer(answer)
        app.mailbox.forget()
        #expect(try await app.send(.post, "/notices/email/confirmation", as: .traveller).status == 303)
        #expect(try await LetterFlowTests.mail(app) == nil)
        let page = try await app.send(.get, "/notices/settings", as: .traveller).body
        #expect(page.contains("The confirmation did not arrive.") && page.contains("550 5.1.1 &lt;…&gt; unknown"))
        app.clock.pass(.hours(2))
        app.mailbox.answer(.sent)
        #expect(try await LetterFlowTests.mail(app) == nil, "a refused one is not tried again")
    }

    // MARK: forgotten passwords

    @Test func aForgottenPasswordIsSetOnceAndEndsEverySession() async throws {
        let app = try await TestApp.withTrips()
        try await LetterFlowTests.vouched(app)
        #expect(try await LetterFlowTests.forgot(app, " Traveller@X.example ").status == 200)
        let mail = try #require(try await LetterFlowTests.mail(app))
        #expect(mail.to == LetterFlowTests.address && !mail.head.contains("List-Unsubscribe"))
        let token = try #require(mail.token("/sign-in/forgotten/"))
        #expect(try await app.send(.get, "/sign-in/forgotten/\(token)").body.contains("For the account of traveller Person"))
        let short = try await app.send(.post, "/sign-in/forgotten/\(token)", form: [("new", "short")])
        #expect(short.status == 422 && !short.body.contains("value=\"short\""))
        #expect(try await app.send(.get, "/account", as: .traveller).status == 200)
        let set = try await app.send(.post, "/sign-in/forgotten/\(token)", form: [("new", "another long walk")])
        #expect(set.status == 200 && set.body.contains("The new password is set") && set.cookie == nil)
        #expect(try await app.send(.get, "/account", as: .traveller).status == 303, "the session has ended")
        #expect(try await app.send(.post, "/sign-in/forgotten/\(token)", form: [("new", "a third long walk")]).status == 404)
        let old = [("email", LetterFlowTests.address), ("password", TestApp.password)]
        #expect(try await app.send(.post, "/sign-in", form: old).status == 422)
        let new = [("email", LetterFlowTests.address), ("password", "another long walk")]
        let back = try await app.send(.post, "/sign-in", form: new)
        #expect(back.status == 303)
        #expect(try await app.send(.get, "/account", token: back.cookie).body.contains("The password was changed"))
    }

    @Test func aPasswordThatIsChangedElsewhereEndsTheLink() async throws {
        let app = try await TestApp.withTrips()
        try await LetterFlowTests.vouched(app)
        _ = try await LetterFlowTests.forgot(app, LetterFlowTests.address)
        let token = try #require(try await LetterFlowTests.mail(app)?.token("/sign-in/forgotten/"))
        #expect(try await app.send(.get, "/sign-in/forgotten/\(token)").status == 200)
        let actor = try app.access(.traveller).actor
        try await app.store.accounts.setPassword(
            "x", account: actor.account, keeping: actor.sessionID, by: .commandLine, at: app.clock.now)
        #expect(try await app.send(.get, "/sign-in/forgotten/\(token)").status == 404)
        #expect(try await app.send(.post, "/sign-in/forgotten/\(token)", form: [("new", "another long walk")]).status == 404)
    }

    @Test func nothingTellsWhetherAnAddressIsKnown() async throws {
        let app = try await TestApp.withTrips()
        try await LetterFlowTests.vouched(app)
        func rows() throws -> Int { try app.database.read { try $0.one("SELECT count(*) FROM letter") { $0.int(0) } ?? 0 } }
        let known = try await LetterFlowTests.forgot(app, LetterFlowTests.address)
        #expect(try rows() == 1)
        let unknown = try await LetterFlowTests.forgot(app, "nobodyknow@x.example")
        // The same work: a row each, whose owner nobody has looked for.
        #expect(try rows() == 2)
        #expect(known.status == 200 && unknown.status == 200)
        #expect(known.body.replacing(LetterFlowTests.address, with: "") == unknown.body.replacing("nobodyknow@x.example", with: ""))
        _ = try await LetterFlowTests.mail(app)
        #expect(app.mailbox.mails.map(\.to) == [LetterFlowTests.address])
        // Of a stranger's address nothing stays.
        #expect(try rows() == 1)
        // Nobody has confirmed the host's.
        _ = try await app.database.write { try $0.run("UPDATE account SET email_confirmed_at = NULL WHERE email = 'host@x.example'", []) }
        #expect(try await LetterFlowTests.forgot(app, "host@x.example").status == 200)
        _ = try await LetterFlowTests.mail(app)
        #expect(app.mailbox.mails.count == 1)
    }

    @Test func theLinkOfAForgottenPasswordEndsWithTheHour() async throws {
        let app = try await TestApp.withTrips()
        try await LetterFlowTests.vouched(app)
        #expect(try await LetterFlowTests.forgot(app, LetterFlowTests.address).status == 200)
        let token = try #require(try await LetterFlowTests.mail(app)?.token("/sign-in/forgotten/"))
        let stored = try app.database.read { try $0.all("SELECT quote(token_hash) FROM letter_token") { $0.text(0) } }
        #expect(stored.count == 1 && !stored[0].contains(token))
        app.clock.pass(.minutes(59))
        #expect(try await app.send(.get, "/sign-in/forgotten/\(token)").status == 200)
        app.clock.pass(.minutes(1))
        #expect(try await app.send(.get, "/sign-in/forgotten/\(token)").status == 404)
        #expect(try await app.send(.post, "/sign-in/forgotten/\(token)", form: [("new", "another long walk")]).status == 404)
    }

    @Test func askingIsLimitedForEveryAddressAlike() async throws {
        for email in [LetterFlowTests.address, "nobody@x.example"] {
            let app = try await TestApp.withTrips()
            for _ in 0..<3 { #expect(try await LetterFlowTests.forgot(app, email).status == 200) }
            let refused = try await LetterFlowTests.forgot(app, email)
            #expect(refused.status == 429 && refused.body.contains("value=\"\(email)\""))
            app.clock.pass(.minutes(16))
            #expect(try await LetterFlowTests.forgot(app, email).status == 200)
        }
        let app = try await TestApp.withTrips()
        for number in 0..<10 { #expect(try await LetterFlowTests.forgot(app, "n\(number)@x.example").status == 200) }
        #expect(try await LetterFlowTests.forgot(app, "last@x.example").status == 429)
        let wrong = try await LetterFlowTests.forgot(try await TestApp.withTrips(), "no address")
        #expect(wrong.status == 422 && wrong.body.contains("This is not an email address.") && wrong.body.contains("value=\"no address\""))
    }

    // MARK: invites

    @Test func anInviteGoesOutByMailAndIsShownToNobody() async throws {
        let app = try await TestApp.withTrips()
        let form = [("role", "moderator"), ("note", "Bo"), ("email", "bo@x.example")]
        let asked = try await app.send(.post, "/trips/alpha/staff", as: .host, form: form)
        #expect(asked.status == 303 && !asked.body.contains("/staff-invites/"))
        let mail = try #require(try await LetterFlowTests.mail(app))
        #expect(mail.to == "bo@x.example")
        #expect(try #require(mail.part("text/plain")).contains("host Person invites you as a moderator of"))
        let token = try #require(mail.token("/staff-invites/"))
        #expect(try await app.send(.get, "/trips/alpha/staff", as: .host).body.contains("By email to bo@x.example"))
        let account = [("name", "Bo Sample"), ("email", "bo@x.example"), ("password", "a long walk home")]
        #expect(try await app.send(.post, "/staff-invites/\(token)", form: account).status == 303)
        #expect(try await app.send(.get, "/staff-invites/\(token)").status == 404)
        // Whoever makes an account is asked whether the address is theirs.
        #expect(try await LetterFlowTests.mail(app)?.head.contains("Confirm your email address") == true)
        let wrong = try await app.send(.post, "/trips/alpha/staff", as: .host, form: [("role", "host"), ("note", "Cy"), ("email", "no")])
        #expect(wrong.status == 422 && wrong.body.contains("This is not an email address.") && wrong.body.contains("value=\"Cy\""))
    }

    @Test func aWithdrawnInviteIsNotSent() async throws {
        let app = try await TestApp.withTrips()
        let form = [("role", "moderator"), ("note", "Bo"), ("email", "bo@x.example")]
        #expect(try await app.send(.post, "/trips/alpha/staff", as: .host, form: form).status == 303)
        let invite = try #require(try app.services.staff.list(app.host()).invites.first { $0.note == "Bo" })
        #expect(try await app.send(.post, "/trips/alpha/staff-invites/\(invite.id)/withdraw", as: .host).status == 303)
        #expect(try await LetterFlowTests.mail(app) == nil)
    }

    // MARK: new devices

    @Test func aSignInFromANewDeviceIsToldAndAKnownOneIsNot() async throws {
        let app = try await TestApp.withTrips()
        let form = [("email", LetterFlowTests.address), ("password", TestApp.password)]
        func told() throws -> Int {
            try app.database.read { try $0.one("SELECT count(*) FROM notice WHERE kind = 'signed_in'") { $0.int(0) } ?? 0 }
        }
        let first = try await app.send(.post, "/sign-in", form: form)
        #expect(try first.status == 303 && told() == 0)
        _ = try await app.send(.post, "/sign-in", form: form, headers: TestApp.known(as: first.device))
        #expect(try told() == 0)
        _ = try await app.send(.post, "/sign-in", form: form, headers: ["User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"])
        #expect(try told() == 1)
        // By the clock of their trip, in the notice and beside it.
        let page = try await app.send(.get, "/notices", as: .traveller).page
        let main = try #require(page.text("main"))
        #expect(main.contains("Firefox on Linux, 5 Jan, 15:03. If that was not you"))
        #expect(main.contains("15:03 CET") && !main.contains("UTC") && !main.contains("GMT"))
        _ = try await app.database.write { try $0.run("UPDATE trip SET deleted_at = 1") }
        _ = try await app.send(.post, "/sign-in", form: form, headers: ["User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0"])
        let texts = try app.database.read { try $0.all("SELECT text FROM notice WHERE kind = 'signed_in'") { $0.text(0) } }
        let isNamed = texts.contains { $0.contains("Chrome on Linux, 5 Jan, 14:03 UTC.") }
        #expect(texts.count == 2 && isNamed, "whoever has no trip is told whose clock it is")
    }
}
