import Domain
import Live
import Logging
import Store

/// Fills the boards at start and ends streams whose access ended.
package final class LiveService: Sendable {
    private let store: Stores
    private let directory: TrackerDirectory
    private let sessions: SessionService
    private let sharing: SharingService
    let hub: Hub
    private let chat: ChatService
    private let system: SystemInputs

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

    package func load() async throws {
        let now = system.now()
        async let newest = store.fixes.newest(at: now)
        let paused = try store.pausedMembers()
        try directory.reload(paused: Set(paused.map(\.member)))
        for (trip, member) in paused { hub.board(trip).hide(member) }
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
        do { try await store.fixes.merge() } catch { logger.failed("positions stay in the inbox", error) }
    }

    /// Those that work, as they are stored.
    func reloadTrackers() throws {
        try directory.reload(paused: Set(store.pausedMembers().map(\.member))) { self.sharing.isUnsaved($0) }
    }

    /// Twice a second: notices what other processes wrote, ends the streams of sessions and roles that are gone, and makes
    /// new messages findable. Every five seconds: puts new positions in order, so that whoever reads them next waits for few.
    package func watch(logger: Logger) async throws {
        var seen = -1
        var ticks = 0
        var isAway = false
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(500))
            ticks += 1
            await chat.indexNew()
            if ticks % 10 == 0 { await mergeFixes(logger) }
            do {
                if try store.noticeOtherProcesses() { try reloadTrackers() }
                if isAway { logger.notice("the database answers again") }
                isAway = false
                let generation = store.generation
                guard generation != seen || ticks % 60 == 0 else { continue }
                try await sharing.refresh()
                seen = generation
                guard hub.subscribers > 0 else { continue }
                let access = try store.streamAccess(at: system.now())
                try chat.publishLostAccess()
                hub.end {
                    !access.allows(session: $0.sessionID, trip: $0.tripID, need: $0.need) && !self.sessions.isKept($0.sessionID)
                }
            } catch {
                logger.failed("watching access failed", error)
                guard isDatabaseAway(error), !isAway else { continue }
                isAway = true
                logger.error("the database does not answer; it is asked again until it does", metadata: ["error": "\(error)"])
            }
        }
    }
}
