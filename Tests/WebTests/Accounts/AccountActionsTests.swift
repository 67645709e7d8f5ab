import Domain
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
