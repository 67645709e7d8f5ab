import Domain
import Testing

/// Links to a new password that admins hand over.
@Suite struct PasswordLinkTests {
    private let app: TestApp
    private let address: String

    init() async throws {
        app = try await TestApp.withTrips()
        address = "/accounts/\(app.id("account traveller"))/password-link"
    }

    /// The address of the link that an admin gets.
    private func made() async throws -> String {
        let page = try await app.send(.post, address, as: .admin)
        #expect(page.status == 200 && page.body.contains("Give it to traveller Person and nobody else."))
        let url = try #require(page.page.find("#link").first?["value"])
        return try #require(url.split(separator: "/sign-in/forgotten/").last.map { "/sign-in/forgotten/" + $0 })
    }

    private func signIn(_ password: String) async throws -> Int {
        try await app.send(.post, "/sign-in", form: [("email", "traveller@x.example"), ("password", password)]).status
    }

    @Test func itChangesNothingUntilItIsUsedAndWorksOnce() async throws {
        // Whether or not anybody confirmed the address: the admin knows whose account it is.
        _ = try await app.database.write { try $0.run("UPDATE account SET email_confirmed_at = NULL WHERE email = 'traveller@x.example'") }
        let link = try await made()
        #expect(try await app.send(.get, "/account", as: .traveller).status == 200)
        #expect(try await signIn(TestApp.password) == 303)
        #expect(try await app.send(.get, link).body.contains("For the account of traveller Person"))
        #expect(try await app.send(.post, link, form: [("new", "another long walk")]).status == 200)
        #expect(try await app.send(.get, "/account", as: .traveller).status == 303, "every session has ended")
        #expect(try await app.send(.post, link, form: [("new", "a third long walk")]).status == 404)
        #expect(try await signIn("another long walk") == 303)
    }

    @Test func itEndsWithTheHourAndWithTheNextOne() async throws {
        let first = try await made()
        let second = try await made()
        #expect(try await app.send(.get, first).status == 404)
        #expect(try await app.send(.get, second).status == 200)
        app.clock.pass(.hours(1))
        #expect(try await app.send(.get, second).status == 404)
        #expect(try await app.send(.post, second, form: [("new", "another long walk")]).status == 404)
    }

    /// Who signs in with another address by then is not who it was made for.
    @Test func itEndsWithTheAddressThatItWasMadeFor() async throws {
        let link = try await made()
        _ = try await app.database.write {
            try $0.run("UPDATE account SET email = 'old@x.example' WHERE email = 'traveller@x.example'")
            try $0.run("UPDATE account SET email = 'traveller@x.example', email_confirmed_at = 1 WHERE email = 'host@x.example'")
        }
        #expect(try await app.send(.get, link).status == 404)
    }

    @Test func onlyItsHashIsStoredAndTheTrailSaysWhoMadeIt() async throws {
        let link = try await made()
        let token = try #require(link.split(separator: "/").last)
        let stored = try app.database.read { try $0.all("SELECT quote(token_hash) FROM letter_token") { $0.text(0) } }
        #expect(stored.count == 1 && !stored[0].contains(token))
        let entries = try app.database.read {
            try $0.all("SELECT actor_name, subject_name FROM audit WHERE action = 'password link made'") { $0.text(0) + " " + $0.text(1) }
        }
        #expect(entries == ["admin Person traveller Person"])
        try await app.services.letters.runDue()
        #expect(app.mailbox.mails.isEmpty, "it is handed over, not sent")
    }

    @Test func itIsForOthersWithAnAddress() async throws {
        #expect(try await app.send(.post, address, as: .host).status == 403)
        #expect(try await app.send(.post, "/accounts/\(ID(high: 7, low: 7))/password-link", as: .admin).status == 404)
        let own = "/accounts/\(app.id("account admin"))/password-link"
        #expect(try await app.send(.post, own, as: .admin).status == 409)
        let forms = try await app.send(.get, "/accounts", as: .admin).page.find("form").compactMap { $0["action"] }
        #expect(forms.contains(address) && !forms.contains(own))
        _ = try await app.database.write {
            try $0.run("UPDATE account SET email = NULL, email_confirmed_at = NULL WHERE email = 'traveller@x.example'")
        }
        #expect(try await app.send(.post, address, as: .admin).status == 409)
        let left = try await app.send(.get, "/accounts", as: .admin).page.find("form").compactMap { $0["action"] }
        #expect(!left.contains(address))
    }
}
