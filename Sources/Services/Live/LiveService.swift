import Domain
import Live
import Logging
import Store
import Synchronization

/// Fills the boards at start and ends streams whose access ended.
package final class LiveService: Sendable {
    let store: Stores
    private let directory: TrackerDirectory
    private let sessions: SessionService
    private let sharing: SharingService
    let hub: Hub
    private let chat: ChatService
    private let system: SystemInputs
    /// Held here and nowhere else: with the services it ends.
    private let publisher = Mutex<ChangePublisher?>(nil)
    private let leaves = Atomic(false)

    init(
        store: Stores, directory: TrackerDirectory, sessions: SessionService, sharing: SharingService, hub: Hub, chat: ChatService,
        system: SystemInputs
    ) {
        self.sessions = sessions
        self.sharing = sharing
        self.chat = chat
        self.store = store
        self.directory = directory
        self.hub = hub
        self.system = system
    }

    /// Tells open pages from now on what stores note.
    func follow() throws {
        let new = ChangePublisher(
            hub: hub, chat: chat, sharing: sharing, directory: directory, system: system,
            reloadTrackers: { [weak self] in try? self?.reloadTrackers() },
            reloadBoards: { [weak self] in
                guard let self else { return }
                Task { await Failures.insist { try await self.load() } }
            })
        publisher.withLock { $0 = new }
        try store.changes.follow(begin: hub.begin) { [weak new] in new?.hear($0) }
    }

    package func load() async throws {
        let now = system.now()
        async let newest = store.fixes.newest(at: now)
        for (trip, member) in try reloadDirectory() { hub.board(trip).hide(member) }
        // Before the boards are filled: it then has no members to look at.
        try await sharing.refresh()
        for (trip, entries) in Dictionary(grouping: try await newest, by: \.trip) { hub.board(trip).load(entries.map(\.entry), at: now) }
    }

    package var trackerCount: Int { directory.count }
    package var generation: Int { store.generation }
    package var writeFigures: Stores.Figures { store.figures }

    /// Whom a tracker speaks for. Only for the holder of its secret.
    package func whose(_ entry: TrackerEntry) throws -> (Trip, Member) {
        guard let trip = try store.trips.find(id: entry.tripID),
            let member = try store.roster.member(entry.memberID, trip: entry.tripID)
        else { throw Refusal.notFound }
        return (trip, member)
    }

    /// From now on this node says that it is not ready, so that a proxy sends it nobody, and goes on serving.
    package func leave() { leaves.store(true, ordering: .relaxed) }
    /// Whether this node is about to end.
    package var isLeaving: Bool { leaves.load(ordering: .relaxed) }

    /// Whether a write goes through now: false on a full disk.
    package func isReady() async throws -> Bool {
        do {
            try await store.probeWrite(at: system.now())
            return true
        } catch is Refusal {
            return false
        }
    }

    /// Also before a stop, so that the next start finds nothing to do first.
    package func mergeFixes(_ logger: Logger) async {
        do { try await JobRounds.round { try await store.fixes.merge() } } catch { logger.failed("positions stay in the inbox", error) }
    }

    /// Those that work, as they are stored. Whoever is hidden and still on a board is taken off: nobody may have said so.
    func reloadTrackers() throws {
        for (trip, member) in try reloadDirectory() where hub.board(trip).entry(member) != nil {
            Task { [sharing] in await Failures.insist { try await sharing.follow(member, trip) } }
        }
    }

    /// Returns whose sharing is off.
    private func reloadDirectory() throws -> [(trip: ID, member: ID)] {
        var paused: [(trip: ID, member: ID)] = []
        try directory.reload {
            paused = try store.pausedMembers()
            return Set(paused.map(\.member))
        } stays: {
            sharing.isUnsaved($0)
        }
        return paused
    }

    /// The name of this node among those of its database; nil where it is the only one.
    package var node: String? { store.node }

    /// Whether somebody who has just written at a node has to wait here for what they wrote.
    package func mustCatchUp(withNode other: String) -> Bool { node.map { other != $0 } ?? false }

    /// Whoever has just written at another node reads here what they wrote. Blocks its thread.
    package func catchUp(withNode other: String) async throws {
        guard mustCatchUp(withNode: other) else { return }
        try lookForOthers(isThorough: false)
        store.changes.settle(others: true)
    }

    /// Of trackers, nodes tell one another (`TripChange`). Other tools do not.
    private func lookForOthers(isThorough: Bool) throws {
        let isNew = try store.noticeOtherProcesses()
        if isNew && node == nil || isThorough { try reloadTrackers() }
    }

    /// Once for all nodes. Twice a second: makes new messages findable. Every five seconds: puts new positions in order, so that whoever
    /// reads them next waits for few.
    package func tidy(logger: Logger) async throws {
        var ticks = 0
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(500))
            ticks += 1
            await chat.indexNew()
            if ticks % 10 == 0 { await mergeFixes(logger) }
        }
    }

    /// On each node. Twice a second: notices what other processes wrote, and ends the streams of sessions and roles that are gone.
    package func watch(logger: Logger) async throws {
        var seen = -1
        var ticks = 0
        var isAway = false
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(500))
            ticks += 1
            do {
                let isThorough = ticks % 60 == 0
                seen = try await JobRounds.round { [seen] in try await endLostAccess(since: seen, isThorough: isThorough) }
                if isAway {
                    logger.notice("the database answers again")
                    hub.setAway(false)
                }
                isAway = false
            } catch {
                logger.failed("watching access failed", error)
                guard isDatabaseAway(error), !isAway else { continue }
                isAway = true
                hub.setAway(true)
                logger.error("the database does not answer; it is asked again until it does", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Returns the generation of the database that it has seen to.
    private func endLostAccess(since seen: Int, isThorough: Bool) async throws -> Int {
        try lookForOthers(isThorough: isThorough)
        let generation = store.generation
        guard generation != seen || isThorough else { return seen }
        try await sharing.refresh()
        guard hub.subscribers > 0 else { return generation }
        let access = try store.streamAccess(at: system.now())
        try chat.publishLostAccess()
        hub.end {
            !access.allows(session: $0.sessionID, trip: $0.tripID, need: $0.need) && !self.sessions.isKept($0.sessionID)
        }
        return generation
    }
}
