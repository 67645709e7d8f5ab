import Domain

/// What the phone of the tracker in the app sends.
extension TestApp {
    func ownTracks(_ latitude: Double = 46.02, secondsAgo: Int = 0) -> String {
        "{\"_type\":\"location\",\"tid\":\"AE\",\"lat\":\(latitude),\"lon\":7.75,"
            + "\"tst\":\(clock.now.seconds - Int64(secondsAgo)),\"acc\":8}"
    }
    func postPosition(_ body: String, type: String = "application/json", query: String = "") async throws -> TestApp.TestResponse {
        try await send(.post, "/t/\(trackerToken)\(query)", body: body, headers: ["Content-Type": type])
    }
}
