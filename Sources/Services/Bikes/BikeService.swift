import Domain
import Live
import Logging
import Store
import Synchronization

/// Bike stations: feeds, what they say, and how people look at them.
package final class BikeService: Sendable {
    /// What is known of one source.
    struct SourceState: Sendable {
        var reader: BikeReader
        let madeAt: Instant
        var isBusy = false
        /// Whether it is busy for somebody who waits for a form.
        var isTried = false
        var askedAt: Instant?
        /// Before that the source is not asked, whoever looks.
        var nextAt: Instant?
        var lookedAt: Instant?
        var answeredAt: Instant?
        var problem: BikeProblem?
        var content: BikeContent?
        /// Newest first.
        var answers: [BikeAnswer] = []
    }
    let store: BikeStore
    let caches: ReadCaches
    let hub: Hub
    let board: BikeBoard
    let system: SystemInputs
    private let fetch: FetchFeed
    private let trips: @Sendable (ID) throws -> Trip?
    let states = Mutex<[BikeSource: SourceState]>([:])
    let turns = BikeTurns()
    let tries = Mutex(BikeTries())

    init(
        store: BikeStore, caches: ReadCaches, hub: Hub, fetch: @escaping FetchFeed, trips: @escaping @Sendable (ID) throws -> Trip?,
        system: SystemInputs
    ) {
        self.store = store
        self.caches = caches
        self.hub = hub
        self.fetch = fetch
        self.trips = trips
        self.system = system
        board = BikeBoard(store: store)
    }

    func trip(_ id: ID) throws -> Trip? { try trips(id) }

    // MARK: reading

    func feeds(_ trip: ID) throws -> [BikeFeed] { try caches.bikeFeeds.value(for: trip) { try store.feeds(trip: trip) } }

    /// Whether the trip has stations to show.
    package func hasFeeds(_ access: some TripProof) throws -> Bool { try !feeds(access.trip.id).isEmpty }

    /// The trip's stations. Whoever looks makes the feeds be asked as often as they allow.
    func rows(_ access: some TripProof) throws -> [BikeRow] {
        let feeds = try feeds(access.trip.id)
        look(feeds)
        return try feeds.flatMap { try board.entry($0).rows }
    }

    private func look(_ feeds: [BikeFeed]) {
        let now = system.now()
        for feed in feeds { withState(feed.source) { $0.lookedAt = now } }
    }

    func feedStates(_ access: some TripProof) throws -> [BikeFeedState] {
        try feeds(access.trip.id).map { try state(of: $0) }
    }

    private func state(of feed: BikeFeed) throws -> BikeFeedState {
        var shown = BikeFeedState(feed: feed)
        let (entry, known) = (try board.entry(feed), states.withLock { $0[feed.source] })
        shown.stationCount = entry.rows.count { !$0.isGone }
        shown.faults = entry.faults
        shown.nextAt = known?.nextAt ?? feed.nextAt
        guard let known else { return shown }
        (shown.systemName, shown.version) = (known.content?.systemName ?? "", known.content?.version ?? "")
        (shown.ttl, shown.updatedAt) = (known.content?.ttl, known.content?.updatedAt)
        (shown.answeredAt, shown.problem, shown.answers) = (known.answeredAt, known.problem, known.answers)
        return shown
    }

    func newReader(_ source: BikeSource) -> BikeReader { BikeReader(source: source, fetch: fetch, system: system) }

    /// Of one source; made when it is first needed.
    @discardableResult
    func withState<Result>(_ source: BikeSource, _ body: (inout sending SourceState) -> sending Result) -> Result {
        states.withLock { states in
            let fresh = SourceState(reader: newReader(source), madeAt: system.now())
            return body(&states[source, default: fresh])
        }
    }

    // MARK: what hosts see and do

    /// Every feed with what is wrong with it.
    package func doctor(_ access: some HostProof) throws -> [BikeFeedState] {
        look(try feeds(access.trip.id))
        return try feedStates(access)
    }

    /// Every station of a feed that is left out or shown with less.
    package func faults(_ id: ID, _ access: some HostProof) throws -> [BikeFault] { try board.entry(feed(id, access)).faults }

    package func feed(_ id: ID, _ access: some HostProof) throws -> BikeFeed {
        guard let found = try feeds(access.trip.id).first(where: { $0.id == id }) else { throw Refusal.notFound }
        return found
    }

    // MARK: what people choose

    package func setFavourite(_ isFavourite: Bool, station: Int, _ access: MemberAccess) async throws {
        try await store.setFavourite(isFavourite, station: station, member: access.member, trip: access.trip.id)
    }

    package func setChoice(_ choice: BikeChoice, origin: BikeOrigin.Kind?, _ access: MemberAccess) async throws {
        // Where somebody is themselves is theirs to know.
        try await store.setChoice(choice, origin: origin == .here ? nil : origin, member: access.member)
    }

    /// What they chose before; nobody who is not on the trip has chosen anything.
    package func choice(_ access: some TripProof) throws -> (choice: BikeChoice, origin: BikeOrigin.Kind?) {
        try access.asMember.flatMap { try store.choice(of: $0.member) } ?? (BikeChoice(), nil)
    }

    func favourites(_ access: some TripProof) throws -> Set<Int> {
        try access.asMember.map { try store.favourites(of: $0.member) } ?? []
    }
}
