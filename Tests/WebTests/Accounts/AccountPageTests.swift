import Domain
import Testing

/// The page of one's own account.
@Suite struct AccountPageTests {
    @Test func sessionsAreRowsInTheTimeOfTheTrip() async throws {
        let app = try await TestApp.withTrips()
        let page = HTMLPage(try await app.send(.get, "/account", as: .traveller).body)
        #expect(page.count(".sessions li") == 1 && page.has(".sessions .ok") && !page.has("table"))
        let sessions = try #require(page.text(".sessions li"))
        #expect(!sessions.contains("UTC") && !sessions.contains("GMT"))
        // The zone is said once a list, not with every time.
        #expect(!sessions.contains("CET") && page.texts("section p").count { $0.contains("Times are CET.") } == 2)
        // What cannot be taken back stands last, and looks like it.
        #expect(page.texts("h2").last == "Delete my account" && page.texts("form .danger") == ["Sign out everywhere"])
        #expect(page.find("main a.danger").map { $0["href"] } == ["/trips/alpha/my/delete"])
    }

    /// Who one is, how one signs in, where one is signed in, what reaches one, what is kept, and how to go.
    @Test func thePartsStandInOneOrder() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/account", as: .traveller).page
        #expect(
            page.texts("main h2") == [
                "You", "Password", "Second factor", "Devices signed in", "Account history", "Notifications", "Your trips and your data",
                "Delete my account",
            ])
        #expect(page.has("main .rows a[href=/trips/alpha/my/data.zip]") && page.has("a[href=/notices/settings]"))
        // Whoever has a role gives it up first.
        let moderator = try await app.send(.get, "/account", as: .moderator).page
        #expect(!moderator.has("a[href$=/my/delete]") && moderator.text("main")?.contains("give it up first") == true)
    }

    /// Many devices do not push the rest of the page away: this one first, and beyond four they are folded.
    @Test func manyDevicesAreFolded() async throws {
        let app = try await TestApp.withTrips()
        for _ in 0..<5 { _ = try await app.services.accounts.sessions.openForLoad(account: app.id("account traveller")) }
        let page = HTMLPage(try await app.send(.get, "/account", as: .traveller).body)
        #expect(page.count(".sessions li") == 6 && page.count("details .sessions li") == 2)
        #expect(page.texts("details summary").contains("2 more devices") && page.text(".sessions li")?.contains("This one") == true)
    }
}
