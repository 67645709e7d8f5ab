import Domain
import Logging
import Store

/// One node asks the feeds for all. The others tell it that people look, and show what it has stored.
extension BikeService {
    /// What this node has told of people who look, or has heard.
    struct Looks: Sendable {
        var told: [BikeSource: Instant] = [:]
        var heard: [BikeSource: Instant] = [:]
        var nextHearing = Duration.zero
    }
    /// Often enough that nobody is taken for gone (`watched`).
    private static let betweenWords = Duration.minutes(1)
    private static let betweenHearings = Duration.seconds(2)
    /// Older words are of no use; clocks of nodes differ by minutes.
    private static let oldestWord = Duration.minutes(20)

    /// Whether another node asks the feeds.
    private var isFollowing: Bool { lease.isElsewhere }

    /// What is known of a feed.
    func entry(_ feed: BikeFeed) throws -> BikeBoard.Entry {
        // Before it is read: what is written meanwhile makes it old.
        try isFollowing ? board.entry(feed, asOf: store.generation) : board.entry(feed)
    }

    // MARK: what sources answered

    /// What a source answered last, whichever node asked it.
    func report(of source: BikeSource) throws -> BikeReport? {
        try lease.isShared ? store.report(of: source) : states.withLock { $0[source]?.report }
    }

    /// What is wrong with the stations of a feed, whichever node read them.
    func faults(of feed: BikeFeed) throws -> [BikeFault] { try lease.isShared ? store.faults(feed: feed.id) : entry(feed).faults }

    /// Stores what came of asking a source: for one node only when it may be asked again.
    /// - Returns: the report with what is still known from before.
    func noted(_ heard: BikeReport, of source: BikeSource) async -> BikeReport {
        let known = withState(source) { $0.report }
        // On a disk that takes nothing it is known until the program ends.
        guard lease.isShared else {
            try? await store.setNextAt(heard.nextAt, of: source)
            return heard.after(known)
        }
        return (try? await store.note(heard, after: known, of: source)) ?? heard.after(known)
    }

    /// For a feed that was stored after its source was asked.
    func keepReport(_ source: BikeSource) async throws {
        guard lease.isShared, let report = withState(source, { $0.report }) else { return }
        try await store.keep(report, of: source)
    }

    // MARK: who looks

    /// On each node. Until the task is cancelled.
    package func tellLooks(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: .seconds(1))
            do { if isFollowing { try await tellLooks() } } catch is CancellationError { return } catch {
                logger.failed("feeds are asked less often than people look", error)
            }
        }
    }

    func tellLooks() async throws {
        let looked = states.withLock { $0.compactMapValues(\.lookedAt) }
        for (source, time) in looked {
            let told = looks.withLock { $0.told[source] }
            if let told, told.isWithin(BikeService.betweenWords, before: time) { continue }
            try await store.noteLook(source, at: time)
            looks.withLock { $0.told[source] = time }
        }
    }

    /// Before this node asks the feeds: another one did, and has stored what they said.
    func beginAsking() {
        guard lease.isShared else { return }
        board.keep([])
        // What somebody tries in a form goes on.
        states.withLock { $0 = $0.filter { $0.value.isBusy && $0.value.isTried } }
    }

    /// What people on other nodes look at counts as looked at here.
    func hearLooks() throws {
        let uptime = system.uptime()
        guard lease.isShared, looks.withLock({ $0.nextHearing }) <= uptime else { return }
        looks.withLock { $0.nextHearing = uptime + BikeService.betweenHearings }
        let now = system.now()
        for (source, time) in try store.looks() where now - time < BikeService.oldestWord {
            let isNew = looks.withLock { $0.heard.updateValue(time, forKey: source) != time }
            if isNew { withState(source) { $0.lookedAt = now } }
        }
    }
}
