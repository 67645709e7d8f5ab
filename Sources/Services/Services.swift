import Atlas
import Domain
import Live
import Logging
import Photos
import Store

/// Every service, wired once. A class: every request and every connection holds one, and as a struct that is kilobytes.
package final class Services: Sendable {
    package let accounts: AccountService
    package let staff: StaffService
    package let signUps: SignUpService
    package let addresses: AddressService
    package let trips: TripService
    package let roster: RosterService
    package let trackers: TrackerService
    package let fixes: FixService
    package let map: MapService
    package let ski: SkiService
    package let tiles: TileService
    package let mapData: MapDataService
    package let events: EventService
    package let answers: AnswerService
    package let checkIn: CheckInService
    package let calendars: CalendarService
    package let myEvents: MyEventService
    package let joining: JoinService
    package let telegram: TelegramService
    package let friends: FriendService
    package let photos: PhotoService
    package let chat: ChatService
    package let rules: RuleService
    package let moderation: ModerationService
    package let sharing: SharingService
    package let personalData: PersonalDataService
    package let ownData: OwnDataService
    package let safety: SafetyService
    package let medic: MedicService
    package let coHosts: CoHostService
    package let leaving: LeavingService
    package let shelf: AtlasShelf
    package let history: HistoryJob
    package let live: LiveService
    package let hub: Hub
    package let unsaved: UnsavedWork
    package let surroundings: Surroundings

    /// - Parameters:
    ///   - setupToken: of the one-time set-up link, while there is no account.
    ///   - drawMessage: with the partial that pages use.
    package init(
        store: StoreFront, hub: Hub, shelf: AtlasShelf, surroundings: Surroundings, hasher: PasswordHasher, setupToken: String?,
        drawMessage: @escaping DrawMessage,
        telegram: TelegramOptions = TelegramOptions(), photos: PhotoShrinker = PhotoShrinker(), isDryRun: Bool = false,
        limitsMessages: Bool = true
    ) {
        let directory = TrackerDirectory(store: store.trackers)
        let unsaved = UnsavedWork()
        self.unsaved = unsaved
        let sessions = SessionService(store: store.sessions, cache: store.sessionCache, unsaved: unsaved, surroundings: surroundings)
        sharing = SharingService(
            store: store.sharing, fixes: store.fixes, directory: directory, hub: hub, unsaved: unsaved, surroundings: surroundings)
        let roster = RosterService(
            store: store.roster, groups: store.groups, imports: store.imports, audit: store.audit, fixes: store.fixes,
            hub: hub, sharing: sharing, rowsCache: store.rowsCache, peopleCache: store.peopleCache, unsaved: unsaved,
            surroundings: surroundings)
        accounts = AccountService(
            accounts: store.accounts, notices: store.accountNotices, failures: store.signInFailures, sessions: sessions, hasher: hasher,
            unsaved: unsaved, surroundings: surroundings, setupToken: setupToken)
        staff = StaffService(store: store.staff, accounts: accounts)
        coHosts = CoHostService(store: store.coHosts, roster: roster, directory: directory, surroundings: surroundings)
        signUps = SignUpService(store: store.signUps, accounts: accounts)
        addresses = AddressService(store: store.addresses, accounts: accounts, roster: roster)
        leaving = LeavingService(store: store.staff, sharing: sharing, hub: hub, surroundings: surroundings)
        trips = TripService(
            store: store.trips, roster: store.roster, audit: store.audit, cache: store.tripCache,
            surroundings: surroundings)
        trackers = TrackerService(
            store: store.trackers, fixes: store.fixes, sharing: sharing, directory: directory, hub: hub, surroundings: surroundings)
        let tripByID: @Sendable (ID) throws -> Trip? = { id in
            try store.tripByIDCache.value(for: id) { try store.trips.find(id: id) }
        }
        let safety = SafetyService(
            store: store.alerts, friends: store.friends, coHosts: store.coHosts, hub: hub, unsaved: unsaved, trips: tripByID,
            surroundings: surroundings)
        self.safety = safety
        medic = MedicService(roster: roster, hub: hub)
        fixes = FixService(
            store: store.fixes, directory: directory, hub: hub, trips: tripByID,
            people: { try roster.peopleByID(trip: $0) }, alarm: { try await safety.raise(from: $0, fix: $1) }, surroundings: surroundings,
            isDryRun: isDryRun)
        map = MapService(
            roster: roster, fixes: store.fixes, choices: store.map, sharing: sharing, hub: hub, shelf: shelf, surroundings: surroundings)
        ski = SkiService(shelf: shelf)
        tiles = TileService(shelf: shelf)
        mapData = MapDataService(shelf: shelf, store: store.map, surroundings: surroundings)
        events = EventService(
            store: store.events, answers: store.answers, checkIn: store.checkIn, audit: store.audit, roster: roster, hub: hub,
            surroundings: surroundings)
        answers = AnswerService(store: store.answers, events: events, trips: tripByID)
        checkIn = CheckInService(store: store.checkIn, events: events)
        calendars = CalendarService(store: store.calendars, events: events, trips: tripByID)
        self.telegram = TelegramService(
            options: telegram, store: store.identities, sessions: sessions, signUps: signUps, surroundings: surroundings)
        joining = JoinService(
            store: store.joining, roster: roster, sessions: sessions, sharing: sharing, trips: tripByID, surroundings: surroundings)
        friends = FriendService(
            store: store.friends, roster: store.roster, sharing: store.sharing, audit: store.audit, hub: hub, shelf: shelf,
            surroundings: surroundings)
        self.photos = PhotoService(store: store.photos, shrinker: photos, surroundings: surroundings)
        rules = RuleService(
            store: store.rules, messages: store.messages, cache: store.rulesCache, names: store.safetyNamesCache, surroundings: surroundings
        )
        chat = ChatService(
            store: store, photos: self.photos, rules: rules, hub: hub, draw: drawMessage, limitsMessages: limitsMessages,
            surroundings: surroundings)
        moderation = ModerationService(
            store: store.cases, log: store.moderationLog, messages: store.messages, friends: store.friends, events: store.events,
            roster: store.roster, chat: chat, hub: hub, surroundings: surroundings)
        myEvents = MyEventService(
            store: store.events, answers: store.answers, events: events, friends: friends, chat: store.chat,
            surroundings: surroundings)
        personalData = PersonalDataService(
            store: store.deletion, friends: friends, fixes: store.fixes, sharing: sharing, directory: directory,
            surroundings: surroundings)
        ownData = OwnDataService(
            roster: store.roster, friends: friends, fixes: store.fixes, events: store.events, alerts: store.alerts,
            messages: store.messages, photos: store.photos, surroundings: surroundings)
        self.shelf = shelf
        history = HistoryJob(
            trips: store.trips, fixes: store.fixes, messages: store.messages, signUps: signUps, hub: hub, surroundings: surroundings)
        live = LiveService(
            store: store, directory: directory, sessions: sessions, sharing: sharing, hub: hub, chat: chat, surroundings: surroundings)
        self.roster = roster
        self.hub = hub
        self.surroundings = surroundings
    }
}

