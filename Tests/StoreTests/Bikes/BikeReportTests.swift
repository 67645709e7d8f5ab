import Database
import Domain
import Store
import Testing

/// What one node heard of a feed is what all nodes know of it.
@Suite struct BikeReportTests {
    private let people: TestPeople
    private let nodes: TestNodes
    private let now = TestPeople.noon
    private let source = BikeSource(kind: .digitransit, url: "https://x.example/graphql?token=s3cret-query", key: "s3cret-key")
    init() async throws {
        people = try await TestPeople()
        nodes = try TestNodes(people.file)
    }

    private var one: BikeStore { nodes.stores[0].bikes }
    private var other: BikeStore { nodes.stores[1].bikes }
    private func id(_ number: Int) -> ID { ID(high: 80, low: UInt64(number)) }

    private func add(_ number: Int) async throws {
        try await one.add(BikeFeedFields(), source, id: id(number), nextAt: nil, trip: people.trip, by: .commandLine, at: now)
    }
    /// - Parameter number: of the request, two of which are a minute apart.
    private func heard(_ number: Int, _ problem: BikeProblem? = nil) -> BikeReport {
        let at = now + .minutes(number) + .microseconds(7)
        var report = BikeReport(askedAt: at, nextAt: at + .seconds(30), problem: problem)
        report.answers = [
            BikeAnswer(at: at, document: "bikes", status: problem == nil ? 200 : 404, bytes: 10, milliseconds: number, problem: problem)
        ]
        guard problem == nil else { return report }
        (report.systemName, report.version, report.ttl, report.updatedAt) = ("Bike \"& <x>", "2.3", 30, at)
        return report
    }

    @Test func whatOneNodeHeardIsKnownToTheOther() async throws {
        try await add(1)
        #expect(try other.report(of: source) == nil)
        let first = try await one.note(heard(1), after: nil, of: source)
        #expect(try first == heard(1) && other.report(of: source) == first)
        // The node that takes over goes on with it.
        let second = try await other.note(heard(2, .notFound), after: nil, of: source)
        #expect(try one.report(of: source) == second && second == heard(2, .notFound).after(first))
        #expect(second.answeredAt == first.askedAt && second.systemName == first.systemName && second.answers.count == 2)
        #expect(try one.nextAt(of: source) == second.nextAt)
        for number in 3..<50 { _ = try await nodes.stores[number % 2].bikes.note(heard(number), after: nil, of: source) }
        let last = try #require(try one.report(of: source))
        #expect(last.answers.map(\.milliseconds) == (20..<50).reversed() && last.problem == nil)
    }

    @Test func aFeedThatIsAddedAfterItsSourceWasAskedHasItsReport() async throws {
        let known = try await one.note(heard(1), after: heard(0), of: source)
        #expect(try known.answers.count == 2 && other.report(of: source) == nil)
        try await add(1)
        try await one.keep(known, of: source)
        #expect(try other.report(of: source) == known)
        // What is newer stays.
        let newer = try await other.note(heard(2), after: nil, of: source)
        try await one.keep(known, of: source)
        #expect(try one.report(of: source) == newer)
    }

    @Test func twoNodesThatNoteAtOnceLoseNothing() async throws {
        try await add(1)
        let noted = try await nodes.meet(before: "bike_feed") { [source, first = heard(1), second = heard(2)] store, node in
            try await store.bikes.note(node == 0 ? first : second, after: nil, of: source)
        }
        #expect(noted.successes().count == 2)
        #expect(try one.report(of: source)?.answers.count == 2)
    }

    @Test func faultsAreKnownToTheOtherUntilTheFeedIsAnother() async throws {
        try await add(1)
        let faults = [BikeFault(.noPlace, "Station \"1\"", "46,7"), BikeFault(.allSwapped, "")]
        _ = try await one.note(heard(1), after: nil, of: source)
        try await one.setFaults(faults, feed: id(1))
        #expect(try other.faults(feed: id(1)) == faults && other.faults(feed: id(2)).isEmpty)
        let report = try other.report(of: source)
        let fields = BikeFeedFields()
        try await other.update(
            id(1), to: (fields, source, report?.nextAt), version: 1, trip: people.trip, by: .commandLine, at: now)
        #expect(try one.faults(feed: id(1)) == faults && one.report(of: source) == report, "another name")
        let moved = BikeSource(kind: .gbfs, url: "https://y.example/gbfs.json", key: "")
        try await other.update(id(1), to: (fields, moved, nil), version: 2, trip: people.trip, by: .commandLine, at: now)
        #expect(try one.faults(feed: id(1)).isEmpty && one.report(of: moved) == nil)
    }

    @Test func aReportHoldsNoKeyAndNoQuery() async throws {
        try await add(1)
        _ = try await one.note(heard(1), after: nil, of: source)
        let text = try people.texts("SELECT report FROM bike_feed").joined()
        #expect(text.contains("bikes") && !text.contains("s3cret"))
    }
}
