import Testing
import Web

/// What stands in an address and opens something by itself is in no log.
@Suite struct LogPathTests {
    @Test func noTokenOfAnAddressReachesTheLog() async throws {
        let secret = try await TestApp().routes.map(\.path).filter { $0.contains(":token") }
        #expect(secret.count > 10)
        for pattern in secret {
            let path = pattern.replacing(":token", with: "SECRET")
            #expect(!LogPath.safe(path).contains("SECRET"), "\(pattern)")
        }
        #expect(LogPath.safe("/trips/alpha/roster") == "/trips/alpha/roster")
    }
}