/// Fills the boards at start and ends streams whose access ended.
package final class LiveService: Sendable {
    private let store: StoreFront
    private let directory: TrackerDirectory
    private let sessions: SessionService
    private let sharing: SharingService
    private let hub: Hub
    private let chat: ChatService
    private let surroundings: Surroundings

    init(
        store: StoreFront, directory: TrackerDirectory, sessions: SessionService, sharing: SharingService, hub: Hub, chat: ChatService,
        surroundings: Surroundings
    ) {
        self.sessions = sessions
        self.sharing = sharing
        self.chat = chat
        self.store = store
        self.directory = directory
        self.hub = hub
        self.surroundings = surroundings
    }

    package func load() async throws {
        async let newest = store.fixes.newest()
        let paused = try store.pausedMembers()
        try directory.reload(paused: Set(paused.map(\.member)))
        for (trip, member) in paused { hub.board(trip).hide(member) }
        // Before anybody is on the boards, where it has nobody to look at.
        try await sharing.refresh()
        for (trip, entries) in Dictionary(grouping: try await newest, by: \.trip) { hub.board(trip).load(entries.map(\.entry)) }
    }

    package var trackerCount: Int { directory.count }
    package var generation: Int { store.generation }
    package var writeFigures: StoreFront.Figures { store.figures }

    /// Whom a tracker speaks for. Only for the holder of its secret.
    package func whose(_ entry: TrackerEntry) throws -> (Trip, Member) {
        guard let trip = try store.trips.find(id: entry.tripID),
            let member = try store.roster.member(entry.memberID, trip: entry.tripID)
        else { throw Refusal.notFound }
        return (trip, member)
    }

    /// Who listens to a stream. Refused to whoever may not hear all that it carries.
    package func identity(hearing right: WatchRight, _ access: TripAccess) throws(Refusal) -> StreamIdentity {
        switch right {
        case .member: _ = try access.requireMember()
        case .medic: _ = try access.requireStaffOrMedic()
        case .staff: _ = try access.requireStaff()
        }
        return StreamIdentity(
            sessionID: access.actor.sessionID, accountID: access.actor.account.id, tripID: access.trip.id, need: right,
            memberID: access.actor.members[access.trip.id])
    }

    /// Whether a write goes through now: false on a full disk.
    package func isReady() async throws -> Bool {
        do {
            try await store.probeWrite(at: surroundings.now())
            return true
        } catch is Refusal {
            return false
        }
    }

    /// Also before a stop, so that the next start finds nothing to do first.
    package func mergeFixes(_ logger: Logger) async {
        do { try await store.fixes.merge() } catch { logger.error("positions stay in the inbox", metadata: ["error": "\(error)"]) }
    }

    /// Twice a second: notices what other processes wrote, ends the streams of sessions and roles that are gone, and makes
    /// new messages findable. Every five seconds: puts new positions in order, so that whoever reads them next waits for few.
    package func watch(logger: Logger) async throws {
        var seen = -1
        var ticks = 0
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(500))
            ticks += 1
            await chat.indexNew()
            if ticks % 10 == 0 { await mergeFixes(logger) }
            do {
                if try store.noticeOtherProcesses() {
                    try directory.reload(paused: Set(store.pausedMembers().map(\.member))) { self.sharing.isUnsaved($0) }
                }
                let generation = store.generation
                guard generation != seen || ticks % 60 == 0 else { continue }
                try await sharing.refresh()
                seen = generation
                guard hub.readers > 0 else { continue }
                let access = try store.streamAccess(at: surroundings.now())
                try chat.tellWhoLostAccess()
                hub.end {
                    !access.allows(session: $0.sessionID, trip: $0.tripID, need: $0.need) && !self.sessions.isKept($0.sessionID)
                }
            } catch {
                logger.error("watching access failed", metadata: ["error": "\(error)"])
            }
        }
    }
}
