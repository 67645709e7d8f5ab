import Domain
import Pages
import Testing

/// What admins do with an account, and hosts with a role.
@Suite struct AccountActionsTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    @Test func anAdminSignsSomebodyOutEverywhere() async throws {
        let address = "/accounts/\(app.id("account traveller"))/end-sessions"
        #expect(try await app.send(.post, address, as: .host).status == 403)
        #expect(try await app.send(.get, "/trips/alpha/my", as: .traveller).status == 200)
        #expect(try await app.send(.post, address, as: .admin).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my", as: .traveller).location.hasPrefix("/sign-in"))
        #expect(try await app.send(.post, "/accounts/\(ID(high: 7, low: 7))/end-sessions", as: .admin).status == 404)
    }

    @Test func theListSaysTheRolesOnTrips() async throws {
        let page = try await app.send(.get, "/accounts", as: .admin).page
        #expect(page.texts(".account-role").contains("Trip alpha: Moderator"))
        #expect(page.has(".account-actions form"))
    }

    @Test func theListIsSearchedByNameAndAddress() async throws {
        func names(_ search: String) async throws -> [String] {
            try await app.send(.get, "/accounts?q=\(search)", as: .admin).page.texts(".account-list tbody th")
        }
        #expect(try await names("").count > 4)
        #expect(try await names("moder").contains("moderator Person"))
        #expect(try await names("moderator@x.example") == ["moderator Person"])
        let nobody = try await app.send(.get, "/accounts?q=%3Czzzz", as: .admin).page
        #expect(!nobody.has(".account-list") && nobody.text(".empty > p")?.hasPrefix("Nobody found for “<zzzz”.") == true)
        #expect(nobody.find(".empty a.button").first?["href"] == "/accounts")
    }

    @Test func ofManyAccountsFiftyAreShownFirst() async throws {
        let app = self.app
        try await app.database.write { connection in
            for number in 0..<60 {
                _ = try connection.run(
                    "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, 'Many Person', '', 0, 0)",
                    [.blob(ID(high: 5, low: UInt64(number)).bytes), .text("many\(number)@x.example")])
            }
        }
        let first = try await app.send(.get, "/accounts?q=many", as: .admin).page
        #expect(first.count(".account-list tbody tr") == 50 && first.texts("#main .muted").contains("60 accounts, 0 of them admins"))
        #expect(first.texts(".account-list td").contains("Last used: Signed in nowhere"))
        let more = try #require(first.find("#main .buttons a").first { $0.text == "Show all 60" }?["href"])
        let all = try await app.send(.get, more, as: .admin).page
        #expect(all.count(".account-list tbody tr") == 60 && !all.texts("#main .buttons a").contains { $0.hasPrefix("Show all") })
    }

    @Test func whoIsNotSignedInHasOneWayOn() async throws {
        let page = try await app.send(.get, "/nowhere", headers: ["Accept": "text/html"]).page
        #expect(page.texts(".failed .buttons a") == ["Sign in"])
    }

    /// What happened, what to do next, and one link that is the main one.
    @Test func errorsSayWhatHelps() async throws {
        let headers = ["Accept": "text/html"]
        let missing = try await app.send(.get, "/trips/alpha/nowhere", as: .host, headers: headers).page
        #expect(missing.text(".failed")?.contains("Check the address") == true && missing.texts(".failed .primary") == ["Back to Today"])
        let refused = try await app.send(.get, "/trips/alpha/settings", as: .traveller, headers: headers).page
        #expect(refused.text(".failed")?.contains("ask a host of your trip or an admin") == true)
        #expect(refused.texts(".failed .primary") == ["Back to Home"])
        let alone = try await app.send(.get, "/nowhere", as: .withoutTrip, headers: headers).page
        #expect(alone.texts(".failed .primary") == ["Back to the start page"])
        #expect(ErrorPage.wait(61, after: "Wait.") == "You can try again in 61 seconds. Trying sooner does not help.")
        #expect(ErrorPage.wait(300, after: "Wait.") == "You can try again in 5 minutes. Trying sooner does not help.")
        #expect(ErrorPage.wait(300, after: "Wait 5 minutes.") == "Trying sooner does not help.")
    }

    @Test func openInvitesSayTheRoleAsTheListDoes() async throws {
        #expect(try await app.send(.post, "/trips/alpha/staff", as: .host, form: [("role", "medic"), ("note", "Bo")]).status == 200)
        #expect(try await app.send(.get, "/trips/alpha/staff", as: .host).page.texts(".rows li strong").contains("Medic"))
    }

    @Test func whatCannotBeDoneSaysWhatToDoAndLeadsBack() async throws {
        let address = "/trips/alpha/staff/\(app.id("member moderator"))"
        let headers = ["Accept": "text/html", "Referer": "http://trip.example/trips/alpha/staff"]
        let refused = try await app.send(.post, address, as: .host, form: [("role", "king")], headers: headers)
        #expect(refused.status == 422 && refused.page.text("h1") == "Please check what you entered")
        #expect(refused.body.contains("Choose a role."))
        #expect(refused.page.find(".failed .primary").first?["href"] == "/trips/alpha/staff")
    }

    /// As the page's script saves a role: without another page.
    @Test func aRoleIsSavedAsItIsChosen() async throws {
        let page = try await app.send(.get, "/trips/alpha/staff", as: .host).page
        #expect(page.has("form[data-auto]"))
        let address = "/trips/alpha/staff/\(app.id("member moderator"))"
        let json = ["Accept": "application/json"]
        let saved = try await app.send(.post, address, as: .host, form: [("role", "host")], headers: json)
        #expect(saved.status == 200 && saved.body.contains("\"page\""))
    }
}
