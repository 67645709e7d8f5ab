import Domain
import Gateways
import Services
import Synchronization
import TestDatabases
import Testing

/// Feeds of two nodes, of which one asks. With SQLite there is one.
@Suite(.enabled(if: TestDatabase.isOnServer)) struct BikeNodesTests {
    private static let host = "https://gbfs.example/"

    /// A system of two stations, one of which has no status.
    private final class Feed: Sendable {
        let status = Mutex(200)
        let asked = Mutex(0)

        func answer(_ request: FeedRequest) -> FeedAnswer {
            asked.withLock { $0 += 1 }
            var answer = FeedAnswer()
            answer.status = status.withLock { $0 }
            let names = ["station_information", "station_status"]
            let feeds = names.map { "{\"name\":\"\($0)\",\"url\":\"\(BikeNodesTests.host)\($0).json\"}" }
            let places = ["a", "b"].map { "{\"station_id\":\"\($0)\",\"name\":\"Station \($0)\",\"lat\":46.0,\"lon\":7.0}" }
            let number = "{\"station_id\":\"a\",\"num_bikes_available\":3,\"num_docks_available\":7,\"last_reported\":1767614400}"
            let data =
                request.url.hasSuffix("gbfs.json")
                ? "\"en\":{\"feeds\":[\(feeds.joined(separator: ","))]}"
                : "\"stations\":[\(request.url.hasSuffix("status.json") ? number : places.joined(separator: ","))]"
            answer.body = Array("{\"last_updated\":1767614400,\"ttl\":30,\"version\":\"2.3\",\"data\":{\(data)}}".utf8)
            return answer
        }
    }

    private let feed: Feed
    private let nodes: ServiceNodes
    private let token: String
    init() async throws {
        let feed = Feed()
        (self.feed, nodes) = (feed, try await ServiceNodes(fetch: { feed.answer($0) }))
        _ = try await nodes.makeTrip()
        try await nodes.run("UPDATE member SET role = 'host'")
        token = try await nodes.signIn(on: nodes.one).token
        try nodes.hear()
    }

    private func access(_ node: AppServices) throws -> OpenHostAccess {
        let actor = try #require(try node.accounts.sessions.find(token: token)?.actor)
        return try node.trips.open(slug: "trip", for: actor).requireOpenHost()
    }
    private func shown(_ node: AppServices) throws -> BikeFeedState {
        try nodes.hear()
        return try #require(try node.bikes.doctor(access(node)).first)
    }
    private func add(_ node: AppServices) async throws {
        var fields = BikeFeedFields()
        fields.url = BikeNodesTests.host + "gbfs.json"
        _ = try await node.bikes.add(fields, access(node))
    }

    private func expectTheSame(_ what: Comment) throws {
        let (a, b) = (try shown(nodes.one), try shown(nodes.other))
        #expect((a.problem, a.answeredAt, a.nextAt, a.stationCount) == (b.problem, b.answeredAt, b.nextAt, b.stationCount), what)
        #expect((a.systemName, a.version, a.ttl, a.updatedAt) == (b.systemName, b.version, b.ttl, b.updatedAt), what)
        #expect(a.faults == b.faults && a.answers == b.answers, what)
        #expect(try nodes.one.bikes.faults(a.feed.id, access(nodes.one)) == nodes.other.bikes.faults(b.feed.id, access(nodes.other)), what)
    }

    @Test func everyNodeShowsHowTheFeedAnswered() async throws {
        try await add(nodes.one)
        var state = try shown(nodes.other)
        #expect(state.problem == nil && state.answeredAt == nodes.now && state.version == "2.3" && state.ttl == 30)
        #expect(state.answers.map(\.document) == ["station_status", "station_information", "gbfs"] && state.stationCount == 2)
        #expect(state.faults == [BikeFault(.noStatus, "Station b", "b")])
        try expectTheSame("after it was added")
        nodes.pass(.minutes(10))
        feed.status.withLock { $0 = 503 }
        try await nodes.askFeeds(nodes.one)
        state = try shown(nodes.other)
        #expect(state.problem == .failed && state.answers.first?.status == 503 && state.answeredAt == nodes.now - .minutes(10))
        try expectTheSame("with a problem")
    }

    @Test func aNodeThatTakesOverGoesOnWithWhatWasLearned() async throws {
        try await add(nodes.one)
        nodes.pass(.minutes(10))
        feed.status.withLock { $0 = 404 }
        _ = try shown(nodes.other)
        try await nodes.askFeeds(nodes.other)
        let state = try shown(nodes.other)
        #expect(state.problem == .notFound && state.answeredAt == nodes.now - .minutes(10) && state.version == "2.3")
        #expect(state.answers.map(\.status) == [404, 200, 200, 200] && state.faults.count == 1)
        try expectTheSame("with a problem")
        nodes.pass(.minutes(10))
        feed.status.withLock { $0 = 200 }
        _ = try shown(nodes.other)
        try await nodes.askFeeds(nodes.other)
        #expect(try shown(nodes.one).problem == nil)
        try expectTheSame("when it answers again")
    }

    @Test func aNodeDoesNotAskBeforeTheFeedAllowsAnother() async throws {
        try await add(nodes.one)
        let state = try shown(nodes.one)
        try await nodes.one.bikes.setRemoved(true, state.feed.id, access(nodes.one))
        try nodes.hear()
        let count = feed.asked.withLock { $0 }
        try await add(nodes.other)
        #expect(feed.asked.withLock { $0 } == count)
        #expect(try shown(nodes.one).answers == state.answers)
    }
}
