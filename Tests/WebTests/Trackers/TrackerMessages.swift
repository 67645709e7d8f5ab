import Domain

/// What the phone of the tracker in the house sends.
extension House {
    func ownTracks(_ latitude: Double = 46.02, secondsAgo: Int = 0) -> String {
        "{\"_type\":\"location\",\"tid\":\"AE\",\"lat\":\(latitude),\"lon\":7.75,"
            + "\"tst\":\(fixed.now.seconds - Int64(secondsAgo)),\"acc\":8}"
    }
    func postPosition(_ body: String, type: String = "application/json", query: String = "") async throws -> House.TestResponse {
        try await send(.post, "/t/\(trackerToken)\(query)", body: body, headers: ["Content-Type": type])
    }
}
