import Domain
import Foundation
import Gateways
import Synchronization

/// Servers of feeds that say what a test wants, and note what they were asked.
final class FakeFeeds: Sendable {
    private struct State {
        /// Seconds that each answer takes.
        var wait = 0.0
        var answers: [String: Result<FeedAnswer, BikeProblem>] = [:]
        var asked: [FeedRequest] = []
    }
    private let state = Mutex(State())

    func answer(_ request: FeedRequest) throws(BikeProblem) -> FeedAnswer {
        let found = state.withLock { state in
            state.asked.append(request)
            return state.answers[request.url]
        }
        let wait = state.withLock { $0.wait }
        if wait > 0 { Thread.sleep(forTimeInterval: wait) }
        guard let found else { throw .unreachable }
        var answer = try found.get()
        if !answer.etag.isEmpty, answer.etag == request.etag, answer.status == 200 { (answer.status, answer.body) = (304, []) }
        return answer
    }

    func set(_ url: String, _ body: String, status: Int = 200, etag: String = "", retryAfter: Int? = nil) {
        var answer = FeedAnswer()
        (answer.status, answer.body, answer.etag, answer.retryAfter) = (status, Array(body.utf8), etag, retryAfter)
        state.withLock { [answer] in $0.answers[url] = .success(answer) }
    }
    func slow(_ seconds: Double) { state.withLock { $0.wait = seconds } }
    func fail(_ url: String, _ problem: BikeProblem) { state.withLock { $0.answers[url] = .failure(problem) } }

    /// The ends of the addresses that were asked since the last call.
    func asked() -> [String] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked.map { $0.url.split(separator: "/").last.map(String.init) ?? "" }
        }
    }
    func requests() -> [FeedRequest] {
        state.withLock { state in
            defer { state.asked = [] }
            return state.asked
        }
    }

    /// A station: bikes and docks, and how far north of the test's base.
    struct Station {
        var id: String
        var metres: Double
        var bikes = 3
        var docks = 7
        var more = ""
    }
    static let base = Coordinates(clampedLatitude: 46.02, longitude: 7.75)
    static let host = "https://gbfs.example/"
    static let url = host + "gbfs.json"

    /// Sets all documents of a system.
    func publish(_ stations: [Station], at now: Instant, ttl: Int = 30) {
        func document(_ data: String, ttl: Int) -> String {
            "{\"last_updated\": \(now.seconds), \"ttl\": \(ttl), \"version\": \"2.3\", \"data\": {\(data)}}"
        }
        let feeds = ["station_information", "station_status"].map { "{\"name\": \"\($0)\", \"url\": \"\(FakeFeeds.host)\($0).json\"}" }
        set(FakeFeeds.url, document("\"en\": {\"feeds\": [\(feeds.joined(separator: ","))]}", ttl: 0), etag: "\"d\"")
        let places = stations.map {
            "{\"station_id\": \"\($0.id)\", \"name\": \"Station \($0.id)\", \"lon\": \(FakeFeeds.base.longitude), "
                + "\"lat\": \(FakeFeeds.base.latitude + $0.metres / 111_195), \"capacity\": 10}"
        }
        set(
            FakeFeeds.host + "station_information.json", document("\"stations\": [\(places.joined(separator: ","))]", ttl: 0),
            etag: "\"\(stations.map(\.id))\"")
        let numbers = stations.map {
            "{\"station_id\": \"\($0.id)\", \"num_bikes_available\": \($0.bikes), \"num_docks_available\": \($0.docks)"
                + ", \"last_reported\": \(now.seconds - 5)\($0.more)}"
        }
        set(FakeFeeds.host + "station_status.json", document("\"stations\": [\(numbers.joined(separator: ","))]", ttl: ttl))
    }
}
