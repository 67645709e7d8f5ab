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
        #expect(page.texts("h2").last == "Danger zone" && page.text(".danger-zone .danger") == "Sign out everywhere")
    }
}
