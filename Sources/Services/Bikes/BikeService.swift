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
        /// Before that the source is not asked, whoever looks.
        var nextAt: Instant?
        var lookedAt: Instant?
        var content: BikeContent?
        /// Nil before this node asked it.
        var report: BikeReport?
    }
    let store: BikeStore
    let caches: ReadCaches
    let hub: Hub
    let board: BikeBoard
    let lease: JobLease
    let looks = Mutex(Looks())
    let system: SystemInputs
    private let fetch: FetchFeed
    private let trips: @Sendable (ID) throws -> Trip?
    let states = Mutex<[BikeSource: SourceState]>([:])
    let turns = BikeTurns()
    let passing: PassingState

    init(
        store: Stores, hub: Hub, fetch: @escaping FetchFeed, trips: @escaping @Sendable (ID) throws -> Trip?, lease: JobLease,
        system: SystemInputs
    ) {
        (self.store, passing, caches) = (store.bikes, store.passing, store.caches)
        self.lease = lease
        self.hub = hub
        self.fetch = fetch
        self.trips = trips
        self.system = system
        board = BikeBoard(store: store.bikes)
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
        return try feeds.flatMap { try entry($0).rows }
    }

    private func look(_ feeds: [BikeFeed]) {
        let now = system.now()
        for feed in feeds { withState(feed.source) { $0.lookedAt = now } }
    }

    /// Without faults.
    func feedStates(_ access: some TripProof) throws -> [BikeFeedState] {
        try feeds(access.trip.id).map { try state(of: $0) }
    }

    /// Of every trip that goes on. Nobody looks at the stations by that.
    package func allFeeds(_ access: AdminAccess) throws -> [BikeFeedState] { try store.openFeeds().map { try state(of: $0) } }

    private func state(of feed: BikeFeed) throws -> BikeFeedState {
        var shown = BikeFeedState(feed: feed)
        shown.stationCount = try entry(feed).rows.count { !$0.isGone }
        let report = try report(of: feed.source)
        let memory = lease.isShared ? nil : states.withLock { $0[feed.source]?.nextAt }
        shown.nextAt = report?.nextAt ?? memory ?? feed.nextAt
        guard let report else { return shown }
        (shown.systemName, shown.version) = (report.systemName, report.version)
        (shown.ttl, shown.updatedAt) = (report.ttl, report.updatedAt)
        (shown.answeredAt, shown.problem, shown.answers) = (report.answeredAt, report.problem, report.answers)
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
        return try feedStates(access).map { state in
            var state = state
            state.faults = try faults(of: state.feed)
            return state
        }
    }

    /// Every station of a feed that is left out or shown with less.
    package func faults(_ id: ID, _ access: some HostProof) throws -> [BikeFault] { try faults(of: feed(id, access)) }

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
