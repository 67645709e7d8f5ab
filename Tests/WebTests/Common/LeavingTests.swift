import Testing
import Web

/// A node that is about to end.
@Suite struct LeavingTests {
    @Test func itSaysThatItIsNotReadyAndGoesOnServing() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.get, "/readyz").status == 200)
        app.services.live.leave()
        let answer = try await app.send(.get, "/readyz")
        #expect(answer.status == 503 && answer.body == "not ready: this node ends\n")
        #expect(try await app.send(.get, "/healthz").status == 200)
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).status == 200)
    }
}
