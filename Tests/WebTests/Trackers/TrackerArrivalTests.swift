import Domain
import Services
import Testing

/// A phone that was just added: its pages say whether anything has come of it, without scripts by asking again.
@Suite struct TrackerArrivalTests {
    private func added(_ app: TestApp) async throws -> (path: String, token: String) {
        let member = try app.services.roster.member(app.id("member"), app.host())
        let tracker = try await app.services.trackers.add(label: "Spare phone", to: member, app.host())
        return ("/trips/alpha/trackers/\(tracker.id)", tracker.token)
    }

    private func post(_ token: String, _ app: TestApp) async throws {
        let type = ["Content-Type": "application/json"]
        #expect(try await app.send(.post, "/t/\(token)", body: app.ownTracks(), headers: type).status == 200)
    }

    @Test func aHostSeesThatTheFirstPositionHasArrived() async throws {
        let app = try await TestApp.withTrips()
        let (path, token) = try await added(app)
        // What the phone sent that Ada had before is none of this one.
        _ = try await app.postPosition(app.ownTracks())
        let before = try await app.send(.get, path, as: .host).page
        #expect(before.find("#tracker-waits").map { $0["data-member"] } == [app.id("member").description])
        #expect(before.find("#tracker-waits a").map { $0["href"] } == [path] && before.text("#tracker-waits a") == "Check again")
        #expect(before.text("#tracker-contact") == "No contact yet" && before.has("script[src$=/js/tracker.js]"))
        try await post(token, app)
        let after = try await app.send(.get, path, as: .host).page
        #expect(!after.has("#tracker-waits") && after.text("#tracker-contact")?.hasPrefix("Last contact") == true)
    }

    @Test func aRevokedPhoneWaitsForNothing() async throws {
        let app = try await TestApp.withTrips()
        let (path, _) = try await added(app)
        #expect(try await app.send(.post, path + "/revoke", as: .host).status == 303)
        #expect(try await !app.send(.get, path, as: .host).page.has("#tracker-waits"))
    }

    @Test func whoeverSetsItUpSeesThatItIsConnected() async throws {
        let app = try await TestApp.withTrips()
        let (_, token) = try await added(app)
        func page() async throws -> HTMLPage { try await app.send(.get, "/t/\(token)?on=iphone", headers: ["Accept": "text/html"]).page }
        let before = try await page()
        #expect(before.has("#set-up-state[data-waits]") && before.find("#set-up-state a").map { $0["href"] } == ["/t/\(token)?on=iphone"])
        try await post(token, app)
        let after = try await page()
        #expect(!after.has("#set-up-state[data-waits]") && after.text("#set-up-state strong") == "Your phone is connected.")
    }
}
