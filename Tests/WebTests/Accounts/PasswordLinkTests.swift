import Domain
import Services
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
        let page = try await app.send(.post, address, as: .admin, form: [("proof", TestApp.password)])
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

    /// Who finds an admin's session open gets no way into other accounts.
    @Test func theAdminSaysTheirOwnPasswordFirst() async throws {
        func links() throws -> Int { try app.database.read { try $0.one("SELECT count(*) FROM letter_token") { $0.int(0) } ?? 0 } }
        let asked = try await app.send(.get, address, as: .admin)
        #expect(asked.status == 200 && asked.body.contains("chooses a new password for traveller Person"))
        #expect(asked.page.has("form[action=\(address)] input[name=proof]"))
        for proof in ["", "another long walk"] {
            let refused = try await app.send(.post, address, as: .admin, form: [("proof", proof)])
            #expect(refused.status == 422 && refused.body.contains("This is not your password.") && !refused.page.has("#link"))
        }
        #expect(try links() == 0)
        _ = try await made()
        #expect(try links() == 1)
    }

    @Test func itIsForOthersWithAnAddress() async throws {
        let proof = [("proof", TestApp.password)]
        #expect(try await app.send(.post, address, as: .host, form: proof).status == 403)
        #expect(try await app.send(.post, "/accounts/\(ID(high: 7, low: 7))/password-link", as: .admin, form: proof).status == 404)
        let own = "/accounts/\(app.id("account admin"))/password-link"
        #expect(try await app.send(.post, own, as: .admin, form: proof).status == 409)
        let links = try await app.send(.get, "/accounts", as: .admin).page.find(".account-actions a").compactMap { $0["href"] }
        #expect(links.contains(address) && !links.contains(own))
        _ = try await app.database.write {
            try $0.run("UPDATE account SET email = NULL, email_confirmed_at = NULL WHERE email = 'traveller@x.example'")
        }
        #expect(try await app.send(.post, address, as: .admin, form: proof).status == 409)
        let left = try await app.send(.get, "/accounts", as: .admin).page.find(".account-actions a").compactMap { $0["href"] }
        #expect(!left.contains(address))
    }
}
