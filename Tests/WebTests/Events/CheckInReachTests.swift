import Domain
import Services
import Testing

/// Minutes before a bus leaves: whoever is missing is called, written to and found from the list itself.
@Suite struct CheckInReachTests {
    @Test func whoeverIsMissingIsReachedFromTheList() async throws {
        let app = try await TestApp.withTrips()
        try app.put("member", north: 0)
        app.clock.pass(.minutes(12))
        let list = "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))"
        let page = try await app.send(.get, list, as: .host).page
        let map = "/trips/alpha/map?member=\(app.id("member"))"
        let links = page.find(".sought a").filter { $0["href"] == map }
        #expect(links.count == 1 && page.texts(".sought a").contains { $0.contains("12 min ago") })
        #expect(page.find(".sought button").contains { $0["formaction"] == "/trips/alpha/friends/\(app.id("member"))/chat" })
        // Nobody writes to themselves, and who is nowhere is said to be.
        #expect(!page.find(".sought button").contains { $0["formaction"] == "/trips/alpha/friends/\(app.id("member host"))/chat" })
        #expect(page.texts(".sought").contains { $0.contains("No position") })
        #expect(page.find("#to-missing").map { $0["href"] } == [list + "?missing=on"])
    }
}
